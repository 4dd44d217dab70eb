import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { asAsked, recordedAtOf } from "@/features/practice/bank/queries";
import { toRatings, toUnswayed } from "@/features/practice/queries";
import type { Ratings } from "@/features/practice/schema";
import { roughly } from "@/lib/roughly";
import type { UserContext } from "@/server/api/context";
import { answers, peerReviews, questions } from "@/server/db/schema";
import { COURSE_FROM, COURSE_OF, mediansOf } from "./rules";

/** All ratings by others of a take, as PostgreSQL gathers them; those of reviews that moderators removed are none. */
const ratingsOf = (answerId: PgColumn, but?: PgColumn) => sql<Ratings[] | null>`(
  select jsonb_agg(jsonb_build_object('clarity', p.clarity, 'logic_relevance', p.logic_relevance, 'expertise_insight', p.expertise_insight,
    'attitude_engagement', p.attitude_engagement, 'rating_overall', p.rating_overall))
  from ${peerReviews} p where p.answer_id = ${answerId} and p.state <> 'removed' ${but ? sql`and p.id <> ${but}` : sql``})`;

const questionIn = (locale: string, at?: SQL) => sql<string>`${asAsked(at)} ->> ${locale}::text`;

/** How one rated one's own takes before one could read them, beside the middle of how others did; the oldest first. */
export async function getCalibration({ db, actor, locale }: UserContext) {
  const rows = await db
    .select({ answer: answers, question: questionIn(locale), others: ratingsOf(answers.id) })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(
      and(
        eq(answers.userId, actor.id),
        isNull(answers.deletedAt),
        isNotNull(answers.ratingOverall),
        sql`exists (select from ${peerReviews} p where p.answer_id = ${answers.id} and p.state <> 'removed')`,
      ),
    )
    .orderBy(desc(answers.recordedAt), desc(answers.id))
    .limit(COURSE_OF);
  const points = rows
    .flatMap(({ answer, question, others }) => {
      const own = toUnswayed(answer);
      const peers = mediansOf(others ?? []);
      return own && peers ? [{ answer_id: answer.id, question, at: answer.recordedAt.toISOString(), own, peers }] : [];
    })
    .reverse();
  return { points, enough: points.length >= COURSE_FROM };
}

/** How one rated others' takes, beside the middle of the other reviewers' ratings of the same; the oldest first. */
export async function getReviewing({ db, actor, locale }: UserContext) {
  const rows = await db
    .select({
      review: peerReviews,
      question: questionIn(locale, recordedAtOf(peerReviews.answerId)),
      others: ratingsOf(peerReviews.answerId, peerReviews.id),
    })
    .from(peerReviews)
    .innerJoin(questions, eq(questions.id, peerReviews.questionId))
    .where(and(eq(peerReviews.reviewerId, actor.id), ne(peerReviews.state, "removed"), isNull(peerReviews.textsErasedAt)))
    .orderBy(desc(peerReviews.createdAt), desc(peerReviews.id))
    .limit(COURSE_OF);
  const points = rows
    .flatMap(({ review, question, others: ratings }) => {
      const own = toRatings(review);
      const others = mediansOf(ratings ?? []);
      return own && others ? [{ uid: review.id, question, at: roughly(review.createdAt), own, others }] : [];
    })
    .reverse();
  return { points, enough: points.length >= COURSE_FROM };
}
