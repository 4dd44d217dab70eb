import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { addAuthenticator, ageProofs, confirmEmail, expectTrapped, logInElsewhere, SECURITY, SETTINGS, superAdmin } from "./account-steps";
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES } from "./languages";
import { linkFromMail } from "./mails";

const focused = (page: Page) => page.locator(":focus");

/** Opens the file chooser from the button that has the focus; the page has been told that a test answers it (see `answerChoosers`). */
async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles({ name, mimeType: "image/png", buffer });
}

/** Playwright catches file choosers only while somebody listens, and begins to a moment after that: too late for a key that is pressed at once. */
const answerChoosers = (page: Page) => page.on("filechooser", () => {});

/** Red on the left, blue on the right. */
const twoColours = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#d00000" } })
    .composite([{ input: { create: { width: 450, height: 600, channels: 3, background: "#0000d0" } }, left: 450, top: 0 }])
    .png()
    .toBuffer();

for (const [locale, t] of LANGUAGES) {
  const f = t.account.factors;

  test(`second factors need no mouse, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.url });
    await addAuthenticator(page);
    await confirmEmail(app, account);
    await ageProofs(app);
    await page.goto(SECURITY);
    const keys = page.keyboard;

    // The proof of identity, wrong and right.
    await tabTo(page.getByRole("button", { name: f.setUp }));
    await keys.press("Enter");
    const proof = page.getByRole("dialog", { name: t.account.reauth.title });
    const password = proof.getByLabel(t.auth.password, { exact: true });
    await expect(password).toBeFocused();
    await expectTrapped(page);
    await tabTo(password);
    await keys.type("not my password");
    await keys.press("Enter");
    await expect(proof.getByText(t.validation.passwordWrong)).toBeVisible();
    await expect(password).toBeFocused();
    await keys.press("ControlOrMeta+A");
    await keys.type(account.password);
    await keys.press("Enter");

    // The authenticator app.
    const setup = page.getByRole("dialog", { name: f.setUpTitle });
    await expect(setup).toHaveCount(1);
    await expectTrapped(page);
    await tabTo(setup.getByRole("button", { name: t.common.copy }));
    await keys.press("Enter");
    await expect(page.getByText(t.common.copied)).toBeVisible();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(((await setup.locator("code").textContent()) ?? "").replaceAll(" ", "")).toBe(secret);
    await tabTo(setup.getByLabel(f.codeLabel));
    await keys.type(new TOTP({ secret }).generate());
    await keys.press("Enter");

    // The recovery codes leave only by their button.
    const codes = page.getByRole("dialog", { name: f.codesTitle });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await keys.press("Escape");
    await expectTrapped(page);
    await tabTo(codes.getByRole("button", { name: f.codesKept }));
    await keys.press("Enter");
    await expect(codes).toHaveCount(0);
    await expect(focused(page)).toHaveText(f.turnOff);

    // A passkey, named and renamed.
    const adder = page.getByRole("button", { name: f.addPasskey });
    await tabTo(adder);
    await keys.press("Enter");
    await expect(page.getByLabel(f.passkeyName)).toBeFocused();
    await keys.type("My laptop");
    await keys.press("Enter");
    await expect(page.getByText("My laptop", { exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(adder).toBeFocused();
    const rename = (name: string) => page.getByRole("button", { name: `${f.rename} ${name}` });
    await tabTo(rename("My laptop"));
    await keys.press("Enter");
    await expect(page.getByLabel(f.passkeyName)).toBeFocused();
    await keys.press("ControlOrMeta+A");
    await keys.type("Old laptop");
    await keys.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rename("Old laptop")).toBeFocused();

    // New recovery codes, after a proof by passkey and after one by password and code.
    const renew = page.getByRole("button", { name: f.renewCodes });
    const keepCodes = async () => {
      await expect(codes).toHaveCount(1);
      const [code = ""] = await codes.getByRole("listitem").allTextContents();
      await tabTo(codes.getByRole("button", { name: f.codesKept }));
      await keys.press("Enter");
      await expect(codes).toHaveCount(0);
      await expect(renew).toBeFocused();
      return code;
    };
    await ageProofs(app);
    await tabTo(renew);
    await keys.press("Enter");
    await tabTo(proof.getByRole("button", { name: t.account.reauth.passkey }));
    await keys.press("Enter");
    const recovery = await keepCodes();
    await ageProofs(app);
    await keys.press("Enter");
    await expect(password).toBeFocused();
    await keys.type(account.password);
    await tabTo(proof.getByLabel(t.auth.code, { exact: true }));
    await keys.type(recovery);
    await keys.press("Enter");
    await keepCodes();

    // What takes its own button away leaves the focus where one can go on.
    await tabTo(page.getByRole("button", { name: f.removePasskey.replace("{name}", "Old laptop") }));
    await keys.press("Enter");
    await expect(page.getByText(f.noPasskeys)).toBeVisible();
    await expect(adder).toBeFocused();
    await tabTo(page.getByRole("button", { name: f.turnOff }));
    await keys.press("Enter");
    await expect(page.getByText(f.totpOff, { exact: true })).toBeVisible();
    await expect(focused(page)).toHaveText(f.setUp);
  });

  test(`picture, devices and deletion need no mouse, in ${locale}`, async ({ page, app, account, context }) => {
    const p = t.account.profile;
    const keys = page.keyboard;
    await speakLanguage(context, app.url, locale);
    await logInElsewhere(app.url, account);
    answerChoosers(page);
    await page.goto(SETTINGS);

    // The picture: enlarged, and moved until nothing but its left part shows.
    await tabTo(page.getByRole("button", { name: p.choose }));
    await chooseFile(page, "me.png", await twoColours());
    const part = page.getByRole("application", { name: p.cropTitle });
    await tabTo(page.getByRole("slider", { name: p.zoom }));
    await keys.press("End");
    await tabTo(part);
    for (let at = 0; at < 10; at++) await keys.press("ArrowRight");
    // The rest by the button, which is there for whoever cannot drag either.
    await tabTo(page.getByRole("button", { name: p.move.right }));
    for (let at = 0; at < 50; at++) await keys.press("Enter");
    await page.screenshot({ path: `test-results/pages/crop-keyboard-${locale}.png` });
    await tabTo(page.getByRole("button", { name: p.use }));
    await keys.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const shown = page.locator("header img");
    await expect(shown).toBeVisible();
    const answer = await fetch(app.url + (await shown.getAttribute("src")));
    const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    expect(channels[0]?.min).toBeGreaterThan(180);
    expect(channels[2]?.max).toBeLessThan(40);
    const change = page.getByRole("button", { name: p.change });
    await expect(change).toBeFocused();

    // A file that is no picture, and from there another one.
    await chooseFile(page, "me.png", Buffer.from("not a picture"));
    await expect(page.getByRole("dialog").getByText(p.unreadable)).toBeVisible();
    await tabTo(page.getByRole("dialog").getByRole("button", { name: p.choose }));
    await chooseFile(page, "other.png", await twoColours());
    await expect(part).toBeVisible();
    await keys.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(change).toBeFocused();
    await tabTo(page.getByRole("button", { name: p.removePicture }));
    await keys.press("Enter");
    await expect(shown).toBeHidden();
    await expect(page.getByRole("button", { name: p.choose })).toBeFocused();

    // The other devices.
    await page.goto(`${SETTINGS}?section=devices`);
    await tabTo(page.getByRole("button", { name: t.account.devices.endOthers }));
    await keys.press("Enter");
    await expect(page.getByText(t.account.devices.only)).toBeVisible();
    await expect(page.getByRole("heading", { name: t.account.devices.title })).toBeFocused();

    // The account's end, and the way back.
    await page.goto(`${SETTINGS}?section=data`);
    await tabTo(page.getByRole("button", { name: t.account.deletion.start }));
    await keys.press("Enter");
    const deletion = page.getByRole("dialog", { name: t.account.deletion.confirmTitle });
    await expect(deletion).toHaveCount(1);
    await expectTrapped(page);
    await keys.press("Escape");
    await expect(deletion).toHaveCount(0);
    await expect(focused(page)).toHaveText(t.account.deletion.start);
    await keys.press("Enter");
    await tabTo(deletion.getByRole("button", { name: t.account.deletion.confirm }));
    await keys.press("Enter");
    await expect(deletion).toHaveCount(0);
    await expect(focused(page)).toHaveText(t.account.banner.keep);
    await keys.press("Enter");
    await expect(page.getByText(t.account.banner.kept)).toBeVisible();
    await expect(focused(page)).toHaveText(t.account.deletion.start);
  });

  test(`kept mails need no mouse, in ${locale}`, async ({ page, app, context }) => {
    const account = await newAccount(app.url, locale);
    await linkFromMail(app, account.email, t.mails.verify_email.subject);
    await signIn(context, await superAdmin(app));
    await speakLanguage(context, app.url, locale);
    await page.goto("/dashboard/admin/mails");
    const mail = page.getByRole("listitem").filter({ hasText: account.email });
    await tabTo(mail.getByRole("button"));
    await page.keyboard.press("Enter");
    await expect(mail.getByTitle(t.admin.mails.preview)).toBeVisible();
    await tabTo(mail.getByRole("link"));
    await tabTo(mail.getByRole("button"));
    await page.keyboard.press("Enter");
    await expect(mail.getByTitle(t.admin.mails.preview)).toBeHidden();
  });
}
