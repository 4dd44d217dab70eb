import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { freePort } from "#tests/factories/ports";
import { confirmEmail, SECURITY } from "./account-steps";
import { type RunningApp, startApp } from "./app";
import { loseAnswers } from "./calls";
import { accountsOf, answerOf } from "./database";
import { type Account, expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { contextAs } from "./looks";
import { sendThrice, type WritingForm } from "./offline-forms";
import { logInAt, type OpenIdServer, startOpenId } from "./openid";

const t = TEXTS.en;
const NAME = "Campus";
let provider: OpenIdServer;
let app: RunningApp;

test.beforeAll(async () => {
  const port = await freePort();
  provider = await startOpenId(`http://localhost:${port}`);
  app = await startApp({ ...provider.settings, PORT: String(port) });
});
test.afterAll(async () => {
  await app?.stop();
  await provider?.close();
});

const via = (page: Page) => page.getByRole("button", { name: t.auth.withThirdParty.replace("{name}", NAME) });
const retry = (page: Page) => page.getByRole("button", { name: t.common.retry });
const told = (page: Page) => expect(page.getByText(t.common.offline).filter({ visible: true }).first()).toBeVisible();
const inside = (page: Page) => expect(page).toHaveURL(/\/dashboard$/);

/** Does something while a call does not arrive, until that is told. */
async function whileCut(page: Page, call: string, act: () => Promise<unknown>): Promise<void> {
  const address = `**/api/trpc/${call}*`;
  await page.route(address, (route) => route.abort("internetdisconnected"));
  await act();
  await told(page);
  await page.unroute(address);
  // A word that stood there is not taken for the next one.
  await page.mouse.move(0, 0);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 20_000 });
}

/** From the login page through the provider and back. */
async function through(page: Page, email: string): Promise<void> {
  await via(page).click();
  await logInAt(provider, page, email);
}

const rowsOf = (table: "sessions" | "identities", email: string) => () =>
  answerOf(app, `select count(*)::int from ${table} where user_id = (select id from users where email = $1)`, email);

/** An account that the provider opens. */
async function register(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${app.url}/auth/login`);
  await through(page, email);
  await page.getByRole("button", { name: t.auth.thirdParty.create }).click();
  await inside(page);
  return email;
}

/** Walks through a form in a browser of its own. */
const walk = (form: WritingForm, as?: Account) =>
  test(`${form.calls}: ${form.path}: without a network, and where the answer is lost`, async ({ browser }) => {
    test.setTimeout(180_000);
    const context = await contextAs(browser, app.url, { locale: "en", mode: "light", width: 1440 }, as);
    await sendThrice(await context.newPage(), app, undefined, form);
    await context.close();
  });

let email = "";

walk({
  calls: "account.thirdParty.login",
  path: "/auth/login",
  first: async (page) => {
    email = await register(page);
    await page.evaluate(() => localStorage.removeItem("accessToken"));
    await page.goto(`${app.url}/auth/login`);
    // The provider knows them still, and leads back at once.
    await whileCut(page, "account.thirdParty.login", () => via(page).click());
  },
  send: t.common.retry,
  at: () => rowsOf("sessions", email)(),
  ends: inside,
});

walk({
  calls: "account.thirdParty.register",
  path: "/auth/register",
  first: async (page) => {
    email = `${randomUUID()}@example.com`;
    await through(page, email);
    await page.getByLabel(t.auth.firstName).fill("Samira");
  },
  send: t.auth.thirdParty.create,
  at: () => accountsOf(app, email),
  ends: inside,
});

/** Logs in with a password because the provider's address has an account here; the link that follows does not arrive. */
async function linkedTooLate(page: Page): Promise<void> {
  const account = await newAccount(app.url);
  email = account.email;
  await through(page, email);
  await page.getByLabel(t.auth.emailOrUsername).fill(email);
  await page.getByLabel(t.auth.password, { exact: true }).fill(account.password);
  await whileCut(page, "account.thirdParty.link", () => page.keyboard.press("Enter"));
}

walk({
  calls: "account.thirdParty.link",
  by: "account/components/third-party-return",
  path: "/auth/login",
  first: linkedTooLate,
  send: t.common.retry,
  at: () => rowsOf("identities", email)(),
  ends: async (page) => {
    await inside(page);
    await expect(page.getByText(t.auth.thirdParty.linked.replace("{name}", NAME))).toBeVisible();
  },
});

test("in the settings a third party is linked and unlinked without a network, and where the answer is lost", async ({ browser }) => {
  test.setTimeout(180_000);
  const account = await newAccount(app.url);
  await confirmEmail(app, account);
  const context = await contextAs(browser, app.url, { locale: "en", mode: "light", width: 1440 }, account);
  const page = await context.newPage();
  const link = page.getByRole("button", { name: t.account.thirdParties.link, exact: true });
  const unlink = page.getByRole("button", { name: t.account.thirdParties.unlink, exact: true });
  const linked = rowsOf("identities", account.email);
  await sendThrice(page, app, undefined, {
    calls: "account.thirdParty.link",
    by: "account/components/settings/third-parties-card",
    path: SECURITY,
    first: async () => {
      await link.click();
      await whileCut(page, "account.thirdParty.link", () => logInAt(provider, page, account.email));
    },
    send: t.account.thirdParties.link,
    at: linked,
    showsItself: true,
    ends: () => expect(unlink).toBeVisible(),
  });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await sendThrice(page, app, undefined, {
    calls: "account.thirdParty.unlink",
    path: SECURITY,
    send: t.account.thirdParties.unlink,
    at: linked,
    showsItself: true,
    ends: () => expect(link).toBeVisible(),
  });
  // What waited has gone: whoever links again is led through the provider.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await link.click();
  await expect(unlink).toBeVisible();
  expect(await linked()).toBe(1);
  await context.close();
});

test("a link that did not arrive keeps nobody out who has logged in", async ({ page }) => {
  await page.goto(`${app.url}/auth/login`);
  await linkedTooLate(page);
  await page.getByRole("button", { name: t.auth.thirdParty.cancel }).click();
  await inside(page);
  expect(await rowsOf("identities", email)()).toBe(0);
});

test("whoever corrects a name after an answer was lost gets into the account that the first try made", async ({ page }) => {
  const stranger = `${randomUUID()}@example.com`;
  await page.goto(`${app.url}/auth/login`);
  await through(page, stranger);
  const call = "**/api/trpc/account.thirdParty.register*";
  await loseAnswers(page, call);
  await page.getByRole("button", { name: t.auth.thirdParty.create }).click();
  await told(page);
  await page.unroute(call);
  await page.getByLabel(t.auth.firstName).fill("Samira");
  await page.getByRole("button", { name: t.auth.thirdParty.create }).click();
  await inside(page);
  expect([await accountsOf(app, stranger), await rowsOf("sessions", stranger)()]).toEqual([1, 1]);
});

test("without a network nobody is led to a page that does not load, neither on the way nor on the way back", async ({ page, context }) => {
  await page.goto(`${app.url}/auth/login`);
  await expect(via(page)).toBeVisible();
  await context.setOffline(true);
  await via(page).click();
  await told(page);
  await expect(page).toHaveURL(`${app.url}/auth/login`);
  await context.setOffline(false);
  // Who they are cannot be asked for their greeting.
  await page.route("**/api/auth/session", (route) => route.abort("internetdisconnected"));
  await through(page, `${randomUUID()}@example.com`);
  await told(page);
  await page.unroute("**/api/auth/session");
  await retry(page).click();
  await expect(page.getByLabel(t.auth.lastName)).toHaveValue("Bakri");
});
