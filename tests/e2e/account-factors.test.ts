import { TOTP } from "otpauth";
import {
  addAuthenticator,
  ageProofs,
  confirmEmail,
  expectClearOf,
  expectDirection,
  expectLeftToRight,
  logIn,
  logOut,
  SECURITY,
} from "./account-steps";
import { expect, speakLanguage, test } from "./fixtures";
import { easternDigits, LANGUAGES } from "./languages";

for (const [locale, t] of LANGUAGES) {
  const f = t.account.factors;
  /** As somebody types it who reads this language. */
  const typed = (code: string) => (locale === "ar" ? easternDigits(code) : code);

  test(`an authenticator app: set up after a proof, asked for at the login, replaced by a recovery code, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    await ageProofs(app);
    await confirmEmail(app, account);
    await page.goto(SECURITY);
    await expectDirection(page, locale);
    await page.getByRole("button", { name: f.setUp }).click();
    // The proof that is too old is asked for once more, and what was begun goes on.
    const password = page.getByRole("dialog", { name: t.account.reauth.title }).getByLabel(t.auth.password, { exact: true });
    await password.fill("not my password");
    await expectLeftToRight(password);
    await expectClearOf(password, page.getByRole("dialog").getByRole("button", { name: t.auth.showPassword }));
    await page.getByRole("button", { name: t.account.reauth.submit, exact: true }).click();
    await expect(page.getByText(t.validation.passwordWrong)).toBeVisible();
    await look(`proof-dialog-${locale}`);
    await password.fill(account.password);
    await page.getByRole("button", { name: t.account.reauth.submit, exact: true }).click();

    const dialog = page.getByRole("dialog", { name: f.setUpTitle });
    await expect(dialog.getByAltText(f.qr)).toBeVisible();
    await look(`totp-setup-${locale}`);
    const key = dialog.locator("code");
    await expect(key).toHaveCSS("direction", "ltr");
    const authenticator = new TOTP({ secret: ((await key.textContent()) ?? "").replaceAll(" ", "") });
    const code = dialog.getByLabel(f.codeLabel);
    await expectLeftToRight(code);
    await code.fill(typed(authenticator.generate()));
    await dialog.getByRole("button", { name: f.confirm }).click();
    const codes = page.getByRole("dialog", { name: f.codesTitle });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await expect(codes.getByRole("list")).toHaveCSS("direction", "ltr");
    await look(`recovery-codes-${locale}`);
    const [recovery = ""] = await codes.getByRole("listitem").allTextContents();
    await codes.getByRole("button", { name: f.codesKept }).click();
    await expect(page.getByText(f.totpOn, { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: f.codes })).toContainText(typed("10"));

    await logOut(page, t);
    await logIn(page, account, t);
    await expect(page.getByRole("heading", { name: t.auth.secondFactor.title })).toBeVisible();
    const second = page.getByLabel(t.auth.code, { exact: true });
    await expect(second).toBeFocused();
    await expectDirection(page, locale);
    await expectLeftToRight(second);
    await look(`second-factor-${locale}`);
    await page.getByRole("button", { name: t.auth.secondFactor.back }).press("Enter");
    await expect(page.getByLabel(t.auth.emailOrUsername)).toBeFocused();
    await logIn(page, account, t);
    await expect(second).toBeFocused();
    await page.keyboard.type(typed("000000"));
    await page.keyboard.press("Enter");
    await expect(page.getByText(t.validation.code)).toBeVisible();
    await second.fill(typed(recovery.toUpperCase()));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  });

  test(`a passkey: made, used to log in without a word, and to prove oneself, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    await speakLanguage(context, app.url, locale);
    await addAuthenticator(page);
    await confirmEmail(app, account);
    await page.goto(SECURITY);
    await expectDirection(page, locale);
    await page.getByRole("button", { name: f.addPasskey }).click();
    await page.getByLabel(f.passkeyName).fill("My laptop");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: f.codesTitle }).getByRole("button", { name: f.codesKept }).click();
    // A name reads in its own language's direction, whatever the page's.
    const name = page.getByText("My laptop", { exact: true });
    await expect(name).toHaveCSS("direction", "ltr");
    await look(`passkeys-${locale}`);

    await logOut(page, t);
    await page.getByRole("button", { name: t.auth.withPasskey }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await ageProofs(app);
    await page.goto(SECURITY);
    await page.getByRole("button", { name: f.renewCodes }).click();
    await page.getByRole("button", { name: t.account.reauth.passkey }).click();
    await page.getByRole("dialog", { name: f.codesTitle }).getByRole("button", { name: f.codesKept }).click();

    await page.getByRole("button", { name: f.rename }).click();
    await page.getByLabel(f.passkeyName).fill("حاسوبي القديم");
    await page.keyboard.press("Enter");
    await expect(page.getByText("حاسوبي القديم", { exact: true })).toHaveCSS("direction", "rtl");
    await page.getByRole("button", { name: f.removePasskey.replace("{name}", "حاسوبي القديم") }).click();
    await expect(page.getByText(f.noPasskeys)).toBeVisible();
  });
}
