import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { dayIn } from "@/lib/days";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import type { Context, UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import { type Database, type Executor, prepared, type Transaction } from "@/server/db/client";
import { answers, categories, peerReviews, planGradings, questions, shareLinks, users } from "@/server/db/schema";
import { openToken, signedToken } from "@/server/signed-tokens";
import { asAsked, recordedAtOf } from "./bank/queries";
import { uploadName } from "./rules";
import type { Ratings } from "./schema";

const { placeholder } = sql;

/** One language of a localised column, so that the others never leave the database. */
const localized = (column: typeof categories.name | typeof questions.text | typeof categories.description): SQL<string> =>
  sql<string>`${column} ->> ${placeholder("locale")}::text`;
const localizedList = sql<string[]>`${questions.guidance} -> ${placeholder("locale")}::text`;

const askedGuidance = sql<string[]>`${asAsked(answers.recordedAt, "guidance")} -> ${placeholder("locale")}::text`;

const categoryRows = prepared((db) =>
  db
    .select({
      uid: categories.id,
      name: localized(categories.name),
      description: localized(categories.description),
      questions: sql<number>`count(${questions.id})::int`,
    })
    .from(categories)
    .leftJoin(questions, and(eq(questions.categoryId, categories.id), eq(questions.published, true)))
    .where(isNull(categories.retiredAt))
    .groupBy(categories.id)
    .orderBy(asc(categories.position))
    .prepare("category_rows"),
);

export async function listCategories(db: Database, locale: Locale) {
  const data = await categoryRows(db).execute({ locale });
  return { data, meta: { total: data.length } };
}

const questionRows = prepared((db) =>
  db
    .select({
      uid: questions.id,
      text: localized(questions.text),
      reading_time: questions.readingTime,
      answer_time: questions.answerTime,
    })
    .from(questions)
    .where(and(eq(questions.categoryId, placeholder("categoryId")), eq(questions.published, true)))
    .orderBy(asc(questions.position), asc(questions.id))
    .limit(PAGE_SIZE)
    .offset(placeholder("offset"))
    .prepare("question_rows"),
);

export async function listQuestions(db: Database, locale: Locale, input: { category_id: string; page: number }) {
  const scope = and(eq(questions.categoryId, input.category_id), eq(questions.published, true));
  const [data, [totals]] = await Promise.all([
    questionRows(db).execute({ locale, categoryId: input.category_id, offset: pageOffset(input.page) }),
    db.select({ total: count() }).from(questions).where(scope),
  ]);
  return { data, meta: { total: totals?.total ?? 0 } };
}

const questionRow = prepared((db) =>
  db
    .select({
      uid: questions.id,
      text: localized(questions.text),
      guidance: localizedList,
      reading_time: questions.readingTime,
      answer_time: questions.answerTime,
      category_id: categories.id,
      category: localized(categories.name),
    })
    .from(questions)
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(and(eq(questions.id, placeholder("uid")), eq(questions.published, true)))
    .prepare("question_row"),
);

export async function getQuestion(db: Database, locale: Locale, uid: string) {
  const [row] = await questionRow(db).execute({ locale, uid });
  return found(row);
}

const answerColumns = {
  answer: answers,
  question: sql<string>`${asAsked()} ->> ${placeholder("locale")}::text`,
  categoryId: categories.id,
  category: localized(categories.name),
};
type AnswerRow = { answer: typeof answers.$inferSelect; question: string; categoryId: string; category: string };

function toAnswer({ answer, question, categoryId, category }: AnswerRow) {
  return {
    uid: answer.id,
    category_id: categoryId,
    category,
    question_id: answer.questionId,
    question,
    state: answer.state,
    mode: answer.mode,
    reading_time: answer.readingTime,
    answer_time: answer.answerTime,
    recording: toRecording(answer),
    rate_your_self: toRatings(answer),
    question_difficulty: answer.questionDifficulty,
    comments: answer.comments,
    media: answer.fileKey ? { name: uploadName(answer.id, answer.mimeType ?? ""), link: null as string | null } : null,
    recorded_at: answer.recordedAt.toISOString(),
    created_at: answer.createdAt.toISOString(),
  };
}

export function toRecording({ recordingKind, mimeType, sizeBytes, durationMs, overrunMs, md5 }: AnswerRow["answer"]) {
  if (recordingKind === null || mimeType === null || sizeBytes === null || md5 === null) return null;
  return { kind: recordingKind, type: mimeType, size: sizeBytes, duration_ms: durationMs ?? 0, overrun_ms: overrunMs, md5 };
}

export interface MadeWhen {
  answer: { recordedAt: Date };
  /** As the browser that rated it had it; null of one that was not rated. */
  day: string | null;
  /** As the account has it; most name none. */
  timeZone: string | null;
}

/** The day that a take was made on for its maker, as far as that is known. */
export const madeOn = ({ answer: { recordedAt }, day, timeZone }: MadeWhen): string => day ?? dayIn(recordedAt, timeZone ?? "UTC");

type RatingColumns = Record<"clarity" | "logicRelevance" | "expertiseInsight" | "attitudeEngagement" | "ratingOverall", number | null>;

/** Five columns as one rating; null until all are there. */
export function toRatings(row: RatingColumns): Ratings | null {
  const { clarity, logicRelevance, expertiseInsight, attitudeEngagement, ratingOverall } = row;
  if (clarity === null || logicRelevance === null || expertiseInsight === null || attitudeEngagement === null || ratingOverall === null)
    return null;
  return {
    clarity,
    logic_relevance: logicRelevance,
    expertise_insight: expertiseInsight,
    attitude_engagement: attitudeEngagement,
    rating_overall: ratingOverall,
  };
}

/** What somebody gave a take before they could read what peers say of it; null until it is rated. */
export const toUnswayed = (row: RatingColumns & { ratingsBeforePeers: Ratings | null }): Ratings | null =>
  row.ratingsBeforePeers ?? toRatings(row);

/** Whether a peer has said what they think of a take. */
export async function isReviewed(db: Executor, answerId: string): Promise<boolean> {
  return (await db.select({ id: peerReviews.id }).from(peerReviews).where(eq(peerReviews.answerId, answerId)).limit(1)).length > 0;
}

const ownAnswers = and(eq(answers.userId, placeholder("userId")), isNull(answers.deletedAt));

const answerRows = prepared((db) =>
  db
    .select({ ...answerColumns, total: sql<number>`(select count(*)::int from ${answers} where ${ownAnswers})` })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(ownAnswers)
    .orderBy(desc(answers.recordedAt), desc(answers.id))
    .limit(PAGE_SIZE)
    .offset(placeholder("offset"))
    .prepare("answer_rows"),
);

export async function listAnswers(db: Database, actor: Actor, input: { locale: Locale; page: number }) {
  const rows = await answerRows(db).execute({ userId: actor.id, locale: input.locale, offset: pageOffset(input.page) });
  // The total rides on each row; a page past the end has none to carry it.
  const total = rows[0]?.total ?? (input.page > 1 ? await countAnswers(db, actor) : 0);
  return { data: rows.map(toAnswer), meta: { total } };
}

async function countAnswers(db: Database, actor: Actor): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(answers)
    .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt)));
  return row?.total ?? 0;
}

const answerRow = prepared((db) =>
  db
    .select({ ...answerColumns, guidance: askedGuidance, linkId: shareLinks.id })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .leftJoin(shareLinks, and(eq(shareLinks.answerId, answers.id), isNull(shareLinks.revokedAt)))
    .where(and(eq(answers.id, placeholder("uid")), ownAnswers))
    .prepare("answer_row"),
);

export async function getAnswer(ctx: UserContext, uid: string) {
  const [row] = await answerRow(ctx.db).execute({ uid, userId: ctx.actor.id, locale: ctx.locale });
  const { guidance, linkId, ...rest } = found(row);
  const answer = toAnswer(rest);
  if (answer.media && rest.answer.fileKey) answer.media.link = await ctx.files.link(rest.answer.fileKey);
  return { ...answer, guidance, share_link: linkId ? shareLink(ctx, linkId) : null };
}

const SHARE = "share-link";

/** The address is rebuilt from the link's id whenever it is shown; the fragment never reaches a server's log. */
export const shareLink = ({ env }: Context, linkId: string): string => `${env.publicUrl}/shared#${signedToken(env.secrets, SHARE, linkId)}`;

/**
 * What somebody with a working link may see: the question, the recording and a first name. Nobody's recordings are out while
 * their account is suspended or about to end.
 */
export async function findShared(ctx: Context, token: string) {
  const linkId = openToken(ctx.env.secrets, SHARE, token);
  const rows = linkId
    ? await ctx.db
        .select({
          answer: answers,
          question: sql<string>`${asAsked()} ->> ${ctx.locale}::text`,
          category: sql<string>`${categories.name} ->> ${ctx.locale}::text`,
          firstName: users.firstName,
          day: planGradings.day,
          timeZone: users.timeZone,
          userId: users.id,
        })
        .from(shareLinks)
        .innerJoin(answers, eq(answers.id, shareLinks.answerId))
        .leftJoin(planGradings, eq(planGradings.answerId, answers.id))
        .innerJoin(users, eq(users.id, answers.userId))
        .innerJoin(questions, eq(questions.id, answers.questionId))
        .innerJoin(categories, eq(categories.id, questions.categoryId))
        .where(
          and(
            eq(shareLinks.id, linkId),
            isNull(shareLinks.revokedAt),
            isNull(answers.deletedAt),
            isNull(users.suspendedAt),
            isNull(users.deletionRequestedAt),
          ),
        )
    : [];
  const row = found(rows[0]);
  const { answer, question, category, firstName, userId } = row;
  const link = await ctx.files.link(found(answer.fileKey));
  const shown = { question, category, firstName, recording: toRecording(answer), recorded_on: madeOn(row), link };
  return { shown, questionId: answer.questionId, play: { answerId: answer.id, userId } };
}

/**
 * What was asked for an answer, in the language of whoever is told of it.
 * @param answerId null where the answer is nobody's any more: then as the question stands
 */
export async function questionOf(
  db: Executor,
  { questionId, answerId }: { questionId: string; answerId: string | null },
  userId: string,
): Promise<string> {
  const asked = asAsked(recordedAtOf(sql`${answerId}::uuid`));
  const [row] = await db
    .select({ text: sql<string>`${asked} ->> (select ${users.language}::text from ${users} where ${users.id} = ${userId})` })
    .from(questions)
    .where(eq(questions.id, questionId));
  return row?.text ?? "";
}

/** Own answer, locked until the transaction ends. */
export async function lockAnswer(tx: Transaction, actor: Pick<Actor, "id">, uid: string) {
  const [row] = await tx
    .select()
    .from(answers)
    .where(and(eq(answers.id, uid), eq(answers.userId, actor.id)))
    .for("update");
  return row;
}

/** The same for what is said of a recording. @throws AppError notFound for a stranger's or deleted answer | wrongState without a recording */
export async function lockRecorded(tx: Transaction, actor: Pick<Actor, "id">, uid: string) {
  const answer = found(await lockAnswer(tx, actor, uid));
  if (answer.state === "deleted") throw new AppError("notFound");
  if (answer.recordingKind === null) throw new AppError("wrongState");
  return answer;
}

/** The recordings of somebody that arrived last, as far as they say how recording and sending went: nothing of what was asked or answered. */
export async function lastUploads(db: Executor, userId: string) {
  const rows = await db
    .select({ state: answers.state, type: answers.mimeType, sizeBytes: answers.sizeBytes, createdAt: answers.createdAt })
    .from(answers)
    .where(and(eq(answers.userId, userId), isNull(answers.deletedAt)))
    .orderBy(desc(answers.createdAt))
    .limit(5);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
