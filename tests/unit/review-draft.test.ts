import { describe, expect, it } from "vitest";
import { fromServer, type KeptDraft, type LocalDraft, latestOf, sentForm } from "@/features/peer-review/hooks/kept-draft";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

const kept = (more: Partial<KeptDraft> = {}): KeptDraft => ({
  ratings: { clarity: 3 },
  good: "You began with the result.",
  suggestion: "",
  comments: [{ second: 4, text: "Here it is plain." }],
  heard: [[0, 10_000]],
  savedAt: at(0),
  ...more,
});
const local = (more: Partial<LocalDraft> = {}): LocalDraft => ({
  ...fromServer(kept()),
  sent: false,
  savedAt: at(0),
  changedAt: NOON + 60_000,
  ...more,
});

describe("what a device and the server have of one review", () => {
  it("is what the device has, where it goes on from what the server has", () => {
    const mine = local({ good: "You began.", pins: [], ratings: { clarity: 4 } });
    // Also where this device's clock is behind.
    for (const changedAt of [NOON + 60_000, NOON - 86_400_000])
      expect(sentForm(latestOf({ ...mine, changedAt }, kept()))).toMatchObject({
        good: "You began.",
        comments: [],
        ratings: { clarity: 4 },
      });
  });

  it("is what the server has, where all of the device's reached it; a comment in its field stays, and what was heard", () => {
    const writing = { second: 9, text: "And he" };
    const later = kept({ good: "Written elsewhere, for an hour.", savedAt: at(60) });
    const left = latestOf(local({ sent: true, writing, heard: [[20, 30]] }), later);
    expect(left).toMatchObject({ good: later.good, writing });
    expect(sentForm(left).heard).toEqual([
      [0, 10_000],
      [20_000, 30_000],
    ]);
  });

  it.each([
    ["the device", 60_000 * 61, "Mine, on the train.\n\nTheirs, at the desk.", 5],
    ["the server", 60_000, "Theirs, at the desk.\n\nMine, on the train.", 2],
  ])("where both went on, %s leads by being later, and no word is lost", (_, changed, good, clarity) => {
    const mine = local({
      good: "Mine, on the train.",
      suggestion: "Say the result first, and then how.",
      ratings: { clarity: 5, rating_overall: 1 },
      pins: [
        { id: "0", second: 4, text: "Here it is plain." },
        { id: "1", second: 7, text: "Too fast." },
      ],
      writing: { second: 8, text: "And" },
      changedAt: NOON + changed,
    });
    const theirs = kept({
      good: "Theirs, at the desk.",
      suggestion: "Say the result first",
      ratings: { clarity: 2 },
      comments: [
        { second: 4, text: "Here it is plain." },
        { second: 9, text: "A good end." },
      ],
      savedAt: at(60),
    });
    const both = latestOf(mine, theirs);
    expect(both).toMatchObject({ good, suggestion: mine.suggestion, ratings: { clarity, rating_overall: 1 }, writing: mine.writing });
    expect(both.pins.map(({ second }) => second).sort()).toEqual([4, 7, 9]);
    expect(new Set(both.pins.map(({ id }) => id)).size).toBe(3);
  });

  it("is all that the device has, where the server has nothing any more", () => {
    for (const sent of [true, false]) expect(latestOf(local({ sent }), null)).toMatchObject({ good: "You began with the result." });
  });
});
