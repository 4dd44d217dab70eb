import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { CATALOGUES } from "#tests/factories/catalogues";
import { issued } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { joined, pagesOf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aPiece, aQuote, quoteFields } from "#tests/factories/quotes";
import { quotingIn } from "#tests/factories/quoting";
import { statementsOf } from "#tests/factories/statements";
import { A_CUSTOMER } from "#tests/factories/trades";
import { listQuotes } from "@/features/trades/quotes/queries";
import type { WorkspaceContext } from "@/server/api/workspace";
import { quotes } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code, held, sent } = quotingIn(harness, () => shop);

describe("a draft", () => {
  it("has lines for its pieces with the prices of the list, and those written by hand; totals and margin follow", async () => {
    const quote = await aQuote(shop.ask, { pieces: [aPiece({ count: 2 })], discount: { is: "rate", rate: 1000 } });
    expect(quote).toMatchObject({ revision: 1, state: "draft", currency: "VND", link: null });
    expect(quote.lines).toMatchObject([
      // Two fronts of 2.4 m at 2,500.
      { source: "pieces", code: "EDGE-20", quantity: 4800, price: 2500, amounts: { gross: 12_000 } },
      { source: "hand", text: "Delivery", amounts: { gross: 90_000 } },
    ]);
    expect(quote.totals).toMatchObject({ lines: 102_000, discount: 10_200, net: 91_800, cost: 54_320 });
    expect(quote).toMatchObject({ margin: 4083, givenAway: 1000, belowFloor: false, overLimit: false });
  });

  it("is numbered without gaps, by whoever makes ones at once", async () => {
    const own = await newShop(harness());
    const fields = { workspaceId: own.workspaceId, ...(await quoteFields(own.ask)) };
    const made = await Promise.all(
      Array.from({ length: 10 }, () => callProcedure(harness(), own.owner.token, "trades.quotes.save", fields)),
    );
    expect(made.map(({ given }) => given.data.number).toSorted((a: number, b: number) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("tells whoever saves what somebody else has changed meanwhile", async () => {
    const fields = await quoteFields(shop.ask);
    const { uid, version } = await shop.ask("quotes.save", fields);
    await shop.ask("quotes.save", { ...fields, uid, version, title: "Island" });
    const late = await call("quotes.save", { workspaceId: shop.workspaceId, ...fields, uid, version, title: "Bath" });
    expect(late.code).toBe("conflict");
    expect(late.text).toContain("Island");
  });

  it("of a variation stays of a job, whatever is said of its kind", async () => {
    const fields = await quoteFields(shop.ask);
    const { uid: jobUid } = await shop.ask("jobs.save", { title: "Bench", customerUid: fields.customerUid });
    const { uid, version } = await shop.ask("quotes.save", { ...fields, kind: "variation", jobUid });
    for (const kind of [undefined, "quote"])
      expect((await call("quotes.save", { workspaceId: shop.workspaceId, ...fields, uid, version, kind })).code).toBe(
        "invalidInput: jobUid",
      );
    expect(await shop.ask("quotes.save", { ...fields, uid, version, jobUid })).toMatchObject({ kind: "variation", job: { uid: jobUid } });
  });

  it.each([
    ["a code that the list does not have", { pieces: [aPiece({ code: "NONE" })] }],
    ["a piece of no length", { pieces: [aPiece({ length: 0 })] }],
    ["a customer's job that is another's", { jobUid: "0198c5d2-1111-7000-8000-000000000000" }],
    ["a variation of nothing", { kind: "variation" }],
    ["more off than there is", { lines: [aLine({ discount: 10_001 })] }],
    ["a line of nothing", { lines: [aLine({ text: " " })] }],
  ])("refuses %s", async (_, wrong) => expect(await code("quotes.save", await quoteFields(shop.ask, wrong))).toBe("invalidInput"));

  it("does not come to more than can be worked out, nor cost more, options among it: the list stays to be read", async () => {
    const most = { quantity: 10 ** 9, price: 10 ** 9 };
    const beyond = [
      [aLine({ ...most, price: 10 ** 10 })],
      [aLine({ ...most, cost: 10 ** 10 })],
      [aLine(most), aLine({ quantity: -1000, price: 1 })],
      [aLine(most), aLine({ optional: true, price: 1 })],
    ];
    for (const lines of beyond) {
      const fields = { workspaceId: shop.workspaceId, ...(await quoteFields(shop.ask, { pieces: [], lines })) };
      expect((await call("quotes.save", fields)).code).toBe("invalidInput: lines");
    }
    // The very most is, with a tax of as much again.
    const taxed = await newShop(harness());
    await taxed.ask("pricing.saveTax", { name: "VAT", rate: 10_000, category: "S", usual: true });
    expect(await aQuote(taxed.ask, { pieces: [], lines: [aLine(most)] })).toMatchObject({ totals: { total: 2 * 10 ** 15 } });
    for (const { workspaceId, owner } of [shop, taxed])
      expect((await call("quotes.list", { workspaceId }, owner.token)).code).toBeUndefined();
  });
});

describe("the list", () => {
  it("has its page's quotes in their order, whatever it goes by, and reads what is in them of those alone", async () => {
    const own = await newShop(harness());
    for (const [title, price, validUntil] of [
      ["Second", 200_000, "2099-01-03"],
      ["First", 100_000, "2099-01-02"],
      ["Third", 300_000, "2099-01-01"],
    ])
      await aQuote(own.ask, { title, validUntil, pieces: [], lines: [aLine({ price })] });
    const { workspaceId } = own;
    const titles = async (input: object) => {
      const { given } = await call("quotes.list", { workspaceId, ...input }, own.owner.token);
      return [given.data.map(({ title }: { title: string }) => title), given.meta.total];
    };
    expect(await titles({})).toEqual([["Third", "First", "Second"], 3]);
    expect(await titles({ order: "total", descending: false })).toEqual([["First", "Second", "Third"], 3]);
    expect(await titles({ order: "validUntil" })).toEqual([["Second", "First", "Third"], 3]);
    expect(await titles({ order: "total", search: "first" })).toEqual([["First"], 1]);
    expect(await titles({ order: "total", search: A_CUSTOMER.name })).toEqual([["Third", "Second", "First"], 3]);
    expect(await titles({ order: "total", page: 2 })).toEqual([[], 3]);

    const asked = async (search?: string) => {
      const statements = await statementsOf(harness(), (db) => {
        const ctx = { inWorkspace: (work) => withWorkspace(db, workspaceId, work), member: { workspaceId } } as WorkspaceContext;
        return listQuotes(ctx, { workspaceId, order: "total", descending: true, page: 1, search });
      });
      const [page] = statements.filter((text) => text.includes("'payment'"));
      const [count] = statements.filter((text) => text.includes("count("));
      return { picked: page?.split("in (select")[1] ?? "", count: count ?? "" };
    };
    const [plain, searched] = [await asked(), await asked("first")];
    for (const { picked } of [plain, searched]) expect([picked.includes("limit"), picked.includes("content")]).toEqual([true, false]);
    expect([plain, searched].map(({ picked, count }) => [picked, count].map((text) => text.includes('join "customers"')))).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe("whom it is for", () => {
  it("stays while there is a quote, and takes it along where two customers become one", async () => {
    const { quote } = await sent();
    const { uid, version, contacts, sites, name, notes } = await shop.ask("customers.view", { uid: quote.customer.uid });
    expect(await code("customers.delete", { uid, version })).toBe("customerHasQuotes");
    const other = sites.filter((site: { uid: string }) => site.uid !== quote.site.uid);
    expect(await code("customers.save", { uid, version, name, notes, contacts, sites: other })).toBe("siteHasQuotes");
    const kept = await shop.ask("customers.save", A_CUSTOMER);
    await shop.ask("customers.merge", { uid: kept.uid, version: kept.version, otherUid: uid, otherVersion: version });
    expect(await shop.ask("quotes.view", { uid: quote.uid })).toMatchObject({ customer: { uid: kept.uid }, site: { uid: quote.site.uid } });
  });
});

describe("the document", () => {
  it.each(["en", "fr", "vi", "cn", "ar"] as const)("says in %s what is asked for, to whoever holds the link too", async (language) => {
    const { quote, token } = await sent({ language, title: "Sơn Trà 岩石 رخام", terms: "Half in advance." });
    const pdf = await call("quotes.pdf", { workspaceId: shop.workspaceId, uid: quote.uid });
    const text = (await pagesOf(Buffer.from(pdf.given.content, "base64"))).join("");
    for (const said of ["Nguyễn Kitchens", "Delivery", "Half in advance.", "岩石"]) expect(text).toContain(joined(said));
    const linked = await callProcedure(harness(), undefined, "trades.quoteLinks.pdf", { token });
    expect(linked.given.name).toBe(pdf.given.name);
  });

  it("says who took it, and what else has become of it: that is what its customer keeps", async () => {
    const document = async (token: string) => {
      const { given } = await callProcedure(harness(), undefined, "trades.quoteLinks.pdf", { token });
      return (await pagesOf(Buffer.from(given.content, "base64"))).join("");
    };
    const { acceptedBy, declined, replaced, expired } = CATALOGUES.en.trades.document.marks;
    const [by] = joined(acceptedBy.replace("{name}", "Lan Nguyen")).split("{day}");

    const signed = await sent({ language: "en" });
    const told = [by, declined, replaced, expired].map((text) => joined(text ?? ""));
    const before = await document(signed.token);
    expect(told.filter((text) => before.includes(text))).toEqual([]);
    await held("accept", { token: signed.token, name: "Lan Nguyen" });
    expect(await document(signed.token)).toContain(by);

    const refused = await sent({ language: "en" });
    await held("decline", { token: refused.token, reason: "Too dear" });
    expect(await document(refused.token)).toContain(joined(declined));
    const draft = await shop.ask("quotes.revise", {
      uid: refused.quote.uid,
      version: (await shop.ask("quotes.view", { uid: refused.quote.uid })).version,
    });
    await shop.ask("quotes.send", { uid: draft.uid, version: draft.version, email: "lan@example.com" });
    expect(await document(refused.token)).toContain(joined(replaced));

    const late = await sent({ language: "en" });
    await db().execute(`alter table quotes disable trigger quotes_sent`);
    await db().update(quotes).set({ validUntil: "2020-01-01" }).where(eq(quotes.id, late.quote.uid));
    await db().execute(`alter table quotes enable trigger quotes_sent`);
    expect(await document(late.token)).toContain(joined(expired));
  });

  it("names each piece, numbers every page, and says a long note once", async () => {
    const own = await newShop(harness());
    const { version, ...settings } = await own.ask("pricing.settings", {});
    const note = `${"All stone is checked before it leaves us. ".repeat(20)}Thank you.`;
    await own.ask("pricing.saveSettings", { version, ...settings, seller: { ...settings.seller, name: "Stone & Sons", note } });
    const pieces = Array.from({ length: 40 }, (_, at) => aPiece({ label: `Shelf no. ${at + 1}`, length: 1000 + at, count: 2 }));
    const quote = await aQuote(own.ask, { language: "en", pieces: [...pieces, aPiece({ label: "", edges: {} })] });
    const pdf = await call("quotes.pdf", { workspaceId: own.workspaceId, uid: quote.uid }, own.owner.token);
    const pages = await pagesOf(Buffer.from(pdf.given.content, "base64"));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, at) => {
      expect(page).toContain(joined(`Page ${at + 1} of ${pages.length}`));
    });
    const text = pages.join("");
    pieces.forEach(({ label, length }) => {
      expect(text).toContain(joined(`${label} front: Pencil round`));
      expect(text).toContain(joined(`${length.toLocaleString("en")} × 600 mm 2 pieces`));
    });
    expect(text).toContain(joined("Piece 41 2,400 × 600 mm"));
    for (const once of ["Thank you.", "What Quantity Price Amount"]) expect(text.split(joined(once))).toHaveLength(2);
  });
});

describe("what people do at one moment", () => {
  let own: Shop;
  beforeAll(async () => {
    own = await newShop(harness());
  });
  const { held: asked } = quotingIn(harness, () => own);
  const ask = (procedure: string, input: object) =>
    callProcedure(harness(), own.owner.token, `trades.${procedure}`, { workspaceId: own.workspaceId, ...input });
  const ROUNDS = 12;
  /** What was answered, each time: nobody is told to ask later, because two waited for each other. */
  const atOnce = async (things: () => Promise<(() => Promise<{ code: string | undefined }>)[]>) => {
    for (let round = 0; round < ROUNDS; round++) {
      const heard = await Promise.all((await things()).map((thing) => thing()));
      const codes = heard.map(({ code: said }) => said?.split(":")[0]);
      expect(codes).not.toContain("unavailable");
      expect(codes.filter((said) => said === undefined).length).toBeGreaterThan(0);
    }
  };
  const sentTo = async (given: object) => {
    const { uid, version } = await aQuote(own.ask, given);
    const quote = await own.ask("quotes.send", { uid, version, email: "lan@example.com" });
    return { quote, token: String(quote.link).split("#")[1] ?? "" };
  };
  const mergingIn = async (uid: string) => {
    const { version: otherVersion } = await own.ask("customers.view", { uid });
    const kept = await own.ask("customers.save", A_CUSTOMER);
    return () => ask("customers.merge", { uid: kept.uid, version: kept.version, otherUid: uid, otherVersion });
  };

  it("to a job's quote and to its next revision, which is saved while the customer takes the one before, stands in nobody's way", () =>
    atOnce(async () => {
      const fields = await quoteFields(own.ask);
      const { uid: jobUid } = await own.ask("jobs.save", { title: "Bench", customerUid: fields.customerUid });
      const { quote, token } = await sentTo({ ...fields, jobUid });
      const next = await own.ask("quotes.revise", { uid: quote.uid, version: quote.version });
      return [
        () => ask("quotes.save", { ...fields, jobUid, uid: next.uid, version: next.version, title: "More" }),
        () => asked("accept", { token, name: "Lan" }),
      ];
    }));

  it("to a quote whose customer becomes part of another one is done before or after that", async () => {
    await atOnce(async () => {
      const { quote, token } = await sentTo({});
      return [() => asked("accept", { token, name: "Lan" }), await mergingIn(quote.customer.uid)];
    });
    await atOnce(async () => {
      const { quote } = await sentTo({});
      return [() => ask("quotes.revise", { uid: quote.uid, version: quote.version }), await mergingIn(quote.customer.uid)];
    });
    await atOnce(async () => {
      const { quote } = await sentTo({});
      const next = await own.ask("quotes.revise", { uid: quote.uid, version: quote.version });
      return [() => ask("quotes.send", { uid: next.uid, version: next.version, email: null }), await mergingIn(quote.customer.uid)];
    });
  });

  it("to an invoice whose customer becomes part of another one is done before or after that", () =>
    atOnce(async () => {
      const invoice = await issued(own.ask);
      const { customer } = await own.ask("jobs.view", { uid: invoice.job.uid });
      return [() => ask("invoices.credit", { uid: invoice.uid, version: invoice.version }), await mergingIn(customer.uid)];
    }));

  it("to a quote whose template goes is done before or after that", () =>
    atOnce(async () => {
      const { tasks: standards } = await own.ask("standards.save", { title: `Visit ${randomUUID()}` });
      const steps = [{ standardUid: standards.at(-1).uid, offsetDays: 0, waits: false }];
      const name = `Kitchen ${randomUUID()}`;
      const { templates } = await own.ask("templates.save", { name, steps });
      const template = templates.find((one: { name: string }) => one.name === name);
      const { quote } = await sentTo({ templateUid: template.uid });
      return [
        () => ask("quotes.revise", { uid: quote.uid, version: quote.version }),
        () => ask("templates.delete", { uid: template.uid, version: template.version }),
      ];
    }));
});
