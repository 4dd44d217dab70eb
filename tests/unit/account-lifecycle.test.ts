import { describe, expect, it } from "vitest";
import en from "#messages/en.json";
import {
  type AccountFacts,
  account,
  accountState,
  DELETION_GRACE_DAYS,
  erasureDue,
  HOLDINGS,
  lockSeconds,
  waysLeft,
} from "@/features/account/rules";
import { ACCOUNT_STATES, type AccountState } from "@/lib/enums/account";

/** Written down here once more, on purpose: every step of an account that is allowed, and who takes it. All others are not. */
const ALLOWED: Record<string, string> = {
  "unverified → active": "owner",
  "unverified → locked": "server",
  "unverified → suspended": "admin",
  "unverified → pending_deletion": "owner",
  "active → locked": "server",
  "active → suspended": "admin",
  "active → pending_deletion": "owner",
  "locked → active": "server",
  "locked → unverified": "server",
  "locked → suspended": "admin",
  "locked → pending_deletion": "owner",
  "suspended → active": "admin",
  "suspended → unverified": "admin",
  "suspended → locked": "admin",
  "suspended → pending_deletion": "admin",
  "suspended → erased": "server",
  "pending_deletion → active": "owner",
  "pending_deletion → unverified": "owner",
  "pending_deletion → locked": "owner",
  "pending_deletion → suspended": "admin",
  "pending_deletion → erased": "server",
};

const STATES: AccountState[] = ["unverified", "active", "locked", "suspended", "pending_deletion", "erased"];
const ACTORS = ["owner", "admin", "server"] as const;

describe("the lifecycle of an account", () => {
  it("has these states and no other", () => {
    expect([...account.states].sort()).toEqual([...STATES].sort());
    expect([...ACCOUNT_STATES].sort()).toEqual([...STATES].sort());
  });

  for (const from of STATES) {
    it.each(STATES)(`${from} → %s`, (to) => {
      const by = ALLOWED[`${from} → ${to}`];
      expect(account.can(from, to)).toBe(by !== undefined);
      for (const actor of ACTORS) expect({ actor, can: account.can(from, to, actor) }).toEqual({ actor, can: by === actor });
    });

    it(`${from}: next() agrees with can()`, () => {
      const expected = STATES.filter((to) => ALLOWED[`${from} → ${to}`] !== undefined);
      expect(account.next(from).sort()).toEqual(expected.sort());
    });
  }

  it("has no step twice", () => {
    expect(account.steps).toHaveLength(Object.keys(ALLOWED).length);
  });

  it("ends only where nothing is left", () => {
    expect(STATES.filter((state) => account.next(state).length === 0)).toEqual(["erased"]);
  });
});

const NOW = new Date("2026-11-21T12:00:00Z");
const BEFORE = new Date(NOW.getTime() - 1000);
const AFTER = new Date(NOW.getTime() + 1000);

/** Every combination of the facts, a lock that has run out among them. */
const COMBINATIONS: AccountFacts[] = [null, BEFORE].flatMap((emailVerifiedAt) =>
  [null, BEFORE, NOW, AFTER].flatMap((lockedUntil) =>
    [null, BEFORE].flatMap((suspendedAt) =>
      [null, BEFORE].flatMap((deletionRequestedAt) =>
        [null, BEFORE].map((erasedAt) => ({ emailVerifiedAt, lockedUntil, suspendedAt, deletionRequestedAt, erasedAt })),
      ),
    ),
  ),
);

describe("the state that an account's facts amount to", () => {
  const of = (facts: AccountFacts) => accountState(facts, NOW);
  const NOTHING: AccountFacts = {
    emailVerifiedAt: null,
    lockedUntil: null,
    suspendedAt: null,
    deletionRequestedAt: null,
    erasedAt: null,
  };

  it.each([
    [{}, "unverified"],
    [{ emailVerifiedAt: BEFORE }, "active"],
    [{ lockedUntil: AFTER }, "locked"],
    [{ lockedUntil: BEFORE }, "unverified"],
    // A lock ends at its instant, as the database has it.
    [{ lockedUntil: NOW }, "unverified"],
    [{ emailVerifiedAt: BEFORE, lockedUntil: AFTER }, "locked"],
    [{ emailVerifiedAt: BEFORE, lockedUntil: BEFORE }, "active"],
    [{ suspendedAt: BEFORE, lockedUntil: AFTER }, "suspended"],
    [{ suspendedAt: BEFORE, emailVerifiedAt: BEFORE }, "suspended"],
    [{ deletionRequestedAt: BEFORE, lockedUntil: AFTER }, "pending_deletion"],
    [{ deletionRequestedAt: BEFORE, suspendedAt: BEFORE, lockedUntil: AFTER }, "suspended"],
    [{ deletionRequestedAt: BEFORE, erasedAt: BEFORE }, "erased"],
  ] as const)("%j", (facts, expected) => {
    expect(of({ ...NOTHING, ...facts })).toBe(expected);
  });

  it("is the most final of those that the facts speak for, in every combination", () => {
    expect(COMBINATIONS).toHaveLength(64);
    for (const facts of COMBINATIONS) {
      const spoken: [AccountState, boolean][] = [
        ["erased", facts.erasedAt !== null],
        ["suspended", facts.suspendedAt !== null],
        ["pending_deletion", facts.deletionRequestedAt !== null],
        ["locked", facts.lockedUntil === AFTER],
        ["active", facts.emailVerifiedAt !== null],
        ["unverified", true],
      ];
      expect({ facts, state: of(facts) }).toEqual({ facts, state: spoken.find(([, holds]) => holds)?.[0] });
    }
  });
});

describe("an account's other rules", () => {
  it("erasure is due fourteen days after it was asked for", () => {
    expect(DELETION_GRACE_DAYS).toBe(14);
    expect(erasureDue(new Date("2026-02-20T10:00:00Z")).toISOString()).toBe("2026-03-06T10:00:00.000Z");
  });

  it.each([
    [undefined, 0],
    [{ failures: 3, lockedUntil: null }, 0],
    [{ failures: 5, lockedUntil: new Date(NOW.getTime() - 1) }, 0],
    [{ failures: 5, lockedUntil: new Date(NOW.getTime() + 1) }, 1],
    [{ failures: 6, lockedUntil: new Date(NOW.getTime() + 900_000) }, 900],
  ])("a lock's seconds: %j", (record, seconds) => {
    expect(lockSeconds(record, NOW)).toBe(seconds);
  });

  it("counts every way in", () => {
    expect(waysLeft({ hasPassword: false, passkeys: 0, thirdParties: 0 })).toBe(0);
    expect(waysLeft({ hasPassword: true, passkeys: 0, thirdParties: 0 })).toBe(1);
    expect(waysLeft({ hasPassword: true, passkeys: 2, thirdParties: 3 })).toBe(6);
  });
});

describe("what goes with an account", () => {
  it("is all told before it goes: nothing that has words is kept back", () => {
    expect(HOLDINGS.toSorted()).toEqual(Object.keys(en.account.deletion.holdings).toSorted());
  });
});
