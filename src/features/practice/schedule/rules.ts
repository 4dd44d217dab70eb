import { type Card, createEmptyCard, fsrs, type Grade, Rating } from "ts-fsrs";
import { addDays, daysBetween } from "@/lib/days";
import type { CardState, Difficulty, PlanGrade } from "@/lib/enums/practice";
import { CARD_STATES } from "@/lib/enums/practice";
import type { Ratings } from "../schema";

/** The share of answers that would still be good when their question comes again. */
export const RETENTION = 0.9;
/** The same right before an interview, towards which it rises from four weeks before. */
const INTERVIEW_RETENTION = 0.95;
const RISES_FROM_DAYS = 28;
const RISEN_AT_DAYS = 7;

/** After so many days at the latest a question comes again. */
export const LONGEST_DAYS = 180;

/** In so many days before an interview everything is seen once more, but on the last one, which is for warming up. */
export const LAST_DAYS = 7;

/** How far an own rating moves for a question that was felt to be easy or hard. */
const FELT: Record<Difficulty, number> = { easy: 0.5, medium: 0, hard: -0.5 };

/** An own rating as one number from 1 to 5: half of it the overall impression, half the other four scales. */
export function selfScore({ rating_overall, ...others }: Ratings): number {
  const four = Object.values(others);
  return (rating_overall + four.reduce((sum, score) => sum + score, 0) / four.length) / 2;
}

/**
 * What a take says of how well its question is known. Peers, where there are any, weigh as much as oneself; a question that was felt to
 * be hard comes sooner than an easy one that went as well. Below 2.5 of 5 it is learnt anew, below 3.5 it was hard, from 4.5 on easy.
 */
export function gradeOf({ self, difficulty, peers }: { self: number; difficulty: Difficulty | null; peers: number | null }): PlanGrade {
  const score = (peers === null ? self : (self + peers) / 2) + FELT[difficulty ?? "medium"];
  if (score < 2.5) return "again";
  if (score < 3.5) return "hard";
  return score < 4.5 ? "good" : "easy";
}

/**
 * FSRS counts in whole days here: questions are answered once a day, not every few minutes. Without fuzz the same gradings always make
 * the same schedule. The library counts days in UTC, so that a person's day is given to it as that day's midnight in UTC.
 */
export const PARAMETERS = { request_retention: RETENTION, maximum_interval: LONGEST_DAYS, enable_fuzz: false, enable_short_term: false };
const scheduler = fsrs(PARAMETERS);

const RATINGS: Record<PlanGrade, Grade> = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy };

/** What is known of a question that somebody has practised. Days are theirs. */
export interface Memory {
  stability: number;
  difficulty: number;
  due: string;
  last: string;
  state: CardState;
  reps: number;
  lapses: number;
}

export interface Grading {
  day: string;
  grade: PlanGrade;
}

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayAt = (instant: Date): string => instant.toISOString().slice(0, 10);

const toCard = ({ due, last, state, ...memory }: Memory): Card => ({
  ...memory,
  due: at(due),
  last_review: at(last),
  state: CARD_STATES.indexOf(state),
  elapsed_days: 0,
  scheduled_days: daysBetween(last, due),
  learning_steps: 0,
});

const toMemory = ({ stability, difficulty, due, state, reps, lapses }: Card, last: string): Memory => ({
  stability,
  difficulty,
  due: dayAt(due),
  last,
  state: CARD_STATES[state] ?? "review",
  reps,
  lapses,
});

/** What one more take makes of it. */
export function graded(memory: Memory | null, { day, grade }: Grading): Memory {
  // Whoever has travelled west since the last take may be a day behind it.
  const then = memory && day < memory.last ? memory.last : day;
  const card = memory ? toCard(memory) : createEmptyCard(at(then));
  return toMemory(scheduler.next(card, at(then), RATINGS[grade]).card, then);
}

/** The whole schedule of a question from its gradings, in the order of their takes; null without any. */
export const replay = (gradings: Grading[]): Memory | null => gradings.reduce<Memory | null>(graded, null);

/** The share of good answers that is wanted of a question whose last take was so many days before an interview. */
export function wantedRetention(days: number): number {
  const near = (RISES_FROM_DAYS - days) / (RISES_FROM_DAYS - RISEN_AT_DAYS);
  return RETENTION + (INTERVIEW_RETENTION - RETENTION) * Math.min(1, Math.max(0, near));
}

/**
 * Days before an interview on which a question that would come after it comes once more, more of them the nearer it is. A question
 * always has the same one, so that practising others, or another day, moves nothing.
 */
const REFRESH_DAYS = [6, 5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2];
const refreshDays = (questionId: string): number => REFRESH_DAYS[Number.parseInt(questionId.slice(-6), 16) % REFRESH_DAYS.length] ?? 2;

/**
 * The day on which a question comes again: FSRS's own, and before an interview sooner, so that everything in the plan is seen once more
 * within its last week. It follows from the question's takes and the interview alone. An interview that is over changes nothing.
 */
export function dueDay(memory: Memory, questionId: string, interview: string | null, today: string): { due: string; fitted: boolean } {
  if (interview === null || interview < today || memory.last >= interview) return { due: memory.due, fitted: false };
  const wanted = scheduler.calculate_interval_modifier(wantedRetention(daysBetween(memory.last, interview)));
  const days = Math.min(Math.max(1, Math.round(memory.stability * wanted)), LONGEST_DAYS);
  const sooner = addDays(memory.last, days);
  const due = daysBetween(sooner, memory.due) > 0 ? sooner : memory.due;
  // What was practised within the last week has been seen, and comes once more only if it would be gone by then.
  const seen = memory.last >= addDays(interview, -LAST_DAYS);
  if (due <= addDays(interview, seen ? -1 : -2)) return { due, fitted: due < memory.due };
  return seen ? { due: memory.due, fitted: false } : { due: addDays(interview, -refreshDays(questionId)), fitted: true };
}

/** How likely an answer is still good on a day. */
export const recallOn = ({ last, stability }: Pick<Memory, "last" | "stability">, day: string): number =>
  scheduler.forgetting_curve(Math.max(0, daysBetween(last, day)), stability);
