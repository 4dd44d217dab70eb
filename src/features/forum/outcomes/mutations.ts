import { inTurn, notify, notifyAll, readGroup, rewordUnread } from "@/features/account/notifications/mutations";
import { teamIds } from "@/features/account/queries";
import type { FlagState, ModerationAct } from "@/lib/enums/forum";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { Transaction } from "@/server/db/client";
import { CARE, FORUM } from "../hrefs";
import { hrefOf } from "../notices/mutations";
import type { LockedPost, Topic } from "../turns/mutations";

// What people are told of what moderators decided. It is no matter of muting: it concerns them.

/** A reason as a notice's words take it: said, or not. */
const saying = (reason: string) => ({ why: reason ? "given" : "none", reason });

/** Where a message stands, or stood with its topic. */
const placeOf = ({ post, topic }: LockedPost) => (topic.state === "deleted" ? FORUM : hrefOf(topic, post.id));

/** Whether a message of which reports are decided was taken back, alone or with its topic: a moderator's deletion decides those in it. */
export const isTakenBack = ({ post, topic }: LockedPost): boolean => post.state === "self_deleted" || topic.state === "deleted";

interface Decision {
  kind: Extract<NotificationKind, "forum_hidden" | "forum_restored" | "forum_removed">;
  /** Whether enough people reported it, or somebody of the team looked at it. */
  by: "reports" | "team";
  reason: string;
  actorId: string | null;
  /** Whether they had taken it back themselves before its reports were found right. */
  taken?: boolean;
}

/** Tells a message's author that it was hidden, restored or removed, and why; also where they had taken it back themselves. */
export async function notifyAuthor(
  tx: Transaction,
  held: LockedPost,
  { kind, by, reason, actorId, taken = false }: Decision,
): Promise<void> {
  const { post, topic } = held;
  if (!post.authorId || post.authorId === actorId) return;
  const values = { title: topic.title, place: topic.kind, by, taken: taken ? "yes" : "no", ...saying(reason) };
  await notify(tx, {
    userId: post.authorId,
    event: "community",
    kind,
    values,
    href: placeOf(held),
    groupKey: `forum-state:${post.id}`,
  });
}

/** Tells a topic's author what was done with it. */
export async function notifyTopicAuthor(
  tx: Transaction,
  topic: Topic,
  { act, reason, actorId, into }: { act: ModerationAct; reason: string; actorId: string; into?: Topic },
): Promise<void> {
  if (!topic.authorId || topic.authorId === actorId) return;
  const values = { title: topic.title, act, other: into?.title ?? "", ...saying(reason) };
  const href = act === "delete_topic" ? FORUM : hrefOf(into ?? topic);
  await notify(tx, { userId: topic.authorId, event: "community", kind: "forum_topic_moderated", values, href });
}

/** Tells those who reported a message what came of it. */
export async function notifyFlaggers(tx: Transaction, held: LockedPost, flaggers: string[], verdict: FlagState): Promise<void> {
  const { title, kind: place } = held.topic;
  const values = { title, place, outcome: isTakenBack(held) ? "taken_back" : verdict };
  await notifyAll(tx, flaggers, { event: "community", kind: "forum_flag_outcome", values, href: placeOf(held) });
}

/** Tells those who reported something in a topic that it was deleted as a whole. */
export async function notifyTopicFlaggers(tx: Transaction, topic: Topic, flaggers: string[]): Promise<void> {
  const values = { title: topic.title, place: topic.kind, outcome: "upheld" };
  await notifyAll(tx, flaggers, { event: "community", kind: "forum_flag_outcome", values, href: FORUM });
}

const WAITING = { forum_flagged: "reports", forum_proposed: "proposals" } as const;

const groupOf = (kind: keyof typeof WAITING) => `community:${WAITING[kind]}`;

/** Tells those who look after the community that something waits for them: one notice of each kind until they have seen to it. */
export async function notifyTeam(
  tx: Transaction,
  kind: keyof typeof WAITING,
  values: Record<string, string>,
  but: (string | null)[],
): Promise<void> {
  const groupKey = groupOf(kind);
  await inTurn(tx, groupKey);
  const hearers = (await teamIds(tx)).filter((id) => !but.includes(id));
  const href = `${CARE}?tab=${WAITING[kind]}` as const;
  await notifyAll(tx, hearers, { event: "community_reports", kind, values, href, groupKey });
}

/**
 * Something was decided: where nothing else waits, nobody of the team need be told any more.
 * @param waiting says what is told of that which still waits, undefined where nothing does; it stands in the notice from now on
 */
export async function readUnlessWaiting(
  tx: Transaction,
  kind: keyof typeof WAITING,
  waiting: (tx: Transaction) => Promise<Record<string, string> | undefined>,
): Promise<void> {
  const group = groupOf(kind);
  await inTurn(tx, group);
  const values = await waiting(tx);
  if (values) await rewordUnread(tx, values, group);
  else await readGroup(tx, await teamIds(tx), group);
}

/** Tells somebody that they may only read for a while, or that they may write again. */
export async function notifySuspended(
  tx: Transaction,
  userId: string,
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  const about = { userId, event: "community", href: FORUM, groupKey: "forum-suspension" } as const;
  if (until) await notify(tx, { ...about, kind: "forum_suspended", values: { untilAt: until.toISOString(), ...saying(reason) } });
  else await notify(tx, { ...about, kind: "forum_suspension_lifted", values: saying(reason) });
}
