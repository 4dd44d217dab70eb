import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDocument } from "#tests/factories/documents";
import { balanceOf, creditable, invoiceSteps, running, standingOn, stateBy } from "@/features/trades/invoices/rules";
import { TAX_MODES } from "@/lib/enums/trades";
import { INVOICE_STATES } from "@/lib/enums/trades-invoices";
import { sumOf, WHOLE_RATE } from "@/lib/pricing/amounts";
import { calculate, type DocumentLine, NO_DISCOUNT, partOf, payingOf, type Terms } from "@/lib/pricing/documents";
import { type Agreed, type Before, lastOf, lessLines, partLines, shareLines, withTaxLeft } from "@/lib/pricing/parts";

const STEPS: Record<string, string> = {
  "draft>issued": "manager",
  "issued>part_paid": "money",
  "issued>paid": "money",
  "issued>credited": "money",
  "part_paid>issued": "money",
  "part_paid>paid": "money",
  "part_paid>credited": "money",
  "paid>issued": "money",
  "paid>part_paid": "money",
  "paid>credited": "money",
};

describe("the lifecycle of an invoice", () => {
  const pairs = INVOICE_STATES.flatMap((from) => INVOICE_STATES.map((to) => [from, to] as const));
  it.each(pairs)("from %s to %s", (from, to) => {
    const may = (["manager", "money"] as const).filter((by) => invoiceSteps.can(from, to, by));
    expect(may).toEqual([STEPS[`${from}>${to}`]].filter(Boolean));
  });

  it("is moved by money along its steps alone", () => {
    const sums = fc.record({ total: fc.nat(1000), paid: fc.nat(1000), credited: fc.nat(1000) });
    const fits = ({ total, paid, credited }: { total: number; paid: number; credited: number }) => paid <= total && credited <= total;
    fc.assert(
      fc.property(sums, fc.nat(1000), (money, paid) => {
        fc.pre(fits(money) && paid <= money.total && money.total > 0);
        const [from, to] = [stateBy(money), stateBy({ ...money, paid })];
        expect(from === to || invoiceSteps.can(from, to, "money")).toBe(true);
      }),
    );
  });

  it.each([
    [{ total: 100, paid: 0, credited: 0 }, "issued"],
    [{ total: 100, paid: 1, credited: 0 }, "part_paid"],
    [{ total: 100, paid: 100, credited: 0 }, "paid"],
    [{ total: 100, paid: 40, credited: 60 }, "paid"],
    [{ total: 100, paid: 0, credited: 60 }, "issued"],
    [{ total: 100, paid: 100, credited: 100 }, "credited"],
    [{ total: 0, paid: 0, credited: 0 }, "paid"],
  ] as const)("%j is %s", (money, state) => expect(stateBy(money)).toBe(state));

  it("is overdue from the day after the last one, while something is due", () => {
    const on = (state: "issued" | "part_paid" | "paid" | "credited", day: string) =>
      standingOn({ kind: "final", state, dueOn: "2026-01-31" }, day);
    expect(on("issued", "2026-01-31")).toBe("issued");
    expect(on("issued", "2026-02-01")).toBe("overdue");
    expect(on("part_paid", "2026-02-01")).toBe("overdue");
    expect(on("paid", "2026-02-01")).toBe("paid");
    expect(standingOn({ kind: "credit", state: "issued", dueOn: "2026-01-31" }, "2026-02-01")).toBe("issued");
  });

  it("owes what is neither paid nor credited", () => expect(balanceOf({ total: 100, paid: 80, credited: 50 })).toBe(-30));
});

const TEXTS = { discount: "Off", whole: "All" };
const totalsOf = ({ lines, terms }: Agreed) => calculate(lines, terms).totals;

const lineAt = (price: number, rate: number, quantity = 1000): DocumentLine => ({
  ...{ source: "hand", kind: "item", code: "", text: "Line", unit: "piece", quantity, price, cost: 0, discount: 0 },
  ...{ tax: { name: "", rate, category: "S" }, optional: false, chosen: false },
});

describe("what is asked for in parts", () => {
  const rate = fc.integer({ min: 1, max: 9_999 });
  const anyTerms = fc.record<Terms>({
    taxMode: fc.constantFrom(...TAX_MODES),
    taxIncluded: fc.boolean(),
    discount: fc.constant(NO_DISCOUNT),
  });

  const forward = (line: DocumentLine) => ({ ...line, quantity: Math.abs(line.quantity) });
  /** What the invoices of these shares and the one of the rest come to, and what was left for that one. */
  const inParts = (agreed: readonly Agreed[], shares: readonly number[], terms: Terms) => {
    const before: Before[] = [];
    const ask = (content: Agreed) => before.push({ ...content, terms: withTaxLeft(agreed, before, content), credits: [] });
    for (const share of shares) ask({ lines: shareLines(agreed, before, { rate: share, text: () => "Part" }, terms), terms });
    const sum = (of: readonly Agreed[]) => sumOf(of.map((one) => totalsOf(one).total));
    const left = sum(agreed) - sum(before);
    const less = before.map((one) => ({ before: one, text: "Less" }));
    ask(lastOf(agreed, less, TEXTS, terms));
    return { left, last: sum(before.slice(-1)) };
  };
  const anyParts = [fc.array(anyDocument, { minLength: 1, maxLength: 3 }), fc.array(rate, { maxLength: 5 }), anyTerms] as const;

  it("comes with the rest to what was signed, to the minor unit", () =>
    fc.assert(
      fc.property(...anyParts, (documents, shares, terms) => {
        const agreed = documents.map((one) => ({ ...one, lines: one.lines.map(forward) }));
        const { left, last } = inParts(agreed, shares, terms);
        expect(last).toBe(left);
      }),
    ));

  it("comes to it where lines take something back, too, unless nothing is left to ask for", () =>
    fc.assert(
      fc.property(...anyParts, (agreed, shares, terms) => {
        const { left, last } = inParts(agreed, shares, terms);
        if (left >= 0 || last < 0) expect(last).toBe(left);
      }),
    ));

  it("asks for no more tax than is left, though each part's is rounded up", () => {
    const terms = { taxMode: "group" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const quote = { lines: [lineAt(92, 550)], terms };
    expect(totalsOf(quote).total).toBe(97);
    expect(inParts([quote], [4946, 4946], terms)).toEqual({ left: 0, last: 0 });
    expect(inParts([quote], [1000, 1000, 1000, 1000], terms)).toEqual({ left: 61, last: 61 });
  });

  it("comes to what the quote announced", () =>
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: 1, max: WHOLE_RATE }), (content, part) => {
        const { taxIncluded } = content.terms;
        const terms = { ...content.terms, discount: NO_DISCOUNT };
        const lines = partLines([content], { rate: part, text: () => "Part" }, taxIncluded);
        const { totals } = calculate(content.lines, content.terms);
        const announced = partOf(totals, part, taxIncluded);
        if (announced >= 0) expect(totalsOf({ lines, terms: withTaxLeft([content], [], { lines, terms }) }).total).toBe(announced);
      }),
    ));

  it("is announced where something is asked for alone", () => {
    const terms = { taxMode: "line" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const paying = (...lines: DocumentLine[]) => payingOf(totalsOf({ lines, terms }), { deposit: WHOLE_RATE, days: 14 }, false);
    // Each line's tax is rounded up, which is signed so.
    expect(paying(...Array.from({ length: 3 }, () => lineAt(105, 1000)))).toEqual({ deposit: { rate: WHOLE_RATE, amount: 348 }, days: 14 });
    expect(paying(lineAt(100_000, 1900, -1000))).toBeNull();
    expect(payingOf(totalsOf({ lines: [lineAt(105, 1000)], terms }), { deposit: 0, days: 7 }, false)).toEqual({ deposit: null, days: 7 });
  });

  it.each([
    [100_011, 119_013, 35_704],
    [100_003, 119_004, 35_701],
  ])("asks last for what is left of what was signed for %i, though each tax is rounded by itself", (net, signed, first) => {
    const terms = { taxMode: "group" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const quote = { lines: [lineAt(net, 1900)], terms };
    const before = { lines: partLines([quote], { rate: 3000, text: () => "Part" }, false), terms, credits: [] };
    const last = lastOf([quote], [{ before, text: "Less" }], TEXTS, terms);
    const settled = withTaxLeft([quote], [before], last);
    expect([quote, before, { ...last, terms: settled }].map((one) => totalsOf(one).total)).toEqual([signed, first, signed - first]);
    // What somebody changes of it by hand is taxed like anything else.
    const more = [...last.lines, lineAt(1000, 1900)];
    expect(totalsOf({ lines: more, terms: settled })).toEqual(totalsOf({ lines: more, terms }));
  });

  it("asks with a deposit for what deposits before it have not asked for, and for no more than is left", () => {
    const terms = { taxMode: "group" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const [quote, variation] = [1_000_000, 200_000].map((price) => ({ lines: [lineAt(price, 1000)], terms }));
    if (!quote || !variation) throw new Error("two quotes");
    const deposit = (agreed: Agreed[], rate: number, before: Before[]) => {
      const less = before.map((one) => ({ before: one, text: "Less" }));
      return { lines: partLines(agreed, { rate, text: () => "Deposit", less }, false, before), terms, credits: [] };
    };
    const first = deposit([quote], 3000, []);
    const second = deposit([quote, variation], 3000, [first]);
    expect([first, second].map((one) => totalsOf(one).total)).toEqual([330_000, 66_000]);
    expect(second.lines.map(({ quantity, price }) => [quantity, price])).toEqual([
      [1000, 360_000],
      [-1000, 300_000],
    ]);
    expect(deposit([quote], 3000, [first]).lines).toEqual([]);
    expect(deposit([quote], 2000, [first]).lines).toEqual([]);
    // One that was given back is asked for again.
    expect(totalsOf(deposit([quote], 3000, [{ ...first, credits: [first] }])).total).toBe(330_000);
    const asked = (rate: number, before: Before[], less: { before: Before; text: string }[] = []) =>
      shareLines([quote], before, { rate, text: String, less }, terms).map(({ text, quantity, price }) => [text, quantity, price]);
    for (const rate of [7000, 7001, WHOLE_RATE]) expect(asked(rate, [first])).toEqual([["7000", 1000, 700_000]]);
    expect(asked(WHOLE_RATE, [first], [{ before: first, text: "Less" }])).toEqual([
      ["10000", 1000, 1_000_000],
      ["Less", -1000, 300_000],
    ]);
    expect(asked(1000, [first, { ...quote, credits: [] }])).toEqual([]);
    // 600,000 of 1,100,000 were asked for, at a rate that nobody had agreed upon.
    expect(asked(WHOLE_RATE, [{ lines: [lineAt(500_000, 2000)], terms, credits: [] }])).toEqual([["4545", 1000, 454_500]]);
  });

  it("asks at no rate for more than is left of it, and says for how much of that", () => {
    const terms = { taxMode: "group" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const quote = { lines: [lineAt(1_000_000, 2000), lineAt(1_000_000, 1000)], terms };
    const asked = (lines: DocumentLine[]) => ({ lines, terms, credits: [] });
    const said = (lines: readonly DocumentLine[]) => lines.map(({ text, price, tax }) => [text, price, tax.rate]);
    const share = (agreed: Agreed[], before: Before[], rate: number) => shareLines(agreed, before, { rate, text: String }, terms);
    // All of one rate was asked for by hand.
    expect(said(share([quote], [asked([lineAt(1_000_000, 2000)])], 5000))).toEqual([["5000", 500_000, 1000]]);
    // A variation at another rate came after a part.
    const [first, variation] = [lineAt(1_000_000, 2000), lineAt(1_000_000, 1000)].map((line) => ({ lines: [line], terms }));
    if (!first || !variation) throw new Error("two quotes");
    const before = [asked(share([first], [], 6000))];
    before.push(asked(share([first, variation], before, 7000)));
    expect(said(before[1]?.lines ?? [])).toEqual([
      ["4000", 400_000, 2000],
      ["7000", 700_000, 1000],
    ]);
    const last = lastOf(
      [first, variation],
      before.map((one) => ({ before: one, text: "Less" })),
      TEXTS,
      terms,
    );
    expect(totalsOf(last).total).toBe(330_000);
  });

  it("asks for no more than was signed, whatever was agreed upon between two parts", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(anyDocument, rate), { minLength: 1, maxLength: 4 }), anyTerms, (steps, terms) => {
        const [agreed, before]: [Agreed[], Before[]] = [[], []];
        for (const [{ lines, terms: of }, share] of steps) {
          agreed.push({ lines: lines.map(forward), terms: of });
          const content = { lines: shareLines(agreed, before, { rate: share, text: String }, terms), terms };
          before.push({ ...content, terms: withTaxLeft(agreed, before, content), credits: [] });
          const sum = (of: readonly Agreed[]) => sumOf(of.map((one) => totalsOf(one).total));
          expect(sum(before)).toBeLessThanOrEqual(sum(agreed));
        }
      }),
    ));

  it("leaves nothing to give back where all of it was asked for in parts that were rounded up", () =>
    fc.assert(
      fc.property(anyDocument, fc.boolean(), (content, included) => {
        const terms = { taxMode: "group" as const, taxIncluded: included, discount: NO_DISCOUNT };
        const before: { lines: DocumentLine[]; terms: typeof terms; credits: [] }[] = [];
        for (const part of [3_333, 3_333, 3_334]) {
          before.push({ lines: partLines([content], { rate: part, text: () => "Part" }, included, before), terms, credits: [] });
        }
        const all = partLines([content], { rate: WHOLE_RATE, text: () => "All" }, included);
        const rest = [...all, ...before.flatMap((one) => lessLines({ before: one, text: "Less" }, included))];
        fc.pre(all.every(({ quantity }) => quantity > 0));
        const { net, total } = calculate(rest, terms).totals;
        expect(included ? total : net).toBeGreaterThanOrEqual(0);
        expect(total).toBeGreaterThanOrEqual(0);
      }),
    ));

  it("is given back to the minor unit, however much of it was given back before", () =>
    fc.assert(
      fc.property(anyDocument, rate, rate, (content, first, second) => {
        const { total } = calculate(content.lines, content.terms).totals;
        fc.pre(total > 0);
        const terms = { ...content.terms, discount: NO_DISCOUNT };
        const credits = [first, second].map((part) => ({
          lines: partLines([content], { rate: Math.min(part, 4_999), text: () => "Back" }, terms.taxIncluded),
          terms,
        }));
        const back = credits.map((credit) => calculate(credit.lines, credit.terms).totals.total);
        const rest = creditable(content, credits, "Rest");
        expect(calculate(rest.lines, rest.terms).totals.total).toBe(total - (back[0] ?? 0) - (back[1] ?? 0));
      }),
    ));

  it("is given back as it was asked for, and then nothing is left", () =>
    fc.assert(
      fc.property(anyDocument, (content) => {
        const { total } = calculate(content.lines, content.terms).totals;
        fc.pre(total > 0);
        expect(calculate(creditable(content, [], "Rest").lines, content.terms).totals.total).toBe(total);
        expect(creditable(content, [content], "Rest").lines).toEqual([]);
      }),
    ));
});

describe("what is asked for last where each line is taxed by itself", () => {
  const anyByLine = anyDocument.map(({ lines, terms }) => ({ lines, terms: { ...terms, taxMode: "line" as const } }));
  const totalOf = (one: Agreed) => calculate(one.lines, one.terms).totals.total;

  it("is what was signed, to the minor unit", () =>
    fc.assert(
      fc.property(anyByLine, (quote) => {
        const last = lastOf([quote], [], TEXTS, { ...quote.terms, discount: NO_DISCOUNT });
        const [{ net, tax, total }, signed] = [calculate(last.lines, last.terms).totals, calculate(quote.lines, quote.terms).totals];
        expect({ net, tax, total }).toEqual({ net: signed.net, tax: signed.tax, total: signed.total });
      }),
    ));

  it.each([
    ["ten lines of 1.05", Array.from({ length: 10 }, () => lineAt(105, 1000)), 1000, 1040],
    ["lines at several rates", [lineAt(3335, 770, 3000), lineAt(19_999, 770), lineAt(1249, 260, 7000)], 333, 39_911],
  ])("is what was signed for %s", (_, lines, off, signed) => {
    const terms = { taxMode: "line" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const quote = { lines, terms: { ...terms, discount: { is: "rate" as const, rate: off } } };
    expect([totalOf(quote), totalOf(lastOf([quote], [], TEXTS, terms))]).toEqual([signed, signed]);
    // So is it with a part that was asked for before.
    const before = { lines: partLines([quote], { rate: 3000, text: () => "Part" }, false), terms, credits: [] };
    const rest = lastOf([quote], [{ before, text: "Less" }], TEXTS, terms);
    expect(totalOf(rest) + totalOf(before)).toBe(signed);
  });

  it("takes the discount off by lines where more than the rest of it was asked for already, or something is asked for again", () => {
    const terms = { taxMode: "line" as const, taxIncluded: false, discount: NO_DISCOUNT };
    const quote = { lines: [lineAt(1000, 1000)], terms: { ...terms, discount: { is: "rate" as const, rate: 5000 } } };
    for (const line of [lineAt(600, 1000), lineAt(100, 2000, -1000)]) {
      const before = { lines: [line], terms, credits: [] };
      const last = lastOf([quote], [{ before, text: "Less" }], TEXTS, terms);
      expect([last.terms.discount, totalOf(last)]).toEqual([NO_DISCOUNT, totalOf(quote) - totalOf(before)]);
    }
  });
});

describe("what was given back with another tax than was asked for", () => {
  const terms = { taxMode: "group" as const, taxIncluded: false, discount: NO_DISCOUNT };
  const [asked, credit] = [
    { lines: [lineAt(1000, 1000)], terms },
    { lines: [lineAt(300, 2000)], terms },
  ];

  it("is asked for again with what is left", () => {
    const less = lessLines({ before: { ...asked, credits: [credit] }, text: "Less" }, false);
    expect(less.map(({ quantity, price, tax }) => [quantity, price, tax.rate])).toEqual([
      [-1000, 1000, 1000],
      [1000, 300, 2000],
    ]);
  });

  it.each([false, true])("is not given back twice; prices with their tax in them: %s", (taxIncluded) => {
    const written = ({ lines }: { lines: DocumentLine[] }) => ({ lines, terms: { ...terms, taxIncluded } });
    const [of, back] = [written(asked), written(credit)];
    const totalOf = (one: Agreed) => calculate(one.lines, one.terms).totals.total;
    expect(totalOf(creditable(of, [back], "Rest"))).toBe(totalOf(of) - totalOf(back));
    expect(totalOf(of) - totalOf(back)).toBe(taxIncluded ? 700 : 740);
  });
});

describe("an account", () => {
  it("goes by days, with what is asked for before what is paid on the same one", () => {
    const entries = [
      { day: "2026-01-02", amount: 100 },
      { day: "2026-01-01", amount: 50 },
      { day: "2026-01-02", amount: -30 },
    ];
    expect(running(10, entries).map(({ balance }) => balance)).toEqual([60, 160, 130]);
  });
});
