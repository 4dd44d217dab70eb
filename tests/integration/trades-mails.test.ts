import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { issued } from "#tests/factories/invoices";
import { aShop, type Shop } from "#tests/factories/isolation/shop";
import { aQuote } from "#tests/factories/quotes";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { putIn } from "#tests/factories/trades";
import { notifications, workspaceMembers } from "@/server/db/schema";
import { dropOldMails, sendDueMails } from "@/server/mail/outbox";

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
