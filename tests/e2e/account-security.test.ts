import { confirmEmail, logIn, runAdmin, SECURITY, SETTINGS } from "./account-steps";
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES, TEXTS } from "./languages";

const { en } = TEXTS;

for (const [locale, t] of LANGUAGES) {
  test(`a device that is signed out elsewhere is out within a moment, and a changed password signs out the others, in ${locale}`, async ({
    page,
    app,
    account,
    browser,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    const elsewhere = await browser.newContext();
    await speakLanguage(elsewhere, app.url, locale);
    const other = await elsewhere.newPage();
    await other.goto(`${app.url}/auth/login`);
    await other.getByLabel(t.auth.emailOrUsername).fill(account.email);
    await other.getByLabel(t.auth.password, { exact: true }).fill(account.password);
    // Its live stream stands.
    const stream = other.waitForResponse((answer) => answer.url().includes("/api/trpc/account.live"));
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(`${app.url}/dashboard`);
    await stream;

    await page.goto(`${SETTINGS}?section=devices`);
    const mine = page.getByRole("listitem").filter({ hasText: t.account.devices.current });
    await expect(mine.getByRole("button", { name: t.account.devices.end })).toBeHidden();
    await page.getByRole("button", { name: t.account.devices.endOthers }).click();
    await expect(other).toHaveURL(/\/auth\/login/);
    await expect(page.getByText(t.account.devices.only)).toBeVisible();

    await other.getByLabel(t.auth.emailOrUsername).fill(account.email);
    await other.getByLabel(t.auth.password, { exact: true }).fill(account.password);
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(/\/dashboard/);
    await page.goto(SECURITY);
    await page.getByLabel(t.account.password.current, { exact: true }).fill(account.password);
    await page.getByLabel(t.account.password.new, { exact: true }).fill("a whole new battery");
    await page.getByRole("button", { name: t.account.password.change }).click();
    await expect(page.getByText(t.account.password.changed)).toBeVisible();
    await expect(other).toHaveURL(/\/auth\/login/);
    await elsewhere.close();
  });
}

for (const [locale, t] of LANGUAGES) {
  test(`a suspended person reads why when they log in, in ${locale}`, async ({ page, app, context }) => {
    const account = await newAccount(app.url);
    await speakLanguage(context, app.url, locale);
    expect(runAdmin(app, "suspend", account.email, "Rude", "reviews")).toMatchObject({ status: 0, stderr: "" });
    await logIn(page, account, t);
    await expect(page.getByText(t.errors.accountSuspended.replace("{reason}", "Rude reviews"))).toBeVisible();
  });
}

test("npm run admin grants the first super admin, and says what is wrong in a sentence", async ({ page, app }) => {
  const account = await newAccount(app.url);
  const run = (...args: string[]) => runAdmin(app, ...args);
  expect(run("grant", "nobody@example.com", "super_admin")).toMatchObject({
    status: 1,
    stderr: "No account has the e-mail nobody@example.com.\n",
  });
  expect(run("grant", account.email, "king").status).toBe(1);
  expect(run("dance").stderr).toContain("npm run admin -- grant");
  expect(run("grant", account.email, "super_admin")).toMatchObject({ status: 0, stderr: "" });
  await signIn(page.context(), account);
  await page.goto("/dashboard/admin/mails");
  await expect(page.getByRole("heading", { name: en.admin.mails.title })).toBeVisible();
});

for (const [locale, t] of LANGUAGES) {
  test(`the settings need no mouse, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto(SETTINGS);
    const focused = page.locator(":focus");
    await tabTo(page.getByRole("link", { name: t.account.sections.security }));
    await page.keyboard.press("Enter");
    await tabTo(page.getByLabel(t.account.password.current, { exact: true }));
    await page.keyboard.type(account.password);
    // Past the button that shows the password.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("short");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel(t.account.password.new, { exact: true })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("a longer horse battery");
    await page.keyboard.press("Enter");
    await expect(page.getByText(t.account.password.changed)).toBeVisible();
    await confirmEmail(app, account);
    await tabTo(page.getByRole("button", { name: t.account.factors.setUp }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("heading", { name: t.account.factors.setUpTitle });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    // Back where it came from.
    await expect(focused).toHaveText(t.account.factors.setUp);
  });
}

test("password managers and phones know every field of the login", async ({ page }) => {
  const autocomplete = (label: string) => page.getByLabel(label, { exact: true }).getAttribute("autocomplete");
  await page.goto("/auth/login");
  expect(await autocomplete(en.auth.emailOrUsername)).toBe("username");
  expect(await autocomplete(en.auth.password)).toBe("current-password");
  await page.goto("/auth/register");
  expect(await autocomplete(en.auth.firstName)).toBe("given-name");
  expect(await autocomplete(en.auth.lastName)).toBe("family-name");
  expect(await autocomplete(en.auth.email)).toBe("email");
  expect(await autocomplete(en.auth.password)).toBe("new-password");
  await page.goto(`/auth/reset-password#${"A".repeat(43)}`);
  expect(await autocomplete(en.auth.reset.newPassword)).toBe("new-password");
});

test("a password is hidden until one asks to see it, and can be pasted", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const address of ["/auth/login", "/auth/register"]) {
    await page.goto(address);
    const field = page.getByLabel(en.auth.password, { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await page.evaluate(() => navigator.clipboard.writeText("from a password manager"));
    await field.focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(field).toHaveValue("from a password manager");
    await page.getByRole("button", { name: en.auth.showPassword }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: en.auth.hidePassword }).click();
    await expect(field).toHaveAttribute("type", "password");
  }
});
