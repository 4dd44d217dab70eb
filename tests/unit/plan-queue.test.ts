import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_SETTINGS,
  FORECAST_DAYS,
  forecast,
  isLight,
  LIGHT_MINUTES,
  type PlanQuestion,
  type PlanSettings,
  pickDay,
} from "@/features/practice/plan/rules";
import { graded, LAST_DAYS, replay } from "@/features/practice/schedule/rules";
import { addDays } from "@/lib/days";
import { PLAN_GRADES } from "@/lib/enums/practice";

const TODAY = "2026-05-04";

const questionIds = fc.uniqueArray(fc.uuid(), { maxLength: 40 });
const history = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...PLAN_GRADES)), { maxLength: 6 });
const fact = fc.record({ history, unrated: fc.boolean(), minutes: fc.constantFrom(2, 3, 4.5, 7, 20), category: fc.nat(4) });

/** Questions of a bank as they may stand at the beginning of a day. */
const banks = questionIds.chain((ids) =>
  fc.tuple(...ids.map(() => fact)).map((facts) =>
    facts.map(({ history: gaps, unrated, minutes, category }, at): PlanQuestion => {
      let day = addDays(TODAY, -1 - gaps.reduce((sum, [gap]) => sum + gap, 0));
      const gradings = gaps.map(([gap, grade]) => {
        day = addDays(day, gap);
        return { day, grade };
      });
      const memory = replay(gradings);
      return {
        questionId: ids[at] ?? "",
        categoryId: `category-${category}`,
        categoryPosition: category,
        minutes,
        memory,
        taken: memory?.last ?? (unrated ? addDays(TODAY, -3) : null),
        choice: null,
      };
    }),
  ),
);
const settingsOf = fc.record<PlanSettings>({
  categoryIds: fc.constantFrom(null, ["category-0"], ["category-1", "category-3"]),
  newPerDay: fc.nat(10),
  minutesPerDay: fc.integer({ min: 5, max: 60 }),
  showStreak: fc.boolean(),
});
const interviews = fc.option(fc.nat(30).map((ahead) => addDays(TODAY, ahead)));

const fresh = (id: string, change: Partial<PlanQuestion> = {}): PlanQuestion => ({
  questionId: id,
  categoryId: "a",
  categoryPosition: 0,
  minutes: 3,
  memory: null,
  taken: null,
  choice: null,
  ...change,
});
const idsOf = (questions: PlanQuestion[], day = TODAY, settings = DEFAULT_SETTINGS, interview: string | null = null) =>
  pickDay(questions, day, { settings, interview }).queue.map(({ question }) => question.questionId);

describe("a day's queue", () => {
  it("fits into the minutes, or holds one question", () => {
    fc.assert(
      fc.property(banks, settingsOf, interviews, (bank, settings, interview) => {
        const { queue, light } = pickDay(bank, TODAY, { settings, interview });
        const minutes = queue.reduce((sum, { question }) => sum + question.minutes, 0);
        const room = light ? Math.min(LIGHT_MINUTES, settings.minutesPerDay) : settings.minutesPerDay;
        expect(queue.length <= 1 || minutes <= room).toBe(true);
      }),
    );
  });

  it("is the same whatever order the questions come in, and however often it is asked for, but for what is new", () => {
    fc.assert(
      fc.property(banks, settingsOf, interviews, (bank, settings, interview) => {
        const known = bank.filter(({ memory, taken }) => memory || taken);
        expect(idsOf([...known].reverse(), TODAY, settings, interview)).toEqual(idsOf(known, TODAY, settings, interview));
        expect(idsOf(bank, TODAY, settings, interview)).toEqual(idsOf(bank, TODAY, settings, interview));
      }),
    );
  });

  it("does not change because a question of it was put off or left out", () => {
    fc.assert(
      fc.property(banks, settingsOf, interviews, fc.nat(39), (bank, settings, interview, at) => {
        const before = idsOf(bank, TODAY, settings, interview);
        const chosen = bank.map((question, index) => (index === at ? { ...question, choice: "left_out" as const } : question));
        expect(idsOf(chosen, TODAY, settings, interview)).toEqual(before);
      }),
    );
  });

  it("has as many new questions as wanted, of the chosen categories, and none while something waits", () => {
    fc.assert(
      fc.property(banks, settingsOf, interviews, (bank, settings, interview) => {
        const { queue, waiting, light } = pickDay(bank, TODAY, { settings, interview });
        const begun = queue.filter(({ reason }) => reason === "new");
        expect(begun.length).toBeLessThanOrEqual(settings.newPerDay);
        if (waiting > 0 || light) expect(begun).toEqual([]);
        for (const { question } of begun) expect(settings.categoryIds?.includes(question.categoryId) ?? true).toBe(true);
      }),
    );
  });

  it("begins with what is most likely forgotten", () => {
    const weak = fresh("weak", { memory: replay([{ day: "2026-04-20", grade: "again" }]), taken: "2026-04-20" });
    const strong = fresh("strong", { memory: replay([{ day: "2026-04-20", grade: "good" }]), taken: "2026-04-20" });
    expect(idsOf([strong, weak])).toEqual(["weak", "strong"]);
  });

  it("takes new ones from each category in turn, in the bank's order", () => {
    const bank = [
      fresh("a1"),
      fresh("b1", { categoryId: "b", categoryPosition: 1 }),
      fresh("a2"),
      fresh("b2", { categoryId: "b", categoryPosition: 1 }),
    ];
    const settings = { ...DEFAULT_SETTINGS, newPerDay: 3 };
    expect(idsOf(bank, TODAY, settings)).toEqual(["a1", "b1", "a2"]);
    expect(idsOf(bank, TODAY, { ...settings, categoryIds: ["b"] })).toEqual(["b1", "b2"]);
  });

  it("brings back on the next day what was not rated", () => {
    const bank = [fresh("x", { taken: addDays(TODAY, -1) })];
    expect(pickDay(bank, TODAY, { settings: DEFAULT_SETTINGS, interview: null }).queue.map(({ reason }) => reason)).toEqual(["unrated"]);
    expect(idsOf([fresh("x", { taken: TODAY })])).toEqual([]);
  });

  it("warms up before an interview and on its day, and begins nothing", () => {
    expect([0, 1, 2].map((ahead) => isLight(TODAY, addDays(TODAY, ahead)))).toEqual([true, true, false]);
    expect(isLight(TODAY, null)).toBe(false);
    expect(idsOf([fresh("x")], TODAY, DEFAULT_SETTINGS, addDays(TODAY, 1))).toEqual([]);
    expect(idsOf([fresh("x")], TODAY, DEFAULT_SETTINGS, addDays(TODAY, -1))).toEqual(["x"]);
  });

  it("says that a question comes for the interview only when it would not have come by itself", () => {
    const question = fresh("00000000-0000-4000-8000-000000000000", {
      memory: replay([60, 40, 9].map((days) => ({ day: addDays(TODAY, -days), grade: "easy" }))),
      taken: addDays(TODAY, -9),
    });
    const reasons = (interview: string | null) =>
      Array.from({ length: 6 }, (_, ahead) => addDays(TODAY, ahead)).flatMap((day) =>
        pickDay([question], day, { settings: DEFAULT_SETTINGS, interview }).queue.map(({ reason }) => reason),
      );
    expect(reasons(null)).not.toContain("interview");
    expect(reasons(addDays(TODAY, 7))).toContain("interview");
  });
});

describe("the forecast", () => {
  const frame = (settings = DEFAULT_SETTINGS, interview: string | null = null) => ({ settings, interview });

  it("begins with today's queue, and keeps to the minutes on all days", () => {
    fc.assert(
      fc.property(banks, settingsOf, interviews, (bank, settings, interview) => {
        const { days } = forecast(bank, TODAY, frame(settings, interview), new Map());
        expect(days.map(({ day }) => day)).toEqual(Array.from({ length: FORECAST_DAYS }, (_, ahead) => addDays(TODAY, ahead)));
        expect((days[0]?.again ?? 0) + (days[0]?.fresh ?? 0)).toBe(idsOf(bank, TODAY, settings, interview).length);
        for (const { minutes, again, fresh: begun } of days) expect(again + begun <= 1 || minutes <= settings.minutesPerDay).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("brings everything once more before an interview when there is room", () => {
    fc.assert(
      fc.property(banks, fc.integer({ min: 3, max: FORECAST_DAYS - 1 }), (bank, ahead) => {
        const few = bank.slice(0, 12).map((question) => ({ ...question, minutes: 2 }));
        const settings = { ...DEFAULT_SETTINGS, minutesPerDay: 60, newPerDay: 0 };
        expect(forecast(few, TODAY, frame(settings, addDays(TODAY, ahead)), new Map()).unseen).toBe(0);
      }),
    );
  });

  it("says how much finds no room before it", () => {
    const long = Array.from({ length: 40 }, (_, at) =>
      fresh(`00000000-0000-4000-8000-${String(at).padStart(12, "0")}`, {
        memory: replay([{ day: addDays(TODAY, -20), grade: "again" }]),
        taken: addDays(TODAY, -20),
        minutes: 5,
      }),
    );
    const interview = addDays(TODAY, 4);
    const { unseen } = forecast(long, TODAY, frame({ ...DEFAULT_SETTINGS, minutesPerDay: 5 }, interview), new Map());
    // One a day until the interview, and all others were last practised before its last week.
    expect(addDays(TODAY, -20) < addDays(interview, -LAST_DAYS)).toBe(true);
    expect(unseen).toBe(36);
  });

  it("spreads what waits after a pause, and loses nothing", () => {
    const late = Array.from({ length: 12 }, (_, at) =>
      fresh(`question-${at}`, { memory: replay([{ day: "2026-02-01", grade: "good" }]), taken: "2026-02-01" }),
    );
    const { waiting } = pickDay(late, TODAY, frame());
    expect(waiting).toBe(7);
    const { days } = forecast(late, TODAY, frame(), new Map());
    expect(days.slice(0, 3).map(({ again }) => again)).toEqual([5, 5, 2]);
  });

  it("knows what today's takes have made of a question, and what is put off or left out", () => {
    const due = replay([{ day: "2026-04-20", grade: "hard" }]);
    const question = fresh("x", { memory: due, taken: "2026-04-20" });
    const failed = graded(due, { day: TODAY, grade: "again" });
    const { days } = forecast([question], TODAY, frame(), new Map([["x", failed]]));
    expect(days.findIndex(({ again }, at) => at > 0 && again > 0)).toBe(1);
    expect(
      forecast([{ ...question, choice: "not_today" }], TODAY, frame(), new Map())
        .days.slice(0, 2)
        .map(({ again }) => again),
    ).toEqual([0, 1]);
    const without = forecast([{ ...question, choice: "left_out" }], TODAY, frame(), new Map());
    expect(without.days.every(({ again }) => again === 0)).toBe(true);
  });
});
