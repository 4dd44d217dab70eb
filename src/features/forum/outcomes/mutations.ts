import { notify, notifyAll, readGroup } from "@/features/account/notifications/mutations";
import { teamIds } from "@/features/account/queries";
import type { FlagState, ModerationAct, NotificationKind } from "@/lib/enums";
import type { Executor } from "@/server/db/client";
import { hrefOf } from "../notices/mutations";
import type { HeldPost, Topic } from "../turns/mutations";

// What people are told of what moderators decided. It is no matter of muting: it concerns them.

/** A reason as a notice's words take it: said, or not. */
const saying = (reason: string) => ({ why: reason ? "given" : "none", reason });

interface Decision {
  kind: Extract<NotificationKind, "forum_hidden" | "forum_restored" | "forum_removed">;
  /** Whether enough people reported it, or somebody of the team looked at it. */
  by: "reports" | "team";
  reason: string;
  actorId: string | null;
}

/** Tells a message's author that it was hidden, restored or removed, and why. */
export async function tellAuthor(tx: Executor, { post, topic }: HeldPost, { kind, by, reason, actorId }: Decision): Promise<void> {
  if (!post.authorId || post.authorId === actorId) return;
  const values = { title: topic.title, place: topic.kind, by, ...saying(reason) };
  await notify(tx, {
    userId: post.authorId,
    event: "community",
    kind,
    values,
    href: hrefOf(topic, post.id),
    groupKey: `forum-state:${post.id}`,
  });
}

/** Tells a topic's author what was done with it. */
export async function tellTopicAuthor(
  tx: Executor,
  topic: Topic,
  { act, reason, actorId, into }: { act: ModerationAct; reason: string; actorId: string; into?: Topic },
): Promise<void> {
  if (!topic.authorId || topic.authorId === actorId) return;
  const values = { title: topic.title, act, other: into?.title ?? "", ...saying(reason) };
  const href = act === "delete_topic" ? "/dashboard/forums" : hrefOf(into ?? topic);
  await notify(tx, { userId: topic.authorId, event: "community", kind: "forum_topic_moderated", values, href });
}

/** Tells those who reported a message what came of it. */
export async function tellFlaggers(tx: Executor, { post, topic }: HeldPost, flaggers: string[], verdict: FlagState): Promise<void> {
  const values = { title: topic.title, place: topic.kind, outcome: verdict };
  await notifyAll(tx, flaggers, { event: "community", kind: "forum_flag_outcome", values, href: hrefOf(topic, post.id) });
}

const WAITING = { forum_flagged: "reports", forum_proposed: "proposals" } as const;

/** Tells those who look after the community that something waits for them: one notice of each kind until they have seen to it. */
export async function tellTeam(
  tx: Executor,
  kind: keyof typeof WAITING,
  values: Record<string, string>,
  but: (string | null)[],
): Promise<void> {
  const tab = WAITING[kind];
  const hearers = (await teamIds(tx)).filter((id) => !but.includes(id));
  const href = `/dashboard/admin/community?tab=${tab}` as const;
  await notifyAll(tx, hearers, { event: "community_reports", kind, values, href, groupKey: `community:${tab}` });
}

/** Nothing waits any more: nobody of the team need be told. */
export const nothingWaits = async (tx: Executor, kind: keyof typeof WAITING): Promise<void> =>
  readGroup(tx, await teamIds(tx), `community:${WAITING[kind]}`);

/** Tells somebody that they may only read for a while, or that they may write again. */
export async function tellSuspended(
  tx: Executor,
  userId: string,
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  const about = { userId, event: "community", href: "/dashboard/forums", groupKey: "forum-suspension" } as const;
  if (until) await notify(tx, { ...about, kind: "forum_suspended", values: { untilAt: until.toISOString(), ...saying(reason) } });
  else await notify(tx, { ...about, kind: "forum_suspension_lifted", values: saying(reason) });
}
