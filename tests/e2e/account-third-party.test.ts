import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { freePort } from "#tests/factories/ports";
import { ageProofs, expectDirection, logOut, SECURITY, SETTINGS } from "./account-steps";
import { type RunningApp, startApp } from "./app";
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS, type Texts } from "./languages";
import { logInAt, type OpenIdServer, startOpenId } from "./openid";

const { en } = TEXTS;
const NAME = "Campus";
let provider: OpenIdServer;
let app: RunningApp;

test.beforeAll(async () => {
  const port = await freePort();
  provider = await startOpenId(`http://localhost:${port}`);
  app = await startApp({ ...provider.settings, PORT: String(port), SESSION_REFETCH_SECONDS: "2" });
});
test.afterAll(async () => {
  await app.stop();
  await provider.close();
});

const atProvider = (page: Page, login: string) => logInAt(provider, page, login);

const viaProvider = (page: Page, t: Texts = en) =>
  page.getByRole("button", { name: t.auth.withThirdParty.replace("{name}", NAME) }).click();

/** next-auth's session is only the way in: nothing of it may stay. */
const thirdPartySession = (page: Page) => page.evaluate(async () => (await fetch("/api/auth/session")).json());

test("whoever goes back to the page as they left it for the provider can press again", async ({ page }) => {
  await page.goto(`${app.url}/auth/login`);
  const leave = page.getByRole("button", { name: en.auth.withThirdParty.replace("{name}", NAME) });
  // No browser that tests drive keeps a page that was left: this one is not, and then told that it is back.
  await page.route(
    (url) => url.origin !== app.url,
    (route) => route.abort("aborted"),
  );
  await leave.click();
  await expect(leave).toHaveAttribute("aria-busy", "true");
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(leave).not.toHaveAttribute("aria-busy", "true");
});

for (const [locale, t] of LANGUAGES) {
  test(`a stranger comes in through the provider, corrects the name, and comes back without a word, in ${locale}`, async ({
    page,
    context,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    const email = `${randomUUID()}@example.com`;
    // From a deep link, by way of a first try that is given up.
    await page.goto(`${app.url}/dashboard/answers`);
    await expect(page.getByText(t.auth.problems.sessionRequired)).toBeVisible();
    await viaProvider(page, t);
    await page.getByRole("link", { name: /cancel/i }).click();
    await expect(page.getByText(t.auth.problems.failed)).toBeVisible();
    // Whoever makes an account or sets a new password instead is led there, too.
    for (const way of ["register", "forgot-password"])
      await expect(page.locator(`main a[href*="/auth/${way}"]`)).toHaveAttribute("href", /returnTo=%2Fdashboard%2Fanswers$/);
    await viaProvider(page, t);
    await atProvider(page, email);
    await expect(page.getByRole("heading", { name: t.auth.thirdParty.newTitle })).toBeVisible();
    await expectDirection(page, locale);
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByLabel(t.auth.lastName)).toHaveValue("Bakri");
    await look(`third-party-new-${locale}`);
    await page.getByLabel(t.auth.firstName).fill("Samira");
    await page.getByRole("button", { name: t.auth.thirdParty.create }).click();
    await expect(page).toHaveURL(`${app.url}/dashboard/answers`);
    // The provider has confirmed the address.
    await expect(page.getByRole("button", { name: t.account.banner.resend })).toBeHidden();
    expect(await thirdPartySession(page)).toEqual({});

    await logOut(page, t);
    await viaProvider(page, t);
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto(app.url + SETTINGS);
    await expect(page.getByLabel(t.auth.firstName)).toHaveValue("Samira");
    // Its only way in cannot be taken away.
    await page.goto(app.url + SECURITY);
    await page.getByRole("button", { name: t.account.thirdParties.unlink }).click();
    await expect(page.getByText(t.errors.lastWayIn)).toBeVisible();
    expect(await thirdPartySession(page)).toEqual({});
  });

  test(`an address that has a password is linked only after its owner has logged in, in ${locale}`, async ({ page, context, look }) => {
    await speakLanguage(context, app.url, locale);
    const account = await newAccount(app.url);
    await page.goto(`${app.url}/auth/login`);
    await viaProvider(page, t);
    await atProvider(page, account.email);
    await expect(page.getByRole("heading", { name: t.auth.thirdParty.linkTitle.replace("{name}", NAME) })).toBeVisible();
    await look(`third-party-link-${locale}`);
    await page.getByLabel(t.auth.emailOrUsername).fill(account.email);
    await page.getByLabel(t.auth.password, { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard`);
    await expect(page.getByText(t.auth.thirdParty.linked.replace("{name}", NAME))).toBeVisible();

    await logOut(page, t);
    await viaProvider(page, t);
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  });

  test(`a third party is linked and unlinked in the settings, in ${locale}`, async ({ page, context }) => {
    await speakLanguage(context, app.url, locale);
    const account = await newAccount(app.url);
    await signIn(context, account);
    await page.goto(app.url + SECURITY);
    await page.getByRole("button", { name: t.account.thirdParties.link, exact: true }).click();
    // The provider vouches for the account's own address: that confirms it.
    await atProvider(page, account.email);
    await expect(page.getByText(t.account.thirdParties.linkedAs.replace("{email}", account.email))).toBeVisible();
    await expect(page.getByText(t.account.email.confirmed)).toBeVisible();
    await expect(page).toHaveURL(app.url + SECURITY);
    await page.getByRole("button", { name: t.account.thirdParties.unlink }).click();
    await expect(page.getByRole("button", { name: t.account.thirdParties.link, exact: true })).toBeVisible();
  });
}

test("whoever can prove who they are only by logging in anew finds what they were typing when they are back", async ({ page }) => {
  const { deletion, reauth } = en.account;
  await page.goto(`${app.url}/auth/login`);
  await viaProvider(page);
  await atProvider(page, `${randomUUID()}@example.com`);
  await page.getByRole("button", { name: en.auth.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
  const form = `${app.url}/dashboard/interviews/entry`;
  const company = page.getByLabel(en.practice.interviews.company);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")));
  await page.goto(form);
  await company.fill("Nile Robotics");
  await expect.poll(drafts).toContain("parley-draft-interview.new");
  await ageProofs(app);
  const data = `${app.url}${SETTINGS}?section=data`;
  await page.goto(data);
  await page.getByRole("button", { name: deletion.start }).click();
  await page.getByRole("dialog").getByRole("button", { name: deletion.confirm }).click();
  const over = page.waitForResponse(/\/api\/user\/logout$/);
  await page.getByRole("dialog", { name: reauth.title }).getByRole("button", { name: reauth.logOut }).click();
  expect((await over).status()).toBe(200);
  await expect(page).toHaveURL(/\/auth\/login/);
  // They have left by themselves: nothing has run out.
  await expect(page.getByText(en.session.tokenExpired)).toBeHidden();
  await viaProvider(page);
  await expect(page).toHaveURL(data);
  await page.goto(form);
  await expect(company).toHaveValue("Nile Robotics");
});

test("what ends an old session at the provider never crosses the way to it", async ({ page }) => {
  const late = async () => new Promise((resolve) => setTimeout(resolve, 2_500));
  const order: string[] = [];
  page.on("request", (request) => request.url().includes("/api/auth/signin/") && order.push("sign in"));
  page.on("response", (answer) => answer.url().endsWith("/api/auth/signout") && order.push("signed out"));

  // The end was under way already, on a slow line.
  await page.route("**/api/auth/signout", async (route) => {
    await late();
    await route.continue();
  });
  const ending = page.waitForRequest("**/api/auth/signout");
  await page.goto(`${app.url}/auth/login`);
  await ending;
  await viaProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  expect(order).toEqual(["signed out", "sign in"]);

  // It was due while somebody was leaving.
  await page.unroute("**/api/auth/signout");
  await page.route("**/api/auth/providers", async (route) => {
    await late();
    await route.continue();
  });
  await page.goto(`${app.url}/auth/register`);
  await page.evaluate(() => localStorage.removeItem("parley-third-party"));
  await page.reload();
  order.length = 0;
  await viaProvider(page);
  await atProvider(page, `${randomUUID()}@example.com`);
  await expect(page.getByRole("heading", { name: en.auth.thirdParty.newTitle })).toBeVisible();
  expect(order).toEqual(["sign in"]);
});

test("whoever comes in through the provider is led to the place on the page that was asked for, and the provider is not told of it", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on("request", (request) => asked.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`${app.url}/dashboard/subscription#invoices`);
  await expect(page.getByText(en.auth.problems.sessionRequired)).toBeVisible();
  // By way of a first try that is given up.
  await viaProvider(page);
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByText(en.auth.problems.failed)).toBeVisible();
  await viaProvider(page);
  await atProvider(page, `${randomUUID()}@example.com`);
  await page.getByRole("button", { name: en.auth.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard/subscription#invoices`);
  await logOut(page, en);
  // The provider knows them by now, and asks nothing.
  await page.goto(`${app.url}/dashboard/subscription#invoices`);
  await expect(page).toHaveURL(/\/auth\/login/);
  await viaProvider(page);
  await expect(page).toHaveURL(`${app.url}/dashboard/subscription#invoices`);
  expect(asked.filter((one) => /(#|%(25)*23)invoices/.test(one))).toEqual([]);
});

test("the registration page leads through the provider too", async ({ page }) => {
  await page.goto(`${app.url}/auth/register`);
  await viaProvider(page);
  await atProvider(page, `${randomUUID()}@example.com`);
  await page.getByRole("button", { name: en.auth.thirdParty.create }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("somebody who does not agree at the provider reads what happened, in words", async ({ page }) => {
  await page.goto(`${app.url}/auth/login`);
  await viaProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page).toHaveURL(new RegExp(`^${app.url}/auth/login`));
  await expect(page.getByText(en.auth.problems.failed)).toBeVisible();
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
  await page.goto(app.url + SETTINGS);
  await expect(page.getByLabel(en.auth.firstName)).toBeVisible();
  await asks(app.url);
  await asks(app.url);
  // Where no clock is set, coming into sight is what counts.
  const other = await newAccount(plain.url);
  await page.goto(plain.url);
  await page.evaluate((token) => localStorage.setItem("accessToken", token), other.token);
  await context.addInitScript((token) => localStorage.setItem("accessToken", token), other.token);
  await page.goto(plain.url + SETTINGS);
  await expect(page.getByLabel(en.auth.firstName)).toBeVisible();
  const asked = asks(plain.url);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked;
});

test("a provider without settings shows no button", async ({ page, app: plain }) => {
  await page.goto(`${plain.url}/auth/login`);
  await expect(page.getByRole("button", { name: en.auth.withPasskey })).toBeVisible();
  await expect(page.getByRole("button", { name: /Continue with/ })).toHaveCount(0);
});
