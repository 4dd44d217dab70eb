import { and, eq, inArray, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { settingsHref } from "@/features/account/hrefs";
import { notify } from "@/features/account/notifications/mutations";
import { asAsked } from "@/features/practice/bank/queries";
import { notePlay } from "@/features/practice/plays/mutations";
import { lockAnswer, madeOn, questionOf, toRecording } from "@/features/practice/queries";
import { isStored } from "@/features/practice/rules";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import {
  answers,
  categories,
  forumMembers,
  forumPosts,
  forumShares,
  forumTopics,
  planGradings,
  questions,
  users,
} from "@/server/db/schema";
import { isTeam } from "../members/queries";
import { publishToTopic } from "../turns/mutations";
import { isPlayable } from "./queries";
import { shareEnds } from "./rules";
import type { ShareInput } from "./schema";

/**
 * Shares a question of the bank, or an own take, with a message that was just written. The take itself stays as it is.
 * @throws AppError notFound for what is not there, or not theirs | wrongState for a take whose recording is not here
 */
export async function shareWith(tx: Transaction, actor: Actor, postId: string, share: ShareInput): Promise<void> {
  const row = { id: uuidv7(), postId, kind: share.kind };
  if (share.kind === "question") {
    const published = and(eq(questions.id, share.questionId), eq(questions.published, true));
    found((await tx.select({ id: questions.id }).from(questions).where(published))[0]);
    await tx.insert(forumShares).values({ ...row, questionId: share.questionId });
    return;
  }
  const answer = found(await lockAnswer(tx, actor, share.answerId));
  if (answer.state === "deleted") throw new AppError("notFound");
  if (!isStored(answer.state) || answer.fileKey === null) throw new AppError("wrongState");
  await tx.insert(forumShares).values({ ...row, answerId: answer.id, expiresAt: shareEnds(share.days, new Date()) });
}

/**
 * A shared take with the address that plays it, which is noted; its maker can see that somebody asked, and may be told.
 * @throws AppError notFound where it cannot be played
 */
export async function openShare(ctx: UserContext, shareId: string) {
  const { db, actor, files, locale } = ctx;
  const [row] = await db
    .select({
      answer: answers,
      question: sql<string>`${asAsked()} ->> ${locale}::text`,
      category: sql<string>`${categories.name} ->> ${locale}::text`,
      name: forumMembers.name,
      day: planGradings.day,
      timeZone: users.timeZone,
      expiresAt: forumShares.expiresAt,
    })
    .from(forumShares)
    .innerJoin(forumPosts, eq(forumPosts.id, forumShares.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .innerJoin(answers, eq(answers.id, forumShares.answerId))
    .leftJoin(planGradings, eq(planGradings.answerId, answers.id))
    .innerJoin(users, eq(users.id, answers.userId))
    .innerJoin(forumMembers, eq(forumMembers.userId, answers.userId))
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(and(eq(forumShares.id, shareId), isPlayable({ team: isTeam(actor.role) })));
  const opened = found(row);
  const { answer, question, category, name, expiresAt } = opened;
  const link = await files.link(found(answer.fileKey));
  const own = answer.userId === actor.id;
  await db.transaction(async (tx) => {
    const counted = await notePlay(tx, ctx, { answerId: answer.id, userId: answer.userId, by: own ? "owner" : "forum" });
    if (counted !== "first" || own) return;
    const about = { event: "recording_played", kind: "forum_take_played", groupKey: `forum-plays:${answer.id}` } as const;
    const values = { question: await questionOf(tx, { questionId: answer.questionId, answerId: answer.id }, answer.userId) };
    await notify(tx, { userId: answer.userId, ...about, values, href: settingsHref("data") });
  });
  const shown = { question, category, name, recording: toRecording(answer), recorded_on: madeOn(opened), link };
  return { ...shown, expiresAt: found(expiresAt).toISOString() };
}

/** Who takes messages back takes back what they shared with them, for good: it does not come back with them. @param posts their ids */
export async function revokeWith(tx: Transaction, posts: SQLWrapper): Promise<void> {
  await tx
    .update(forumShares)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(forumShares.postId, posts), isNull(forumShares.revokedAt)));
}

/** Takes back what one shared, for good; doing so twice is no error. @throws AppError notFound */
export async function revokeForumShare({ db, actor }: UserContext, shareId: string) {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ postId: forumPosts.id, topicId: forumTopics.id, professionId: forumTopics.professionId })
      .from(forumShares)
      .innerJoin(forumPosts, eq(forumPosts.id, forumShares.postId))
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .where(and(eq(forumShares.id, shareId), eq(forumPosts.authorId, actor.id)));
    const { postId, topicId, professionId } = found(row);
    await tx
      .update(forumShares)
      .set({ revokedAt: sql`coalesce(${forumShares.revokedAt}, now())` })
      .where(eq(forumShares.id, shareId));
    await publishToTopic(tx, { id: topicId, professionId }, { what: "changed", post: postId });
    return { uid: shareId };
  });
}
