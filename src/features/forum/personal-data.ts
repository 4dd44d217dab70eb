import { and, asc, count, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { GONE_POST_STATES, VISIBLE_POST_STATES } from "@/features/forum/rules";
import { listed } from "@/server/db/listed";
import {
  forumFlags,
  forumImages,
  forumMembers,
  forumMentions,
  forumPosts,
  forumPostVersions,
  forumReactions,
  forumRoomMarks,
  forumShares,
  forumTopicMarks,
  forumTopics,
  moderationActs,
  professions,
  questionProposals,
} from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** Topics that their author took back before anybody had answered; nobody but moderators could see them any more. */
const ownDeleted = (userId: string): SQL =>
  sql`author_id = ${userId} and kind = 'thread' and state = 'deleted' and not answered and merged_into_id is null`;

/** Messages that somebody took back, alone or with the topic that they began, and those that the team removed. */
const goneOf = (userId: string): SQL => sql`(select p.id from ${forumPosts} p where p.author_id = ${userId}
  and (p.state in ${listed(GONE_POST_STATES)} or p.topic_id in (select id from ${forumTopics} where ${ownDeleted(userId)})))`;

/** Pictures of somebody's that stand in nothing that can be seen: those that wait, those of what is gone, and those that were edited out. */
const unseenOf = (userId: string): SQL => sql`(
  (${forumImages.uploaderId} = ${userId} and ${forumImages.postId} is null) or ${forumImages.postId} in ${goneOf(userId)}
  or exists (select from ${forumPosts} p where p.id = ${forumImages.postId} and p.author_id = ${userId}
    and strpos(lower(p.text), ${forumImages.id}::text) = 0))`;

/** What somebody wrote in the community, and how they stand to what others wrote. */
export const forumData: PersonalData = {
  name: "community",

  count: async (db, userId) => {
    const [posts] = await db.select({ n: count() }).from(forumPosts).where(eq(forumPosts.authorId, userId));
    const [reactions] = await db.select({ n: count() }).from(forumReactions).where(eq(forumReactions.userId, userId));
    return { communityMessages: posts?.n ?? 0, reactions: reactions?.n ?? 0 };
  },

  records: async ({ db, files }, userId) => {
    const room = sql<string>`${professions.name} ->> 'en'`;
    // How somebody else called what nobody can see any more is not theirs.
    const readable = or(ne(forumTopics.state, "deleted"), eq(forumTopics.authorId, userId));
    const title = sql<string | null>`case when ${readable} then ${forumTopics.title} end`;
    const [[member], posts, versions, images, topicMarks, roomMarks, reactions, flags, shares, proposals, acts] = await Promise.all([
      db.select().from(forumMembers).where(eq(forumMembers.userId, userId)),
      db
        .select({ post: forumPosts, title, kind: forumTopics.kind, room })
        .from(forumPosts)
        .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
        .innerJoin(professions, eq(professions.id, forumPosts.professionId))
        .where(eq(forumPosts.authorId, userId))
        .orderBy(asc(forumPosts.createdAt), asc(forumPosts.id)),
      db
        .select({ version: forumPostVersions })
        .from(forumPostVersions)
        .innerJoin(forumPosts, eq(forumPosts.id, forumPostVersions.postId))
        .where(eq(forumPosts.authorId, userId))
        .orderBy(asc(forumPostVersions.postId), asc(forumPostVersions.version)),
      db.select().from(forumImages).where(eq(forumImages.uploaderId, userId)).orderBy(asc(forumImages.createdAt)),
      db
        .select({ title: forumTopics.title, room, level: forumTopicMarks.level, readTo: forumTopicMarks.readSeq })
        .from(forumTopicMarks)
        .innerJoin(forumTopics, eq(forumTopics.id, forumTopicMarks.topicId))
        .innerJoin(professions, eq(professions.id, forumTopics.professionId))
        .where(and(eq(forumTopicMarks.userId, userId), readable)),
      db
        .select({ room, level: forumRoomMarks.level, caughtUpAt: forumRoomMarks.caughtUpAt })
        .from(forumRoomMarks)
        .innerJoin(professions, eq(professions.id, forumRoomMarks.professionId))
        .where(eq(forumRoomMarks.userId, userId)),
      db.select().from(forumReactions).where(eq(forumReactions.userId, userId)).orderBy(asc(forumReactions.createdAt)),
      db.select().from(forumFlags).where(eq(forumFlags.flaggerId, userId)).orderBy(asc(forumFlags.createdAt)),
      db
        .select({ share: forumShares })
        .from(forumShares)
        .innerJoin(forumPosts, eq(forumPosts.id, forumShares.postId))
        .where(eq(forumPosts.authorId, userId))
        .orderBy(asc(forumShares.createdAt)),
      db.select().from(questionProposals).where(eq(questionProposals.proposerId, userId)).orderBy(asc(questionProposals.createdAt)),
      db
        .select({ act: moderationActs.act, reason: moderationActs.reason, createdAt: moderationActs.createdAt })
        .from(moderationActs)
        .where(eq(moderationActs.subjectId, userId))
        .orderBy(asc(moderationActs.createdAt)),
    ]);
    const path = ({ id, type }: typeof forumImages.$inferSelect) => `community/${id}.${type.slice("image/".length)}`;
    return {
      data: {
        member: member
          ? { handle: member.handle, name: member.name, joinedAt: member.joinedAt, suspendedUntil: member.suspendedUntil }
          : null,
        messages: posts.map(({ post, title: called, kind, room: name }) => ({
          id: post.id,
          room: name,
          place: kind,
          title: called,
          number: post.seq,
          state: post.state,
          text: post.text,
          before: versions.flatMap(({ version }) =>
            version.postId === post.id ? [{ text: version.text, writtenAt: version.writtenAt }] : [],
          ),
          pictures: images.filter(({ postId }) => postId === post.id).map(path),
          createdAt: post.createdAt,
          editedAt: post.editedAt,
        })),
        topics: topicMarks,
        rooms: roomMarks,
        reactions: reactions.map(({ postId, reaction, createdAt }) => ({ message: postId, reaction, createdAt })),
        shares: shares.map(({ share: { postId, kind, questionId, answerId, expiresAt, revokedAt, createdAt } }) => ({
          message: postId,
          kind,
          question: questionId,
          answer: answerId,
          expiresAt,
          revokedAt,
          createdAt,
        })),
        proposals: proposals.map(({ postId, question, company, role, askedOn, state, reason, createdAt }) => ({
          message: postId,
          question,
          company,
          role,
          askedOn,
          state,
          reason,
          createdAt,
        })),
        // What was decided about them and what they wrote; by whom is the team's own matter.
        decisions: acts,
        reports: flags.map(({ postId, reason, note, state, createdAt }) => ({ message: postId, reason, note, state, createdAt })),
      },
      files: images.map((image) => ({ path: path(image), sizeBytes: image.sizeBytes, open: () => files.open(image.fileKey) })),
    };
  },

  // Pictures stay with the messages that they stand in, while those can be seen.
  stored: async (db, userId) => {
    const rows = await db.select({ key: forumImages.fileKey }).from(forumImages).where(unseenOf(userId));
    return rows.map(({ key }) => key);
  },

  // What they say to others stays, without a name: answers would make no sense any more. What they said before an edit goes, and what is
  // gone already.
  erase: async (db, userId) => {
    await db.delete(forumImages).where(unseenOf(userId));
    await db.update(forumImages).set({ uploaderId: null }).where(eq(forumImages.uploaderId, userId));
    await db.execute(sql`delete from ${forumPostVersions} where post_id in (select id from ${forumPosts} where author_id = ${userId})`);
    // In the order in which topics are locked by whoever changes several of them.
    await db.execute(
      sql`select from ${forumTopics} where id in (select topic_id from ${forumPosts} where author_id = ${userId}) order by id for no key update`,
    );
    // Of what stands in the bank, where it comes from stays.
    await db.execute(sql`delete from ${questionProposals} where post_id in ${goneOf(userId)} and state <> 'adopted'`);
    await db.execute(sql`
      update ${forumTopics} t set poster_ids = array_remove(poster_ids, ${userId}::uuid), poster_count = poster_count - 1
      where t.kind = 'thread' and exists (select from ${forumPosts} p where p.topic_id = t.id and p.author_id = ${userId}
        and p.state in ${listed(VISIBLE_POST_STATES)})`);
    await db.execute(sql`update ${forumPosts} set text = '', fingerprint = 0, search = ''::tsvector where id in ${goneOf(userId)}`);
    await db.execute(sql`update ${forumTopics} set title = '' where ${ownDeleted(userId)}`);
    await db.update(forumPosts).set({ authorId: null }).where(eq(forumPosts.authorId, userId));
    await db.update(forumTopics).set({ authorId: null }).where(eq(forumTopics.authorId, userId));
    await db.update(forumFlags).set({ flaggerId: null, note: "" }).where(eq(forumFlags.flaggerId, userId));
    await db.update(questionProposals).set({ proposerId: null }).where(eq(questionProposals.proposerId, userId));
    // The log keeps what was done, and says no more by whom or about whom.
    await db.update(moderationActs).set({ moderatorId: null }).where(eq(moderationActs.moderatorId, userId));
    await db.update(moderationActs).set({ subjectId: null }).where(eq(moderationActs.subjectId, userId));
    for (const table of [forumReactions, forumMentions, forumTopicMarks, forumRoomMarks, forumMembers])
      await db.delete(table).where(eq(table.userId, userId));
  },
};
