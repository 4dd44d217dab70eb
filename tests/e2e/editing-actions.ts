import type { Browser, Locator, Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import type { Role } from "@/lib/enums/account";
import { LOCALE_NAMES, LOCALES, type Locale } from "@/lib/locales";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { type Account, newAccount, setMode, signIn, speakLanguage } from "./fixtures";

export const CONTENT = "/dashboard/admin/learning";

/** A new account, as if a super admin had given it a role. */
export async function accountWith(app: RunningApp, role: Role): Promise<Account> {
  const account = await newAccount(app.url);
  const sql = await databaseOf(app);
  await sql`update users set role = ${role} where email = ${account.email}`;
  await sql.end();
  return account;
}

interface Look {
  locale: Locale;
  mode?: "light" | "dark";
  width?: number;
}

/** A browser of somebody's own. */
export async function pageOf(browser: Browser, app: RunningApp, account: Account, { locale, mode, width = 1440 }: Look): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  await speakLanguage(context, app.url, locale);
  if (mode) await setMode(context, app.url, mode);
  await signIn(context, account);
  return context.newPage();
}

export const inAll = (en: string) => ({ en, cn: "", fr: "", ar: "", vi: "" });

/** A draft, as the API takes it. */
export const draft = (title: string) => ({
  kind: "mentorship",
  title: inAll(title),
  description: inAll("What it is about"),
  date: "2026-11-01",
  chapters: [{ at: 65, title: inAll("The first step") }],
  scales: ["clarity"],
  categories: [],
  question: null,
});

/** Writes a name and a description in every language of the open dialog, the same everywhere. */
export async function nameEverywhere(dialog: Locator, name: string): Promise<void> {
  for (const locale of LOCALES) {
    await dialog.getByRole("tab", { name: LOCALE_NAMES[locale] }).click();
    await dialog.getByLabel(en.editing.naming.name, { exact: true }).fill(name);
    await dialog.getByLabel(en.editing.naming.description).fill(`All about ${name}`);
  }
}
