import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circleAt, dayPart, mayDo, mayStep, stateWith, withChanges } from "@/features/trades/tasks/rules";
import { TASK_STATES, type TaskState } from "@/lib/enums/trades-tasks";

describe("a task's states", () => {
  /** Written down here once more, on purpose: every step that is allowed. All others are not. */
  const DOERS = [
    "todo → in_progress",
    "todo → done",
    "todo → blocked",
    "in_progress → todo",
    "in_progress → done",
    "in_progress → blocked",
    "blocked → todo",
    "blocked → in_progress",
    "done → in_progress",
  ];
  const MANAGERS = [...DOERS, "todo → cancelled", "in_progress → cancelled", "blocked → cancelled", "cancelled → todo"];
  const PAIRS = TASK_STATES.flatMap((from) => TASK_STATES.map((to) => [from, to] as const));
  it.each(PAIRS)("%s → %s", (from, to) => {
    expect(mayStep(from, to, "member")).toBe(DOERS.includes(`${from} → ${to}`));
    expect(mayStep(from, to, "manager")).toBe(MANAGERS.includes(`${from} → ${to}`));
    expect(mayStep(from, to, "owner")).toBe(mayStep(from, to, "manager"));
  });

  it("are for whom it was given to, for anybody where it was given to nobody, and for who manages", () => {
    const may = (assignees: string[]) => (["owner", "manager", "member"] as const).map((role) => mayDo(assignees, { id: "me", role }));
    expect(may([])).toEqual([true, true, true]);
    expect(may(["other", "me"])).toEqual([true, true, true]);
    expect(may(["other"])).toEqual([true, true, false]);
  });
});

describe("a day", () => {
  it("has its parts by the day that a task is due", () => {
    const part = (dueOn: string | null, state: (typeof TASK_STATES)[number] = "todo") =>
      dayPart({ state, dueOn }, "2027-01-10", "2027-01-17");
    expect(["2027-01-09", "2027-01-10", "2027-01-11", "2027-01-17", "2027-01-18", null].map((day) => part(day))).toEqual([
      "late",
      "today",
      "week",
      "week",
      "later",
      "someday",
    ]);
    expect(part("2027-01-09", "done")).toBe("done");
  });
});

describe("what tasks need", () => {
  const COUNT = 7;
  const node = fc.integer({ min: 0, max: COUNT - 1 }).map(String);
  it("never comes round to itself, in whatever order it was said", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(node, fc.uniqueArray(node, { maxLength: 3 })), { maxLength: 40 }), (changes) => {
        const needs = new Map<string, readonly string[]>();
        for (const [task, wanted] of changes) {
          const next = new Map(needs).set(task, wanted);
          const through = circleAt(task, next);
          // What is refused is named, and is one of those that were asked for.
          if (through !== undefined) expect(wanted).toContain(through);
          else needs.set(task, wanted);
        }
        // There is an order in which all of it can be done.
        const done = new Set<string>();
        for (let round = 0; round < COUNT; round++)
          for (let at = 0; at < COUNT; at++) if ((needs.get(String(at)) ?? []).every((one) => done.has(one))) done.add(String(at));
        expect(done.size).toBe(COUNT);
      }),
    );
  });

  it("is refused only where it would", () => {
    const needs = new Map([
      ["b", ["a"]],
      ["c", ["b"]],
    ]);
    expect(circleAt("c", new Map(needs).set("c", ["a", "b"]))).toBeUndefined();
    expect(circleAt("a", new Map(needs).set("a", ["d", "c"]))).toBe("c");
    expect(circleAt("a", new Map(needs).set("a", ["a"]))).toBe("a");
  });
});

describe("what was done on this device", () => {
  const task = { uid: "a", version: 3, state: "todo" as const, blockedFor: "", checks: [{ uid: "x", text: "Edges", checked: false }] };
  const step = (version: number, to: TaskState, reason = "") => ({
    uid: `${version}`,
    taskUid: "a",
    kind: "move" as const,
    version,
    to,
    reason,
  });
  const tick = (checked: boolean) => ({ uid: "t", taskUid: "a", kind: "check" as const, checkUid: "x", checked });

  it("shows at once, step upon step, with its ticks", () => {
    const now = withChanges(task, [step(3, "in_progress"), tick(true), step(4, "blocked", "No slab")]);
    expect(now).toMatchObject({ version: 5, state: "blocked", blockedFor: "No slab", checks: [{ checked: true }] });
  });

  it("changes nothing that the server has taken already, that came too late, or that is another's", () => {
    expect(withChanges({ ...task, version: 4, state: "in_progress" }, [step(3, "in_progress")])).toMatchObject({ version: 4 });
    expect(withChanges({ ...task, version: 9, state: "cancelled" }, [step(3, "done")])).toMatchObject({ version: 9, state: "cancelled" });
    expect(withChanges(task, [{ ...step(3, "done"), taskUid: "b" }])).toBe(task);
  });

  it("is what others wait for, too", () => {
    expect(stateWith({ uid: "a", state: "todo" }, [step(3, "in_progress"), step(4, "done")])).toBe("done");
    expect(stateWith({ uid: "b", state: "todo" }, [step(3, "done")])).toBe("todo");
  });
});
