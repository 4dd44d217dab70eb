import { isVisible, proposal } from "@/features/forum/rules";
import { DAY_MS, HOUR_MS } from "@/lib/durations";
import { type PostState, PROPOSAL_STATES, type ProposalState } from "@/lib/enums/forum";
import { retryAfterSeconds } from "@/lib/rate-window";

/** Letters of what somebody says of a question that they were asked. */
export const ASKED = { question: 500, company: 120, role: 120 } as const;
/** What happened longer ago says little about today's interviews. */
const ASKED_YEARS = 10;
/** Questions that somebody may propose within a day. */
export const PROPOSALS_PER_DAY = 5;

/** In which the team finds proposals: one that was taken back is its proposer's own. */
export const TEAM_STATES = PROPOSAL_STATES.filter((state) => state !== "withdrawn");

/** In how many seconds somebody may propose again; undefined for now. @param last instants of their last proposals, the newest first */
export const proposalsFull = (last: Date[], now: Date): number | undefined => retryAfterSeconds(last, PROPOSALS_PER_DAY, DAY_MS, now);

interface Proposed {
  state: ProposalState;
  post: { state: PostState };
  /** Null where the account is no more. */
  proposerId: string | null;
}

/** Whether a question may get into the bank: those who practise it are told where it comes from, and nobody adopts their own. */
export const mayAdopt = ({ state, post, proposerId }: Proposed, moderatorId: string): boolean =>
  proposal.can(state, "adopted", "moderator") && isVisible(post.state) && proposerId !== moderatorId;

/** Whether a text leads anywhere: what stands in the bank, and in mails, leads nowhere. Signs that are not seen hide nothing. */
export const isPlain = (text: string): boolean => !/:\/\/|www\./i.test(text.replaceAll(/\p{Cf}/gu, ""));

/** The day that it is, at an instant, where days begin first on earth. */
const earliestDay = (now: Date): string => new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10);

/** Whether an interview may have been on a day of somebody's calendar: not in the future, wherever they are, nor too long ago. */
export function isAskedOn(day: string, now: Date): boolean {
  const today = earliestDay(now);
  const oldest = `${String(Number(today.slice(0, 4)) - ASKED_YEARS).padStart(4, "0")}${today.slice(4)}`;
  return day <= today && day >= oldest;
}
