import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import en from "#messages/en.json" with { type: "json" };
import { localeDirection, localeTag } from "@/lib/locales";
import { expectDirection, expectLeftToRight, SETTINGS } from "./account-steps";
import { callApi, storedAnswer } from "./actions";
import { holdCalls } from "./calls";
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { LANGUAGES } from "./languages";
import { linkFromMail, mailsTo } from "./mails";
import { aBoss, aWorkspace } from "./trades-actions";
import { unzip } from "./unzip";

for (const [locale, t] of LANGUAGES) {
  test(`the archive: made while its progress shows, fetched, and played without the internet, in ${locale}`, async ({
    page,
    app,
    context,
    look,
  }) => {
    const account = await newAccount(app.url, locale);
    await signIn(context, account);
    await storedAnswer(page, app.url, account);
    await speakLanguage(context, app.url, locale);
    await page.goto(await linkFromMail(app, account.email, t.mails.verify_email.subject));
    await expect(page.getByRole("heading", { name: t.auth.verify.doneTitle.replace("{email}", account.email) })).toBeVisible();
    await page.goto(`${SETTINGS}?section=data`);
    await expectDirection(page, locale);
    await page.getByRole("button", { name: t.account.export.request }).click();
    const fetchIt = page.getByRole("button", { name: t.account.export.download });
    await expect(fetchIt).toBeVisible();
    await look(`export-ready-${locale}`);
    const downloading = page.waitForEvent("download");
    await fetchIt.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^parley-\d{4}-\d\d-\d\d-\w+\.zip$/);
    const folder = mkdtempSync(path.join(os.tmpdir(), "parley-archive-"));
    unzip(readFileSync(await download.path()), folder);
    const records = readFileSync(path.join(folder, "data/account.json"), "utf8");
    expect(JSON.parse(records).profile.email).toBe(account.email);
    expect(records).not.toMatch(/argon2|totp|passwordHash/i);

    await context.setOffline(true);
    const reader = await context.newPage();
    await reader.goto(`file://${folder}/index.html`);
    await expect(reader.getByRole("heading", { level: 1, name: t.archive.title })).toBeVisible();
    await expect(reader.locator("html")).toHaveAttribute("lang", localeTag(locale));
    await expect(reader.locator("html")).toHaveAttribute("dir", localeDirection(locale));
    const player = reader.locator("audio");
    await player.evaluate(async (audio: HTMLAudioElement) => {
      if (audio.readyState < 1) await new Promise((resolve) => audio.addEventListener("loadedmetadata", resolve, { once: true }));
    });
    expect(await player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);
    await reader.screenshot({ path: `test-results/pages/archive-${locale}.png`, fullPage: true });
    await context.setOffline(false);
    rmSync(folder, { recursive: true });
    await expect.poll(() => mailsTo(app, account.email).map(({ subject }) => subject)).toContain(t.mails.export_ready.subject);
  });
}

for (const [locale, t] of LANGUAGES) {
  test(`deleting the account: what goes is told, and there is a way back, in ${locale}`, async ({ page, app, account, look, context }) => {
    await storedAnswer(page, app.url, account);
    await speakLanguage(context, app.url, locale);
    await page.goto(`${SETTINGS}?section=data`);
    await page.getByRole("button", { name: t.account.deletion.start }).click();
    const dialog = page.getByRole("dialog");
    // An answer, its recording, a session, and the profile.
    await expect(dialog.getByRole("listitem")).toHaveCount(4);
    if (locale === "en") {
      await expect(dialog.getByText("1 answer", { exact: true })).toBeVisible();
      await expect(dialog.getByText("1 recording", { exact: true })).toBeVisible();
    }
    await look(`deletion-dialog-${locale}`);
    await dialog.getByRole("button", { name: t.account.deletion.confirm }).click();
    const keep = page.getByRole("button", { name: t.account.banner.keep });
    await expect(keep.first()).toBeVisible();
    await look(`deletion-pending-${locale}`);
    await page.goto("/dashboard/answers");
    await keep.click();
    await expect(page.getByText(t.account.banner.kept)).toBeVisible();
    await expect(keep).toBeHidden();
    await expect(page.getByRole("listitem")).not.toHaveCount(0);
  });
}

test("deleting the account of a shop's only one: the shop is named, and that the archive does not hold it", async ({
  page,
  app,
  context,
}) => {
  const boss = await aBoss(app);
  await aWorkspace(app, boss);
  await signIn(context, boss);
  await page.goto(`${SETTINGS}?section=data`);
  await page.getByRole("button", { name: en.account.deletion.start }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem").first()).toHaveText("1 workspace that nobody else is in, with all that it holds");
  await expect(dialog.getByText(en.account.deletion.workspacesApart)).toBeVisible();
});

for (const [locale, t] of LANGUAGES) {
  test(`who played a recording is noted, in ${locale}`, async ({ page, app, account, context }) => {
    const uid = await storedAnswer(page, app.url, account);
    await speakLanguage(context, app.url, locale);
    await page.goto(`/dashboard/answers/detail?answer=${uid}`);
    await expect(page.locator("audio")).toBeVisible();
    await page.goto(`${SETTINGS}?section=data`);
    await expect(page.getByRole("cell", { name: t.account.plays.owner }).first()).toBeVisible();
    await expect(page.getByRole("cell", { name: /Chrom/ }).first()).toBeVisible();
  });
}

for (const [locale, t] of LANGUAGES) {
  const p = t.account.profile;

  test(`a picture: chosen, cut to a square, shown in the header, and removed, in ${locale}`, async ({
    page,
    app,
    account: _,
    context,
    look,
  }) => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#c33" } })
      .withExif({ IFD0: { Copyright: "SECRET-PLACE" } })
      .jpeg()
      .toBuffer();
    await speakLanguage(context, app.url, locale);
    await page.goto(SETTINGS);
    await expectDirection(page, locale);
    await page.getByLabel(p.choose, { exact: true }).last().setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: bytes });
    const use = page.getByRole("button", { name: p.use });
    await expect(use).toBeEnabled();
    await look(`picture-crop-${locale}`);
    await use.click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const shown = page.locator("header img");
    await expect(shown).toBeVisible();
    const answer = await fetch(app.url + (await shown.getAttribute("src")));
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(picture.includes("SECRET-PLACE")).toBe(false);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
    await look(`profile-picture-${locale}`);

    const text = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
    await page.locator("input[type=file]").setInputFiles(text);
    await expect(page.getByText(p.unreadable)).toBeVisible();
    await page.getByRole("button", { name: t.common.cancel }).click();

    // What is sent slowly leaves alone the picture that is chosen meanwhile.
    const before = (await shown.getAttribute("src")) ?? "";
    const arrives = await holdCalls(page, /\/api\/uploadthing/);
    const choose = (name: string) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/jpeg", buffer: bytes });
    await choose("slow.jpg");
    await expect(use).toBeEnabled();
    await use.click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await choose("next.jpg");
    await expect(use).toBeEnabled();
    arrives();
    await expect(shown).not.toHaveAttribute("src", before);
    await expect(use).toBeVisible();
    await page.getByRole("button", { name: t.common.cancel }).click();

    await page.getByRole("button", { name: p.removePicture }).click();
    await expect(shown).toBeHidden();
  });
}

for (const [locale, t] of LANGUAGES) {
  const p = t.account.profile;
  const other = locale === "en" ? "ar" : "en";

  test(`the profile is kept, and a language chosen there is the interface's from then on, from ${locale} to ${other}`, async ({
    page,
    app,
    context,
  }) => {
    await signIn(context, await newAccount(app.url, locale));
    await speakLanguage(context, app.url, locale);
    await page.goto(SETTINGS);
    const username = page.getByLabel(p.username);
    await username.fill("bad name!");
    await page.getByRole("button", { name: p.save }).click();
    await expect(page.getByText(t.validation.username)).toBeVisible();
    await expect(username).toBeFocused();
    await expectLeftToRight(username);
    const name = `amal${Date.now()}`;
    await username.fill(name);
    // What is typed here reads in its own direction, whatever the page's.
    const profession = page.getByLabel(p.profession);
    await profession.fill("Stonemason");
    await expect(profession).toHaveCSS("direction", "ltr");
    await profession.fill("بنّاء");
    await expect(profession).toHaveCSS("direction", "rtl");
    await page.getByLabel(p.interviewDate).fill("2038-03-01");
    await page.getByLabel(p.timeZone).selectOption("Africa/Khartoum");
    await page.getByRole("button", { name: p.save }).click();
    await expect(page.getByText(t.common.saved)).toBeVisible();
    await page.getByRole("combobox", { name: p.language }).selectOption(other);
    await page.getByRole("button", { name: p.save }).click();
    await expectDirection(page, other);
    const fields = () => page.locator("form input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await expect.poll(fields).toEqual(expect.arrayContaining([name, "بنّاء", "2038-03-01"]));
  });
}

test("whoever saves one field of their profile leaves alone what another device has changed in the others", async ({
  page,
  app,
  account,
}) => {
  const p = en.account.profile;
  const profile = "/api/user/personalization/account/detail/profile";
  // Not told of it: the stream stands still for a while, as it does on a train.
  await page.route("**/api/trpc/account.live*", (route) => route.abort());
  await page.goto(SETTINGS);
  await page.getByLabel(p.profession).fill("Stonemason");
  await callApi(app.url, account.token, `${profile}/update`, {
    firstName: "Nour",
    interviewDate: "2038-03-01",
    timeZone: "Africa/Khartoum",
  });
  await page.getByRole("button", { name: p.save }).click();
  await expect(page.getByText(en.common.saved)).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${profile}/get`);
  expect(data).toMatchObject({ profession: "Stonemason", firstName: "Nour", interviewDate: "2038-03-01", timeZone: "Africa/Khartoum" });
  await expect(page.getByLabel(p.interviewDate)).toHaveValue("2038-03-01");
});

test("a time zone that the browser calls otherwise shows in the profile, and can be taken back", async ({
  page,
  app,
  account,
  context,
}) => {
  const known = await page.evaluate(() => Intl.supportedValuesOf("timeZone"));
  const zone = ["Asia/Kolkata", "Asia/Calcutta"].find((name) => !known.includes(name));
  expect(zone).toBeDefined();
  await callApi(app.url, account.token, "/api/user/personalization/account/detail/profile/update", { timeZone: zone });
  await speakLanguage(context, app.url, "en");
  await page.goto(SETTINGS);
  const choice = page.getByLabel(en.account.profile.timeZone);
  await expect(choice).toHaveValue(zone ?? "");
  await choice.selectOption("");
  await page.getByRole("button", { name: en.account.profile.save }).click();
  await expect(page.getByText(en.common.saved)).toBeVisible();
  const { data } = await callApi(app.url, account.token, "/api/user/personalization/account/detail/profile/get");
  expect(data.timeZone).toBeNull();
});

for (const [locale, t] of LANGUAGES) {
  test(`notification choices are kept, in ${locale}`, async ({ page, account: _, context, app }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto(`${SETTINGS}?section=notifications`);
    const choice = page.getByRole("switch", {
      name: `${t.notifications.settings.events.recording_played} ${t.notifications.settings.channels.email}`,
    });
    await expect(choice).not.toBeChecked();
    await choice.focus();
    const saved = page.waitForResponse((answer) => answer.url().includes("account.savePreference"));
    await page.keyboard.press("Space");
    await expect(choice).toBeChecked();
    await saved;
    await page.reload();
    await expect(choice).toBeChecked();
  });
}
