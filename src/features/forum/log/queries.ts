import { and, desc, eq, getTableColumns, gt, inArray, isNotNull } from "drizzle-orm";
import { teamIds } from "@/features/account/queries";
import { found } from "@/lib/app-error";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import type { ModerationAct } from "@/lib/enums/forum";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { forumMembers, forumPosts, forumTopics, moderationActs, users } from "@/server/db/schema";
import { recordsOf } from "../flags/queries";
import { authorsOf, firstMember } from "../members/queries";
import { ENTRIES, type LogInput } from "./schema";

/** People by their ids, under the name that the community knows, or would. */
async function peopleOf(db: Executor, ids: Iterable<string | null>) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map<string, never>();
  const rows = await db
    .select({
      uid: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      role: users.role,
      name: forumMembers.name,
      handle: forumMembers.handle,
    })
    .from(users)
    .leftJoin(forumMembers, eq(forumMembers.userId, users.id))
    .where(inArray(users.id, wanted));
  return new Map(rows.map(({ uid, name, handle, ...account }) => [uid, { uid, name: name ?? firstMember(account).name, handle }]));
}

/** What moderators did, the newest first. */
export async function listActs({ db }: UserContext, { act, moderatorId, memberId, topicId, before }: LogInput) {
  const cursor = before ? beforeCursor(before) : undefined;
  const rows = await db
    .select({
      row: getTableColumns(moderationActs),
      at: exactly(moderationActs.createdAt),
      topic: { uid: forumTopics.id, title: forumTopics.title, kind: forumTopics.kind },
      post: { uid: forumPosts.id, seq: forumPosts.seq },
    })
    .from(moderationActs)
    .leftJoin(forumTopics, eq(forumTopics.id, moderationActs.topicId))
    .leftJoin(forumPosts, eq(forumPosts.id, moderationActs.postId))
    .where(
      and(
        act ? eq(moderationActs.act, act) : undefined,
        moderatorId ? eq(moderationActs.moderatorId, moderatorId) : undefined,
        memberId ? eq(moderationActs.subjectId, memberId) : undefined,
        topicId ? eq(moderationActs.topicId, topicId) : undefined,
        olderThan(moderationActs.createdAt, moderationActs.id, cursor),
      ),
    )
    .orderBy(desc(moderationActs.createdAt), desc(moderationActs.id))
    .limit(ENTRIES + 1);
  const shown = rows.slice(0, ENTRIES);
  const people = await peopleOf(
    db,
    shown.flatMap(({ row }) => [row.moderatorId, row.subjectId]),
  );
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  const last = shown.at(-1);
  return {
    data: shown.map(({ row, topic, post }) => ({
      uid: row.id,
      act: row.act,
      moderator: person(row.moderatorId),
      automatic: row.details.by === "reports",
      topic,
      post,
      subject: person(row.subjectId),
      reason: row.reason,
      details: row.details,
      createdAt: row.createdAt.toISOString(),
    })),
    meta: { next: rows.length > ENTRIES && last ? cursorOf(last.at, last.row.id) : null },
  };
}

/** Which of these acts was the last about a locked topic. Ids tell the order: they are made under its lock, in which instants may differ. */
export async function lastActOf(db: Executor, topicId: string, acts: ModerationAct[]): Promise<ModerationAct | null> {
  const [last] = await db
    .select({ act: moderationActs.act })
    .from(moderationActs)
    .where(and(eq(moderationActs.topicId, topicId), inArray(moderationActs.act, acts)))
    .orderBy(desc(moderationActs.id))
    .limit(1);
  return last?.act ?? null;
}

/** Messages that were hidden or restored since a locked topic was last deleted, and stand so: with why, and by whom, that was decided last. */
export function turnedWhileDeleted(db: Executor, topicId: string) {
  const since = db
    .select({ id: moderationActs.id })
    .from(moderationActs)
    .where(and(eq(moderationActs.topicId, topicId), eq(moderationActs.act, "delete_topic")))
    .orderBy(desc(moderationActs.id))
    .limit(1);
  return db
    .selectDistinctOn([moderationActs.postId], {
      post: getTableColumns(forumPosts),
      reason: moderationActs.reason,
      moderatorId: moderationActs.moderatorId,
    })
    .from(moderationActs)
    .innerJoin(forumPosts, eq(forumPosts.id, moderationActs.postId))
    .where(
      and(
        eq(moderationActs.topicId, topicId),
        inArray(moderationActs.act, ["hide", "restore"]),
        gt(moderationActs.id, since),
        inArray(forumPosts.state, ["hidden", "restored"]),
      ),
    )
    .orderBy(moderationActs.postId, desc(moderationActs.id));
}

/** Those of whom there are acts, or may be, for the log's filter: whoever may moderate now, and whoever once did. */
export async function listModerators({ db }: UserContext) {
  const [team, did] = await Promise.all([
    teamIds(db),
    db.selectDistinct({ id: moderationActs.moderatorId }).from(moderationActs).where(isNotNull(moderationActs.moderatorId)),
  ]);
  const people = await peopleOf(db, [...team, ...did.map(({ id }) => id)]);
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name) || a.uid.localeCompare(b.uid));
}

/** A member, and how they have behaved so far. @throws AppError notFound */
export async function memberRecord({ db }: UserContext, memberId: string) {
  const [members, records] = await Promise.all([authorsOf(db, [memberId]), recordsOf(db, [memberId])]);
  return { member: found(members.get(memberId)), record: found(records.get(memberId)) };
}
