import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { sentence } from "#tests/factories/catalogues";
import { linkIn } from "#tests/factories/mails";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";
import { enqueueMail, sendDueMails } from "@/server/mail/outbox";
import { type MailTemplate, TEMPLATES } from "@/server/mail/templates";
import { unsubscribePath } from "@/server/mail/unsubscribe";
import { openToken } from "@/server/signed-tokens";

let smtp: MailServer;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  smtp = await startMailServer();
  harness = await startHarness({ SMTP_URL: smtp.url, MAIL_FROM: "Parley <hello@parley.example>" });
  sql = postgres(harness.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await smtp?.stop();
});

const LINK = "0190a5f0-0000-7000-8000-00000000abcd";
/** Enough for every template; an instant is told in the reader's way. */
const VALUES: Record<string, string | number> & Record<"name" | "email" | "question" | "erasedAt" | "untilDay", string> = {
  linkId: LINK,
  conversationId: LINK,
  inviteId: LINK,
  workspaceId: LINK,
  shop: "Stone & sons",
  untilDay: "2026-12-24",
  dueDay: "2026-12-24",
  given: "no",
  kind: "quote",
  revised: "no",
  answered: "no",
  name: "Zoé O’Hara",
  email: "new@example.com",
  change: "totp_on",
  device: "Firefox 128, Linux",
  question: "Why us?",
  signedInAt: "2026-11-21T23:30:00.000Z",
  // One whose link has run out does not go any more.
  linkEndsAt: "2096-11-21T23:30:00.000Z",
  erasedAt: "2026-11-21T23:30:00.000Z",
  receipt: LINK,
  untilAt: "2026-11-21T23:30:00.000Z",
  endsAt: "2026-11-21T23:30:00.000Z",
  number: "DEMO-0001",
  paidAmount: "123456 usd",
  totalAmount: "123456 usd",
  title: "Support has answered you",
  body: "It's about “Sound & vision”.",
  reason: "It sold things to others.",
  href: "/dashboard/support?conversation=1&x=2",
  titles: "• Support has answered you\n\n• Your archive is ready",
  count: 3,
  timeZone: "Asia/Ho_Chi_Minh",
};

const templates = Object.keys(TEMPLATES) as MailTemplate[];
const send = () => sendDueMails(harness.app.services);
let counter = 0;
const newAddress = () => `reader-${++counter}@example.com`;

async function sent(template: MailTemplate, locale: Locale, values: Record<string, string | number> = VALUES) {
  const to = newAddress();
  await enqueueMail(harness.app.services.db, { to, locale, template, values });
  await send();
  const mails = smtp.to(to);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error("no mail came");
  return mail;
}

const header = (mail: { headers: { key: string; value: string }[] }, name: string) => mail.headers.find(({ key }) => key === name)?.value;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

describe.each(LOCALES)("mails in %s", (locale) => {
  const instant = (timeZone: string, at: unknown = VALUES.erasedAt) =>
    new Intl.DateTimeFormat(localeTag(locale), { timeZone, dateStyle: "long", timeStyle: "short" }).format(new Date(String(at)));

  it.each(templates)("%s: subject, text and HTML say what the catalogue says", async (template) => {
    const mail = await sent(template, locale);
    const day = new Intl.DateTimeFormat(localeTag(locale), { dateStyle: "long", timeZone: "UTC" }).format(new Date(VALUES.untilDay));
    const amount = new Intl.NumberFormat(localeTag(locale), { style: "currency", currency: "USD" })
      .format(1234.56)
      .replace("US$", locale === "ar" ? "\u2066US$\u2069" : "US$");
    const told = {
      ...VALUES,
      ...Object.fromEntries(
        (["signedInAt", "linkEndsAt", "erasedAt", "untilAt", "endsAt"] as const).map((name) => [
          name,
          instant("Asia/Ho_Chi_Minh", VALUES[name]),
        ]),
      ),
      ...{ untilDay: day, dueDay: day, paidAmount: amount, totalAmount: amount },
    };
    const say = (part: string) => sentence(locale, `mails.${template}.${part}`, told);
    expect(say("subject")).not.toContain("mails.");
    expect(mail.subject).toBe(say("subject"));
    expect(mail.from?.address).toBe("hello@parley.example");
    expect(mail.to).toEqual([{ name: "", address: mail.recipients[0] }]);
    expect(header(mail, "content-language")).toBe(localeTag(locale));
    expect(header(mail, "auto-submitted")).toBe("auto-generated");

    for (const paragraph of say("text").split("\n\n")) {
      expect(mail.text).toContain(paragraph);
      expect(mail.html).toContain(escaped(paragraph));
    }
    // Neither a key nor a value that was not filled in.
    expect(mail.text).not.toMatch(/mails\.|\{\w+\}|undefined/);
    expect(mail.html).not.toMatch(/mails\.|undefined/);
    const direction = locale === "ar" ? "rtl" : "ltr";
    expect(mail.html).toContain(`<html lang="${localeTag(locale)}" dir="${direction}">`);
    expect(mail.html).toContain(`<body style="margin:0;background:#f3f6f5;padding:24px 12px" dir="${direction}">`);

    if (TEMPLATES[template] === null) expect(mail.text).not.toMatch(/https?:\/\/\S+#/);
    else {
      const { href } = linkIn(mail);
      expect(href.startsWith(`${harness.url}/`)).toBe(true);
      expect(mail.html).toContain(`<a href="${escaped(href)}"`);
      expect(mail.text).toContain(say("action"));
    }
  });

  it("tell instants in UTC, and say so, where no zone is known", async () => {
    const mail = await sent("deletion_requested", locale, { ...VALUES, timeZone: "" });
    expect(mail.text).toContain(`${instant("UTC")} UTC`);
    expect((await sent("deletion_requested", locale)).text).not.toContain(instant("UTC"));
  });
});

describe("a mailed link", () => {
  it.each([
    ["verify_email", "/verify-email"],
    ["change_email", "/verify-email"],
    ["reset_password", "/reset-password"],
  ] as const)("%s carries its token in the fragment of %s, and nothing that a stranger typed", async (template, page) => {
    const mail = await sent(template, "en");
    const link = linkIn(mail);
    expect(link.pathname + link.search).toBe(page);
    expect(openToken(harness.env.secrets, template, link.hash.slice(1))).toBe(LINK);
    for (const value of [VALUES.name, VALUES.email, VALUES.question]) expect(`${mail.text}${mail.html}`).not.toContain(value);
  });
});

describe("a mail that somebody can do without", () => {
  const USER = "0190a5f0-0000-7000-8000-00000000beef";
  const choosable = { ...VALUES, userId: USER, events: "recording_played,support" };

  it("says where to choose, and how to turn it off with one POST (RFC 8058)", async () => {
    const mail = await sent("notification", "en", choosable);
    const path = unsubscribePath(harness.env.secrets, USER, "recording_played,support");
    expect(header(mail, "list-unsubscribe")).toBe(`<${harness.url}${path}>`);
    expect(header(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.text).toContain(`${sentence("en", "mails.choose")}: ${harness.url}/dashboard/settings/account?section=notifications`);
    // Scanners open every link of a mail: this one stands in the header only.
    expect(`${mail.text}${mail.html}`).not.toContain("unsubscribe/");
  });

  it("is not one about safety", async () => {
    const mail = await sent("password_changed", "en");
    expect(header(mail, "list-unsubscribe")).toBeUndefined();
    expect(mail.text).not.toContain(sentence("en", "mails.choose"));
  });
});

describe("what people wrote", () => {
  const HOSTILE = `<img src=x onerror=alert(1)>&amp;"'\`{name}'{x}<https://evil.example>`;

  it("is text in the HTML part, and unchanged in the text part", async () => {
    const mail = await sent("recording_played", "en", { ...VALUES, question: HOSTILE });
    expect(mail.text).toContain(HOSTILE);
    expect(mail.html).not.toContain("<img");
    expect(mail.html).not.toContain("<https");
    expect(mail.html).toContain("&lt;img src=x onerror=alert(1)&gt;&amp;amp;&quot;&#39;`{name}&#39;{x}&lt;https://evil.example&gt;");
  });

  it("keeps its lines", async () => {
    const mail = await sent("account_suspended", "en", { ...VALUES, reason: "Two things:\n- advertising\n- insults" });
    expect(mail.text).toContain("\n\nTwo things:\n- advertising\n- insults\n\n");
    expect(mail.html).toMatch(/<p style="[^"]*;white-space:pre-line" dir="auto">Two things:\n- advertising\n- insults<\/p>/);
  });

  it("turns none of Parley's sentences around that begins with a name in other letters", async () => {
    const mail = await sent("quote_sent", "en", { ...VALUES, shop: "رخام النيل" });
    expect(mail.html).toMatch(/<p style="[^"]*;white-space:pre-line">رخام النيل has prepared/);
    expect(mail.html).not.toContain('dir="auto"');
  });

  it("adds no header: line breaks in an address or a value stay out of them", async () => {
    const mail = await sent("email_change_asked", "en", { ...VALUES, name: "A\r\nBcc: spy@example.com\r\n\r\nx", email: "b@example.com" });
    expect(mail.recipients).toHaveLength(1);
    expect(header(mail, "bcc")).toBeUndefined();
  });
});

describe("a file that goes with a mail", () => {
  it("arrives byte for byte under its name, and stays nowhere", async () => {
    const to = newAddress();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
    const file = { name: "Hóa đơn 12.pdf", type: "application/pdf", content: bytes.toString("base64") };
    await enqueueMail(harness.app.services.db, { to, locale: "vi", template: "invoice_sent", values: VALUES, attachments: [file] });
    await send();
    const [mail] = smtp.to(to);
    const [attachment, ...more] = mail?.attachments ?? [];
    expect([attachment?.filename, attachment?.mimeType, attachment?.disposition, more]).toEqual([file.name, file.type, "attachment", []]);
    expect(Buffer.from(attachment?.content as ArrayBuffer).equals(bytes)).toBe(true);
    const kept = await sql`select 1 from outbox_mails where attachments <> '[]'`;
    expect(kept).toHaveLength(0);
  });
});

describe("a mail that is not taken", () => {
  const rowOf = async (id: string) =>
    (await sql`select *, extract(epoch from due_at - now()) as wait from outbox_mails where id = ${id}`)[0];

  async function queued(to: string): Promise<string> {
    await enqueueMail(harness.app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    const [row] = await sql`select id from outbox_mails where recipient = ${to}`;
    return row?.id;
  }

  it("for now, because of its recipient, comes again later and later, and holds nobody else up", async () => {
    const to = newAddress();
    const next = newAddress();
    smtp.deferred.set(to, "450 4.2.0 come again");
    const id = await queued(to);
    await queued(next);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await sql`update outbox_mails set due_at = now() where id = ${id}`;
      await send();
      const row = await rowOf(id);
      expect(row).toMatchObject({ attempts: attempt, sent_at: null, recipient: to, values: { name: "Ada" } });
      expect(row?.last_error).toMatch(/^\w+$/);
      waits.push(Number(row?.wait));
    }
    expect(smtp.to(next)).toHaveLength(1);
    for (let at = 1; at < waits.length; at++) expect(waits[at]).toBeGreaterThan((waits[at - 1] ?? 0) * 1.5);
    await sql`update outbox_mails set due_at = now(), attempts = 10 where id = ${id}`;
    await send();
    expect(Number((await rowOf(id))?.wait)).toBeLessThanOrEqual(6 * 3600);

    smtp.deferred.delete(to);
    // Not before its time.
    await send();
    expect(smtp.to(to)).toHaveLength(0);
    await sql`update outbox_mails set due_at = now() where id = ${id}`;
    await send();
    await send();
    expect(smtp.to(to)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ recipient: null, values: {}, sent_at: expect.any(Date) });
  });

  it("twelve times is given up", async () => {
    const to = newAddress();
    smtp.deferred.set(to, "450 4.2.0 come again");
    const id = await queued(to);
    await sql`update outbox_mails set attempts = 11 where id = ${id}`;
    await send();
    const [row] = await sql`select attempts, due_at = 'infinity' as never from outbox_mails where id = ${id}`;
    expect(row).toEqual({ attempts: 12, never: true });
  });

  it("because the server is away is sent once when it is back, under the same Message-ID", async () => {
    const to = newAddress();
    const id = await queued(to);
    smtp.deferred.set(to, "450 4.2.0 come again");
    await send();
    smtp.deferred.delete(to);
    await smtp.stop();
    await sql`update outbox_mails set due_at = now() where id = ${id}`;
    await send();
    expect(await rowOf(id)).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringMatching(/^E/) });
    await smtp.start();
    await sql`update outbox_mails set due_at = now() where id = ${id}`;
    await Promise.all([send(), send(), send()]);
    const mails = smtp.to(to);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.messageId).toBe(`<${id}@127.0.0.1>`);
    // A second attempt whose first one had arrived all the same can be told by that.
    await sql`update outbox_mails set sent_at = null, due_at = now(), recipient = ${to}, values = '{"name":"Ada"}' where id = ${id}`;
    await send();
    expect(smtp.to(to).map((mail) => mail.messageId)).toEqual([`<${id}@127.0.0.1>`, `<${id}@127.0.0.1>`]);
  });

  it("because its sender died is taken up again after the lease", async () => {
    const to = newAddress();
    const id = await queued(to);
    // As a process leaves it that stops between taking the mail and sending it.
    await sql`update outbox_mails set attempts = 1, due_at = now() + interval '5 minutes' where id = ${id}`;
    await send();
    expect(smtp.to(to)).toHaveLength(0);
    await sql`update outbox_mails set due_at = due_at - interval '5 minutes' where id = ${id}`;
    await send();
    expect(smtp.to(to)).toHaveLength(1);
  });
});

describe("the outbox", () => {
  it("sends each of many once, also when several processes work on it", async () => {
    const addresses = Array.from({ length: 50 }, newAddress);
    for (const to of addresses)
      await enqueueMail(harness.app.services.db, { to, locale: "fr", template: "password_changed", values: { name: "Ada" } });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(addresses.map((to) => smtp.to(to).length)).toEqual(addresses.map(() => 1));
    const [left] =
      await sql`select count(*)::int as n from outbox_mails where recipient = any(${addresses}) or values <> '{}' and sent_at is not null`;
    expect(left?.n).toBe(0);
  });

  it("sends nothing for a row without a recipient, and closes it", async () => {
    const before = smtp.mails.length;
    await enqueueMail(harness.app.services.db, { to: null, locale: "en", template: "reset_password", values: { linkId: LINK } });
    await send();
    expect(smtp.mails).toHaveLength(before);
    const open = await sql`select 1 from outbox_mails where sent_at is null and due_at < 'infinity'`;
    expect(open).toHaveLength(0);
  });

  it("has no list of kept mails beside a mail server: 404", async () => {
    const { token, user } = await registerUser(harness);
    await sql`update users set role = 'super_admin' where id = ${user.uid}`;
    const answer = await harness.call("GET", "/api/super/admin/mails/get", { token });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: "notFound" });
  });
});
