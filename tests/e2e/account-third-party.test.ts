import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { type RunningApp, startApp } from "./app";
import { expect, newAccount, speakLanguage, test } from "./fixtures";
import { type OpenIdServer, startOpenId } from "./openid";
import { freePort } from "./ports";

const t = en.auth;
const NAME = "Campus";
let provider: OpenIdServer;
let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  provider = await startOpenId(`http://localhost:${port}`);
  app = await startApp({ ...provider.settings, PORT: String(port), SESSION_REFETCH_SECONDS: "2" });
});
test.afterAll(async () => {
  await app.stop();
  await provider.close();
});

/** Logs in at the provider and agrees that the app may know. */
async function atProvider(page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  await page.getByPlaceholder(/login/i).fill(login);
  await page.getByPlaceholder(/password/i).fill("any");
  await page.getByRole("button", { name: /sign-in/i }).click();
  await page.getByRole("button", { name: /continue/i }).click();
}

const viaProvider = (page: Page) => page.getByRole("button", { name: t.withThirdParty.replace("{name}", NAME) }).click();

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.shell.account }).click();
  await page.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** next-auth's session is only the way in: nothing of it may stay. */
const thirdPartySession = (page: Page) => page.evaluate(async () => (await fetch("/api/auth/session")).json());

test("a stranger comes in through the provider, corrects the name, and comes back without a word", async ({ page, look }) => {
  const email = `${randomUUID()}@example.com`;
  // From a deep link, by way of a first try that is given up.
  await page.goto(`${app.url}/dashboard/answers`);
  await expect(page.getByText(t.problems.sessionRequired)).toBeVisible();
  await viaProvider(page);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByText(t.problems.failed)).toBeVisible();
  await viaProvider(page);
  await atProvider(page, email);
  await expect(page.getByRole("heading", { name: t.thirdParty.newTitle })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel(t.lastName)).toHaveValue("Bakri");
  await look("third-party-new");
  await page.getByLabel(t.firstName).fill("Samira");
  await page.getByRole("button", { name: t.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard/answers`);
  // The provider has confirmed the address.
  await expect(page.getByRole("button", { name: en.account.banner.resend })).toBeHidden();
  expect(await thirdPartySession(page)).toEqual({});

  await logOut(page);
  await viaProvider(page);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`${app.url}/dashboard/settings/account`);
  await expect(page.getByLabel(t.firstName)).toHaveValue("Samira");
  // Its only way in cannot be taken away.
  await page.goto(`${app.url}/dashboard/settings/account?section=security`);
  await page.getByRole("button", { name: en.account.thirdParties.unlink }).click();
  await expect(page.getByText(en.errors.lastWayIn)).toBeVisible();
  expect(await thirdPartySession(page)).toEqual({});
});

test("an address that has a password is linked only after its owner has logged in", async ({ page, look }) => {
  const account = await newAccount(app.url);
  await page.goto(`${app.url}/auth/login`);
  await viaProvider(page);
  await atProvider(page, account.email);
  await expect(page.getByRole("heading", { name: t.thirdParty.linkTitle.replace("{name}", NAME) })).toBeVisible();
  await look("third-party-link");
  await page.getByLabel(t.emailOrUsername).fill(account.email);
  await page.getByLabel(t.password, { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/dashboard`);
  await expect(page.getByText(t.thirdParty.linked.replace("{name}", NAME))).toBeVisible();

  await logOut(page);
  await viaProvider(page);
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("a third party is linked and unlinked in the settings", async ({ page, context }) => {
  const account = await newAccount(app.url);
  await context.addInitScript((token) => localStorage.setItem("accessToken", token), account.token);
  await page.goto(`${app.url}/dashboard/settings/account?section=security`);
  await page.getByRole("button", { name: en.account.thirdParties.link, exact: true }).click();
  // The provider vouches for the account's own address: that confirms it.
  const login = account.email;
  await atProvider(page, login);
  await expect(page.getByText(en.account.thirdParties.linkedAs.replace("{email}", login))).toBeVisible();
  await expect(page.getByText(en.account.email.confirmed)).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/dashboard/settings/account?section=security`);
  await page.getByRole("button", { name: en.account.thirdParties.unlink }).click();
  await expect(page.getByRole("button", { name: en.account.thirdParties.link, exact: true })).toBeVisible();
});

test("in Arabic, too: a stranger comes in through the provider", async ({ page, context, look }) => {
  await speakLanguage(context, app.url, "ar");
  await page.goto(`${app.url}/auth/login`);
  await page.getByRole("button", { name: ar.auth.withThirdParty.replace("{name}", NAME) }).click();
  await atProvider(page, `${randomUUID()}@example.com`);
  await expect(page.getByRole("heading", { name: ar.auth.thirdParty.newTitle })).toBeVisible({ timeout: 30_000 });
  await look("third-party-new-ar");
  await page.getByRole("button", { name: ar.auth.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("the registration page leads through the provider too", async ({ page }) => {
  await page.goto(`${app.url}/auth/register`);
  await viaProvider(page);
  await atProvider(page, `${randomUUID()}@example.com`);
  await page.getByRole("button", { name: t.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("somebody who does not agree at the provider reads what happened, in words", async ({ page }) => {
  await page.goto(`${app.url}/auth/login`);
  await viaProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page).toHaveURL(new RegExp(`^${app.url}/auth/login`));
  await expect(page.getByText(t.problems.failed)).toBeVisible();
});

test("an open page asks who is signed in by the clock that the operator sets, and when it comes into sight", async ({
  page,
  context,
  app: plain,
}) => {
  const asks = (url: string) =>
    page.waitForRequest((request) => request.url().startsWith(`${url}/api/trpc/`) && request.url().includes("account.me"));
  const account = await newAccount(app.url);
  await context.addInitScript((token) => localStorage.setItem("accessToken", token), account.token);
  await page.goto(`${app.url}/dashboard/settings/account`);
  await expect(page.getByLabel(t.firstName)).toBeVisible();
  await asks(app.url);
  await asks(app.url);
  // Where no clock is set, coming into sight is what counts.
  const other = await newAccount(plain.url);
  await page.goto(plain.url);
  await page.evaluate((token) => localStorage.setItem("accessToken", token), other.token);
  await context.addInitScript((token) => localStorage.setItem("accessToken", token), other.token);
  await page.goto(`${plain.url}/dashboard/settings/account`);
  await expect(page.getByLabel(t.firstName)).toBeVisible();
  const asked = asks(plain.url);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked;
});

test("a provider without settings shows no button", async ({ page, app: plain }) => {
  await page.goto(`${plain.url}/auth/login`);
  await expect(page.getByRole("button", { name: t.withPasskey })).toBeVisible();
  await expect(page.getByRole("button", { name: /Continue with/ })).toHaveCount(0);
});
