import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { and, count, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aDraft, agreedJob, aPayment, fieldsOf, issued } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { mailsTo } from "#tests/factories/mails";
import { joined, pagesOf } from "#tests/factories/pdf";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aLine, aQuote } from "#tests/factories/quotes";
import { A_CUSTOMER, SHOP } from "#tests/factories/trades";
import { whileHeld } from "#tests/factories/waiting";
import { DOCUMENTS_PER_DAY } from "@/features/trades/rules";
import { LOCALES } from "@/lib/locales";
import { jobInvoices, jobPayments, jobs, outboxMails, workspaceEvents, workspaces } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const call = (procedure: string, input: object, of = shop) =>
  callProcedure(harness(), of.owner.token, `trades.${procedure}`, { workspaceId: of.workspaceId, ...input });
/** Why it was refused, and for which field. */
const code = async (procedure: string, input: object, of = shop) => (await call(procedure, input, of)).code;

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

describe("an issued invoice", () => {
  it("has a number, a day on which it is due, and stays as it is, whoever writes the rows", async () => {
    const invoice = await issued(shop.ask);
    expect(invoice).toMatchObject({ standing: "issued", balance: 1_100_000 });
    expect(invoice.number).toBeGreaterThan(0);
    const days = (Date.parse(invoice.dueOn) - Date.parse(invoice.issuedOn)) / 86_400_000;
    expect(days).toBe(14);
    const { uid, version } = invoice;
    expect(await code("invoices.save", { uid, version, ...fieldsOf(invoice) })).toBe("wrongState");
    expect(await code("invoices.delete", { uid, version })).toBe("wrongState");
    const row = eq(jobInvoices.id, uid);
    const changes = [{ total: 1 }, { title: "Other" }, { number: 9999 }, { state: "draft" as const }];
    for (const change of changes)
      await expect(withWorkspace(db(), shop.workspaceId, (tx) => tx.update(jobInvoices).set(change).where(row))).rejects.toMatchObject({
        cause: { constraint_name: "job_invoices_issued" },
      });
    await expect(withWorkspace(db(), shop.workspaceId, (tx) => tx.delete(jobInvoices).where(row))).rejects.toMatchObject({
      cause: { constraint_name: "job_invoices_issued" },
    });
  });

  it("is the same when it is issued again, and brings a job that is completed further", async () => {
    const jobUid = await agreedJob(shop.ask);
    for (const to of ["in_progress", "completed"]) {
      const { version } = await shop.ask("jobs.view", { uid: jobUid });
      await shop.ask("jobs.move", { uid: jobUid, version, to });
    }
    const { uid, version } = await shop.ask("invoices.draft", { jobUid, kind: "final" });
    const [first, again] = await Promise.all([1, 2].map(() => shop.ask("invoices.issue", { uid, version })));
    expect(again.number).toBe(first.number);
    expect(await shop.ask("jobs.view", { uid: jobUid })).toMatchObject({ state: "invoiced" });
  });

  it("is not issued without lines, or for less than nothing", async () => {
    const draft = await aDraft(shop.ask);
    const empty = await shop.ask("invoices.save", { uid: draft.uid, version: draft.version, ...fieldsOf(draft), lines: [] });
    expect(await code("invoices.issue", { uid: draft.uid, version: empty.version })).toBe("invalidInput: lines");
    const [line] = fieldsOf(draft).lines;
    const back = await shop.ask("invoices.save", {
      uid: draft.uid,
      version: empty.version,
      ...fieldsOf(draft),
      lines: [{ ...line, quantity: -1000 }],
    });
    const refused = await call("invoices.issue", { uid: draft.uid, version: back.version });
    expect(refused.text).toContain("credit note");
  });

  it("200 that are issued at once have 200 consecutive numbers, and a refused one takes none", { timeout: 240_000 }, async () => {
    const own = await newShop(harness());
    const jobUid = await agreedJob(own.ask);
    const { customer } = await own.ask("jobs.view", { uid: jobUid });
    const one = await own.ask("invoices.draft", { jobUid, kind: "progress", rate: 10_000 });
    const [row] = await withWorkspace(db(), own.workspaceId, (tx) => tx.select().from(jobInvoices).where(eq(jobInvoices.id, one.uid)));
    if (!row) throw new Error("the draft is gone");
    const copies = Array.from({ length: 199 }, () => ({ ...row, id: randomUUID() }));
    const broken = { ...row, id: randomUUID(), content: { ...row.content, lines: [] } };
    await withWorkspace(db(), own.workspaceId, (tx) => tx.insert(jobInvoices).values([...copies, broken]));
    // Where the machine is busy, who waits too long for the database is told to come again, and does.
    const issue = async (uid: string): ReturnType<typeof call> => {
      // Each is known to be beside others.
      const heard = await call("invoices.issue", { uid, version: 1, anyway: 1000 }, own);
      if (heard.code !== "unavailable") return heard;
      await setTimeout(1000);
      return issue(uid);
    };
    const heard = await Promise.all([one.uid, broken.id, ...copies.map(({ id }) => id)].map(issue));
    const numbers = heard.flatMap(({ given }) => given?.data?.number ?? []).toSorted((a: number, b: number) => a - b);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    const { opening, closing, entries } = await own.ask("invoices.statement", {
      customerUid: customer.uid,
      from: "2020-01-01",
      to: "2099-12-31",
    });
    expect({ opening, closing, entries: entries.length }).toEqual({ opening: 0, closing: 200 * 1_100_000, entries: 200 });
  });

  it("goes by mail as the document that it is, once for whoever asks twice, and again to whom it is sent again", async () => {
    const { uid, version } = await issued(shop.ask, { kind: "final" });
    const to = `${randomUUID()}@example.com`;
    const sent = await shop.ask("invoices.send", { uid, version, email: to.toUpperCase() });
    expect(sent).toMatchObject({ sentTo: to, sentAt: expect.any(String), version: version + 1, standing: "issued" });
    expect(await shop.ask("invoices.send", { uid, version, email: to })).toMatchObject({ sentAt: sent.sentAt, version: sent.version });
    const mails = await mailsTo(harness(), to);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe(`Invoice ${sent.number} from ${SHOP.name}`);
    expect(mail?.text).toMatch(/for ₫\s?1,100,000, due on \d/);
    const [file, ...more] = mail?.attachments ?? [];
    expect([file?.name, file?.type, more]).toEqual([`invoice-${sent.number}.pdf`, "application/pdf", []]);
    expect((await pagesOf(Buffer.from(file?.content ?? "", "base64"))).join("")).toContain(joined("1,100,000"));
    // What it said is nobody's business any more.
    const [row] = await db().select().from(outboxMails).where(eq(outboxMails.template, "invoice_sent"));
    expect(row).toMatchObject({ recipient: null, values: {}, attachments: [] });
    expect(await code("invoices.send", { uid, version, email: "other@example.com" })).toBe("conflict");
    await shop.ask("invoices.send", { uid, version: sent.version, email: to });
    expect(await mailsTo(harness(), to)).toHaveLength(2);
    expect(await code("invoices.send", { uid, version: sent.version, email: "nobody" })).toBe("invalidInput: email");
    const draft = await aDraft(shop.ask);
    expect(await code("invoices.send", { uid: draft.uid, version: draft.version, email: to })).toBe("wrongState");
  });

  it("is not said to go again where something else was done to it since it went", async () => {
    const { uid, version } = await issued(shop.ask);
    const to = `${randomUUID()}@example.com`;
    const sent = await shop.ask("invoices.send", { uid, version, email: to });
    const paid = await shop.ask("payments.add", { uid, ...aPayment() });
    expect(paid).toMatchObject({ version: sent.version + 1, sentTo: to });
    for (const seen of [version, sent.version]) expect(await code("invoices.send", { uid, version: seen, email: to })).toBe("conflict");
    expect(await mailsTo(harness(), to)).toHaveLength(1);
    const again = await shop.ask("invoices.send", { uid, version: paid.version, email: to });
    expect(await shop.ask("invoices.send", { uid, version: paid.version, email: to })).toEqual(again);
    expect(await mailsTo(harness(), to)).toHaveLength(2);
  });

  it("goes by mail to nobody where the shop has mailed as many as it may in a day", async () => {
    const own = await newShop(harness());
    const { uid, version } = await issued(own.ask, { kind: "final" });
    const { workspaceId, owner } = own;
    const earlier = { workspaceId, actorId: owner.user.uid, action: "quote.send" as const };
    await db()
      .insert(workspaceEvents)
      .values(Array.from({ length: DOCUMENTS_PER_DAY }, () => ({ id: uuidv7(), ...earlier })));
    const sending = () => code("invoices.send", { uid, version, email: `${randomUUID()}@example.com` }, own);
    expect(await sending()).toBe("tooManyRequests");
    await db().update(workspaceEvents).set({ at: sql`now() - interval '25 hours'` }).where(eq(workspaceEvents.workspaceId, workspaceId));
    expect(await sending()).toBeUndefined();
  });

  it("goes by mail to as many as a shop may mail in a day, and to no more by several at once", async () => {
    const own = await newShop(harness());
    const { workspaceId, owner } = own;
    const drafts = [];
    for (let at = 0; at < 5; at++) drafts.push(await issued(own.ask, { kind: "final" }));
    const [{ n } = { n: 0 }] = await db()
      .select({ n: count() })
      .from(workspaceEvents)
      .where(and(eq(workspaceEvents.workspaceId, workspaceId), eq(workspaceEvents.action, "quote.send")));
    const earlier = { workspaceId, actorId: owner.user.uid, action: "quote.send" as const };
    await db()
      .insert(workspaceEvents)
      .values(Array.from({ length: DOCUMENTS_PER_DAY - 1 - n }, () => ({ id: uuidv7(), ...earlier })));
    const sending = ({ uid, version }: { uid: string; version: number }) =>
      code("invoices.send", { uid, version, email: `${randomUUID()}@example.com` }, own);
    const heard = await Promise.all(drafts.map(sending));
    expect(heard.toSorted()).toEqual([...Array(4).fill("tooManyRequests"), undefined]);
  });

  it("tells what an electronic one lacks while that can be said, and as it was issued from then on", async () => {
    const draft = await aDraft(shop.ask);
    expect(draft.missing).toEqual(["seller.country", "seller.taxNumber", "buyer.country"]);
    const fields = fieldsOf(draft);
    const saved = await shop.ask("invoices.save", {
      ...{ uid: draft.uid, version: draft.version, ...fields },
      buyer: { ...fields.buyer, country: "AT" },
    });
    expect(saved.missing).toEqual(["seller.country", "seller.taxNumber"]);
    const { missing } = await shop.ask("invoices.issue", { uid: saved.uid, version: saved.version });
    expect(missing).toEqual(["seller.country", "seller.taxNumber"]);
    expect((await call("invoices.xml", { uid: saved.uid })).text).toContain("seller");
  });

  it("is not to be had as an electronic one in a currency of thousandths, which the standard does not write", async () => {
    const own = await newShop(harness());
    await own.ask("workspace.save", { version: 1, ...SHOP, currency: "TND" });
    const { uid, missing } = await issued(own.ask, { kind: "final" });
    expect(missing).toContain("currency");
    const refused = await call("invoices.xml", { uid }, own);
    expect(refused.text).toContain("An electronic invoice allows no more than two decimals.");
  });

  it("is found by its number, and by words of its title and of its customer's name, whatever their marks", async () => {
    const { uid, number } = await issued(shop.ask, { kind: "final" });
    const found = async (search: string) =>
      (await call("invoices.list", { search })).given.data.some((row: { uid: string }) => row.uid === uid);
    const eastern = `#${new Intl.NumberFormat("ar-EG").format(number ?? 0)}`;
    for (const search of [`#${number}`, String(number), eastern, "nguyen kitch", "KITCHENS nguyễn"])
      expect([search, await found(search)]).toEqual([search, true]);
    for (const search of ["%", "_", "zzz", String((number ?? 0) + 100_000)]) expect([search, await found(search)]).toEqual([search, false]);
  });

  it("stands in the story of its job, with what was offered and paid, for those who manage the shop", async () => {
    const { uid, job } = await issued(shop.ask, { kind: "final" });
    await shop.ask("payments.add", { uid, ...aPayment({ amount: 100_000 }) });
    const { given } = await call("jobs.timeline", { uid: job.uid });
    const story = given.data.filter(({ kind }: { kind: string }) => kind === "quote" || kind === "invoice");
    expect(story.map(({ kind, act }: { kind: string; act: string }) => `${kind} ${act}`)).toEqual([
      "invoice paid",
      "invoice issued",
      "invoice added",
      "quote accepted",
      "quote sent",
      "quote added",
    ]);
    expect(story[0]).toMatchObject({ invoiceUid: uid, invoice: "final", amount: 100_000 });
    expect(story[1]).toMatchObject({ number: expect.any(Number), amount: 1_100_000 });
    expect(story[3]).toMatchObject({ total: 1_100_000, revision: 1 });
  });

  it("is overdue the day after its last one, until it is paid", async () => {
    const draft = await aDraft(shop.ask);
    const saved = await shop.ask("invoices.save", { uid: draft.uid, version: draft.version, ...fieldsOf(draft), days: 0 });
    const invoice = await shop.ask("invoices.issue", { uid: draft.uid, version: saved.version });
    expect(invoice.standing).toBe("issued");
    // A row of the past, as the database would have it.
    const late = { ...(await rowOf(invoice.uid)), id: randomUUID(), number: 100_001, issuedOn: "2026-01-01", dueOn: "2026-01-15" };
    await withWorkspace(db(), shop.workspaceId, (tx) => tx.insert(jobInvoices).values(late));
    expect(await shop.ask("invoices.view", { uid: late.id })).toMatchObject({ standing: "overdue" });
    const overdue = await call("invoices.list", { standing: "overdue" });
    expect(overdue.given.data.map(({ uid }: { uid: string }) => uid)).toContain(late.id);
    const open = await call("invoices.list", { standing: "issued" });
    expect(open.given.data.map(({ uid }: { uid: string }) => uid)).not.toContain(late.id);
    expect(await shop.ask("payments.add", { uid: late.id, ...aPayment({ amount: 1_100_000 }) })).toMatchObject({
      standing: "paid",
      balance: 0,
    });
  });
});

async function rowOf(uid: string) {
  const [row] = await withWorkspace(db(), shop.workspaceId, (tx) => tx.select().from(jobInvoices).where(eq(jobInvoices.id, uid)));
  if (!row) throw new Error("the invoice is gone");
  return row;
}

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

describe("what is paid", () => {
  it("counts once under its key, in part and in full, and is taken back once", async () => {
    const { uid } = await issued(shop.ask);
    const payment = aPayment({ amount: 400_000, reference: "Bank 17" });
    const heard = await Promise.all(Array.from({ length: 8 }, () => call("payments.add", { uid, ...payment })));
    expect(heard.map(({ code: refused }) => refused)).toEqual(Array.from({ length: 8 }, () => undefined));
    const part = await shop.ask("invoices.view", { uid });
    expect(part).toMatchObject({ standing: "part_paid", paid: 400_000, balance: 700_000 });
    expect(part.payments).toMatchObject([{ kind: "payment", amount: 400_000, reference: "Bank 17", reversed: false }]);
    expect(await code("payments.add", { uid, ...payment, amount: 1 })).toBe("savedBefore");
    expect(await shop.ask("payments.add", { uid, ...aPayment({ amount: 700_000 }) })).toMatchObject({ standing: "paid", balance: 0 });
    const paymentUid = part.payments[0].uid;
    const backs = await Promise.all([1, 2, 3].map(() => shop.ask("payments.reverse", { uid, paymentUid })));
    for (const back of backs) expect(back).toMatchObject({ standing: "part_paid", paid: 700_000, balance: 400_000 });
    const { payments } = await shop.ask("invoices.view", { uid });
    expect(
      payments.map(({ kind, amount, reversed }: { kind: string; amount: number; reversed: boolean }) => [kind, amount, reversed]),
    ).toEqual(
      expect.arrayContaining([
        ["payment", 400_000, true],
        ["payment", 700_000, false],
        ["reversal", -400_000, false],
      ]),
    );
    expect(payments).toHaveLength(3);
  });

  it("is not said to be written where it was corrected since: what stands there is of the first try", async () => {
    const { uid } = await issued(shop.ask);
    const payment = aPayment({ reference: "Bank 17" });
    await shop.ask("payments.add", { uid, ...payment });
    for (const corrected of [{ paidOn: "2026-01-30" }, { method: "cash" }, { reference: "Bank 18" }])
      expect([corrected, await code("payments.add", { uid, ...payment, ...corrected })]).toEqual([corrected, "savedBefore"]);
    const { payments } = await shop.ask("payments.add", { uid, ...payment, reference: " Bank 17 " });
    expect(payments).toMatchObject([{ amount: 100_000, paidOn: "2026-01-31", method: "transfer", reference: "Bank 17" }]);
    expect(payments).toHaveLength(1);
  });

  it("is never more than is due, by however many at once, nor on a day to come", async () => {
    const { uid } = await issued(shop.ask);
    const heard = await Promise.all(Array.from({ length: 12 }, () => call("payments.add", { uid, ...aPayment({ amount: 300_000 }) })));
    expect(heard.filter(({ code: refused }) => refused === undefined)).toHaveLength(3);
    expect(await shop.ask("invoices.view", { uid })).toMatchObject({ paid: 900_000, balance: 200_000 });
    expect(await code("payments.add", { uid, ...aPayment({ amount: 1, paidOn: "2099-01-01" }) })).toBe("invalidInput: paidOn");
    expect(await code("payments.add", { uid, ...aPayment({ amount: 0 }) })).toBe("invalidInput: amount");
  });

  it("stays written, whoever writes the rows", async () => {
    const { uid } = await issued(shop.ask);
    const { payments } = await shop.ask("payments.add", { uid, ...aPayment() });
    const row = and(eq(jobPayments.workspaceId, shop.workspaceId), eq(jobPayments.id, payments[0].uid));
    for (const change of [
      () => withWorkspace(db(), shop.workspaceId, (tx) => tx.update(jobPayments).set({ amount: 1 }).where(row)),
      () => withWorkspace(db(), shop.workspaceId, (tx) => tx.delete(jobPayments).where(row)),
    ])
      await expect(change()).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});

describe("a credit", () => {
  it("gives back what is left and no more; what was paid too much is paid back, and the statement says it all", async () => {
    const own = await newShop(harness());
    const invoice = await issued(own.ask);
    const paid = await own.ask("payments.add", { uid: invoice.uid, ...aPayment({ amount: 1_100_000, paidOn: invoice.issuedOn }) });
    expect(await code("payments.refund", { uid: invoice.uid, ...aPayment({ amount: 1 }) }, own)).toBe("invalidInput: amount");
    const draft = await own.ask("invoices.credit", { uid: invoice.uid, version: paid.version });
    // Asked for twice it is one draft.
    expect((await own.ask("invoices.credit", { uid: invoice.uid, version: paid.version })).uid).toBe(draft.uid);
    const [line] = fieldsOf(draft).lines;
    const part = await own.ask("invoices.save", {
      uid: draft.uid,
      version: draft.version,
      ...fieldsOf(draft),
      lines: [{ ...line, price: 200_000 }],
    });
    const credit = await own.ask("invoices.issue", { uid: draft.uid, version: part.version });
    expect(credit).toMatchObject({
      kind: "credit",
      standing: "paid",
      total: 220_000,
      balance: 0,
      creditOf: { uid: invoice.uid, number: invoice.number },
    });
    const owed = await own.ask("invoices.view", { uid: invoice.uid });
    expect(owed).toMatchObject({ standing: "paid", credited: 220_000, balance: -220_000, credits: [{ uid: credit.uid, total: 220_000 }] });
    const back = await own.ask("payments.refund", { uid: invoice.uid, ...aPayment({ amount: 220_000, paidOn: invoice.issuedOn }) });
    expect(back).toMatchObject({ standing: "paid", paid: 880_000, balance: 0 });

    // The rest, of which no more can be given back than is left.
    const rest = await own.ask("invoices.credit", { uid: invoice.uid, version: back.version });
    expect(rest.total).toBe(880_000);
    const [whole] = fieldsOf(rest).lines;
    const more = await own.ask("invoices.save", {
      uid: rest.uid,
      version: rest.version,
      ...fieldsOf(rest),
      lines: [{ ...whole, price: 900_000 }],
    });
    expect(await code("invoices.issue", { uid: rest.uid, version: more.version }, own)).toBe("invalidInput: lines");
    const right = await own.ask("invoices.save", { uid: rest.uid, version: more.version, ...fieldsOf(rest) });
    await own.ask("invoices.issue", { uid: rest.uid, version: right.version });
    expect(await own.ask("invoices.view", { uid: invoice.uid })).toMatchObject({
      standing: "credited",
      credited: 1_100_000,
      balance: -880_000,
    });

    const span = { customerUid: invoice.customer.uid, from: invoice.issuedOn, to: invoice.issuedOn };
    const statement = await own.ask("invoices.statement", span);
    expect(
      statement.entries.map(({ is, amount, balance }: { is: string; amount: number; balance: number }) => [is, amount, balance]),
    ).toEqual([
      ["invoice", 1_100_000, 1_100_000],
      ["credit", -220_000, 880_000],
      ["credit", -880_000, 0],
      ["payment", -1_100_000, -1_100_000],
      ["refund", 220_000, -880_000],
    ]);
    const later = await own.ask("invoices.statement", { ...span, from: "2098-01-01", to: "2099-12-31" });
    expect(later).toMatchObject({ opening: -880_000, closing: -880_000, entries: [] });
  });
});

describe("a credit with another tax than what it gives back of", () => {
  it("comes off what is left of that, and is asked for again with the rest of the job", async () => {
    const jobUid = await agreedJob(shop.ask);
    const draft = await shop.ask("invoices.draft", { jobUid, kind: "deposit" });
    const deposit = await shop.ask("invoices.issue", { uid: draft.uid, version: draft.version });
    const { uid, version, ...credit } = await shop.ask("invoices.credit", { uid: deposit.uid, version: deposit.version });
    const goodwill = { text: "Goodwill", unit: "piece", quantity: 1000, price: 30_000, tax: { name: "VAT", rate: 2000, category: "S" } };
    const saved = await shop.ask("invoices.save", { uid, version, ...fieldsOf(credit), lines: [goodwill] });
    expect(await shop.ask("invoices.issue", { uid, version: saved.version })).toMatchObject({ total: 36_000 });
    const now = await shop.ask("invoices.view", { uid: deposit.uid });
    expect(await shop.ask("invoices.credit", { uid: now.uid, version: now.version })).toMatchObject({ total: 330_000 - 36_000 });
    // With the deposit, less what was given back of it, it comes to what was agreed upon.
    expect(await shop.ask("invoices.draft", { jobUid, kind: "final" })).toMatchObject({ total: 1_100_000 - (330_000 - 36_000) });
  });
});

describe("a refund that was written by mistake", () => {
  it("is taken back once, and what was paid too much can be paid back again; all sums follow", async () => {
    const own = await newShop(harness());
    const { uid, issuedOn, job, customer, version } = await issued(own.ask);
    const paid = await own.ask("payments.add", { uid, ...aPayment({ amount: 1_100_000, paidOn: issuedOn }) });
    expect(paid.version).toBe(version + 1);
    const draft = await own.ask("invoices.credit", { uid, version: paid.version });
    const [line] = fieldsOf(draft).lines;
    const lines = [{ ...line, price: 200_000 }];
    const part = await own.ask("invoices.save", { uid: draft.uid, version: draft.version, ...fieldsOf(draft), lines });
    await own.ask("invoices.issue", { uid: draft.uid, version: part.version });
    const refund = aPayment({ amount: 220_000, paidOn: issuedOn, reference: "Till" });
    const { payments } = await own.ask("payments.refund", { uid, ...refund });
    const paymentUid = payments.find(({ kind }: { kind: string }) => kind === "refund").uid;
    // The payment itself stays as long as some of it counts as paid back.
    const first = payments.find(({ kind }: { kind: string }) => kind === "payment").uid;
    expect(await code("payments.reverse", { uid, paymentUid: first }, own)).toBe("wrongState");
    const backs = await Promise.all([1, 2, 3].map(() => own.ask("payments.reverse", { uid, paymentUid })));
    for (const back of backs) expect(back).toMatchObject({ standing: "paid", paid: 1_100_000, credited: 220_000, balance: -220_000 });
    const rows: { uid: string; kind: string; amount: number; reference: string; reversed: boolean }[] = backs[0].payments;
    const shown = rows.map(({ kind, amount, reference, reversed }) => [kind, amount, reference, reversed]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ["payment", 1_100_000, expect.any(String), false],
        ["refund", -220_000, "Till", true],
        ["refundReversal", 220_000, "Till", false],
      ]),
    );
    // What takes something back is not taken back itself.
    const back = rows.find(({ kind }) => kind === "refundReversal");
    expect(await code("payments.reverse", { uid, paymentUid: back?.uid }, own)).toBe("wrongState");
    const { data: story } = (await call("jobs.timeline", { uid: job.uid }, own)).given;
    expect(story[0]).toMatchObject({ kind: "invoice", act: "refundReversed", amount: 220_000 });

    const again = await own.ask("payments.refund", { uid, ...aPayment({ amount: 220_000, paidOn: issuedOn }) });
    expect(again).toMatchObject({ standing: "paid", paid: 880_000, balance: 0 });
    expect(await code("payments.refund", { uid, ...aPayment({ amount: 1 }) }, own)).toBe("invalidInput: amount");
    const { entries, closing } = await own.ask("invoices.statement", { customerUid: customer.uid, from: issuedOn, to: "2099-12-31" });
    expect(entries.map(({ is, amount }: { is: string; amount: number }) => [is, amount])).toEqual(
      expect.arrayContaining([
        ["refund", 220_000],
        ["refundReversal", -220_000],
      ]),
    );
    expect(closing).toBe(0);
    // With nothing paid back any more, the payment can be taken back as well.
    const second = again.payments.findLast(({ kind }: { kind: string }) => kind === "refund").uid;
    await own.ask("payments.reverse", { uid, paymentUid: second });
    expect(await own.ask("payments.reverse", { uid, paymentUid: first })).toMatchObject({ standing: "issued", paid: 0, balance: 880_000 });
  });
});

describe("the document", () => {
  it.each(LOCALES)("is drawn in %s, with its number, amounts and whom it is for", async (language) => {
    const { uid, number, total } = await issued(shop.ask, { jobUid: await agreedJob(shop.ask, { language }) });
    const { name, content } = (await call("invoices.pdf", { uid })).given;
    expect(name).toBe(`invoice-${number}.pdf`);
    const text = (await pagesOf(Buffer.from(content, "base64"))).join("");
    for (const said of ["Nguyễn Kitchens", "Delivery"]) expect(text).toContain(joined(said));
    if (language === "en") expect(text).toContain(joined("Page 1 of 1"));
    const digits = (of: string) => of.replaceAll(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit))).replaceAll(/\D/g, "");
    expect(digits(text)).toContain(String(total));
  });
});
