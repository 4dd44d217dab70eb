import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { sentence } from "#tests/factories/catalogues";
import { issued } from "#tests/factories/invoices";
import { aShop, type Shop } from "#tests/factories/isolation/shop";
import { aLine, aQuote } from "#tests/factories/quotes";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { putIn } from "#tests/factories/trades";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { notifications, workspaceMembers } from "@/server/db/schema";
import { dropOldMails, enqueueMail, sendDueMails } from "@/server/mail/outbox";

let smtp: MailServer;
let harness: Harness;
let sql: postgres.Sql;
let shop: Shop;
let manager: Awaited<ReturnType<typeof registerUser>>;
beforeAll(async () => {
  smtp = await startMailServer();
  harness = await startHarness({ SMTP_URL: smtp.url });
  sql = postgres(harness.databaseUrl, { max: 2 });
  shop = await aShop(harness);
  manager = await registerUser(harness);
  await putIn(db(), shop.workspaceId, manager.user.uid);
  await db().update(workspaceMembers).set({ role: "manager" }).where(eq(workspaceMembers.userId, manager.user.uid));
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await smtp?.stop();
});

const db = () => harness.app.services.db;
const send = () => sendDueMails(harness.app.services);
const newAddress = () => `${randomUUID()}@example.com`;

async function mailedQuote(email: string, given: object = {}) {
  const { uid, version } = await aQuote(shop.ask, given);
  return shop.ask("quotes.send", { uid, version, email });
}
async function mailedInvoice(email: string) {
  const { uid, version } = await issued(shop.ask);
  return shop.ask("invoices.send", { uid, version, email });
}
async function mailedCredit(email: string) {
  const { uid, version } = await issued(shop.ask);
  const credit = await shop.ask("invoices.credit", { uid, version });
  const given = await shop.ask("invoices.issue", { uid: credit.uid, version: credit.version });
  return shop.ask("invoices.send", { uid: given.uid, version: given.version, email });
}

describe("a document whose mail reaches nobody", () => {
  /** What people were told of a mail to an address, and where it leads. */
  async function told(email: string) {
    const rows = await db().select().from(notifications).where(eq(notifications.kind, "trades_mail_unsent"));
    return rows.filter(({ values }) => values.email === email).map(({ userId, values, href }) => ({ userId, values, href }));
  }
  const again = (email: string) => sql`update outbox_mails set due_at = now() where recipient = ${email}`;
  const page = (of: string, uid: string) => `/dashboard/trades/${of}s/${of}?workspace=${shop.workspaceId}&uid=${uid}`;

  it.each([
    ["quote", "quote", mailedQuote],
    ["invoice", "invoice", mailedInvoice],
    ["credit", "invoice", mailedCredit],
  ] as const)(
    "is told of at once and once to those who manage the shop, where its address is refused: %s",
    async (document, at, mailed) => {
      const email = newAddress();
      smtp.refused.add(email);
      const { uid, number } = await mailed(email);
      await Promise.all([send(), send()]);
      const notice = { values: { author: "", workspace: "Stone shop", document, number: String(number), email }, href: page(at, uid) };
      const hearers = [shop.owner.user.uid, manager.user.uid].map((userId) => ({ userId, ...notice }));
      expect((await told(email)).toSorted((a, b) => a.userId.localeCompare(b.userId))).toEqual(
        hearers.toSorted((a, b) => a.userId.localeCompare(b.userId)),
      );
      // Had the console it tried again, they know already.
      await again(email);
      await send();
      expect(await told(email)).toHaveLength(2);
    },
  );

  it("is not told of while it is put off, and is with the last attempt", async () => {
    const email = newAddress();
    smtp.deferred.set(email, "450 4.2.0 come again");
    await mailedQuote(email);
    await send();
    expect(await told(email)).toEqual([]);
    await sql`update outbox_mails set due_at = now(), attempts = 11 where recipient = ${email}`;
    await send();
    expect(await told(email)).toHaveLength(2);
  });

  it("is told of where no server took it within a week, but for what was told already", async () => {
    const [email, refused, taken] = [newAddress(), newAddress(), newAddress()];
    smtp.refused.add(refused);
    await mailedQuote(refused);
    await mailedQuote(taken);
    await send();
    await mailedInvoice(email);
    await sql`update outbox_mails set created_at = now() - interval '8 days'`;
    await dropOldMails(harness.app.services);
    expect([await told(email), await told(refused), await told(taken)].map(({ length }) => length)).toEqual([2, 2, 0]);
  });

  const isUnsent = async (kind: "quotes" | "invoices", uid: string) => (await shop.ask(`${kind}.view`, { uid })).unsent;

  it.each([
    ["invoice", mailedInvoice],
    ["credit", mailedCredit],
  ] as const)("says so where it stands until it is sent again, %s", async (_document, mailed) => {
    const email = newAddress();
    smtp.refused.add(email);
    const { uid } = await mailed(email);
    expect(await isUnsent("invoices", uid)).toBe(false);
    await send();
    expect(await isUnsent("invoices", uid)).toBe(true);
    const { version } = await shop.ask("invoices.view", { uid });
    await shop.ask("invoices.send", { uid, version, email: newAddress() });
    expect(await isUnsent("invoices", uid)).toBe(false);
  });

  it("says so of a quote that waits for its answer, and not of one that was answered otherwise", async () => {
    const email = newAddress();
    smtp.refused.add(email);
    const { uid, version } = await mailedQuote(email);
    await send();
    expect(await isUnsent("quotes", uid)).toBe(true);
    await shop.ask("quotes.answer", { uid, version, accepted: false, name: "Lan", reason: "By telephone" });
    expect(await isUnsent("quotes", uid)).toBe(false);
  });

  it("says nothing where it went elsewhere before the first mail was given up", async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    smtp.deferred.set(wrong, "450 4.2.0 come again");
    const { uid, version } = await mailedInvoice(wrong);
    await send();
    await shop.ask("invoices.send", { uid, version, email: right });
    await sql`update outbox_mails set due_at = now(), attempts = 11 where recipient = ${wrong}`;
    await send();
    expect(await told(wrong)).toHaveLength(2);
    expect(await isUnsent("invoices", uid)).toBe(false);
  });

  it("says nothing where it was sent to the same address again, and came there, before the first mail was given up", async () => {
    const email = newAddress();
    smtp.deferred.set(email, "450 4.2.0 come again");
    const { uid, version } = await mailedInvoice(email);
    await send();
    smtp.deferred.delete(email);
    await sql`update outbox_mails set due_at = now() + interval '1 day', attempts = 11 where recipient = ${email}`;
    await shop.ask("invoices.send", { uid, version, email });
    await send();
    smtp.refused.add(email);
    await again(email);
    await send();
    expect(await told(email)).toHaveLength(2);
    expect(await isUnsent("invoices", uid)).toBe(false);
  });

  it("is nobody's news once the shop is no more", async () => {
    const email = newAddress();
    const other = await aShop(harness);
    const { uid, version } = await aQuote(other.ask);
    await other.ask("quotes.send", { uid, version, email });
    await other.ask("workspace.delete", { name: "Stone shop" });
    smtp.refused.add(email);
    await send();
    expect(await told(email)).toEqual([]);
    const [row] = await sql`select due_at = 'infinity' as never from outbox_mails where recipient = ${email}`;
    expect(row).toEqual({ never: true });
  });
});

describe("an answer to a mail of a shop", () => {
  const words = "Nobody reads replies to this e-mail.";
  const replyOf = ({ headers }: { headers: { key: string; value: string }[] }) => headers.find(({ key }) => key === "reply-to")?.value;
  const answerable = async (email: string) => {
    const { version, seller, ...pricing } = await shop.ask("pricing.settings", {});
    await shop.ask("pricing.saveSettings", { ...pricing, version, seller: { ...seller, name: "Stone shop", email } });
  };
  const mails = [mailedQuote, mailedInvoice, mailedCredit];

  it("reaches the address that it gives out, and the mail says nothing else", async () => {
    await answerable("office@stone.example");
    for (const mailed of mails) {
      const email = newAddress();
      await mailed(email);
      await send();
      const [mail] = smtp.to(email);
      expect(mail?.replyTo).toEqual([{ name: "", address: "office@stone.example" }]);
      expect(mail?.text).not.toContain(words);
    }
  });

  it("reaches nobody where it gives out none: the mail says so, and nobody's own address is in it", async () => {
    await answerable("");
    for (const mailed of mails) {
      const email = newAddress();
      await mailed(email);
      await send();
      const [mail] = smtp.to(email);
      if (!mail) throw new Error("no mail came");
      expect(replyOf(mail)).toBeUndefined();
      expect(mail.text).toContain(words);
      expect(mail.raw).not.toContain(shop.owner.email);
    }
  });

  it("adds no header, whatever is kept of the shop", async () => {
    await answerable("office@stone.example");
    for (const [kept, reply] of [
      ["office@stone.example\r\nBcc: spy@example.com", undefined],
      ["a@x.example, b@y.example", undefined],
    ] as const) {
      await sql`update pricing_settings set seller = jsonb_set(seller, '{email}', to_jsonb(${kept}::text))`;
      expect((await shop.ask("pricing.settings", {})).seller.email).toBe(kept);
      const email = newAddress();
      await mailedQuote(email);
      await send();
      const [mail] = smtp.to(email);
      if (!mail) throw new Error("no mail came");
      expect([mail.recipients, replyOf(mail)]).toEqual([[email], reply]);
      expect(mail.raw).not.toContain("spy@");
    }
  });
});

describe("the mail of a quote", () => {
  const KIND = { shop: "Stone shop", kind: "quote" };

  it("says by its number and in words that it takes the place of an earlier one", async () => {
    const email = newAddress();
    const first = await mailedQuote(email);
    const { uid, version, number } = await shop.ask("quotes.revise", { uid: first.uid, version: first.version });
    await shop.ask("quotes.send", { uid, version, email });
    await send();
    const subjects = [String(number), `${number}/2`].map((called) =>
      sentence("en", "mails.quote_sent.subject", { ...KIND, number: called }),
    );
    expect(smtp.to(email).map(({ subject }) => subject)).toEqual(subjects);
    expect(smtp.to(email).map(({ text }) => text?.includes("It takes the place of the earlier one"))).toEqual([false, true]);
  });

  it("calls a variation what it is", async () => {
    const { job, customer } = await issued(shop.ask);
    const email = newAddress();
    const { number } = await mailedQuote(email, {
      kind: "variation",
      jobUid: job.uid,
      customerUid: customer.uid,
      siteUid: null,
      pieces: [],
    });
    await send();
    const [mail] = smtp.to(email);
    expect(mail?.subject).toBe(`Your variation ${number} from Stone shop`);
    expect(mail?.text).toContain(`has prepared variation ${number} for you`);
    expect(mail?.text).not.toContain("quote ");
  });

  it.each(LOCALES)("of an earlier release that waits still is whole: %s", async (locale) => {
    const to = newAddress();
    const values = { workspaceId: shop.workspaceId, linkId: randomUUID(), shop: "Stone shop", number: 7, untilDay: "2099-12-31" };
    await enqueueMail(db(), { to, locale, template: "quote_sent", values });
    await send();
    expect(smtp.to(to)[0]?.subject).toBe(sentence(locale, "mails.quote_sent.subject", { ...KIND, number: "7" }));
  });
});

describe("the mail of what was taken", () => {
  const ABOUT = { shop: "Stone shop", kind: "quote", answered: "no" };
  const OPTION = { ...aLine({ text: "Splashback", price: 30_000 }), optional: true };
  const linkIn = (text = "") => text.match(/\/quote#(\S+)/)?.[1] ?? "";
  const take = (token: string, options: number[] = []) =>
    harness.call("POST", "/api/user/web/quote/accept", { body: { token, name: "Lan", strokes: [], options } });
  const confirmed = (to: string, locale: Locale, values: object) =>
    smtp.to(to).filter(({ subject }) => subject === sentence(locale, "mails.quote_accepted.subject", { ...ABOUT, ...values }));

  it.each(LOCALES)("tells whoever was sent it for how much, once, in its language, and leads to it: %s", async (locale) => {
    const email = newAddress();
    const { number, uid, lines } = await mailedQuote(email, { language: locale, lines: [aLine(), OPTION] });
    const options = [lines.findIndex(({ optional }: { optional: boolean }) => optional)];
    await send();
    const token = linkIn(smtp.to(email)[0]?.text);
    for (let time = 0; time < 2; time++) expect((await take(token, options)).status).toBe(200);
    await send();
    const [mail, ...more] = confirmed(email, locale, { number: String(number) });
    expect(more).toEqual([]);
    const { total, currency } = await shop.ask("quotes.view", { uid });
    expect(mail?.text).toContain(formatMoney(localeTag(locale), total, currency));
    const opened = await harness.call("POST", "/api/user/web/quote/open", { body: { token: linkIn(mail?.text) } });
    expect(opened.body.data).toMatchObject({ state: "accepted", signedBy: "Lan", totals: { total } });
  });

  it("comes where the customer says themselves what the shop had written down, and not before", async () => {
    const email = newAddress();
    const { uid, version, number } = await mailedQuote(email);
    await shop.ask("quotes.answer", { uid, version, accepted: true, name: "Lan" });
    await send();
    expect(confirmed(email, "en", { number: String(number) })).toEqual([]);
    expect((await take(linkIn(smtp.to(email)[0]?.text))).status).toBe(200);
    await send();
    expect(confirmed(email, "en", { number: String(number) })).toHaveLength(1);
  });

  it("does not come for what was declined", async () => {
    const email = newAddress();
    await mailedQuote(email);
    await send();
    const body = { token: linkIn(smtp.to(email)[0]?.text), reason: "Too dear" };
    expect((await harness.call("POST", "/api/user/web/quote/decline", { body })).status).toBe(200);
    await send();
    expect(smtp.to(email)).toHaveLength(1);
  });
});
