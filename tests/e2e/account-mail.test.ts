import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { localeDirection, localeTag } from "@/lib/locales";
import { expectDirection, expectLeftToRight, logOut, runsLeftToRight, SECURITY, superAdmin } from "./account-steps";
import { type Account, expect, newAccount, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, linkWords, TEXTS } from "./languages";
import { linkFromMail, mailsTo } from "./mails";

const { en } = TEXTS;
const PASSWORD = "correct horse battery";

for (const [locale, t] of LANGUAGES) {
  test(`register, confirm the address by mail, forget the password and set a new one, in ${locale}`, async ({
    page,
    app,
    context,
    look,
  }) => {
    const email = `${randomUUID()}@example.com`;
    await speakLanguage(context, app.url, locale);
    await page.goto("/auth/register");
    await page.getByLabel(t.auth.firstName).fill("Amal");
    await page.getByLabel(t.auth.lastName).fill("Osman");
    await page.getByLabel(t.auth.email, { exact: true }).fill(email);
    await expectDirection(page, locale);
    await expectLeftToRight(page.getByLabel(t.auth.email, { exact: true }));
    await page.getByLabel(t.auth.password, { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard`);
    await expect(page.getByRole("button", { name: t.account.banner.resend })).toBeVisible();

    // Confirmed in another window; this one follows by itself.
    const link = await linkFromMail(app, email, t.mails.verify_email.subject);
    const window = await context.newPage();
    await window.goto(link);
    await expect(window.getByText(t.auth.verify.doneTitle.replace("{email}", email))).toBeVisible();
    await expect(page.getByRole("button", { name: t.account.banner.resend })).toBeHidden();
    const [mail] = mailsTo(app, email);
    expect(mail?.html).toContain(`dir="${localeDirection(locale)}"`);
    // The same link again is no failure.
    await window.reload();
    await expect(window.getByText(t.auth.verify.doneTitle.replace("{email}", email))).toBeVisible();
    await window.close();

    await logOut(page, t);
    await page.getByRole("link", { name: t.auth.login.forgot }).click();
    await page.getByLabel(t.auth.email, { exact: true }).fill(email);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: t.auth.forgot.sentTitle, exact: true })).toBeFocused();
    await look(`forgot-sent-${locale}`);

    await page.goto(await linkFromMail(app, email, t.mails.reset_password.subject));
    await page.getByLabel(t.auth.reset.newPassword, { exact: true }).fill("another horse battery");
    await look(`reset-${locale}`);
    await page.getByLabel(t.auth.reset.newPassword, { exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: t.auth.reset.doneTitle, exact: true })).toBeFocused();
    await page.getByRole("link", { name: t.auth.login.submit }).last().click();
    await page.getByLabel(t.auth.emailOrUsername).fill(email);
    await page.getByLabel(t.auth.password, { exact: true }).fill("another horse battery");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  });
}

for (const [locale, t] of LANGUAGES) {
  test(`an address that is taken is told while it is typed, with the way to the login, in ${locale}`, async ({ page, app, context }) => {
    const { email } = await newAccount(app.url);
    await speakLanguage(context, app.url, locale);
    await page.goto("/auth/register");
    const instead = page.locator("form").getByRole("link", { name: linkWords(t.auth.emailTaken) });
    await page.getByLabel(t.auth.email, { exact: true }).pressSequentially(email);
    await expect(instead).toBeVisible();
    await page.getByLabel(t.auth.email, { exact: true }).fill(`x${email}`);
    await expect(instead).toBeHidden();
  });
}

test("a link that confirms an address leads through the login of its account, also for somebody else who is signed in", async ({
  page,
  app,
  account,
  browser,
  look,
}) => {
  const link = await linkFromMail(app, account.email, en.mails.verify_email.subject);
  const token = new URL(link).hash.slice(1);
  const done = en.auth.verify.doneTitle.replace("{email}", account.email);
  const logInAs = async (reader: Page, { email, password }: Account) => {
    await expect(reader).toHaveURL(/\/auth\/login/);
    expect(reader.url()).not.toContain(token);
    await reader.getByLabel(en.auth.emailOrUsername).fill(email);
    await reader.getByLabel(en.auth.password, { exact: true }).fill(password);
    await reader.keyboard.press("Enter");
  };
  // Somebody else is signed in where the mail is read.
  const other = await newAccount(app.url);
  const others = await browser.newContext();
  await signIn(others, other);
  const theirs = await others.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: en.auth.verify.otherTitle })).toBeVisible();
  await expect(theirs.getByText(other.email)).toBeVisible();
  expect(await violations(theirs)).toEqual([]);
  await theirs.getByRole("main").getByRole("button", { name: en.account.reauth.logOut }).click();
  await logInAs(theirs, other);
  await expect(theirs.getByRole("heading", { name: en.auth.verify.otherTitle })).toBeVisible();
  await others.close();
  // Nobody is.
  const fresh = await browser.newContext();
  const reader = await fresh.newPage();
  await reader.goto(link);
  await expect(reader.getByText(en.auth.verify.loginText)).toBeVisible();
  await reader.getByRole("main").getByRole("link", { name: en.auth.verify.loginTitle }).click();
  await logInAs(reader, account);
  await expect(reader.getByText(done)).toBeVisible();
  await fresh.close();
  // Whose it is opens it once more.
  await page.goto(link);
  await expect(page.getByText(done)).toBeVisible();
  await look("verify-email-done");
});

test("somebody who is signed in can set a new password by the link that their settings send", async ({ page, app, account }) => {
  await page.goto(SECURITY);
  await page.getByRole("button", { name: linkWords(en.account.password.forgot) }).click();
  await page.goto(await linkFromMail(app, account.email, en.mails.reset_password.subject));
  await page.getByLabel(en.auth.reset.newPassword, { exact: true }).fill("yet another battery");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: en.auth.reset.doneTitle })).toBeVisible();
});

test("a reset link that was used or mistyped says so and leads to a new one", async ({ page, app }) => {
  const { email } = await newAccount(app.url);
  for (const path of ["/auth/reset-password", `/auth/reset-password#${"A".repeat(43)}`]) {
    await page.goto(path);
    const password = page.getByLabel(en.auth.reset.newPassword, { exact: true });
    if (path.includes("#")) {
      await password.fill(PASSWORD);
      await page.keyboard.press("Enter");
    }
    await expect(page.getByRole("heading", { name: en.auth.reset.invalidTitle })).toBeVisible();
  }
  await page.getByRole("link", { name: en.auth.reset.askAgain }).click();
  await page.getByLabel(en.auth.email, { exact: true }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: en.auth.forgot.sentTitle })).toBeVisible();
});

test("next-auth's error codes are explained in the reader's language", async ({ page, app, context }) => {
  for (const [code, problem] of [
    ["OAuthCallback", "failed"],
    ["AccessDenied", "denied"],
    ["OAuthAccountNotLinked", "notLinked"],
    ["Configuration", "configuration"],
    ["INVALID_CALLBACK_URL_ERROR", "configuration"],
    ["NothingKnown", "other"],
  ] as const) {
    await page.goto(`/auth/login?error=${code}`);
    await expect(page.getByText(en.auth.problems[problem])).toBeVisible();
  }
  await speakLanguage(context, app.url, "ar");
  await page.goto("/auth/login?error=AccessDenied");
  await expect(page.getByText(TEXTS.ar.auth.problems.denied)).toBeVisible();
});

for (const [locale, t] of LANGUAGES) {
  test(`a changed e-mail address counts once it is confirmed, in ${locale}`, async ({ page, app, context }) => {
    const account = await newAccount(app.url, locale);
    await signIn(context, account);
    await speakLanguage(context, app.url, locale);
    // Digits and dashes first: within an Arabic sentence these would change places.
    const next = `1-2-${randomUUID()}@example.com`;
    await page.goto(await linkFromMail(app, account.email, t.mails.verify_email.subject));
    await expect(page.getByText(t.auth.verify.doneTitle.replace("{email}", account.email))).toBeVisible();
    await page.goto(SECURITY);
    await page.getByLabel(t.account.email.new).fill(next);
    await expectDirection(page, locale);
    await expectLeftToRight(page.getByLabel(t.account.email.new));
    await page.getByRole("button", { name: t.account.email.change }).click();
    const pending = page.getByText(t.account.email.pending.replace("{email}", next));
    await expect(pending).toBeVisible();
    expect(await runsLeftToRight(pending, next)).toBe(true);
    await expect(page.getByText(t.account.email.current.replace("{email}", account.email))).toBeVisible();
    const link = await linkFromMail(app, next, t.mails.change_email.subject);
    const told = () => mailsTo(app, account.email).map(({ subject }) => subject);
    await expect.poll(told).toContain(t.mails.email_change_asked.subject);
    const window = await context.newPage();
    await window.goto(link);
    await expect(window.getByText(t.auth.verify.doneTitle.replace("{email}", next))).toBeVisible();
    await expect(page.getByText(t.account.email.current.replace("{email}", next))).toBeVisible();
    await expect.poll(told).toContain(t.mails.email_changed.subject);
  });

  test(`the super admin reads the mails that were kept, nobody else does, in ${locale}`, async ({ page, app, context, browser }) => {
    const account = await newAccount(app.url, locale);
    await signIn(context, account);
    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard/admin/mails");
    await expect(page.getByRole("heading", { name: t.admin.noPermission })).toBeVisible();

    const link = await linkFromMail(app, account.email, t.mails.verify_email.subject);
    const admin = await browser.newContext();
    await signIn(admin, await superAdmin(app));
    await speakLanguage(admin, app.url, locale);
    const desk = await admin.newPage();
    await desk.goto(`${app.url}/dashboard/admin/mails`);
    await expectDirection(desk, locale);
    const mail = desk.getByRole("listitem").filter({ hasText: account.email });
    await mail.getByRole("button", { name: `${t.admin.mails.show} ${t.mails.verify_email.subject}` }).click();
    const letter = desk.frameLocator("iframe");
    await expect(letter.getByRole("heading", { name: t.mails.verify_email.subject })).toBeVisible();
    await expect(letter.locator("html")).toHaveAttribute("dir", localeDirection(locale));
    await expect(letter.locator("html")).toHaveAttribute("lang", localeTag(locale));
    await expectLeftToRight(mail.getByRole("link", { name: link }));
    await admin.close();
  });
}
