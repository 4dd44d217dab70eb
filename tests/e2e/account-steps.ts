import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { localeDirection } from "@/lib/locales";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { type Account, expect } from "./fixtures";
import type { TestedLocale, Texts } from "./languages";

export const SETTINGS = "/dashboard/settings/account";
export const SECURITY = `${SETTINGS}?section=security`;

/** As if somebody had opened the link of the first mail. */
export async function confirmEmail(app: RunningApp, { email }: Account): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update users set email_verified_at = now() where email = ${email}`;
  await sql.end();
}

/** As if the last proof of identity of everybody were an hour old. */
export async function ageProofs(app: RunningApp): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update sessions set authenticated_at = now() - interval '1 hour'`;
  await sql.end();
}

/** @param url of the app, where it is not the one that the test file shares */
export async function logIn(page: Page, { email, password }: Account, t: Texts, url = ""): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await page.getByLabel(t.auth.emailOrUsername).fill(email);
  await page.getByLabel(t.auth.password, { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

export async function logOut(page: Page, t: Texts): Promise<void> {
  await page.getByRole("button", { name: t.shell.account }).click();
  await page.getByRole("menuitem", { name: t.shell.logOut }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** A login somewhere else, by the API. */
export async function logInElsewhere(url: string, { email, password }: Omit<Account, "token">, userAgent = ""): Promise<Account> {
  const answer = await fetch(`${url}/api/account/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { email, password, token: accessToken };
}

export function superAdmin({ url, dataDir }: RunningApp): Promise<Account> {
  const { demoPasswords } = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
  return logInElsewhere(url, { email: "super-admin@parley.example", password: demoPasswords.super_admin });
}

/** `npm run admin` beside the running app. */
export const runAdmin = ({ dataDir }: RunningApp, ...args: string[]) =>
  spawnSync(process.execPath, ["src/bin/admin.mjs", ...args], { env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" });

/** A device with a fingerprint reader that always agrees. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Tab goes round within a dialog and never out of it. */
export async function expectTrapped(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (let at = 0; at < 8; at++) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
}

/** The page reads from the side where its language begins. */
export const expectDirection = (page: Page, locale: TestedLocale): Promise<void> =>
  expect(page.locator("html")).toHaveAttribute("dir", localeDirection(locale));

/** Whether a part of an element's text, all on one line, is shown with each character to the right of the one before. */
export const runsLeftToRight = (element: Locator, part: string): Promise<boolean> =>
  element.evaluate((node, wanted) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const from = text.data.indexOf(wanted);
      if (from < 0) continue;
      const lefts = Array.from(wanted, (_, at) => {
        const range = document.createRange();
        range.setStart(text, from + at);
        range.setEnd(text, from + at + 1);
        return range.getBoundingClientRect().left;
      });
      return lefts.every((left, at) => at === 0 || left > (lefts[at - 1] ?? 0));
    }
    return false;
  }, part);

/** What is typed into a field never runs beneath the button at its end. */
export async function expectClearOf(field: Locator, button: Locator): Promise<void> {
  const room = await field.evaluate((input) => {
    const { left, right } = input.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    return { from: left + Number.parseFloat(paddingLeft), to: right - Number.parseFloat(paddingRight) };
  });
  const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0);
  expect(x >= room.to || x + width <= room.from).toBe(true);
}

/** Codes and addresses read from left to right in every language, and stand where the language begins. */
export async function expectLeftToRight(field: Locator): Promise<void> {
  await expect(field).toHaveCSS("direction", "ltr");
  const page = field.page();
  if ((await page.locator("html").getAttribute("dir")) === "rtl") await expect(field).toHaveCSS("text-align", "end");
}
