import { describe, expect, it } from "vitest";
import { type Flagger, hidesItself, isTrusted, REPORTS_PER_HOUR, reportsFull } from "@/features/forum/flags/rules";
import { addressed } from "@/features/forum/merging/rules";
import {
  isAsSeen,
  isForOthers,
  MESSAGE_ACTS,
  needsReason,
  stateAfter,
  TOPIC_ACTS,
  TOPIC_STEPS,
  verdictOf,
} from "@/features/forum/moderation/rules";
import { isAskedOn, isPlain, mayAdopt, PROPOSALS_PER_DAY, proposalsFull } from "@/features/forum/proposals/rules";
import { post as postLife, topic as topicLife } from "@/features/forum/rules";
import { SHARE_DAYS, shareEnds } from "@/features/forum/sharing/rules";
import { SPANS, SUSPENSION, suspendedUntil } from "@/features/forum/suspensions/rules";
import { MODERATION_ACTS, POST_STATES, TOPIC_STATES } from "@/lib/enums/forum";

const NOW = new Date("2026-05-20T12:00:00Z");
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const flagger = (more: Partial<Flagger> = {}): Flagger => ({
  postCount: 5,
  flagsUpheld: 0,
  flagsDismissed: 0,
  suspendedUntil: null,
  joinedAt: ago(7 * 24 * HOUR),
  barred: false,
  ...more,
});

describe("whose reports count by themselves", () => {
  it.each([
    ["who has been here a week and wrote five messages", {}, true],
    ["who came a second too late", { joinedAt: ago(7 * 24 * HOUR - 1000) }, false],
    ["who wrote four", { postCount: 4 }, false],
    ["whose reports were as often right as wrong", { flagsUpheld: 3, flagsDismissed: 3 }, true],
    ["whose reports were wrong once more than right", { flagsUpheld: 3, flagsDismissed: 4 }, false],
    ["who is suspended", { suspendedUntil: new Date(NOW.getTime() + 1) }, false],
    ["who was suspended until now", { suspendedUntil: NOW }, true],
    ["whose account is suspended as a whole, or has ended", { barred: true }, false],
  ])("%s", (_name, more, trusted) => {
    expect(isTrusted(flagger(more), NOW)).toBe(trusted);
  });

  it("never those of somebody who wrote nothing", () => {
    expect(isTrusted(null, NOW)).toBe(false);
  });

  it("as many of them hide as are wanted", () => {
    const others = [null, flagger({ postCount: 0 }), null];
    expect(hidesItself([flagger(), flagger(), ...others], 3, NOW)).toBe(false);
    expect(hidesItself([flagger(), flagger(), flagger(), ...others], 3, NOW)).toBe(true);
    expect(hidesItself([flagger(), flagger(), ...others], 2, NOW)).toBe(true);
  });
});

it("reports are full until the tenth last is an hour old", () => {
  const last = Array.from({ length: REPORTS_PER_HOUR }, (_, n) => ago(n * 60_000));
  expect(reportsFull(last.slice(1), NOW)).toBeUndefined();
  expect(reportsFull(last, NOW)).toBe(51 * 60);
  expect(reportsFull(last, new Date(NOW.getTime() + 51 * 60_000))).toBeUndefined();
});

describe("what was seen of a message", () => {
  const edited = { editedAt: NOW };
  const reports = { oldest: "a", count: 2 };

  it.each([
    ["as it was written", { editedAt: null }, { editedAt: null }, ["a"], true],
    ["as it was edited last, in whatever zone that is told", { editedAt: "2026-05-20T14:00:00+02:00" }, edited, [], true],
    ["before it was edited", { editedAt: null }, edited, [], false],
    ["before it was edited again", { editedAt: ago(1).toISOString() }, edited, [], false],
    ["with its reports, in whatever order they are", { editedAt: NOW.toISOString(), reports }, edited, ["b", "a"], true],
    ["before it was reported again", { editedAt: null, reports }, { editedAt: null }, ["a", "b", "c"], false],
    ["before that was decided, and it was reported anew", { editedAt: null, reports }, { editedAt: null }, ["b", "c"], false],
    ["before that was decided", { editedAt: null, reports }, { editedAt: null }, [], false],
  ])("%s", (_name, seen, post, open, same) => {
    expect(isAsSeen(seen, post, open)).toBe(same);
  });
});

describe("acts", () => {
  it("take messages only where their lifecycle leads, or leave them", () => {
    for (const state of POST_STATES) {
      for (const remove of [false, true]) {
        for (const act of ["uphold", "dismiss"] as const) {
          const to = stateAfter(act, state, { remove });
          if (to) expect({ act, state, can: postLife.can(state, to, "moderator") }).toEqual({ act, state, can: true });
        }
      }
    }
    expect(stateAfter("uphold", "hidden", { remove: false })).toBeNull();
    expect(stateAfter("uphold", "self_deleted", { remove: true })).toBeNull();
    expect(stateAfter("dismiss", "removed", { remove: false })).toBeNull();
  });

  it("say of reports what they say of the message", () => {
    expect(MESSAGE_ACTS.map((act) => [act, verdictOf(act)])).toEqual([
      ["hide", "upheld"],
      ["restore", "dismissed"],
      ["remove", "upheld"],
      ["uphold", "upheld"],
      ["dismiss", "dismissed"],
    ]);
  });

  it("of topics are a moderator's steps, each once", () => {
    const steps = Object.values(TOPIC_STEPS).flatMap(({ from, to }) => from.map((state) => `${state} ${to}`));
    const wanted = TOPIC_STATES.flatMap((from) =>
      TOPIC_STATES.filter((to) => topicLife.can(from, to, "moderator")).map((to) => `${from} ${to}`),
    );
    expect(steps.sort()).toEqual(wanted.sort());
  });

  it("that take something away need a reason", () => {
    expect(MODERATION_ACTS.filter((act) => !needsReason(act))).toEqual([
      "unlock",
      "pin",
      "unpin",
      "unarchive",
      "restore_topic",
      "restore",
      "dismiss",
      "lift_suspension",
      "mark_answer",
      "unmark_answer",
    ]);
  });

  it("that decide about a message are for others than whoever wrote it", () => {
    expect(MESSAGE_ACTS.filter(isForOthers)).toEqual(["restore", "uphold", "dismiss"]);
    expect(TOPIC_ACTS.filter(isForOthers)).toEqual(["restore_topic"]);
  });
});

it("a suspension lasts what was chosen, and what is offered may be chosen", () => {
  expect(suspendedUntil(24, NOW).toISOString()).toBe("2026-05-21T12:00:00.000Z");
  for (const hours of Object.values(SPANS)) expect(hours >= SUSPENSION.min && hours <= SUSPENSION.max).toBe(true);
});

it("a share ends after one, seven or thirty days", () => {
  expect(SHARE_DAYS.map((days) => shareEnds(days, NOW).toISOString().slice(0, 10))).toEqual(["2026-05-21", "2026-05-27", "2026-06-19"]);
});

it.each([
  ["proposed", "published", "ada", true],
  ["declined", "edited", "ada", true],
  ["proposed", "published", null, true],
  ["proposed", "published", "mira", false],
  ["proposed", "hidden", "ada", false],
  ["adopted", "published", "ada", false],
  ["withdrawn", "published", "ada", false],
] as const)("a proposal that is %s, with a message that is %s, of %s: adopted by mira? %s", (state, post, proposerId, may) => {
  expect(mayAdopt({ state, post: { state: post }, proposerId }, "mira")).toBe(may);
});

it("proposals are full until the fifth last is a day old", () => {
  const last = Array.from({ length: PROPOSALS_PER_DAY }, (_, n) => ago(n * HOUR));
  expect(proposalsFull(last.slice(1), NOW)).toBeUndefined();
  expect(proposalsFull(last, NOW)).toBe(20 * 3600);
  expect(proposalsFull(last, new Date(NOW.getTime() + 20 * HOUR))).toBeUndefined();
});

it.each([
  ["What would you do first?", true],
  ["C++/C# at A. Smith & Sons", true],
  ["See https://example.com", false],
  ["Visit WWW.example.com", false],
  ["Visit w\u200bww.example.com", false],
])("%s: leads nowhere? %s", (text, plain) => {
  expect(isPlain(text)).toBe(plain);
});

describe("the day of an interview", () => {
  it.each([
    ["2026-05-20", true],
    // It is tomorrow already in some places.
    ["2026-05-21", true],
    ["2026-05-22", false],
    ["2016-05-21", true],
    ["2016-05-20", false],
    ["0001-01-01", false],
  ])("%s: %s", (day, fits) => {
    expect(isAskedOn(day, NOW)).toBe(fits);
  });
});

describe("an address of the community", () => {
  const uid = "0190a5f0-0000-7000-8000-000000000000";
  it.each([
    [`https://parley.example/dashboard/forums?topic=${uid}`, { topicId: uid }],
    [`/dashboard/forums?profession=nursing&post=${uid}#x`, { postId: uid }],
    [uid, null],
    [`https://parley.example/dashboard/forums?profession=${uid}`, null],
    ["", null],
  ])("%s", (address, named) => {
    expect(addressed(address)).toEqual(named);
  });
});
