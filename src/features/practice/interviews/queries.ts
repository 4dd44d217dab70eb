import { and, asc, count, desc, eq, gte, lt, notInArray, sql } from "drizzle-orm";
import { personZone } from "@/features/account/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { dayIn } from "@/lib/days";
import { pageOffset } from "@/lib/paging";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { practiceInterviewQuestions as asked, practiceInterviews as interviews, questions } from "@/server/db/schema";
import { CALLED_OFF } from "./rules";
import type { InterviewListInput } from "./schema";

const columns = {
  uid: interviews.id,
  company: interviews.company,
  role: interviews.role,
  date: interviews.date,
  time: interviews.time,
  timeZone: interviews.timeZone,
  stage: interviews.stage,
  outcome: interviews.outcome,
  asked: sql<number>`(select count(*)::int from ${asked} where ${asked.interviewId} = ${interviews.id})`,
};

/** One's own interviews: those from today on, the soonest first, or those before, the last first. */
export async function listInterviews({ db, actor }: UserContext, { list, page, timeZone }: InterviewListInput) {
  const today = dayIn(new Date(), await personZone(db, actor, timeZone));
  const coming = list === "coming";
  const scope = and(eq(interviews.userId, actor.id), coming ? gte(interviews.date, today) : lt(interviews.date, today));
  const direction = coming ? asc : desc;
  const [data, [totals]] = await Promise.all([
    db
      .select(columns)
      .from(interviews)
      .where(scope)
      .orderBy(direction(interviews.date), direction(interviews.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(interviews).where(scope),
  ]);
  return { data, meta: { total: totals?.total ?? 0 } };
}

/** One's own interview with what was asked. @throws AppError notFound */
export async function getInterview({ db, actor, locale }: UserContext, uid: string) {
  const [[row], rows] = await Promise.all([
    db
      .select({ ...columns, notes: interviews.notes })
      .from(interviews)
      .where(and(eq(interviews.id, uid), eq(interviews.userId, actor.id))),
    db
      .select({
        text: asked.text,
        question_id: asked.questionId,
        question: sql<string | null>`case when ${questions.published} then ${questions.text} ->> ${locale}::text end`,
        went: asked.went,
      })
      .from(asked)
      .innerJoin(interviews, eq(interviews.id, asked.interviewId))
      .leftJoin(questions, eq(questions.id, asked.questionId))
      .where(and(eq(asked.interviewId, uid), eq(interviews.userId, actor.id)))
      .orderBy(asc(asked.position)),
  ]);
  return { ...found(row), questions: rows };
}

/**
 * The soonest interview that is still to come and was not called off.
 * @param today the day that it is for the person, such as 2026-01-31
 */
export async function upcomingInterview(db: Executor, actor: Pick<Actor, "id">, today: string) {
  const [row] = await db
    .select({ uid: interviews.id, date: interviews.date, company: interviews.company, role: interviews.role })
    .from(interviews)
    .where(and(eq(interviews.userId, actor.id), gte(interviews.date, today), notInArray(interviews.outcome, [...CALLED_OFF])))
    .orderBy(asc(interviews.date), asc(interviews.id))
    .limit(1);
  return row ?? null;
}

/** Interviews that a report has room for. */
const MOST_REPORTED = 200;

/** One's own interviews from a day on, or all of them, oldest first; of too many the latest. */
export async function interviewsSince(db: Executor, actor: Pick<Actor, "id">, from: string | undefined) {
  const { timeZone: _, ...reported } = columns;
  const rows = await db
    .select(reported)
    .from(interviews)
    .where(and(eq(interviews.userId, actor.id), from === undefined ? undefined : gte(interviews.date, from)))
    .orderBy(desc(interviews.date), desc(interviews.id))
    .limit(MOST_REPORTED);
  return rows.toReversed();
}
