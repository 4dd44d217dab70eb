import type { Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { ACCESS_TOKEN_KEY } from "@/lib/constants";
import { ageProofs, confirmEmail, logOut, SECURITY, SETTINGS } from "./account-steps";
import type { RunningApp } from "./app";
import { holdCalls } from "./calls";
import { answerOf } from "./database";
import { type Account, expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";

const t = en.account;

const proof = (page: Page) => page.getByRole("dialog", { name: t.reauth.title });

const endAsked = (app: RunningApp, { email }: Account) =>
  answerOf(app, "select deletion_requested_at is not null from users where email = $1", email);

/** Somebody who is about to end their account is asked whether it is them. */
async function askToEnd(page: Page, app: RunningApp): Promise<void> {
  await page.goto(`${app.url}${SETTINGS}?section=data`);
  await ageProofs(app);
  await page.getByRole("button", { name: t.deletion.start }).click();
  await page.getByRole("dialog").getByRole("button", { name: t.deletion.confirm }).click();
  await expect(proof(page).getByRole("heading")).toBeVisible();
}

async function prove(page: Page, { password }: Account): Promise<void> {
  await proof(page).getByLabel(en.auth.password, { exact: true }).fill(password);
  await proof(page).getByRole("button", { name: t.reauth.submit, exact: true }).click();
  await expect(proof(page)).toHaveCount(0);
}

test("who logs in where somebody else was asked to prove who they are is not asked for them, and does nothing of theirs", async ({
  page,
  app,
  account,
  context,
}) => {
  const other = await newAccount(app.url);
  await askToEnd(page, app);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${app.url}/dashboard`);
  await logOut(elsewhere, TEXTS.en);
  await elsewhere.close();

  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel(en.auth.emailOrUsername).fill(other.email);
  await page.getByLabel(en.auth.password, { exact: true }).fill(other.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole("button", { name: t.deletion.start })).toBeVisible();
  await expect(proof(page)).toHaveCount(0);
  // Nor is what the one had begun still under way in the other's hands.
  await expect(page.getByRole("button", { name: t.deletion.start })).not.toHaveAttribute("aria-busy");
  expect(await endAsked(app, account)).toBe(false);
  expect(await endAsked(app, other)).toBe(false);
});

test("a tab that slept while somebody else logged in proves nothing for what its first person had begun", async ({
  page,
  app,
  account,
  context,
}) => {
  const other = await newAccount(app.url);
  await page.addInitScript(() => {
    const asleep = (event: Event) => "asleep" in document.documentElement.dataset && event.stopImmediatePropagation();
    for (const name of ["storage", "pageshow"]) window.addEventListener(name, asleep, true);
    document.addEventListener("visibilitychange", asleep, true);
  });
  await askToEnd(page, app);
  await page.evaluate(
    ([key, token]) => {
      document.documentElement.dataset.asleep = "";
      localStorage.setItem(key as string, token as string);
    },
    [ACCESS_TOKEN_KEY, other.token],
  );
  await prove(page, other);
  await expect(page.getByRole("button", { name: t.deletion.start })).not.toHaveAttribute("aria-busy");
  expect(await endAsked(app, account)).toBe(false);
  expect(await endAsked(app, other)).toBe(false);
  expect(context.pages()).toHaveLength(1);
});

test("two things that are asked for at once wait for one proof, and are both done", async ({ page, app, account }) => {
  await confirmEmail(app, account);
  await page.goto(SECURITY);
  await ageProofs(app);
  const answer = await holdCalls(page, /account\.(links\.changeEmail|factors\.beginTotp)/);
  const next = `next-${account.email}`;
  await page.getByLabel(t.email.new).fill(next);
  await page.getByRole("button", { name: t.email.change }).click();
  await page.getByRole("button", { name: t.factors.setUp }).click();
  const refused = [/changeEmail/, /beginTotp/].map((path) => page.waitForResponse(path));
  answer();
  await Promise.all(refused);
  await prove(page, account);
  await expect(page.getByRole("heading", { name: t.factors.setUpTitle })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(t.email.pending.replace("{email}", next))).toBeVisible();
});
