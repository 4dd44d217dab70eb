import { randomUUID } from "node:crypto";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { linkFromMail, mailsTo } from "./mails";

const PASSWORD = "correct horse battery";

for (const [locale, t] of [
  ["en", en],
  ["ar", ar as typeof en],
] as const) {
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
    expect(mail?.html).toContain(locale === "ar" ? 'dir="rtl"' : 'dir="ltr"');
    // The same link again is no failure.
    await window.reload();
    await expect(window.getByText(t.auth.verify.doneTitle.replace("{email}", email))).toBeVisible();
    await window.close();

    await page.getByRole("button", { name: t.shell.account }).click();
    await page.getByRole("menuitem", { name: t.shell.logOut }).click();
    await page.getByRole("link", { name: t.auth.login.forgot }).click();
    await page.getByLabel(t.auth.email, { exact: true }).fill(email);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: t.auth.forgot.sentTitle })).toBeVisible();
    await look(`forgot-sent-${locale}`);

    await page.goto(await linkFromMail(app, email, t.mails.reset_password.subject));
    await page.getByLabel(t.auth.reset.newPassword, { exact: true }).fill("another horse battery");
    await look(`reset-${locale}`);
    await page.getByLabel(t.auth.reset.newPassword, { exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: t.auth.reset.doneTitle })).toBeVisible();
    await page.getByRole("link", { name: t.auth.login.submit }).last().click();
    await page.getByLabel(t.auth.emailOrUsername).fill(email);
    await page.getByLabel(t.auth.password, { exact: true }).fill("another horse battery");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  });
}

test("an address that is taken is told while it is typed, with the way to the login", async ({ page, app }) => {
  const { email } = await newAccount(app.url);
  await page.goto("/auth/register");
  await page.getByLabel(en.auth.email, { exact: true }).pressSequentially(email);
  await expect(page.getByRole("link", { name: "Log in instead" })).toBeVisible();
  await page.getByLabel(en.auth.email, { exact: true }).fill(`x${email}`);
  await expect(page.getByRole("link", { name: "Log in instead" })).toBeHidden();
});

test("a link that confirms an address counts only for whoever is signed in to the account", async ({
  page,
  app,
  account,
  context,
  browser,
}) => {
  await page.goto("/dashboard");
  const link = await linkFromMail(app, account.email, en.mails.verify_email.subject);
  const stranger = await browser.newContext();
  const reader = await stranger.newPage();
  await reader.goto(link);
  await expect(reader.getByText(en.errors.linkNeedsLogin)).toBeVisible();
  await stranger.close();
  const own = await context.newPage();
  await own.goto(link);
  await expect(own.getByText(en.auth.verify.doneTitle.replace("{email}", account.email))).toBeVisible();
});

test("somebody who is signed in can set a new password by the link that their settings send", async ({ page, app, account }) => {
  await page.goto("/dashboard/settings/account?section=security");
  await page.getByRole("button", { name: "Send a link to set a new one" }).click();
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
  await expect(page.getByText(ar.auth.problems.denied)).toBeVisible();
});

test("a changed e-mail address counts once it is confirmed", async ({ page, app, account, context }) => {
  const next = `${randomUUID()}@example.com`;
  await page.goto(await linkFromMail(app, account.email, en.mails.verify_email.subject));
  await expect(page.getByText(en.auth.verify.doneTitle.replace("{email}", account.email))).toBeVisible();
  await page.goto("/dashboard/settings/account?section=security");
  await page.getByLabel(en.account.email.new).fill(next);
  await page.getByRole("button", { name: en.account.email.change }).click();
  await expect(page.getByText(en.account.email.pending.replace("{email}", next))).toBeVisible();
  await expect(page.getByText(en.account.email.current.replace("{email}", account.email))).toBeVisible();
  const link = await linkFromMail(app, next, en.mails.change_email.subject);
  await expect.poll(() => mailsTo(app, account.email).map(({ subject }) => subject)).toContain(en.mails.email_change_asked.subject);
  const window = await context.newPage();
  await window.goto(link);
  await expect(window.getByText(en.auth.verify.doneTitle.replace("{email}", next))).toBeVisible();
  await expect(page.getByText(en.account.email.current.replace("{email}", next))).toBeVisible();
  await expect
    .poll(() => mailsTo(app, account.email).map(({ subject }) => subject), { timeout: 15_000 })
    .toContain(en.mails.email_changed.subject);
});

test("the super admin reads the mails that were kept, nobody else does", async ({ page, app, account, context, browser }) => {
  await page.goto("/dashboard/admin/mails");
  await expect(page.getByRole("heading", { name: en.admin.noPermission })).toBeVisible();
  expect(account.token).toBeTruthy();

  const { readFileSync } = await import("node:fs");
  const { demoPasswords } = JSON.parse(readFileSync(`${app.dataDir}/secrets.json`, "utf8"));
  const answer = await fetch(`${app.url}/api/account/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "super-admin@parley.example", password: demoPasswords.super_admin }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await expect.poll(() => mailsTo(app, account.email).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const admin = await browser.newContext();
  await signIn(admin, { email: "", password: "", token: accessToken });
  const desk = await admin.newPage();
  await desk.goto(`${app.url}/dashboard/admin/mails`);
  await desk.getByRole("button", { name: en.admin.mails.show }).first().click();
  await expect(desk.frameLocator("iframe").getByRole("heading")).toBeVisible();
  await admin.close();
  await context.close();
});
