import { addDays, daysBetween } from "@/lib/days";
import type { PlanChoice, PlanReason } from "@/lib/enums/practice";
import { dueDay, graded, LAST_DAYS, type Memory, recallOn } from "../schedule/rules";

export interface PlanSettings {
  /** Null takes all of the bank. */
  categoryIds: string[] | null;
  newPerDay: number;
  minutesPerDay: number;
  showStreak: boolean;
}

/** What a plan is set to until somebody says otherwise: a quarter of an hour, in which two questions may be new. */
export const DEFAULT_SETTINGS: PlanSettings = { categoryIds: null, newPerDay: 2, minutesPerDay: 15, showStreak: true };

/** What hearing and rating a take adds to reading and answering, in minutes. */
export const RATING_MINUTES = 1;

/** Minutes of a day on which one only warms up. */
export const LIGHT_MINUTES = 10;

/** Days of the forecast, today among them. */
export const FORECAST_DAYS = 14;

/** A question as it stands at the beginning of a day: what happens during the day does not change that day's queue. */
export interface PlanQuestion {
  questionId: string;
  categoryId: string;
  /** The place of its category in the bank. */
  categoryPosition: number;
  minutes: number;
  memory: Memory | null;
  /** The day of the last take before, whether or not it was rated; null for a new question. */
  taken: string | null;
  /** What is wanted otherwise since today: the question keeps its place in today's queue, so that nothing moves up. */
  choice: PlanChoice | null;
}

/** What a queue is made for. */
export interface PlanFrame {
  settings: PlanSettings;
  /** The day of the soonest interview to come. */
  interview: string | null;
}

export interface Picked {
  question: PlanQuestion;
  reason: PlanReason;
}

/** A day on which one warms up and begins nothing: the one before an interview, and its own. */
export const isLight = (day: string, interview: string | null): boolean =>
  interview !== null && [0, 1].includes(daysBetween(day, interview));

/** When a question that was practised comes again, and why; what was not rated comes the day after. */
function dueOf({ memory, questionId, taken }: PlanQuestion, day: string, interview: string | null) {
  if (memory) {
    const { due, fitted } = dueDay(memory, questionId, interview, day);
    // What would be due by itself needs no interview as its reason.
    return { due, reason: fitted && memory.due > day ? ("interview" as const) : ("rated" as const) };
  }
  return taken === null ? null : { due: addDays(taken, 1), reason: "unrated" as const };
}

const recall = ({ memory, taken }: PlanQuestion, day: string): number => recallOn(memory ?? { last: taken ?? day, stability: 1 }, day);

/** New questions in the order in which they are met: by the bank's order, one of each category in turn. */
function fresh(questions: PlanQuestion[], categoryIds: string[] | null): PlanQuestion[] {
  const met = new Map<string, number>();
  return questions
    .filter(({ memory, taken, categoryId }) => !memory && taken === null && (categoryIds?.includes(categoryId) ?? true))
    .map((question) => {
      const turn = met.get(question.categoryId) ?? 0;
      met.set(question.categoryId, turn + 1);
      return { question, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.question.categoryPosition - b.question.categoryPosition)
    .map(({ question }) => question);
}

/**
 * A day's queue: what is due, what is most likely forgotten first, as far as the day's minutes reach; then new questions. One question
 * always fits. What finds no room waits for the next days, and nothing new is begun meanwhile.
 * @param questions in the bank's order, as they stand at the day's beginning
 */
export function pickDay(questions: PlanQuestion[], day: string, { settings, interview }: PlanFrame) {
  const light = isLight(day, interview);
  let left = light ? Math.min(settings.minutesPerDay, LIGHT_MINUTES) : settings.minutesPerDay;
  const queue: Picked[] = [];
  const take = (question: PlanQuestion, reason: PlanReason): boolean => {
    if (queue.length > 0 && question.minutes > left) return false;
    left -= question.minutes;
    queue.push({ question, reason });
    return true;
  };
  const due = questions
    .flatMap((question) => {
      const when = dueOf(question, day, interview);
      return when && when.due <= day ? [{ question, reason: when.reason, recall: recall(question, day) }] : [];
    })
    .sort((a, b) => a.recall - b.recall || (a.question.questionId < b.question.questionId ? -1 : 1));
  const full = due.findIndex(({ question, reason }) => !take(question, reason));
  const waiting = full < 0 ? 0 : due.length - full;
  if (!light && waiting === 0) {
    for (const question of fresh(questions, settings.categoryIds).slice(0, settings.newPerDay)) if (!take(question, "new")) break;
  }
  return { queue, waiting, light };
}

export interface ForecastDay {
  day: string;
  again: number;
  fresh: number;
  minutes: number;
  interview: boolean;
}

/**
 * The coming days, if each one's queue is practised and goes well.
 * @param practised what is known now of questions that were practised today
 * @returns the days, and how many known questions find no room in the last week before an interview within them
 */
export function forecast(questions: PlanQuestion[], today: string, frame: PlanFrame, practised: Map<string, Memory | null>) {
  let known = questions;
  let unseen = 0;
  const days: ForecastDay[] = [];
  for (let ahead = 0; ahead < FORECAST_DAYS; ahead++) {
    const day = addDays(today, ahead);
    const isInterview = day === frame.interview;
    if (isInterview) unseen = known.filter(({ memory }) => memory && memory.last < addDays(day, -LAST_DAYS)).length;
    const queue = pickDay(known, day, frame).queue.filter(({ question }) => ahead > 0 || question.choice === null);
    const again = queue.filter(({ reason }) => reason !== "new").length;
    const minutes = queue.reduce((sum, { question }) => sum + question.minutes, 0);
    days.push({ day, again, fresh: queue.length - again, minutes, interview: isInterview });
    const done = new Set(queue.map(({ question }) => question.questionId));
    known = known
      .filter(({ choice }) => choice !== "left_out")
      .map((question) => {
        const { questionId } = question;
        if (ahead === 0 && practised.has(questionId)) return { ...question, memory: practised.get(questionId) ?? null, taken: day };
        if (!done.has(questionId)) return question;
        return { ...question, memory: graded(question.memory, { day, grade: "good" }), taken: day };
      });
  }
  return { days, unseen };
}
