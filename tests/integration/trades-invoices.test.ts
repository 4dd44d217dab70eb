import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { and, count, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aDraft, agreedJob, aPayment, fieldsOf, invoicingIn, issued } from "#tests/factories/invoices";
import { aShop as newShop, type Shop } from "#tests/factories/isolation/shop";
import { mailsTo } from "#tests/factories/mails";
import { joined, pagesOf } from "#tests/factories/pdf";
import { SHOP } from "#tests/factories/trades";
import { DOCUMENTS_PER_DAY } from "@/features/trades/rules";
import { LOCALES } from "@/lib/locales";
import { jobInvoices, outboxMails, workspaceEvents } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";

const harness = useHarness();
const db = () => harness().app.services.db;
let shop: Shop;
beforeAll(async () => {
  shop = await newShop(harness());
});

const { call, code } = invoicingIn(harness, () => shop);

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
