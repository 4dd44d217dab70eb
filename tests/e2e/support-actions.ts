import type { Browser, BrowserContext, Page } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, signIn, speakLanguage } from "./fixtures";
import type { TestedLocale } from "./languages";

export const SUPPORT = "/dashboard/support";
export const INBOX = "/dashboard/admin/support";
export const CONTACT_API = "/api/user/personalization/contact/us";
export const INBOX_API = "/api/admin/support";

/** A conversation that was begun elsewhere. @returns its id */
export async function begun(url: string, account: Account, subject: string, message: string): Promise<string> {
  const { data } = await callApi(url, account.token, `${CONTACT_API}/save`, { subject, message });
  return data.uid;
}

/** What stands in a conversation, as its author gets it. */
export async function said(
  url: string,
  account: Account,
  conversationId: string,
): Promise<{ seq: number; side: string; kind: string; text: string; attachments: { name: string }[] }[]> {
  const { data } = await callApi(url, account.token, `${CONTACT_API}/detail/message/get?conversationId=${conversationId}`);
  return data.messages;
}

export const answered = (url: string, agent: Account, conversationId: string, message: string) =>
  callApi(url, agent.token, `${INBOX_API}/conversation/answer`, { conversationId, message });

/** A browser of somebody's own, at an app. */
export async function browserOf(
  browser: Browser,
  { url }: Pick<RunningApp, "url">,
  account: Account,
  locale: TestedLocale,
  width = 1440,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  await speakLanguage(context, url, locale);
  await signIn(context, account);
  return context;
}

/** Writes in the open conversation and sends. */
export async function sendMessage(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: label, exact: true }).fill(text);
  await page.keyboard.press("Enter");
}
