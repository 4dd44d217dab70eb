import { TOTP } from "otpauth";
import sharp from "sharp";
import { addAuthenticator, ageProofs, confirmEmail, logIn, logInElsewhere, logOut, SECURITY, SETTINGS, superAdmin } from "./account-steps";
import { storedAnswer } from "./actions";
import { expect, newAccount, overflows, signIn, test, violations } from "./fixtures";
import { TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage, settled } from "./looks";
import { linkFromMail } from "./mails";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A landscape: sky, sun and hills. */
const PICTURE = sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#8ecae6"/>
<circle cx="560" cy="220" r="110" fill="#ffb703"/><path d="M0 420 300 250 620 470 900 330V600H0Z" fill="#386641"/></svg>`),
);

for (const look of LOOKS) {
  const t = TEXTS[look.locale];
  const f = t.account.factors;

  test(`second factors: every dialog and step is accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const account = await newAccount(app.url, look.locale);
    await confirmEmail(app, account);
    const page = await openAs(browser, app.url + SECURITY, look, account);
    await addAuthenticator(page);
    await ageProofs(app);

    await page.getByRole("button", { name: f.setUp }).click();
    const proof = page.getByRole("dialog", { name: t.account.reauth.title });
    const confirm = proof.getByRole("button", { name: t.account.reauth.submit, exact: true });
    const password = proof.getByLabel(t.auth.password, { exact: true });
    await expect(password).toBeVisible();
    await seeDialog(page, "dialog-proof", look);
    await password.fill("not my password, and a long one at that");
    await proof.getByRole("button", { name: t.auth.showPassword }).click();
    await confirm.click();
    await expect(proof.getByText(t.validation.passwordWrong)).toBeVisible();
    await seeDialog(page, "dialog-proof-refused", look);
    await password.fill(account.password);
    await confirm.click();

    const setup = page.getByRole("dialog", { name: f.setUpTitle });
    await expect(setup.getByAltText(f.qr)).toBeVisible();
    await seeDialog(page, "dialog-totp", look);
    await setup.getByLabel(f.codeLabel).fill("000000");
    await setup.getByRole("button", { name: f.confirm }).click();
    await expect(setup.getByText(t.validation.code)).toBeVisible();
    await seeDialog(page, "dialog-totp-refused", look);
    const secret = ((await setup.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await setup.getByLabel(f.codeLabel).fill(new TOTP({ secret }).generate());
    await setup.getByRole("button", { name: f.confirm }).click();

    const codes = page.getByRole("dialog", { name: f.codesTitle });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await seeDialog(page, "dialog-recovery-codes", look);
    await codes.getByRole("button", { name: f.codesKept }).click();
    await expect(codes).toHaveCount(0);

    await page.getByRole("button", { name: f.addPasskey }).click();
    const naming = page.getByRole("dialog", { name: f.addPasskey });
    await seeDialog(page, "dialog-passkey", look);
    await naming.getByRole("button", { name: f.addPasskey }).click();
    await expect(naming.getByText(t.validation.required)).toBeVisible();
    await seeDialog(page, "dialog-passkey-nameless", look);
    await naming.getByLabel(f.passkeyName).fill("A rather long name for the laptop at home");
    await naming.getByRole("button", { name: f.addPasskey }).click();
    await expect(page.getByText("A rather long name for the laptop at home")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await settled(page);
    await seePage(page, "factors-on", look);
    await page.getByRole("button", { name: f.rename }).click();
    await seeDialog(page, "dialog-passkey-rename", look);
    await page.keyboard.press("Escape");

    await ageProofs(app);
    await page.getByRole("button", { name: f.renewCodes }).click();
    await expect(proof.getByLabel(t.auth.code, { exact: true })).toBeVisible();
    await seeDialog(page, "dialog-proof-second-factor", look);
    await page.keyboard.press("Escape");
    await expect(proof).toHaveCount(0);

    await logOut(page, t);
    await logIn(page, account, t);
    const code = page.getByLabel(t.auth.code, { exact: true });
    await expect(code).toBeVisible();
    await settled(page);
    await seePage(page, "step-second-factor", look);
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByText(t.validation.code)).toBeVisible();
    await seePage(page, "step-second-factor-refused", look);
    await page.context().close();
  });

  test(
    `picture, devices and deletion: every dialog and step is accessible and fits, ${lookName(look)}`,
    inLook(look),
    async ({ app, browser }) => {
      const account = await newAccount(app.url, look.locale);
      const recording = await browser.newContext();
      await signIn(recording, account);
      await storedAnswer(await recording.newPage(), app.url, account);
      await recording.close();
      await logInElsewhere(app.url, account, FIREFOX);

      const page = await openAs(browser, app.url + SETTINGS, look, account);
      const p = t.account.profile;
      const file = page.locator("input[type=file]");
      await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await PICTURE.clone().png().toBuffer() });
      await expect(page.getByRole("button", { name: p.use })).toBeEnabled();
      await seeDialog(page, "dialog-crop", look);
      await page.getByRole("button", { name: p.use }).click();
      await expect(page.locator("header img")).toBeVisible();
      await seePage(page, "profile-picture", look);
      await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
      await expect(page.getByText(p.unreadable)).toBeVisible();
      await seeDialog(page, "dialog-crop-unreadable", look);
      await page.keyboard.press("Escape");

      await page.goto(`${SETTINGS}?section=devices`);
      const others = page.getByRole("button", { name: t.account.devices.endOthers });
      await expect(others).toBeVisible();
      await settled(page);
      await seePage(page, "devices", look);
      await others.click();
      await expect(page.getByText(t.account.devices.only)).toBeVisible();
      const toast = await page.locator("[data-sonner-toast]").first().boundingBox();
      // On a phone it stands in the middle.
      if (look.width === 360) expect.soft(toast).toMatchObject({ x: 16, width: 328 });
      await seePage(page, "devices-ended", look);

      await page.goto(`${SETTINGS}?section=data`);
      await page.getByRole("button", { name: t.account.deletion.start }).click();
      const deletion = page.getByRole("dialog", { name: t.account.deletion.confirmTitle });
      await expect(deletion.getByRole("listitem")).not.toHaveCount(1);
      await seeDialog(page, "dialog-deletion", look);
      await deletion.getByRole("button", { name: t.account.deletion.confirm }).click();
      await expect(page.getByRole("button", { name: t.account.banner.keep })).toHaveCount(2);
      await settled(page);
      await seePage(page, "deletion-pending", look);
      await page.context().close();
    },
  );

  test(`kept mails: the list and an open mail are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const account = await newAccount(app.url, look.locale);
    const other = await newAccount(app.url, look.locale === "en" ? "ar" : "en");
    await linkFromMail(app, account.email, t.mails.verify_email.subject);
    await linkFromMail(app, other.email, TEXTS[look.locale === "en" ? "ar" : "en"].mails.verify_email.subject);
    const page = await openAs(browser, `${app.url}/dashboard/admin/mails`, look, await superAdmin(app));
    const mail = page.getByRole("listitem").filter({ hasText: account.email });
    await expect(page.getByRole("listitem").filter({ hasText: other.email })).toBeVisible();
    await mail.getByRole("button").click();
    await expect(mail.frameLocator("iframe").getByRole("heading", { name: t.mails.verify_email.subject })).toBeVisible();
    const frame = mail.getByTitle(t.admin.mails.preview);
    await expect(frame).toBeVisible();
    await seePage(page, "kept-mails", look);

    // The mail itself, as wide as its frame.
    const letter = await page.context().newPage();
    await letter.setViewportSize({ width: Math.floor((await frame.boundingBox())?.width ?? 0), height: 700 });
    await letter.setContent((await frame.getAttribute("srcdoc")) ?? "");
    expect.soft(await violations(letter, "mail")).toEqual([]);
    expect.soft(await overflows(letter)).toBe(false);
    await page.context().close();
  });
}
