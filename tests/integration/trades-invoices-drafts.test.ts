import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aDraft, agreedJob, fieldsOf, invoicingIn } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { aLine, aQuote } from "#tests/factories/quotes";
import { A_CUSTOMER } from "#tests/factories/trades";
import { whileHeld } from "#tests/factories/waiting";
import { jobInvoices, jobs, workspaces } from "@/server/db/schema";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code } = invoicingIn(harness, () => shop);

describe("a draft", () => {
  it("of a deposit asks for so much of what was agreed upon, by its rates, in the language of the quote", async () => {
    const jobUid = await agreedJob(shop.ask, { language: "fr" });
    const draft = await shop.ask("invoices.draft", { jobUid, kind: "deposit" });
    expect(draft).toMatchObject({ number: null, standing: "draft", kind: "deposit", language: "fr", days: 14, total: 330_000 });
    expect(draft.lines).toMatchObject([{ quantity: 1000, price: 300_000, tax: { rate: 1000, category: "S" } }]);
    expect(draft.lines[0].text).toMatch(/^Acompte de 30\s%/);
    expect(draft.buyer).toMatchObject({ name: "Nguyễn Kitchens", reference: "" });
  });

  it("of the rest holds all lines, what was off the whole, and takes off what was asked for before", async () => {
    const jobUid = await agreedJob(shop.ask, {
      lines: [aLine({ price: 1_000_000 }), aLine({ price: 500_000 })],
      discount: { is: "rate", rate: 1000 },
    });
    const deposit = await shop.ask("invoices.draft", { jobUid, kind: "deposit", rate: 2000 });
    expect(deposit.totals).toMatchObject({ net: 270_000, tax: 27_000 });
    await shop.ask("invoices.issue", { uid: deposit.uid, version: deposit.version });
    const final = await shop.ask("invoices.draft", { jobUid, kind: "final" });
    expect(final.lines.map(({ quantity, price }: { quantity: number; price: number }) => [quantity, price])).toEqual([
      [1000, 1_000_000],
      [1000, 500_000],
      [-1000, 150_000],
      [-1000, 270_000],
    ]);
    expect(final.totals).toMatchObject({ net: 1_080_000, tax: 108_000, total: 1_188_000 });
  });

  it("of the rest comes to what was signed where each line is taxed by itself", async () => {
    const own = await newShop(harness());
    await db().update(workspaces).set({ taxMode: "line" }).where(eq(workspaces.id, own.workspaceId));
    const lines = Array.from({ length: 10 }, () => aLine({ price: 105 }));
    const jobUid = await agreedJob(own.ask, { lines, discount: { is: "rate", rate: 1000 } });
    const { given } = await call("quotes.list", { jobUid }, own);
    expect(given.data).toMatchObject([{ total: 1040 }]);
    const deposit = await own.ask("invoices.draft", { jobUid, kind: "deposit", rate: 3000 });
    const { total } = await own.ask("invoices.issue", { uid: deposit.uid, version: deposit.version });
    const final = await own.ask("invoices.draft", { jobUid, kind: "final" });
    expect(final).toMatchObject({ total: 1040 - total, how: { discount: { is: "amount", amount: 105 } } });
  });

  it("takes the quotes of a job together, and a deposit that was given back is asked for with the rest", async () => {
    const jobUid = await agreedJob(shop.ask);
    const { customer } = await shop.ask("jobs.view", { uid: jobUid });
    const change = await aQuote(shop.ask, {
      kind: "variation",
      jobUid,
      customerUid: customer.uid,
      siteUid: null,
      pieces: [],
      lines: [aLine({ price: 50_000 })],
    });
    const sent = await shop.ask("quotes.send", { uid: change.uid, version: change.version, email: "lan@example.com" });
    await shop.ask("quotes.answer", { uid: change.uid, version: sent.version, accepted: true, name: "Lan" });
    const deposit = await shop.ask("invoices.draft", { jobUid, kind: "deposit", rate: 1000 });
    expect(deposit.totals.net).toBe(105_000);
    const open = await shop.ask("invoices.issue", { uid: deposit.uid, version: deposit.version });
    const credit = await shop.ask("invoices.credit", { uid: open.uid, version: open.version });
    await shop.ask("invoices.issue", { uid: credit.uid, version: credit.version });
    expect((await shop.ask("invoices.draft", { jobUid, kind: "final" })).totals.net).toBe(1_050_000);
  });

  it("is of what was signed, whatever the shop's settings say now", async () => {
    const own = await newShop(harness());
    const set = (currency: string) => db().update(workspaces).set({ currency }).where(eq(workspaces.id, own.workspaceId));
    await set("USD");
    const { version, ...pricing } = await own.ask("pricing.settings", {});
    await own.ask("pricing.saveSettings", { ...pricing, version, deposit: 4000, paymentDays: 7 });
    const jobUid = await agreedJob(own.ask);
    await set("VND");
    await own.ask("pricing.saveSettings", { ...pricing, version: version + 1, deposit: 1000, paymentDays: 30 });
    const draft = await own.ask("invoices.draft", { jobUid, kind: "deposit" });
    expect(draft).toMatchObject({ currency: "USD", days: 7, total: 440_000 });
    // As the dialog offers it.
    const { given } = await call("quotes.list", { jobUid, state: "converted" }, own);
    expect(given.data).toMatchObject([{ currency: "USD", payment: { deposit: 4000, days: 7 } }]);
    await own.ask("invoices.issue", { uid: draft.uid, version: draft.version });

    // What was asked for in other money is not taken off.
    await set("USD");
    const final = await own.ask("invoices.draft", { jobUid, kind: "final" });
    expect(final).toMatchObject({ currency: "USD", total: 660_000 });
    const [row] = await db().select().from(jobInvoices).where(eq(jobInvoices.id, draft.uid));
    if (!row) throw new Error("the deposit is gone");
    await db()
      .insert(jobInvoices)
      .values({ ...row, id: randomUUID(), number: 100_001, currency: "VND" });
    expect(await code("invoices.draft", { jobUid, kind: "final" }, own)).toBe("wrongState");

    // Nor are quotes in several put together.
    const other = await agreedJob(own.ask);
    await set("VND");
    const { customer } = await own.ask("jobs.view", { uid: other });
    const fields = { kind: "variation", jobUid: other, customerUid: customer.uid, siteUid: null, pieces: [], lines: [aLine()] };
    const change = await aQuote(own.ask, fields);
    const sent = await own.ask("quotes.send", { uid: change.uid, version: change.version, email: "lan@example.com" });
    await own.ask("quotes.answer", { uid: change.uid, version: sent.version, accepted: true, name: "Lan" });
    expect(await code("invoices.draft", { jobUid: other, kind: "final" }, own)).toBe("wrongState");
  });

  it("is begun while its customer becomes another's: neither waits for the other for ever", async () => {
    const own = await newShop(harness());
    const jobUid = await agreedJob(own.ask);
    const { customer } = await own.ask("jobs.view", { uid: jobUid });
    const [one, other] = [await own.ask("customers.view", { uid: customer.uid }), await own.ask("customers.save", A_CUSTOMER)];
    const merged = { uid: other.uid, version: other.version, otherUid: one.uid, otherVersion: one.version };
    const [draft, merge] = await whileHeld(
      db(),
      (tx) => tx.select().from(jobs).where(eq(jobs.id, jobUid)).for("update"),
      () => call("invoices.draft", { jobUid, kind: "final" }, own),
      () => call("customers.merge", merged, own),
    );
    expect([draft?.code, merge?.code]).toEqual([undefined, undefined]);
    expect((await own.ask("invoices.view", { uid: draft?.given.data.uid })).customer.uid).toBe(other.uid);
  });

  it("is changed by hand, and tells whoever saves what somebody else has changed meanwhile", async () => {
    const draft = await aDraft(shop.ask);
    const fields = { ...fieldsOf(draft), title: "Bench", days: 7 };
    const saved = await shop.ask("invoices.save", { uid: draft.uid, version: draft.version, ...fields });
    expect(saved).toMatchObject({ title: "Bench", days: 7, total: 1_100_000 });
    const late = await call("invoices.save", { uid: draft.uid, version: draft.version, ...fields, title: "Late" });
    expect(late.code).toBe("conflict");
    expect(late.text).toContain("Bench");
    // More than can be worked out is not kept: the list stays to be read.
    const beyond = { ...fields.lines[0], quantity: 10 ** 9, price: 10 ** 10 };
    const { uid, version } = saved;
    expect(await code("invoices.save", { uid, version, ...fields, lines: [beyond] })).toBe("invalidInput: lines");
    expect(await code("invoices.list", {})).toBeUndefined();
    await shop.ask("invoices.delete", { uid: saved.uid, version: saved.version });
    expect(await code("invoices.view", { uid: draft.uid })).toBe("notFound");
  });

  it.each([
    [
      "a tax of what has none",
      "lines.0.tax.rate",
      { lines: [{ text: "A", unit: "piece", quantity: 1000, price: 1, tax: { name: "", rate: 1, category: "E" } }] },
    ],
    ["no buyer", "buyer.name", { buyer: { name: " " } }],
    ["a country that is none", "buyer.country", { buyer: { name: "A", country: "Sudan" } }],
    [
      "a line of nothing",
      "lines.0.text",
      { lines: [{ text: " ", unit: "piece", quantity: 1000, price: 1, tax: { rate: 0, category: "Z" } }] },
    ],
  ])("refuses %s", async (_, field, wrong) => {
    const draft = await aDraft(shop.ask);
    expect(await code("invoices.save", { uid: draft.uid, version: draft.version, ...fieldsOf(draft), ...wrong })).toBe(
      `invalidInput: ${field}`,
    );
  });
});

describe("a draft that something was issued after", () => {
  let own: Shop;
  beforeAll(async () => {
    own = await newShop(harness());
  });
  const part = (jobUid: string, kind: string) =>
    own.ask("invoices.draft", { jobUid, kind, ...(kind === "progress" ? { rate: 1000 } : {}) });
  const issue = ({ uid, version }: { uid: string; version: number }, given = {}) => call("invoices.issue", { uid, version, ...given }, own);
  /** What a refusal says was issued since. */
  const sinceIn = ({ text }: { text: string }) => JSON.parse(text).error.json.data.current;

  it("of what is left is not issued unseen where something else was issued or given back since it was drafted", async () => {
    const jobUid = await agreedJob(own.ask);
    const [deposit, final] = [await part(jobUid, "deposit"), await part(jobUid, "final")];
    expect(final.total).toBe(1_100_000);
    const first = await issue(deposit);
    expect(first.code).toBeUndefined();
    const refused = await issue(final);
    const { number } = first.given.data;
    expect([refused.code, sinceIn(refused)]).toEqual(["invoiceOutdated", { uid: deposit.uid, number, kind: "deposit" }]);
    expect(refused.text).toContain(`Number ${number} was issued`);
    // Whoever drafts it anew has it taken off, and a credit that comes then counts, too.
    const anew = await part(jobUid, "final");
    expect(anew.total).toBe(770_000);
    const credit = await own.ask("invoices.credit", { uid: deposit.uid, version: first.given.data.version });
    const back = await issue(credit);
    expect(back.code).toBeUndefined();
    expect(sinceIn(await issue(anew))).toMatchObject({ uid: credit.uid, kind: "credit" });
    // What was seen is not what came after it.
    expect((await issue(anew, { anyway: number })).code).toBe("invoiceOutdated");
    expect((await issue(anew, { anyway: back.given.data.number })).given.data).toMatchObject({ standing: "issued", total: 770_000 });
    expect((await issue(final, { anyway: back.given.data.number })).code).toBe("invoiceOutdated");
  });

  it("of what is left is not issued unseen where more was agreed upon since it was drafted", async () => {
    const jobUid = await agreedJob(own.ask);
    const final = await part(jobUid, "final");
    const { customer } = await own.ask("jobs.view", { uid: jobUid });
    const about = { kind: "variation", customerUid: customer.uid, siteUid: null, jobUid, pieces: [] };
    const accept = async () => {
      const { uid, version } = await aQuote(own.ask, { ...about, lines: [aLine({ price: 200_000 })] });
      const sent = await own.ask("quotes.send", { uid, version, email: "lan@example.com" });
      return own.ask("quotes.answer", { uid, version: sent.version, accepted: true, name: "Lan" });
    };
    const more = await accept();
    const refused = await issue(final);
    expect([refused.code, sinceIn(refused)]).toEqual(["acceptedSince", { uid: more.uid, number: more.number, accepted: 1 }]);
    expect(refused.text).toContain(`Quote ${more.number} was accepted`);
    // What was seen is not what came after it, and a part asks for no more than its own.
    await accept();
    expect((await issue(final, { accepted: 1 })).code).toBe("acceptedSince");
    expect((await issue(await part(jobUid, "deposit"))).code).toBeUndefined();
    expect((await issue(await part(jobUid, "final"))).code).toBeUndefined();
  });

  it("of a part is not issued unseen once the last one of its job was, as long as that one stands", async () => {
    const jobUid = await agreedJob(own.ask);
    const [deposit, progress, final] = [await part(jobUid, "deposit"), await part(jobUid, "progress"), await part(jobUid, "final")];
    const last = await issue(final);
    expect([(await issue(deposit)).code, (await issue(progress)).code]).toEqual(["invoiceOutdated", "invoiceOutdated"]);
    await issue(await own.ask("invoices.credit", { uid: final.uid, version: last.given.data.version }));
    expect((await issue(deposit)).code).toBeUndefined();
  });

  it("of a part is not issued unseen where another part was since: two who draft a deposit at once ask for it once", async () => {
    const jobUid = await agreedJob(own.ask);
    const [deposit, again, progress] = [await part(jobUid, "deposit"), await part(jobUid, "deposit"), await part(jobUid, "progress")];
    const { number } = (await issue(deposit)).given.data;
    const refused = await issue(again);
    expect([refused.code, sinceIn(refused)]).toEqual(["invoiceOutdated", { uid: deposit.uid, number, kind: "deposit" }]);
    // Whoever knows of it may do so.
    expect((await issue(progress)).code).toBe("invoiceOutdated");
    expect((await issue(progress, { anyway: number })).code).toBeUndefined();
  });

  it("of a deposit asks for what a variation adds, and a part for no more than is left", async () => {
    const jobUid = await agreedJob(own.ask);
    expect((await issue(await part(jobUid, "deposit"))).given.data).toMatchObject({ total: 330_000 });
    const drafted = (kind: string, rate?: number) => call("invoices.draft", { jobUid, kind, rate }, own);
    expect((await drafted("deposit")).text).toContain("Earlier deposits have asked for this share already.");
    const most = (await drafted("progress", 9000)).given.data;
    expect([most.total, most.lines[0].text]).toEqual([770_000, expect.stringMatching(/70\s?%/)]);
    const { customer } = await own.ask("jobs.view", { uid: jobUid });
    const about = { kind: "variation", customerUid: customer.uid, siteUid: null, jobUid, pieces: [] };
    const { uid, version } = await aQuote(own.ask, { ...about, lines: [aLine({ price: 200_000 })] });
    const sent = await own.ask("quotes.send", { uid, version, email: "lan@example.com" });
    await own.ask("quotes.answer", { uid, version: sent.version, accepted: true, name: "Lan" });
    const second = await part(jobUid, "deposit");
    expect(second).toMatchObject({ total: 66_000, lines: [{ price: 360_000 }, { price: 300_000, quantity: -1000 }] });
    expect((await issue(second)).code).toBeUndefined();
    expect((await part(jobUid, "final")).total).toBe(1_320_000 - 330_000 - 66_000);
  });

  it("of the rest comes to what was signed, wherever it is shown, drawn and sent", async () => {
    const jobUid = await agreedJob(own.ask, { lines: [aLine({ price: 100_005 })] });
    const { total: asked } = (await issue(await part(jobUid, "deposit"))).given.data;
    const final = await part(jobUid, "final");
    // Ten percent of 100,005 is 10,000.5, of 30,002 is 3,000.2, and of 70,003 is 7,000.3.
    expect([asked, final.total]).toEqual([33_002, 110_006 - 33_002]);
    expect(final).toMatchObject({
      how: { taxLeft: [{ rate: 1000, category: "S", net: 70_003, tax: 7001 }] },
      totals: { net: 70_003, tax: 7001 },
    });
    const { given } = await call("invoices.save", { uid: final.uid, version: final.version, ...fieldsOf(final), notes: "Thank you." }, own);
    expect(given.data).toMatchObject({ total: 77_004, totals: { tax: 7001 } });
    const last = (await issue(given.data)).given.data;
    const credit = await own.ask("invoices.credit", { uid: last.uid, version: last.version });
    expect(credit.total).toBe(77_004);
  });

  it("is one of two last ones that are issued at once", async () => {
    const jobUid = await agreedJob(own.ask);
    const finals = [await part(jobUid, "final"), await part(jobUid, "final"), await part(jobUid, "final")];
    const heard = await Promise.all(finals.map((final) => issue(final)));
    expect(heard.map((one) => one.code).toSorted()).toEqual(["invoiceOutdated", "invoiceOutdated", undefined]);
  });
});
