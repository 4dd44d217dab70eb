import { and, asc, desc, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import { asAsked, recordedAtOf } from "@/features/practice/bank/queries";
import { isLocale } from "@/lib/locales";
import { roughly } from "@/lib/roughly";
import type { Services } from "@/server/api/context";
import {
  answers,
  peerReviews,
  questions,
  reviewAssignments,
  reviewCases,
  reviewerLanguages,
  reviewPairs,
  reviewRequests,
  reviewRetakes,
  users,
} from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { closeMoot } from "./care/mutations";
import { freeOf } from "./queue/mutations";
import { keysOf } from "./recordings/mutations";
import { TIDY_JOB, withdraw } from "./requests/mutations";
import { lockRequests } from "./requests/queries";
import { letterOf, stateForWriter } from "./rules";

/** What somebody's peer reviews leave. In neither side's archive is anything that tells who the other one is. */
export const peerReviewData: PersonalData = {
  name: "peerReview",

  count: async (db, userId) => ({
    reviewRequests: await db.$count(reviewRequests, eq(reviewRequests.authorId, userId)),
    reviewsGiven: await db.$count(peerReviews, eq(peerReviews.reviewerId, userId)),
  }),

  records: async ({ db }, userId) => {
    const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
    const locale = isLocale(user?.language) ? user.language : "en";
    const question = sql<string>`${asAsked(recordedAtOf(peerReviews.answerId))} ->> ${locale}::text`;
    const [requests, received, given, assignments, cases, retakes, [chosen]] = await Promise.all([
      db.select().from(reviewRequests).where(eq(reviewRequests.authorId, userId)).orderBy(desc(reviewRequests.createdAt)),
      // As long as they have not rated a take, nobody reads what others said of it; here neither.
      db
        .select({ review: getTableColumns(peerReviews), question })
        .from(peerReviews)
        .innerJoin(answers, eq(answers.id, peerReviews.answerId))
        .innerJoin(questions, eq(questions.id, peerReviews.questionId))
        .where(
          and(
            eq(peerReviews.authorId, userId),
            ne(peerReviews.state, "removed"),
            isNull(answers.deletedAt),
            sql`${answers.ratingOverall} is not null`,
          ),
        )
        .orderBy(desc(peerReviews.createdAt)),
      db
        .select({ review: getTableColumns(peerReviews), question })
        .from(peerReviews)
        .innerJoin(questions, eq(questions.id, peerReviews.questionId))
        .where(eq(peerReviews.reviewerId, userId))
        .orderBy(desc(peerReviews.createdAt)),
      db.select().from(reviewAssignments).where(eq(reviewAssignments.reviewerId, userId)).orderBy(desc(reviewAssignments.leasedAt)),
      db.select().from(reviewCases).where(eq(reviewCases.askedById, userId)).orderBy(desc(reviewCases.createdAt)),
      db
        .select({ answerId: reviewRetakes.answerId, reviewId: reviewRetakes.reviewId, createdAt: reviewRetakes.createdAt })
        .from(reviewRetakes)
        .innerJoin(answers, eq(answers.id, reviewRetakes.answerId))
        .where(eq(answers.userId, userId))
        .orderBy(asc(reviewRetakes.createdAt)),
      db.select().from(reviewerLanguages).where(eq(reviewerLanguages.userId, userId)),
    ]);
    return {
      data: {
        // Column by column, so that a new one tells nothing of the other side before somebody has thought of it.
        requests: requests.map((request) => ({
          id: request.id,
          answerId: request.answerId,
          state: request.state,
          withdrawnFor: request.withdrawnFor,
          language: request.language,
          wanted: request.wanted,
          received: request.received,
          paid: request.paid,
          staged: request.staged,
          staffMay: request.staffMay,
          createdAt: request.createdAt,
          openedAt: request.openedAt,
          firstReviewAt: request.firstReviewAt && roughly(request.firstReviewAt),
          satisfiedAt: request.satisfiedAt && roughly(request.satisfiedAt),
          // Whoever was lent it then has the same instant as the end of their lease.
          endedAt: request.endedAt && roughly(request.endedAt),
          seenAt: request.seenAt,
          toldWaitingAt: request.toldWaitingAt,
          // The copies go some seconds after the last review.
          erasedAt: request.erasedAt && roughly(request.erasedAt),
        })),
        received: received.map(({ review, question: asked }) => ({
          ...saidIn(review),
          answerId: review.answerId,
          requestId: review.requestId,
          by: letterOf(review.letter),
          createdAt: roughly(review.createdAt),
          question: asked,
        })),
        given: given.map(({ review, question: asked }) => ({
          ...saidIn(review),
          state: stateForWriter(review),
          heardMs: review.heardMs,
          createdAt: review.createdAt,
          thankedAt: review.thankedAt && roughly(review.thankedAt),
          question: asked,
        })),
        assignments: assignments.map(
          ({ id, state, language, leasedAt, leaseEndsAt, endedAt, givenUp, firstRatings, draft, draftSavedAt }) => ({
            id,
            state,
            language,
            leasedAt,
            leaseEndsAt,
            // What was neither reviewed nor given up may have been ended by its maker.
            endedAt: endedAt && (state === "submitted" || givenUp ? endedAt : roughly(endedAt)),
            givenUp,
            firstRatings,
            draft,
            draftSavedAt,
          }),
        ),
        cases: cases.map(({ id, kind, reviewId, cause, note, createdAt, outcome, reason, decidedAt }) => ({
          id,
          kind,
          reviewId,
          cause,
          note,
          createdAt,
          // Of a recording only what was said: which request it was, and what became of it, is its maker's.
          ...(kind === "recording"
            ? {}
            : // The other side hears of it in the same moment.
              { outcome, reason, decidedAt: decidedAt && roughly(decidedAt) }),
        })),
        retakes,
        languages: chosen?.languages ?? null,
      },
      files: [],
      entries: received.map(({ review, question: asked }) => ({
        title: asked,
        at: new Date(roughly(review.createdAt)),
        lines: [review.good, review.suggestion, ...review.comments.map(({ text }) => text)].filter((line) => line !== ""),
      })),
    };
  },

  stored: async (db, userId) => {
    const rows = await db.select().from(reviewRequests).where(eq(reviewRequests.authorId, userId));
    return rows.flatMap(keysOf);
  },

  leaving: async (services, userId) => {
    await leave(services, userId, new Date());
    await services.jobs.send(TIDY_JOB);
  },

  // What they gave stays with those to whom they gave it, and what they got with those who gave it: without its words, and without them.
  erase: async (db, userId) => {
    // What they still have to review goes back to its place in the queue, before it would go with them.
    await freeOf(db, userId, new Date());
    await db.delete(reviewPairs).where(or(eq(reviewPairs.oneId, userId), eq(reviewPairs.otherId, userId)));
    // Of all that goes below in one go: PostgreSQL checks a row that this transaction has changed against what is half gone by then.
    const nobodys = { authorId: null, requestId: null, assignmentId: null, answerId: null };
    await db
      .update(peerReviews)
      .set({ good: "", suggestion: "", comments: [], textsErasedAt: sql`coalesce(${peerReviews.textsErasedAt}, now())`, ...nobodys })
      .where(eq(peerReviews.authorId, userId));
    await db.update(peerReviews).set({ reviewerId: null }).where(eq(peerReviews.reviewerId, userId));
    await db.delete(reviewRequests).where(eq(reviewRequests.authorId, userId));
    await closeMoot(db, new Date());
    await db.delete(reviewAssignments).where(eq(reviewAssignments.reviewerId, userId));
    await db.update(reviewCases).set({ askedById: null, note: "" }).where(eq(reviewCases.askedById, userId));
    await db.delete(reviewerLanguages).where(eq(reviewerLanguages.userId, userId));
  },
};

const saidIn = ({
  id,
  state,
  clarity,
  logicRelevance,
  expertiseInsight,
  attitudeEngagement,
  ratingOverall,
  good,
  suggestion,
  comments,
  helpful,
}: typeof peerReviews.$inferSelect) => ({
  id,
  state,
  clarity,
  logicRelevance,
  expertiseInsight,
  attitudeEngagement,
  ratingOverall,
  good,
  suggestion,
  comments,
  helpful,
});

/** Whoever is about to go asks for nothing more, and keeps nobody waiting. */
const leave = ({ db }: Services, userId: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx
      .select({ id: answers.id })
      .from(answers)
      .where(and(eq(answers.userId, userId), eq(answers.state, "in_review")))
      .orderBy(asc(answers.id))
      .for("update");
    const open = await lockRequests(tx, and(eq(reviewRequests.authorId, userId), eq(reviewRequests.state, "open")));
    for (const request of open) await withdraw(tx, request, "author", now);
    await freeOf(tx, userId, now);
  });
