import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { createEmptyCard, fsrs, Rating } from "ts-fsrs";
import { describe, expect, it } from "vitest";
import {
  dueDay,
  graded,
  gradeOf,
  LAST_DAYS,
  LONGEST_DAYS,
  type Memory,
  PARAMETERS,
  RETENTION,
  replay,
  selfScore,
  wantedRetention,
} from "@/features/practice/schedule/rules";
import { addDays, daysBetween } from "@/lib/days";
import { CARD_STATES, DIFFICULTIES, PLAN_GRADES } from "@/lib/enums/practice";

const START = "2026-01-05";
const rated = (overall: number, others = overall) => ({
  clarity: others,
  logic_relevance: others,
  expertise_insight: others,
  attitude_engagement: others,
  rating_overall: overall,
});

describe("the grade of a take", () => {
  it("is half the overall impression, half the other scales", () => {
    expect(selfScore(rated(4))).toBe(4);
    expect(selfScore(rated(5, 2))).toBe(3.5);
    expect(selfScore({ ...rated(1), clarity: 5 })).toBe(1.5);
  });

  it.each([
    [1, null, null, "again"],
    [2.4, null, null, "again"],
    [2.5, null, null, "hard"],
    [3, "medium", null, "hard"],
    [3.5, null, null, "good"],
    [4, "medium", null, "good"],
    [4.5, null, null, "easy"],
    // What was felt to be hard comes sooner, what was easy later.
    [4, "easy", null, "easy"],
    [5, "hard", null, "easy"],
    [4, "hard", null, "good"],
    [3.5, "hard", null, "hard"],
    [2.5, "hard", null, "again"],
    [2, "easy", null, "hard"],
    // Peers weigh as much as oneself.
    [5, null, 2, "good"],
    [5, null, 1, "hard"],
    [2, null, 5, "good"],
    [4, null, 4, "good"],
    [4, "hard", 2, "hard"],
  ] as const)("of %s, felt %s, by peers %s is %s", (self, difficulty, peers, grade) => {
    expect(gradeOf({ self, difficulty, peers })).toBe(grade);
  });

  const score = fc.double({ min: 1, max: 5, noNaN: true });
  const felt = fc.constantFrom(null, ...DIFFICULTIES);
  it("never falls when anybody rates better", () => {
    const rank = (self: number, difficulty: (typeof DIFFICULTIES)[number] | null, peers: number | null) =>
      PLAN_GRADES.indexOf(gradeOf({ self, difficulty, peers }));
    fc.assert(
      fc.property(score, score, fc.option(score), felt, (one, other, peers, difficulty) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(rank(low, difficulty, peers)).toBeLessThanOrEqual(rank(high, difficulty, peers));
        expect(rank(one, difficulty, low)).toBeLessThanOrEqual(rank(one, difficulty, high));
        expect(rank(one, "hard", peers)).toBeLessThanOrEqual(rank(one, "easy", peers));
      }),
    );
  });
});

const RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy } as const;
const histories = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 120 }), grade: fc.constantFrom(...PLAN_GRADES) }), {
  minLength: 1,
  maxLength: 30,
});
const daysOf = (history: { gap: number; grade: (typeof PLAN_GRADES)[number] }[]) => {
  let day = START;
  return history.map(({ gap, grade }) => {
    day = addDays(day, gap);
    return { day, grade };
  });
};

describe("the schedule", () => {
  it("is FSRS's own, step by step, whatever the history", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const library = fsrs({ ...PARAMETERS });
        const gradings = daysOf(history);
        let card = createEmptyCard(new Date(`${gradings[0]?.day}T00:00:00Z`));
        for (const { day, grade } of gradings) card = library.next(card, new Date(`${day}T00:00:00Z`), RATINGS[grade]).card;
        expect(replay(gradings)).toEqual({
          stability: card.stability,
          difficulty: card.difficulty,
          due: card.due.toISOString().slice(0, 10),
          last: gradings.at(-1)?.day,
          state: CARD_STATES[card.state],
          reps: history.length,
          lapses: card.lapses,
        });
      }),
    );
  });

  it("is the same as when the library works a whole history out", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const gradings = daysOf(history);
        const reviews = gradings.map(({ day, grade }) => ({ rating: RATINGS[grade], review: new Date(`${day}T00:00:00Z`) }));
        const first = new Date(`${gradings[0]?.day}T00:00:00Z`);
        const { collections } = fsrs({ ...PARAMETERS }).reschedule(createEmptyCard(first), reviews, { first_card: createEmptyCard(first) });
        const card = collections.at(-1)?.card;
        expect(replay(gradings)).toMatchObject({ stability: card?.stability, difficulty: card?.difficulty, lapses: card?.lapses });
        expect(replay(gradings)?.due).toBe(card?.due.toISOString().slice(0, 10));
      }),
      { numRuns: 50 },
    );
  });

  it("keeps nothing of a grade that was replaced, or of a take that is gone", () => {
    fc.assert(
      fc.property(histories, fc.nat(29), fc.constantFrom(...PLAN_GRADES), (history, at, grade) => {
        const gradings = daysOf(history);
        const place = at % gradings.length;
        const replaced = gradings.map((grading, index) => (index === place ? { ...grading, grade } : grading));
        const back = replaced.map((grading, index) => (index === place ? { ...grading, grade: gradings[place]?.grade ?? grade } : grading));
        expect(replay(back)).toEqual(replay(gradings));
        const without = gradings.filter((_, index) => index !== place);
        expect(replay(without)).toEqual(without.length === 0 ? null : without.reduce<Memory | null>(graded, null));
      }),
    );
  });

  it("takes a better answer further, and always at least to tomorrow", () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 120 }), (history, gap) => {
        const memory = replay(daysOf(history));
        const day = addDays(memory?.last ?? START, gap);
        const dues = PLAN_GRADES.map((grade) => graded(memory, { day, grade }).due);
        expect([...dues].sort()).toEqual(dues);
        for (const due of dues) {
          expect(daysBetween(day, due)).toBeGreaterThanOrEqual(1);
          // FSRS keeps the grades a day apart, also at the longest.
          expect(daysBetween(day, due)).toBeLessThanOrEqual(LONGEST_DAYS + 3);
        }
      }),
    );
  });

  it("goes on from where it is for whoever travels west over midnight", () => {
    const memory = replay([{ day: "2026-03-02", grade: "good" }]);
    expect(graded(memory, { day: "2026-03-01", grade: "good" }).last).toBe("2026-03-02");
  });
});

const cards = fc.tuple(histories, fc.uuid(), fc.integer({ min: 0, max: 200 })).map(([history, questionId, ahead]) => {
  const memory = replay(daysOf(history)) as Memory;
  return { memory, questionId, interview: addDays(memory.last, ahead) };
});

describe("towards an interview", () => {
  it("rises the share that is to be known, never falls", () => {
    expect(wantedRetention(200)).toBe(RETENTION);
    expect(wantedRetention(28)).toBe(RETENTION);
    expect(wantedRetention(7)).toBeCloseTo(0.95);
    expect(wantedRetention(0)).toBeCloseTo(0.95);
    for (let days = 0; days < 60; days++) expect(wantedRetention(days)).toBeGreaterThanOrEqual(wantedRetention(days + 1));
  });

  it("everything is seen once more in its last week and before its eve, unless it has been", () => {
    fc.assert(
      fc.property(cards, ({ memory, questionId, interview }) => {
        const { due, fitted } = dueDay(memory, questionId, interview, memory.last);
        const seen = memory.last >= addDays(interview, -LAST_DAYS);
        if (seen) {
          expect(fitted ? due < interview : due === memory.due).toBe(true);
          return;
        }
        expect(daysBetween(due, interview)).toBeGreaterThanOrEqual(2);
        expect(due > memory.last).toBe(true);
        expect(due <= memory.due).toBe(true);
      }),
    );
  });

  it("does not move from day to day, nor by other questions", () => {
    fc.assert(
      fc.property(cards, fc.nat(200), ({ memory, questionId, interview }, later) => {
        const today = addDays(memory.last, later);
        if (today > interview) return;
        expect(dueDay(memory, questionId, interview, today)).toEqual(dueDay(memory, questionId, interview, memory.last));
      }),
    );
  });

  it("is forgotten once it is over, and without one nothing is fitted", () => {
    fc.assert(
      fc.property(cards, ({ memory, questionId, interview }) => {
        const own = { due: memory.due, fitted: false };
        expect(dueDay(memory, questionId, interview, addDays(interview, 1))).toEqual(own);
        expect(dueDay(memory, questionId, null, memory.last)).toEqual(own);
      }),
    );
  });

  it("is as the library would have it with the share that is wanted", () => {
    fc.assert(
      fc.property(cards, ({ memory, questionId, interview }) => {
        const ahead = daysBetween(memory.last, interview);
        const library = fsrs({ ...PARAMETERS, request_retention: wantedRetention(ahead) });
        const own = addDays(memory.last, library.next_interval(memory.stability, 0));
        const { due, fitted } = dueDay(memory, questionId, interview, memory.last);
        if (fitted && daysBetween(own, interview) > 1) expect(due).toBe([own, memory.due].sort()[0]);
      }),
    );
  });

  it("gives the last days more of what is refreshed than the first", () => {
    const interview = "2026-12-01";
    const last = addDays(interview, -60);
    const memory = { ...(replay([{ day: last, grade: "easy" }]) as Memory), due: addDays(last, LONGEST_DAYS), stability: 10_000 };
    const ahead = Array.from({ length: 3000 }, () => daysBetween(dueDay(memory, randomUUID(), interview, last).due, interview));
    const on = (days: number) => ahead.filter((one) => one === days).length;
    expect(on(2)).toBeGreaterThan(on(4));
    expect(on(4)).toBeGreaterThan(on(6));
    expect(ahead.every((days) => days >= 2 && days < LAST_DAYS)).toBe(true);
  });
});
