import {
  FLAG_STATES,
  type FlagState,
  POST_STATES,
  type PostState,
  PROPOSAL_STATES,
  type ProposalState,
  TOPIC_STATES,
  type TopicState,
} from "@/lib/enums";
import { lifecycle } from "@/lib/lifecycle";

/** Who takes a step: whoever wrote it, somebody who runs the service, or the app itself (`reports`: enough trusted people reported it). */
type Taker = "author" | "moderator" | "reports";

/** Every step of a topic. Being pinned is no state of its own: an open or locked one may be. */
export const topic = lifecycle<TopicState, Taker>(TOPIC_STATES, [
  { from: "open", to: "locked", by: "moderator" },
  { from: "locked", to: "open", by: "moderator" },
  { from: "open", to: "archived", by: "moderator" },
  { from: "locked", to: "archived", by: "moderator" },
  { from: "archived", to: "open", by: "moderator" },
  // Its author only while nobody has answered: what others wrote is theirs.
  { from: "open", to: "deleted", by: "author" },
  { from: "open", to: "deleted", by: "moderator" },
  { from: "locked", to: "deleted", by: "moderator" },
  { from: "archived", to: "deleted", by: "moderator" },
  { from: "deleted", to: "open", by: "moderator" },
]);

export const canPin = (state: TopicState): boolean => state === "open" || state === "locked";

/** Every step of a message. */
export const post = lifecycle<PostState, Taker>(POST_STATES, [
  { from: "published", to: "edited", by: "author" },
  { from: "edited", to: "edited", by: "author" },
  { from: "restored", to: "edited", by: "author" },
  { from: "published", to: "self_deleted", by: "author" },
  { from: "edited", to: "self_deleted", by: "author" },
  { from: "restored", to: "self_deleted", by: "author" },
  { from: "published", to: "hidden", by: "moderator" },
  { from: "edited", to: "hidden", by: "moderator" },
  { from: "restored", to: "hidden", by: "moderator" },
  { from: "published", to: "hidden", by: "reports" },
  { from: "edited", to: "hidden", by: "reports" },
  { from: "restored", to: "hidden", by: "reports" },
  { from: "hidden", to: "restored", by: "moderator" },
  { from: "hidden", to: "removed", by: "moderator" },
  { from: "published", to: "removed", by: "moderator" },
  { from: "edited", to: "removed", by: "moderator" },
  { from: "restored", to: "removed", by: "moderator" },
  { from: "removed", to: "restored", by: "moderator" },
]);

export const VISIBLE_POST_STATES = ["published", "edited", "restored"] as const satisfies readonly PostState[];

/** Whether everybody sees what it says; of others only their place is left. */
export const isVisible = (state: PostState): boolean => (VISIBLE_POST_STATES as readonly PostState[]).includes(state);

export const flag = lifecycle<FlagState, "moderator">(FLAG_STATES, [
  { from: "open", to: "upheld", by: "moderator" },
  { from: "open", to: "dismissed", by: "moderator" },
]);

export const proposal = lifecycle<ProposalState, "proposer" | "moderator">(PROPOSAL_STATES, [
  { from: "proposed", to: "adopted", by: "moderator" },
  { from: "proposed", to: "declined", by: "moderator" },
  { from: "proposed", to: "withdrawn", by: "proposer" },
  { from: "declined", to: "adopted", by: "moderator" },
]);
