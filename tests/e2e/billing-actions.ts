import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Sql } from "postgres";
import type { Locale } from "@/lib/locales";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { answerOf, databaseOf } from "./database";
import { type Account, expect, newAccount } from "./fixtures";
import type { Texts } from "./languages";
import type { WritingForm } from "./offline-forms";
import { filled } from "./words";

export const PAGE = "/dashboard/subscription";
export const ADMIN = "/dashboard/admin/subscriptions";
export const BILLING = "/api/user/personalization/subscription";
export const DEMO = "/api/demo/payments";
export const ADMIN_API = "/api/admin/subscription";

/** A sentence of the catalogue up to its first placeholder: enough to find it by. */
export const begin = (sentence: string): string => sentence.split("{")[0]?.trim() ?? sentence;

/** The card of a plan. */
export const planCard = (page: Page, t: Texts, plan: "free" | "plus" | "pro"): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: t.subscription.plans[plan], exact: true, level: 3 }) });

/** Pays on the demo's page with the test card of this outcome. */
export async function payWith(page: Page, t: Texts, number: string): Promise<void> {
  const d = t.subscription.demoPage;
  await expect(page.getByText(d.notice)).toBeVisible();
  await page.getByRole("button", { name: filled(d.use, { number }) }).click();
  await page.locator('form button[type="submit"]').click();
}

/** An account whose address is confirmed: who pays must be reached. */
export async function confirmedAccount(app: RunningApp, locale?: Locale): Promise<Account> {
  const account = await newAccount(app.url, locale);
  await confirm(app, account);
  return account;
}

export async function confirm(app: RunningApp, { email }: Account): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update users set email_verified_at = now() where email = ${email}`;
  await sql.end();
}

/** A plan that is paid for, by the API alone. */
export async function subscribed(url: string, account: Account, plan: "plus" | "pro" = "plus", interval: "month" | "year" = "month") {
  const { data } = await callApi(url, account.token, `${BILLING}/checkout`, { plan, interval });
  const session = new URL(data.url).searchParams.get("session");
  await callApi(url, account.token, `${DEMO}/checkout/pay`, {
    session,
    number: "4242424242424242",
    expiry: "12/40",
    cvc: "123",
    name: "A",
  });
  await callApi(url, account.token, `${BILLING}/refresh`, {});
}

/** How many of Stripe's pages are open on which somebody pays for a plan, or gives a card. */
export const openPages =
  (app: RunningApp, { email }: Account, mode: "subscription" | "setup") =>
  () =>
    answerOf(
      app,
      `select count(*)::int from stripe_objects where kind = 'checkout.session' and data ->> 'status' = 'open' and data ->> 'mode' = '${mode}'
    and data ->> 'client_reference_id' = (select id::text from users where email = $1)`,
      email,
    );

/** All answers that the free plan saves in a week are saved. */
export const fillWeek = (sql: Sql, { email }: Account, question: string) => sql`
  insert into answers (id, user_id, question_id, state, reading_time, answer_time, recording_kind, mime_type, size_bytes, duration_ms, md5, file_key, stored_at)
  select gen_random_uuid(), u.id, ${question}, 'stored', 1, 1, 'audio', 'audio/webm', 1000, 1000, repeat('0', 32), 'kept' || u.id || n, now() - interval '1 day'
  from users u, generate_series(1, 10) n where u.email = ${email}`;

/** What a PDF says, its pages one after the other. */
export async function textOf(path: string): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(path)), useSystemFonts: false }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return texts.join("\n");
}

/** The form by which somebody ends their subscription, in their language and with their own words. */
export const ending = ({ subscription: { now, cancel } }: Texts, comment: string): WritingForm => ({
  calls: "subscription.cancel",
  who: "leaver",
  path: PAGE,
  open: [now.cancel],
  fields: [
    [cancel.reason, "too_expensive"],
    [cancel.comment, comment],
  ],
  send: cancel.confirm,
  at: `${BILLING}/active/get`,
});
