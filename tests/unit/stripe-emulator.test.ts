import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cardOfToken, judge, readCard } from "@/server/vendors/stripe/emulator/cards";
import { applyBalance } from "@/server/vendors/stripe/emulator/invoice-object";
import { integer, mergeMetadata, parseForm, read } from "@/server/vendors/stripe/emulator/params";
import { boundary, boundaryAfter } from "@/server/vendors/stripe/emulator/periods";
import { type Debit, planChange, share } from "@/server/vendors/stripe/emulator/proration";
import { difference } from "@/server/vendors/stripe/emulator/work";

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

describe("periods", () => {
  const ends = (start: string, interval: "month" | "year", count: number) =>
    Array.from({ length: count }, (_, index) => iso(boundary({ anchor: at(start), interval }, index + 1)));

  test("a month without the anchor's day ends on its last, and the next has it again", () => {
    expect(ends("2026-01-31T10:30:00Z", "month", 4)).toEqual([
      "2026-02-28T10:30:00",
      "2026-03-31T10:30:00",
      "2026-04-30T10:30:00",
      "2026-05-31T10:30:00",
    ]);
    expect(ends("2028-01-29T00:00:00Z", "month", 2)).toEqual(["2028-02-29T00:00:00", "2028-03-29T00:00:00"]);
    expect(ends("2027-01-30T23:59:59Z", "month", 2)).toEqual(["2027-02-28T23:59:59", "2027-03-30T23:59:59"]);
  });

  test("a year from 29 February ends on 28 February, and on the 29th when there is one", () => {
    expect(ends("2028-02-29T00:00:00Z", "year", 4)).toEqual([
      "2029-02-28T00:00:00",
      "2030-02-28T00:00:00",
      "2031-02-28T00:00:00",
      "2032-02-29T00:00:00",
    ]);
  });

  test("the boundary after an instant is the first one later than it", () => {
    const cycle = fc.record({
      anchor: fc.integer({ min: at("2024-01-01"), max: at("2030-01-01") }),
      interval: fc.constantFrom("month" as const, "year" as const),
    });
    fc.assert(
      fc.property(cycle, fc.integer({ min: 0, max: 60 }), fc.integer({ min: -1, max: 1 }), (given, index, shift) => {
        const [here, next] = [boundary(given, index), boundary(given, index + 1)];
        expect(boundaryAfter(given, here + shift)).toBe(shift < 0 ? here : next);
        expect(next).toBeGreaterThan(here);
      }),
    );
  });
});

describe("prorations", () => {
  const period = { start: at("2026-04-01T00:00:00Z"), end: at("2026-05-01T00:00:00Z") };
  const paid = (amount: number): Debit => ({ line: "il_1", invoice: "in_1", amount, ...period });
  const base = { anchor: period.start, period, free: false, behaviour: "create_prorations" as const };
  const monthly = (amount: number) => ({ amount, interval: "month" as const });

  test("half-way from 10 to 20: 5 back, 10 for the rest", () => {
    const now = at("2026-04-16T00:00:00Z");
    const change = planChange({ ...base, from: monthly(1000), to: monthly(2000), debit: paid(1000), at: now, now });
    expect([change.credit?.amount, change.debit?.amount, change.full, change.invoiceNow]).toEqual([-500, 1000, undefined, false]);
    expect(change.period).toEqual(period);
  });

  test("another interval begins a period of its own, and is invoiced at once", () => {
    const now = at("2026-04-16T00:00:00Z");
    const to = { amount: 12_000, interval: "year" as const };
    const change = planChange({ ...base, from: monthly(1000), to, debit: paid(1000), at: now, now });
    expect(change).toMatchObject({ anchor: now, invoiceNow: true, credit: { amount: -500 }, full: { amount: 12_000 } });
    expect(change.period).toEqual({ start: now, end: at("2027-04-16T00:00:00Z") });
    expect(change.debit).toBeUndefined();
  });

  test("without prorations nothing is taken back or charged", () => {
    const now = period.start + 1;
    const change = planChange({ ...base, behaviour: "none", from: monthly(1), to: monthly(2), debit: paid(1), at: now, now });
    expect([change.credit, change.debit, change.full, change.invoiceNow]).toEqual([undefined, undefined, undefined, false]);
  });

  test("a change costs nothing in a trial", () => {
    const now = period.start + 1;
    const change = planChange({ ...base, free: true, from: monthly(1), to: { amount: 9, interval: "year" }, debit: paid(0), at: now, now });
    expect(change).toEqual({ credit: undefined, debit: undefined, full: undefined, anchor: base.anchor, period, invoiceNow: false });
  });

  /** However often the price changes, each second is paid at the price that held in it: to within one cent a change. */
  test("charges of a period add up to the time at each price", () => {
    const changes = fc.array(
      fc.record({ amount: fc.integer({ min: 0, max: 1_000_000 }), second: fc.integer({ min: 0, max: period.end - period.start }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), changes, (first, unsorted) => {
        const sorted = unsorted.toSorted((a, b) => a.second - b.second);
        let [total, exact, price, since] = [first, 0, first, period.start];
        let debit = paid(first);
        for (const { amount, second } of sorted) {
          const now = period.start + second;
          exact += (price * (now - since)) / (period.end - period.start);
          // The first price that is not 0 starts a period of its own: that is another rule.
          const from = monthly(Math.max(price, 1));
          const change = planChange({ ...base, from, to: monthly(amount), debit, at: now, now });
          total += (change.credit?.amount ?? 0) + (change.debit?.amount ?? 0);
          if (change.debit) debit = { line: "il_2", invoice: null, amount: change.debit.amount, ...change.debit.period };
          [price, since] = [amount, now];
        }
        exact += (price * (period.end - since)) / (period.end - period.start);
        expect(Math.abs(total - exact)).toBeLessThanOrEqual(sorted.length);
        expect(Number.isInteger(total)).toBe(true);
      }),
      // Three changes in the last second: what the second one charged is for no time.
      { examples: [[1, [0, 0, 0].map((amount) => ({ amount, second: period.end - period.start }))]] },
    );
  });

  test("to the same price and back costs nothing: what is charged for a time is what is taken back for it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: period.end - period.start - 1 }), (amount, second) => {
        const now = period.start + second;
        const change = planChange({ ...base, from: monthly(amount), to: monthly(amount), debit: paid(amount), at: now, now });
        expect((change.credit?.amount ?? 0) + (change.debit?.amount ?? 0)).toBe(0);
      }),
    );
  });

  test("a share is all at the start, nothing at the end, and never outside of both", () => {
    expect([share(999, period, period.start - 5), share(999, period, period.start), share(999, period, period.end)]).toEqual([999, 999, 0]);
    expect(share(999, period, period.end + 5)).toBe(0);
  });

  test("a balance pays, and takes what is left over", () => {
    expect(applyBalance(1000, -300)).toEqual({ due: 700, ending: 0 });
    expect(applyBalance(1000, -1300)).toEqual({ due: 0, ending: -300 });
    expect(applyBalance(-500, 0)).toEqual({ due: 0, ending: -500 });
    expect(applyBalance(1000, 200)).toEqual({ due: 1200, ending: 0 });
  });
});

describe("cards", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const card = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", name: "Ada" };

  test("a typed card is read", () => {
    expect(readCard(card, now)).toEqual({ brand: "visa", last4: "4242", month: 12, year: 2030 });
    expect(readCard({ ...card, number: "5555555555554444", expiry: "1 / 2031" }, now)).toMatchObject({
      brand: "mastercard",
      month: 1,
      year: 2031,
    });
  });

  test.each([
    ["incorrect_number", { number: "4242424242424241" }],
    ["incorrect_number", { number: "4242" }],
    ["incorrect_number", { number: "" }],
    ["invalid_expiry_year", { expiry: "12/25" }],
    ["invalid_expiry_month", { expiry: "10/26" }],
    ["invalid_expiry_month", { expiry: "13/30" }],
    ["invalid_expiry_month", { expiry: "soon" }],
    ["invalid_cvc", { cvc: "12" }],
    ["invalid_cvc", { cvc: "12a" }],
    ["test_mode_live_card", { number: "4111111111111111" }],
  ])("%s", (code, wrong) => {
    expect(readCard({ ...card, ...wrong }, now)).toEqual({ code });
  });

  test("each test card behaves as Stripe says", () => {
    const uses = (last4: string) => [
      judge(last4, { purpose: "setup" }).kind,
      judge(last4, { purpose: "payment" }).kind,
      judge(last4, { purpose: "payment", authenticated: true }).kind,
      judge(last4, { purpose: "payment", prepared: true }).kind,
    ];
    expect(uses("4242")).toEqual(["approved", "approved", "approved", "approved"]);
    expect(uses("0341")).toEqual(["approved", "declined", "declined", "declined"]);
    expect(uses("0002")).toEqual(["declined", "declined", "declined", "declined"]);
    expect(uses("3184")).toEqual(["authenticate", "authenticate", "approved", "authenticate"]);
    expect(uses("3155")).toEqual(["authenticate", "authenticate", "approved", "approved"]);
    expect(judge("9995", { purpose: "payment" })).toMatchObject({ decline: { code: "card_declined", declineCode: "insufficient_funds" } });
    expect(cardOfToken("pm_card_visa", now)?.last4).toBe("4242");
    expect(cardOfToken("pm_card_nobody", now)).toBeUndefined();
  });
});

describe("parameters", () => {
  test("nested fields and lists", () => {
    expect(parseForm("items[0][price]=p&items[0][quantity]=1&metadata[a%20b]=c%26d&expand[]=x&expand[]=y&empty=")).toEqual({
      items: [{ price: "p", quantity: "1" }],
      metadata: { "a b": "c&d" },
      expand: ["x", "y"],
      empty: "",
    });
  });

  test("no field reaches the prototype", () => {
    expect(() => parseForm("__proto__[polluted]=1")).toThrow("unknown parameter");
    expect(() => parseForm("a[constructor][prototype]=1")).toThrow("unknown parameter");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ["parameter_unknown", { a: "1", b: "2" }, "b"],
    ["parameter_missing", {}, "a"],
    ["parameter_invalid_integer", { a: "1.5" }, "a"],
  ])("%s", (code, params, param) => {
    expect(() => read(z.strictObject({ a: integer }), params as Record<string, string>)).toThrow(
      expect.objectContaining({ status: 400, details: expect.objectContaining({ code, param }) }),
    );
  });

  test("metadata: keys are added, changed and removed one by one, or all at once", () => {
    expect(mergeMetadata({ a: "1", b: "2" }, { b: "", c: "3" })).toEqual({ a: "1", c: "3" });
    expect(mergeMetadata({ a: "1" }, undefined)).toEqual({ a: "1" });
    expect(mergeMetadata({ a: "1" }, null)).toEqual({});
  });

  test("a difference names the old values of what has changed", () => {
    expect(difference({ a: 1, b: { c: 1, d: 2 }, e: [1] }, { a: 1, b: { d: 2, c: 3 }, e: [2], f: 1 })).toEqual({
      b: { c: 1 },
      e: [1],
      f: null,
    });
    expect(difference({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual({});
  });
});
