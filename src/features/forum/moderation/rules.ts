import { isVisible } from "@/features/forum/rules";
import type { FlagState, ModerationAct, PostState, TopicState } from "@/lib/enums/forum";

/** What is done with a message. The last two are about its reports; the others decide those along the way. */
export const MESSAGE_ACTS = ["hide", "restore", "remove", "uphold", "dismiss"] as const satisfies readonly ModerationAct[];
export type MessageAct = (typeof MESSAGE_ACTS)[number];

/** What an act says of the reports of a message. */
export const verdictOf = (act: MessageAct): Exclude<FlagState, "open"> => (act === "restore" || act === "dismiss" ? "dismissed" : "upheld");

/** Whether an act decides about the reports of a message, and about nothing where there are none. */
export const isAboutReports = (act: MessageAct): boolean => act === "uphold" || act === "dismiss";

/** What somebody has seen of a message who decides about it. */
export interface Seen {
  editedAt: string | null;
  reports?: { oldest: string; count: number } | undefined;
}

/**
 * Whether it is still what somebody has seen. Reports are decided all at once: while one that was seen waits, and there are as many as were
 * seen, they are the same.
 * @param open ids of the reports that wait
 */
export function isAsSeen({ editedAt, reports }: Seen, post: { editedAt: Date | null }, open: readonly string[]): boolean {
  const sameWords = (editedAt === null ? null : Date.parse(editedAt)) === (post.editedAt?.getTime() ?? null);
  return sameWords && (!reports || (open.includes(reports.oldest) && open.length === reports.count));
}

/** Where an act takes a message; null where that stays as it is. Whether it can go there is its lifecycle's matter. */
export function stateAfter(act: MessageAct, state: PostState, { remove }: { remove: boolean }): PostState | null {
  if (act === "hide") return "hidden";
  if (act === "restore") return "restored";
  if (act === "remove") return "removed";
  if (act === "dismiss") return state === "hidden" ? "restored" : null;
  if (remove) return isVisible(state) || state === "hidden" ? "removed" : null;
  return isVisible(state) ? "hidden" : null;
}

/** What is done with a topic as a whole, and from where to where that takes it. */
export const TOPIC_STEPS = {
  lock: { from: ["open"], to: "locked" },
  unlock: { from: ["locked"], to: "open" },
  archive: { from: ["open", "locked"], to: "archived" },
  unarchive: { from: ["archived"], to: "open" },
  delete_topic: { from: ["open", "locked", "archived"], to: "deleted" },
  restore_topic: { from: ["deleted"], to: "open" },
} as const satisfies Partial<Record<ModerationAct, { from: readonly TopicState[]; to: TopicState }>>;
export type TopicStep = keyof typeof TOPIC_STEPS;

export const TOPIC_ACTS = ["lock", "unlock", "archive", "unarchive", "delete_topic", "restore_topic", "pin", "unpin"] as const satisfies (
  | TopicStep
  | "pin"
  | "unpin"
)[];
export type TopicAct = (typeof TOPIC_ACTS)[number];

const FOR_OTHERS: readonly ModerationAct[] = ["restore", "uphold", "dismiss", "restore_topic"];

/** Whether an act says that something may stand, or that its reports are right or wrong: nobody decides that about their own. */
export const isForOthers = (act: MessageAct | TopicAct): boolean => FOR_OTHERS.includes(act);

/** Pinned topics that a room may have: where everything stands first, nothing does. */
export const MAX_PINNED = 5;

const UNREASONED: readonly ModerationAct[] = [
  "pin",
  "unpin",
  "unlock",
  "unarchive",
  "restore",
  "restore_topic",
  "dismiss",
  "lift_suspension",
  "mark_answer",
  "unmark_answer",
];

/** Whether somebody is owed a reason: for what takes from them. */
export const needsReason = (act: ModerationAct): boolean => !UNREASONED.includes(act);
