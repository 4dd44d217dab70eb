import { TOTP } from "otpauth";
import { confirmEmail, expectDirection, logIn, runAdmin, SECURITY } from "./account-steps";
import { startApp } from "./app";
import { CONSOLE } from "./console-actions";
import { expect, newAccount, speakLanguage, test } from "./fixtures";
import { LANGUAGES } from "./languages";

for (const [locale, t] of LANGUAGES)
  test(`who runs the service sets up a second factor before anything else, in ${locale}`, async ({ page, context, own, look }) => {
    test.setTimeout(180_000);
    // As it is by itself wherever there are no demo logins.
    const app = await own(startApp({ DEMO: "off" }));
    const account = await newAccount(app.url, locale);
    await confirmEmail(app, account);
    expect(runAdmin(app, "grant", account.email, "super_admin").status).toBe(0);
    await speakLanguage(context, app.url, locale);
    await logIn(page, account, t, app.url);
    await expect(page).toHaveURL(/\/dashboard$/);

    const refused: string[] = [];
    page.on("response", (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    const console = page.getByRole("navigation", { name: t.shell.menu }).getByRole("link", { name: t.shell.places.people });
    await console.click();
    const f = t.account.factors;
    await expect(page.getByRole("heading", { level: 1, name: f.gateTitle })).toBeVisible();
    await expectDirection(page, locale);
    await look(`factor-gate-${locale}`);
    // Nothing asks for what would be refused.
    expect(refused).toEqual([]);

    await page.getByRole("link", { name: f.gateAction }).click();
    await expect(page).toHaveURL(new RegExp(`${SECURITY.replace("?", "\\?")}$`));
    await page.getByRole("button", { name: f.setUp }).click();
    const dialog = page.getByRole("dialog", { name: f.setUpTitle });
    const authenticator = new TOTP({ secret: ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "") });
    await dialog.getByLabel(f.codeLabel).fill(authenticator.generate());
    await dialog.getByRole("button", { name: f.confirm }).click();
    const codes = page.getByRole("dialog", { name: f.codesTitle });
    await codes.getByRole("button", { name: f.codesKept }).click();
    await expect(codes).toHaveCount(0);

    // The pages are there, without anything being loaded anew.
    await page.getByRole("navigation", { name: t.shell.menu }).getByRole("link", { name: t.shell.places.console }).click();
    await expect(page).toHaveURL(new RegExp(`${CONSOLE}$`));
    await expect(page.getByRole("heading", { level: 1, name: f.gateTitle })).toBeHidden();
    await page.getByRole("navigation", { name: t.shell.menu }).getByRole("link", { name: t.shell.places.people }).click();
    await expect(page.getByRole("grid").getByText(account.email)).toBeVisible();
  });
