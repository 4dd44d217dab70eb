import { expect, it } from "vitest";
import { beBusy, isKept, keepPage, onKept, whenIdle } from "@/ui/busy";

it("waits until all is over that must not be interrupted: what was begun before ends nothing that goes on", () => {
  const done: string[] = [];
  const finished = beBusy();
  whenIdle(() => done.push("the session ends"));
  const recorded = beBusy();
  finished();
  // Twice ends it once.
  finished();
  expect([done, isKept()]).toEqual([[], true]);
  recorded();
  expect([done, isKept()]).toEqual([["the session ends"], false]);
  whenIdle(() => done.push("at once"));
  expect(done).toEqual(["the session ends", "at once"]);
});

it("keeps the page for what is only sent, and holds up nothing by it", () => {
  const told: boolean[] = [];
  const unfollow = onKept(() => told.push(isKept()));
  const sent = keepPage();
  const done: string[] = [];
  whenIdle(() => done.push("at once"));
  sent();
  sent();
  unfollow();
  expect([done, told]).toEqual([["at once"], [true, false]]);
});
