import { and, asc, count, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { personZone } from "@/features/account/queries";
import { PAGE_SIZE } from "@/lib/constants";
import { addDays, dayIn, dayStart, daysBetween } from "@/lib/days";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { answers, categories, planChoices, planGradings, planSchedules, planSettings, questions, users } from "@/server/db/schema";
import { upcomingInterview } from "../interviews/queries";
import { dueDay, type Memory, replay } from "../schedule/rules";
import { getStreak } from "../streak/queries";
import { DEFAULT_SETTINGS, forecast, type Picked, type PlanQuestion, type PlanSettings, pickDay, RATING_MINUTES } from "./rules";
import type { PlanDatesInput } from "./schema";

/**
 * What a person's plan is set to; the defaults for whoever never chose. Of chosen categories those count that are still in use: where none of
 * them is, the plan takes all of the bank instead of ending without a word.
 */
export async function getSettings(db: Executor, actor: Actor): Promise<PlanSettings> {
  const { categoryIds, newPerDay, minutesPerDay, showStreak } = planSettings;
  const [row] = await db
    .select({ categoryIds, newPerDay, minutesPerDay, showStreak })
    .from(planSettings)
    .where(eq(planSettings.userId, actor.id));
  if (!row?.categoryIds) return row ?? DEFAULT_SETTINGS;
  const inUse = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(inArray(categories.id, row.categoryIds), isNull(categories.retiredAt)));
  const chosen = row.categoryIds.filter((chosenId) => inUse.some(({ id }) => id === chosenId));
  return { ...row, categoryIds: chosen.length > 0 ? chosen : null };
}

/** The day that it is for somebody, and where. */
export async function dayOf({ db, actor }: UserContext, browser: string | undefined) {
  const timeZone = await personZone(db, actor, browser);
  return { timeZone, today: dayIn(new Date(), timeZone) };
}

/**
 * The soonest interview to come, as the log has it. The day that stands in the profile is for whoever keeps none of what is to come: beside a
 * log it would steer on after an interview was moved or called off there.
 */
export async function interviewOf(db: Executor, actor: Actor, day: { today: string; timeZone: string }) {
  const [logged, [profile]] = await Promise.all([
    upcomingInterview(db, actor, day),
    db.select({ date: users.interviewDate }).from(users).where(eq(users.id, actor.id)),
  ]);
  if (logged !== undefined) return logged;
  const date = profile?.date ?? null;
  return date !== null && date >= day.today ? { uid: null, date, company: null, role: null } : null;
}

/**
 * Every question that is shown, in the bank's order, as it stood when the person's day began, and what was practised since. What an
 * admin takes out of the bank is in no plan; what comes back finds its schedule again.
 */
async function bankOf(db: Executor, actor: Actor, today: string, timeZone: string) {
  const start = dayStart(today, timeZone);
  const taken = db
    .select({
      questionId: answers.questionId,
      before: sql`max(${answers.recordedAt}) filter (where ${lt(answers.recordedAt, start)})`.mapWith(answers.recordedAt).as("before"),
      since: sql<boolean>`bool_or(${gte(answers.recordedAt, start)})`.as("since"),
    })
    .from(answers)
    .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt)))
    .groupBy(answers.questionId)
    .as("taken");
  const rows = await db
    .select({
      questionId: questions.id,
      categoryId: questions.categoryId,
      categoryPosition: categories.position,
      minutes: sql<number>`${questions.readingTime} + ${questions.answerTime} + ${RATING_MINUTES}::int`,
      schedule: planSchedules,
      choice: planChoices.choice,
      chosen: planChoices.day,
      before: taken.before,
      since: taken.since,
    })
    .from(questions)
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .leftJoin(planSchedules, and(eq(planSchedules.questionId, questions.id), eq(planSchedules.userId, actor.id)))
    .leftJoin(planChoices, and(eq(planChoices.questionId, questions.id), eq(planChoices.userId, actor.id)))
    .leftJoin(taken, eq(taken.questionId, questions.id))
    .where(eq(questions.published, true))
    .orderBy(asc(questions.position), asc(categories.position), asc(questions.id));
  const graded = rows.flatMap(({ schedule }) => (schedule && schedule.last >= today ? schedule.questionId : []));
  const earlier = await replayBefore(db, actor, today, graded);
  const bank = rows
    .filter(({ choice, chosen }) => choice !== "left_out" || chosen === today)
    .map(({ schedule, before, since: _since, choice, chosen, ...row }): PlanQuestion => {
      const memory = schedule && (schedule.last >= today ? (earlier.get(schedule.questionId) ?? null) : memoryOf(schedule));
      return {
        ...row,
        memory,
        taken: before ? dayIn(before, timeZone) : null,
        choice: chosen === today ? choice : null,
      };
    });
  const practised = new Map(
    rows.flatMap(({ questionId, since, schedule }) => (since ? [[questionId, schedule && memoryOf(schedule)]] : [])),
  );
  return { bank, practised };
}

const memoryOf = ({ userId: _owner, questionId: _question, ...memory }: typeof planSchedules.$inferSelect): Memory => memory;

/** What was known of some questions before a day. */
async function replayBefore(db: Executor, actor: Actor, day: string, questionIds: string[]): Promise<Map<string, Memory | null>> {
  if (questionIds.length === 0) return new Map();
  const gradings = await db
    .select({ questionId: planGradings.questionId, day: planGradings.day, grade: planGradings.grade })
    .from(planGradings)
    .where(and(eq(planGradings.userId, actor.id), inArray(planGradings.questionId, questionIds), lt(planGradings.day, day)))
    .orderBy(asc(planGradings.at), asc(planGradings.answerId));
  return new Map(questionIds.map((id) => [id, replay(gradings.filter(({ questionId }) => questionId === id))]));
}

/** Where somebody applies is theirs to tell: whoever looks at their account sees the day. */
const dayAlone = ({ date }: { date: string }) => ({ uid: null, date, company: null, role: null });

/** Today's questions with their reasons. Reading it changes nothing. */
export async function getPlan(ctx: UserContext, browser: string | undefined) {
  const { db, actor } = ctx;
  const { timeZone, today } = await dayOf(ctx, browser);
  const [settings, interview, { bank, practised }] = await Promise.all([
    getSettings(db, actor),
    interviewOf(db, actor, { today, timeZone }),
    bankOf(db, actor, today, timeZone),
  ]);
  const { queue, waiting, light } = pickDay(bank, today, { settings, interview: interview?.date ?? null });
  const [queued, streak] = await Promise.all([
    inWords(ctx, queue, today),
    settings.showStreak ? getStreak(db, actor, { today, timeZone }) : null,
  ]);
  return {
    today,
    timeZone,
    interview: interview && { ...(actor.viewing ? dayAlone(interview) : interview), days: daysBetween(today, interview.date) },
    queue: queued.map((item) => ({ ...item, done: practised.has(item.question_id) })),
    waiting,
    light,
    begun: practised.size > 0 || bank.some(({ taken }) => taken !== null),
    streak,
  };
}

/** The words of what was picked: the questions, and the last rating before today. */
async function inWords({ db, actor, locale }: UserContext, picked: Picked[], today: string) {
  const ids = picked.map(({ question }) => question.questionId);
  if (ids.length === 0) return [];
  const [texts, ratings] = await Promise.all([
    db
      .select({
        id: questions.id,
        question: sql<string>`${questions.text} ->> ${locale}::text`,
        category: sql<string>`${categories.name} ->> ${locale}::text`,
      })
      .from(questions)
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(inArray(questions.id, ids)),
    db
      .selectDistinctOn([planGradings.questionId], { id: planGradings.questionId, score: answers.ratingOverall })
      .from(planGradings)
      .innerJoin(answers, eq(answers.id, planGradings.answerId))
      .where(and(eq(planGradings.userId, actor.id), inArray(planGradings.questionId, ids), lt(planGradings.day, today)))
      .orderBy(asc(planGradings.questionId), desc(planGradings.at), desc(planGradings.answerId)),
  ]);
  return picked.flatMap(({ question: { questionId, minutes, memory, taken, choice }, reason: kind }) => {
    const text = texts.find(({ id }) => id === questionId);
    if (!text) return [];
    const score = ratings.find(({ id }) => id === questionId)?.score ?? null;
    const reason = { kind, day: memory?.last ?? taken, score };
    return [{ question_id: questionId, question: text.question, category: text.category, minutes, reason, choice }];
  });
}

/** The coming two weeks, if every day is practised. */
export async function getForecast(ctx: UserContext, browser: string | undefined) {
  const { db, actor } = ctx;
  const { timeZone, today } = await dayOf(ctx, browser);
  const [settings, interview, { bank, practised }] = await Promise.all([
    getSettings(db, actor),
    interviewOf(db, actor, { today, timeZone }),
    bankOf(db, actor, today, timeZone),
  ]);
  return forecast(bank, today, { settings, interview: interview?.date ?? null }, practised);
}

/** When those of some questions come again that were rated. */
export async function listDates(ctx: UserContext, { timeZone: browser, question_ids }: PlanDatesInput) {
  const { db, actor } = ctx;
  const { timeZone, today } = await dayOf(ctx, browser);
  const [interview, rows] = await Promise.all([
    interviewOf(db, actor, { today, timeZone }),
    db
      .select({ schedule: planSchedules, choice: planChoices.choice, chosen: planChoices.day })
      .from(planSchedules)
      .innerJoin(questions, eq(questions.id, planSchedules.questionId))
      .leftJoin(planChoices, and(eq(planChoices.questionId, questions.id), eq(planChoices.userId, actor.id)))
      .where(and(eq(planSchedules.userId, actor.id), eq(questions.published, true), inArray(planSchedules.questionId, question_ids))),
  ]);
  const data = rows
    .filter(({ choice }) => choice !== "left_out")
    .map(({ schedule, choice, chosen }) => {
      const { due } = dueDay(memoryOf(schedule), schedule.questionId, interview?.date ?? null, today);
      const days = Math.max(choice === "not_today" && chosen === today ? 1 : 0, daysBetween(today, due));
      return { question_id: schedule.questionId, day: addDays(today, days), days };
    })
    .sort((a, b) => a.days - b.days || (a.question_id < b.question_id ? -1 : 1));
  return { data, meta: { total: data.length } };
}

/** Questions that are left out of one's plan, the last chosen first. */
export async function listLeftOut({ db, actor, locale }: UserContext, page: number) {
  const scope = and(eq(planChoices.userId, actor.id), eq(planChoices.choice, "left_out"), eq(questions.published, true));
  const [data, [totals]] = await Promise.all([
    db
      .select({
        uid: questions.id,
        question: sql<string>`${questions.text} ->> ${locale}::text`,
        category: sql<string>`${categories.name} ->> ${locale}::text`,
      })
      .from(planChoices)
      .innerJoin(questions, eq(questions.id, planChoices.questionId))
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(scope)
      .orderBy(desc(planChoices.chosenAt), desc(questions.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(planChoices).innerJoin(questions, eq(questions.id, planChoices.questionId)).where(scope),
  ]);
  return { data, meta: { total: totals?.total ?? 0 } };
}
