import { describe, expect, it } from "vitest";
import { afterRating, canShare, isOnDevice, isStored, take } from "@/features/practice/rules";
import { ANSWER_STATES, DEVICE_STATES, type TakeState } from "@/lib/enums/practice";

/** Written down here once more, on purpose: every step of a take that is allowed, and who takes it. All others are not. */
const ALLOWED: Record<string, string> = {
  "ready → reading": "candidate",
  "reading → ready": "candidate",
  "reading → recording": "device",
  "ready → recording": "candidate",
  "recording → captured": "candidate",
  "recording → ready": "candidate",
  "recording → recovered": "device",
  "recovered → kept": "candidate",
  "recovered → discarded": "candidate",
  "kept → captured": "device",
  "captured → uploading": "device",
  "uploading → stored": "server",
  "stored → self_rated": "candidate",
  "stored → in_review": "candidate",
  "self_rated → private": "candidate",
  "self_rated → link_shared": "candidate",
  "self_rated → in_review": "candidate",
  "private → link_shared": "candidate",
  "private → in_review": "candidate",
  "link_shared → private": "candidate",
  "link_shared → in_review": "candidate",
  "in_review → private": "candidate",
  "in_review → stored": "server",
  "in_review → link_shared": "server",
  "in_review → reviewed": "reviewer",
  "captured → deleted": "candidate",
  "uploading → deleted": "candidate",
  "stored → deleted": "candidate",
  "self_rated → deleted": "candidate",
  "private → deleted": "candidate",
  "link_shared → deleted": "candidate",
  "in_review → deleted": "candidate",
  "reviewed → deleted": "candidate",
};

const STATES: TakeState[] = [
  "ready",
  "reading",
  "recording",
  "recovered",
  "kept",
  "discarded",
  "captured",
  "uploading",
  "stored",
  "self_rated",
  "private",
  "link_shared",
  "in_review",
  "reviewed",
  "deleted",
];
const ACTORS = ["candidate", "device", "server", "reviewer"] as const;

describe("the lifecycle of a take", () => {
  it("has these states and no other", () => {
    expect([...take.states].sort()).toEqual([...STATES].sort());
    expect([...DEVICE_STATES, ...ANSWER_STATES].sort()).toEqual([...STATES].sort());
    expect(new Set(take.states).size).toBe(STATES.length);
  });

  for (const from of STATES) {
    it.each(STATES)(`${from} → %s`, (to) => {
      const by = ALLOWED[`${from} → ${to}`];
      expect(take.can(from, to)).toBe(by !== undefined);
      for (const actor of ACTORS) expect({ actor, can: take.can(from, to, actor) }).toEqual({ actor, can: by === actor });
    });

    it(`${from}: next() agrees with can()`, () => {
      const expected = STATES.filter((to) => ALLOWED[`${from} → ${to}`] !== undefined);
      expect(take.next(from).sort()).toEqual(expected.sort());
    });
  }

  it("has no step twice", () => {
    expect(take.steps).toHaveLength(Object.keys(ALLOWED).length);
  });

  it("ends only where nothing is left: discarded and deleted", () => {
    expect(STATES.filter((state) => take.next(state).length === 0).sort()).toEqual(["deleted", "discarded"]);
  });
});

describe("what the states mean", () => {
  it.each([
    ["captured", { onDevice: true, stored: false, shareable: false, rated: "captured" }],
    ["uploading", { onDevice: true, stored: false, shareable: false, rated: "uploading" }],
    ["stored", { onDevice: false, stored: true, shareable: false, rated: "self_rated" }],
    ["self_rated", { onDevice: false, stored: true, shareable: true, rated: "self_rated" }],
    ["private", { onDevice: false, stored: true, shareable: true, rated: "private" }],
    ["link_shared", { onDevice: false, stored: true, shareable: false, rated: "link_shared" }],
    ["in_review", { onDevice: false, stored: true, shareable: true, rated: "in_review" }],
    ["reviewed", { onDevice: false, stored: true, shareable: true, rated: "reviewed" }],
    ["deleted", { onDevice: false, stored: false, shareable: false, rated: "deleted" }],
  ] as const)("%s", (state, expected) => {
    expect({ onDevice: isOnDevice(state), stored: isStored(state), shareable: canShare(state, true), rated: afterRating(state) }).toEqual(
      expected,
    );
  });

  it.each(["in_review", "reviewed"] as const)("%s is shared once its maker has rated it", (state) => {
    expect(canShare(state, false)).toBe(false);
  });
});
