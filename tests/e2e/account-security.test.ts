import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import postgres from "postgres";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import type { RunningApp } from "./app";
import { type Account, expect, newAccount, signIn, speakLanguage, test } from "./fixtures";

const f = en.account.factors;
const LANGUAGES = [
  ["en", en],
  ["ar", ar as typeof en],
] as const;
const SECURITY = "/dashboard/settings/account?section=security";

async function databaseOf({ dataDir }: RunningApp) {
  const [, , , port] = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  const { databasePassword } = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
  return postgres(`postgres://parley:${databasePassword}@127.0.0.1:${port}/parley`, { max: 1 });
}

/** As if somebody had opened the link of the first mail. */
async function confirmEmail(app: RunningApp, { email }: Account): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update users set email_verified_at = now() where email = ${email}`;
  await sql.end();
}

/** As if the last proof of identity of everybody were an hour old. */
async function ageProofs(app: RunningApp): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update sessions set authenticated_at = now() - interval '1 hour'`;
  await sql.end();
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/auth/login");
  await page.getByLabel(en.auth.emailOrUsername).fill(email);
  await page.getByLabel(en.auth.password, { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.shell.account }).click();
  await page.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

test("an authenticator app: set up after a proof, asked for at the login, replaced by a recovery code", async ({
  page,
  app,
  account,
  look,
}) => {
  await ageProofs(app);
  await confirmEmail(app, account);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: f.setUp }).click();
  // The proof that is too old is asked for once more, and what was begun goes on.
  await page.getByRole("dialog").getByLabel(en.auth.password, { exact: true }).fill("not my password");
  await page.getByRole("button", { name: en.account.reauth.submit }).click();
  await expect(page.getByText(en.validation.passwordWrong)).toBeVisible();
  await look("proof-dialog");
  await page.getByRole("dialog").getByLabel(en.auth.password, { exact: true }).fill(account.password);
  await page.getByRole("button", { name: en.account.reauth.submit }).click();

  const dialog = page.getByRole("dialog", { name: f.setUpTitle });
  await expect(dialog.getByAltText(f.qr)).toBeVisible();
  await look("totp-setup");
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const app2 = new TOTP({ secret });
  await dialog.getByLabel(f.codeLabel).fill(app2.generate());
  await dialog.getByRole("button", { name: f.confirm }).click();
  const codes = page.getByRole("dialog", { name: f.codesTitle });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await look("recovery-codes");
  const [recovery = ""] = await codes.getByRole("listitem").allTextContents();
  await codes.getByRole("button", { name: f.codesKept }).click();
  await expect(page.getByText(f.totpOn, { exact: true })).toBeVisible();

  await logOut(page);
  await logIn(page, account);
  await expect(page.getByRole("heading", { name: en.auth.secondFactor.title })).toBeVisible();
  await expect(page.getByLabel(en.auth.code, { exact: true })).toBeFocused();
  await look("second-factor");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(en.validation.code)).toBeVisible();
  await page.getByLabel(en.auth.code, { exact: true }).fill(recovery.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("a passkey: made, used to log in without a word, and to prove oneself", async ({ page, app, account, look }) => {
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
  await confirmEmail(app, account);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: f.addPasskey }).click();
  await page.getByLabel(f.passkeyName).fill("My laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: f.codesTitle }).getByRole("button", { name: f.codesKept }).click();
  await expect(page.getByText("My laptop", { exact: true })).toBeVisible();
  await look("passkeys");

  await logOut(page);
  await page.getByRole("button", { name: en.auth.withPasskey }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await ageProofs(app);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: f.renewCodes }).click();
  await page.getByRole("button", { name: en.account.reauth.passkey }).click();
  await page.getByRole("dialog", { name: f.codesTitle }).getByRole("button", { name: f.codesKept }).click();

  await page.getByRole("button", { name: f.rename }).click();
  await page.getByLabel(f.passkeyName).fill("Old laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: f.removePasskey.replace("{name}", "Old laptop") }).click();
  await expect(page.getByText(f.noPasskeys)).toBeVisible();
});

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

    await page.goto("/dashboard/settings/account?section=devices");
    const mine = page.getByRole("listitem").filter({ hasText: t.account.devices.current });
    await expect(mine.getByRole("button", { name: t.account.devices.end })).toBeHidden();
    await page.getByRole("button", { name: t.account.devices.endOthers }).click();
    await expect(other).toHaveURL(/\/auth\/login/, { timeout: 3_000 });
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

test("a suspended person reads why when they log in", async ({ page, app }) => {
  const account = await newAccount(app.url);
  const { spawnSync } = await import("node:child_process");
  const done = spawnSync(process.execPath, ["src/bin/admin.mjs", "suspend", account.email, "Rude", "reviews"], {
    env: { ...process.env, DATA_DIR: app.dataDir },
    encoding: "utf8",
  });
  expect(done.stderr).toBe("");
  expect(done.status).toBe(0);
  await logIn(page, account);
  await expect(page.getByText(en.errors.accountSuspended.replace("{reason}", "Rude reviews"))).toBeVisible();
});

test("npm run admin grants the first super admin, and says what is wrong in a sentence", async ({ page, app }) => {
  const account = await newAccount(app.url);
  const { spawnSync } = await import("node:child_process");
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["src/bin/admin.mjs", ...args], { env: { ...process.env, DATA_DIR: app.dataDir }, encoding: "utf8" });
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

for (const locale of ["en", "ar"] as const) {
  test(`the settings need no mouse, in ${locale}`, async ({ page, app, account, context }) => {
    const t = locale === "ar" ? (ar as typeof en) : en;
    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard/settings/account");
    const focused = page.locator(":focus");
    /** Goes on with Tab until the focus has come to this element. */
    const tabTo = async (target: Locator) => {
      await expect(target).toBeVisible();
      for (let at = 0; at < 40 && !(await target.evaluate((element) => element === document.activeElement)); at++)
        await page.keyboard.press("Tab");
      await expect(target).toBeFocused();
    };
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
