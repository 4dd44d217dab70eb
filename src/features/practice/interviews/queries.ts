import { and, asc, between, count, desc, eq, gt, gte, inArray, lt, or, sql } from "drizzle-orm";
import { personZone } from "@/features/account/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { addDays, dayIn } from "@/lib/days";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { practiceInterviewQuestions as asked, practiceInterviews as interviews, questions } from "@/server/db/schema";
import { beginsAt, byBeginning, CALLED_OFF, dayFor, MOST_APART } from "./rules";
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

/**
 * One's own interviews: those from today on, the soonest first, or those before, the last first. Today is the person's, wherever the clock of
 * an interview hangs; it is reckoned here and not in the database, whose list of zones may be another one. So is their order: what stands on a
 * page has a day that is close to those that would stand there by what is written.
 */
export async function listInterviews({ db, actor }: UserContext, { list, page, timeZone }: InterviewListInput) {
  const zone = await personZone(db, actor, timeZone);
  const today = dayIn(new Date(), zone);
  const [first, last] = [addDays(today, -MOST_APART), addDays(today, MOST_APART)];
  const coming = list === "coming";
  const own = eq(interviews.userId, actor.id);
  const near = await db
    .select({ uid: interviews.id, date: interviews.date, time: interviews.time, timeZone: interviews.timeZone })
    .from(interviews)
    .where(and(own, between(interviews.date, first, last)));
  const among = near.flatMap((interview) => (dayFor(interview, zone) >= today === coming ? interview.uid : []));
  const scope = and(own, or(coming ? gt(interviews.date, last) : lt(interviews.date, first), inArray(interviews.id, among)));
  const direction = coming ? asc : desc;
  const written = await db
    .select({ date: interviews.date })
    .from(interviews)
    .where(scope)
    .orderBy(direction(interviews.date), direction(interviews.time), direction(interviews.id))
    .limit(PAGE_SIZE)
    .offset(pageOffset(page));
  const days = written.map(({ date }) => date).toSorted();
  const from = addDays(days.at(0) ?? today, -MOST_APART);
  const to = addDays(days.at(-1) ?? today, MOST_APART);
  const before = coming ? lt(interviews.date, from) : gt(interviews.date, to);
  const [rows, [totals]] = await Promise.all([
    db
      .select(columns)
      .from(interviews)
      .where(and(scope, between(interviews.date, from, to))),
    db
      .select({ total: count(), before: sql<number>`(count(*) filter (where ${before}))::int` })
      .from(interviews)
      .where(scope),
  ]);
  const { total, before: passed } = totals ?? { total: 0, before: 0 };
  const ordered = coming ? byBeginning(rows, zone) : byBeginning(rows, zone).toReversed();
  const at = pageOffset(page) - passed;
  return { data: days.length === 0 ? [] : ordered.slice(at, at + PAGE_SIZE), meta: { total } };
}

/** One's own interview with what was asked. @throws AppError notFound */
export async function getInterview({ db, actor, locale }: UserContext, uid: string) {
  const [[row], rows] = await Promise.all([
    db
      .select({ ...columns, version: interviews.version, notes: interviews.notes })
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

/** Interviews to come that are looked at, the soonest first: far more than anybody has. */
const MOST_COMING = 200;

/**
 * What the log says of the time to come: the soonest interview that was not called off, with the day that it is for the person.
 * @param today the day that it is for the person, such as 2026-01-31
 * @returns undefined where the log holds nothing to come; null where all of it was called off
 */
export async function upcomingInterview(db: Executor, actor: Pick<Actor, "id">, { today, timeZone }: { today: string; timeZone: string }) {
  const rows = await db
    .select({
      uid: interviews.id,
      date: interviews.date,
      time: interviews.time,
      timeZone: interviews.timeZone,
      company: interviews.company,
      role: interviews.role,
      calledOff: sql<boolean>`${inArray(interviews.outcome, [...CALLED_OFF])}`,
    })
    .from(interviews)
    .where(and(eq(interviews.userId, actor.id), gte(interviews.date, addDays(today, -MOST_APART))))
    .orderBy(asc(interviews.date), asc(interviews.time), asc(interviews.id))
    .limit(MOST_COMING);
  const coming = rows
    .map((row) => ({ ...row, date: dayFor(row, timeZone), at: beginsAt(row, timeZone) }))
    .filter(({ date }) => date >= today);
  if (coming.length === 0) return undefined;
  const [soonest] = coming.filter(({ calledOff }) => !calledOff).sort((a, b) => a.at - b.at);
  return soonest ? { uid: soonest.uid, date: soonest.date, company: soonest.company, role: soonest.role } : null;
}

/** Interviews that a report has room for. */
const MOST_REPORTED = 200;

/** One's own interviews from a day on, or all of them, oldest first; of too many the latest. */
export async function interviewsSince(db: Executor, actor: Pick<Actor, "id">, from: string | undefined, personZone: string) {
  const rows = await db
    .select(columns)
    .from(interviews)
    .where(and(eq(interviews.userId, actor.id), from === undefined ? undefined : gte(interviews.date, from)))
    .orderBy(desc(interviews.date), desc(interviews.id))
    .limit(MOST_REPORTED);
  return byBeginning(rows, personZone);
}
