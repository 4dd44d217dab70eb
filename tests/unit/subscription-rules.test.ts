import { describe, expect, it } from "vitest";
import {
  cancellingOf,
  type Entitlements,
  entitlementsOf,
  firstActOf,
  GRACE_DAYS,
  givesAccess,
  graceEnds,
  isOnItsWay,
  LOOKUP_KEYS,
  lapses,
  limitReached,
  lookupKeyOf,
  offerOf,
  planNow,
  standingOf,
} from "@/features/subscription/rules";
import { PLANS, type Plan, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "@/lib/enums/subscription";
import { SETTING_DEFAULTS, SETTINGS } from "@/lib/settings";

const ALLOWED = Object.fromEntries(PLANS.map((plan) => [plan, entitlementsOf(SETTING_DEFAULTS.entitlements[plan])])) as Record<
  Plan,
  Entitlements
>;
const NOW = new Date("2026-11-21T12:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

describe("access", () => {
  it.each(SUBSCRIPTION_STATUSES)("of the status %s", (status) => {
    const pastDueSince = status === "past_due" ? ago(1) : null;
    expect(givesAccess({ status, pastDueSince }, NOW)).toBe(["trialing", "active", "past_due"].includes(status));
  });

  it("lasts seven days after a renewal failed, to the moment", () => {
    const held = { status: "past_due" as const, pastDueSince: ago(GRACE_DAYS) };
    expect(givesAccess(held, NOW)).toBe(false);
    expect(givesAccess(held, new Date(NOW.getTime() - 1))).toBe(true);
    expect(graceEnds(held)).toEqual(NOW);
    expect(graceEnds({ status: "active", pastDueSince: null })).toBeNull();
  });
});

describe("the plan that somebody has", () => {
  const held = (lookupKey: string, status: "active" | "canceled" = "active") => ({ status, lookupKey, pastDueSince: null });
  const given = (plan: "plus" | "pro", from: number, to: number, revoked = false) => ({
    plan,
    startsAt: ago(from),
    endsAt: ago(to),
    revokedAt: revoked ? ago(0) : null,
  });

  it("is the best of what is paid for and what was given", () => {
    expect(planNow([], [], NOW)).toBe("free");
    expect(planNow([held("parley_plus_month")], [], NOW)).toBe("plus");
    expect(planNow([held("parley_plus_month"), held("parley_pro_year", "canceled")], [], NOW)).toBe("plus");
    expect(planNow([held("parley_plus_month")], [given("pro", 1, -1)], NOW)).toBe("pro");
    expect(planNow([held("parley_pro_year")], [given("plus", 1, -1)], NOW)).toBe("pro");
  });

  it("counts a gift from its beginning to its end, unless it was taken back", () => {
    expect(planNow([], [given("pro", 2, 1)], NOW)).toBe("free");
    expect(planNow([], [given("pro", -1, -2)], NOW)).toBe("free");
    expect(planNow([], [given("pro", 1, 0)], NOW)).toBe("free");
    expect(planNow([], [given("pro", 0, -1)], NOW)).toBe("pro");
    expect(planNow([], [given("pro", 1, -1, true)], NOW)).toBe("free");
  });

  it("is free for a price that this app does not sell", () => {
    expect(planNow([held("something_else")], [], NOW)).toBe("free");
  });
});

describe("what is said of a subscription", () => {
  const seen = (status: SubscriptionStatus, more: { graceEndsAt?: string; cancelAt?: string } = {}) =>
    standingOf({ status, graceEndsAt: more.graceEndsAt ?? null, cancelAt: more.cancelAt ?? null });
  const later = ago(-3).toISOString();

  it("is how it goes on, while nothing is owed", () => {
    expect(seen("active")).toBe("renews");
    expect(seen("trialing")).toBe("trial");
    for (const status of ["active", "trialing"] as const) expect(seen(status, { cancelAt: later })).toBe("ends");
  });

  it("is that something is owed, and whether everything still works, also where an end is planned", () => {
    for (const end of [{}, { cancelAt: later }]) {
      expect(seen("past_due", { ...end, graceEndsAt: later })).toBe("overdue");
      expect(seen("past_due", end)).toBe("onHold");
      for (const status of ["unpaid", "incomplete", "paused"] as const) expect(seen(status, end)).toBe(status);
    }
  });

  it("comes with the one thing to do", () => {
    const acts = SUBSCRIPTION_STATUSES.map((status) => [status, firstActOf({ status, card: {} }), firstActOf({ status, card: null })]);
    expect(acts.filter(([, withCard, without]) => withCard !== null || without !== null)).toEqual([
      ["incomplete", "finish", "giveCard"],
      ["past_due", "pay", "giveCard"],
      ["unpaid", "pay", "giveCard"],
      ["paused", "resume", "giveCard"],
    ]);
  });

  it("when it is cancelled, is what happens to it", () => {
    const means = Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, cancellingOf(status)]));
    expect(means).toMatchObject({
      active: "paid",
      trialing: "paid",
      past_due: "overdue",
      unpaid: "resting",
      incomplete: "atOnce",
      paused: "atOnce",
    });
  });

  it("includes until when a first payment can be finished", () => {
    expect(lapses({ status: "incomplete", createdAt: NOW })).toEqual(new Date("2026-11-22T11:00:00Z"));
    expect(lapses({ status: "active", createdAt: NOW })).toBeNull();
  });
});

describe("offers", () => {
  it("have a lookup key for each paid plan and interval, and each key leads back", () => {
    expect(LOOKUP_KEYS).toEqual(["parley_plus_month", "parley_plus_year", "parley_pro_month", "parley_pro_year"]);
    for (const key of LOOKUP_KEYS) {
      const offer = offerOf(key);
      expect(offer && lookupKeyOf(offer.plan, offer.interval)).toBe(key);
    }
  });

  it("allow more with each plan, never less", () => {
    for (const [at, plan] of PLANS.slice(1).entries()) {
      const [less, more] = [ALLOWED[PLANS[at] ?? "free"], ALLOWED[plan]];
      expect(more.storedTakesPerWeek ?? Number.POSITIVE_INFINITY).toBeGreaterThan(less.storedTakesPerWeek ?? 0);
      expect(more.storageBytes).toBeGreaterThan(less.storageBytes);
      expect(more.reviewsWanted).toBeGreaterThanOrEqual(less.reviewsWanted);
      expect(Number(more.simulation)).toBeGreaterThanOrEqual(Number(less.simulation));
    }
  });

  it("are limits that may be set: as they came, and in the order of the plans", () => {
    const { free, plus, pro } = SETTING_DEFAULTS.entitlements;
    const problems = (plans: object) =>
      SETTINGS.entitlements.safeParse(plans).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
    expect(problems({ free, plus, pro })).toEqual([]);
    expect(problems({ free, plus: free, pro: free })).toEqual([]);
    expect(problems({ free: { ...free, storageGb: 21 }, plus, pro })).toEqual([["plus.storageGb", "planOrder"]]);
    expect(problems({ free: { ...free, reviewsWanted: 6 }, plus, pro })).toEqual([["plus.reviewsWanted", "planOrder"]]);
    expect(problems({ free, plus: { ...plus, storedTakesPerWeek: null }, pro: { ...pro, storedTakesPerWeek: 900 } })).toEqual([
      ["pro.storedTakesPerWeek", "planOrder"],
    ]);
    for (const one of [{ storedTakesPerWeek: 0 }, { storageGb: 0 }, { reviewsWanted: 0 }, { storageGb: 1.5 }, { storageGb: null }])
      expect(problems({ free: { ...free, ...one }, plus, pro }).map(([path]) => path)).toEqual([`free.${Object.keys(one)[0]}`]);
  });
});

describe("a recording on its way", () => {
  it.each([
    ["uploading", 1, true],
    ["uploading", 24, false],
    ["captured", 1, false],
    ["stored", 1, false],
  ] as const)("%s since %i hours: %s", (state, hours, onItsWay) => {
    expect(isOnItsWay({ state, sendingSince: new Date(NOW.getTime() - hours * 3_600_000) }, NOW)).toBe(onItsWay);
    expect(isOnItsWay({ state, sendingSince: null }, NOW)).toBe(false);
  });
});

describe("a limit", () => {
  const usage = (days: number[], storedBytes = 0) => ({ storedAt: days.map(ago), storedBytes });

  it("is reached by the tenth recording of seven days, and tells when the next place is free", () => {
    const nine = [6, 5, 4, 4, 3, 2, 2, 1, 0];
    expect(limitReached(ALLOWED.free, usage(nine), 1, NOW)).toBeNull();
    expect(limitReached(ALLOWED.free, usage([6.5, ...nine]), 1, NOW)).toEqual({
      reached: "takes",
      freeAt: new Date(ago(6.5).getTime() + 7 * DAY),
    });
    expect(limitReached(ALLOWED.free, usage([7, ...nine]), 1, NOW)).toBeNull();
    expect(limitReached(ALLOWED.plus, usage([6.5, ...nine]), 1, NOW)).toBeNull();
  });

  it("that a better plan's time left behind frees a place only when enough have left the week", () => {
    const twelve = [6.9, 6.8, 6.7, 6, 5, 4, 4, 3, 2, 2, 1, 0];
    expect(limitReached(ALLOWED.free, usage(twelve), 1, NOW)).toEqual({ reached: "takes", freeAt: new Date(ago(6.7).getTime() + 7 * DAY) });
  });

  it("of storage is reached by the byte too many", () => {
    const full = ALLOWED.free.storageBytes;
    expect(limitReached(ALLOWED.free, usage([], full - 10), 10, NOW)).toBeNull();
    expect(limitReached(ALLOWED.free, usage([], full - 10), 11, NOW)).toEqual({ reached: "storage" });
    expect(limitReached(ALLOWED.pro, usage(Array(500).fill(1), full), 11, NOW)).toBeNull();
  });
});
