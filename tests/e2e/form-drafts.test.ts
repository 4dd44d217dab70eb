import type { Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P } from "./actions";
import { holdCalls } from "./calls";
import { expect, speakLanguage, test } from "./fixtures";
import { anInterview } from "./progress-actions";

const SETTINGS = "/dashboard/settings/account";

for (const [locale, t] of [
  ["en", en],
  ["ar", ar as typeof en],
] as const) {
  test(`what was typed into the profile outlives another page and a reload, until it is saved or thrown away, in ${locale}`, async ({
    page,
    app,
    account: _,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    await page.goto(SETTINGS);
    const profession = page.getByLabel(t.account.profile.profession);
    const firstName = page.getByLabel(t.auth.firstName);
    const discard = page.getByRole("button", { name: t.common.discard });
    await expect(firstName).toHaveValue("Amal");
    await expect(discard).toHaveCount(0);
    const zone = page.getByLabel(t.account.profile.timeZone);
    await profession.fill("Stone mason");
    await zone.selectOption("Africa/Khartoum");
    await page.getByRole("link", { name: t.account.sections.devices }).click();
    await expect(page.getByRole("heading", { name: t.account.devices.title })).toBeVisible();
    await page.getByRole("link", { name: t.account.sections.profile }).click();
    await expect(profession).toHaveValue("Stone mason");
    await page.reload();
    await expect(profession).toHaveValue("Stone mason");
    await expect(zone).toHaveValue("Africa/Khartoum");
    await discard.click();
    await expect(profession).toHaveValue("");
    await expect(zone).toHaveValue("");
    await page.reload();
    await expect(firstName).toHaveValue("Amal");
    await expect(profession).toHaveValue("");

    await profession.fill("Geologist");
    await page.getByRole("button", { name: t.account.profile.save }).click();
    await expect(page.getByText(t.common.saved)).toBeVisible();
    await expect(discard).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);
  });

  test(`signing out everywhere signs out here too, in ${locale}`, async ({ page, app, account, browser, context }) => {
    await speakLanguage(context, app.url, locale);
    const elsewhere = await browser.newContext();
    await speakLanguage(elsewhere, app.url, locale);
    const other = await elsewhere.newPage();
    await other.goto(`${app.url}/auth/login`);
    await other.getByLabel(t.auth.emailOrUsername).fill(account.email);
    await other.getByLabel(t.auth.password, { exact: true }).fill(account.password);
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(/\/dashboard$/);
    await page.goto(`${SETTINGS}?section=devices`);
    await page.getByRole("button", { name: t.account.devices.endAll }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(other).toHaveURL(/\/auth\/login/);
    await elsewhere.close();
  });
}

for (const [locale, t] of [
  ["en", en],
  ["ar", ar as typeof en],
] as const) {
  test(`what is typed and sent before the page listens stays in its fields and out of the address, and is sent when it does, in ${locale}`, async ({
    page,
    app,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    const letThrough = await holdCalls(page, "**/_next/static/**/*.js");
    const { contact } = t.support;
    await page.goto("/contact", { waitUntil: "commit" });
    await page.getByLabel(contact.name).fill("Amal");
    await page.getByLabel(contact.email).fill(`early-${locale}-${Date.now()}@example.com`);
    await page.getByLabel(contact.message, { exact: true }).fill("What does it cost?");
    await page.getByLabel(contact.name).press("Enter");
    await page.getByRole("button", { name: contact.send }).click();
    await expect(page.getByLabel(contact.name)).toHaveValue("Amal");
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("support.contact.save")) sent += 1;
    });
    letThrough();
    await expect(page.getByRole("heading", { name: contact.sentTitle })).toBeVisible();
    expect(page.url()).not.toContain("?");
    expect(sent).toBe(1);
  });
}

test("what is typed while a save is on its way stays, is kept, and is saved next", async ({ page, app, account }) => {
  const i = en.practice.interviews;
  const uid = await anInterview(app, account);
  const saved = async () => (await callApi(app.url, account.token, `${P}/interview/detail/get?uid=${uid}`)).data;
  await page.goto(`/dashboard/interviews/entry?uid=${uid}`);
  const letThrough = await holdCalls(page, /practice\.interviews\.save/);
  const company = page.getByLabel(i.company);
  const notes = page.getByLabel(i.notes);
  const first = page.getByRole("textbox", { name: i.questions.text.replace("{number}", "1") });
  const discard = page.getByRole("button", { name: en.common.discard });
  await company.fill(" Nile Lifts ");
  const asked = page.waitForRequest(/practice\.interviews\.save/);
  await page.getByRole("button", { name: en.common.save, exact: true }).click();
  await asked;
  await notes.fill("Fourth floor.");
  await first.fill("How would you test a staircase?");
  letThrough();
  await expect(page.getByText(en.common.saved, { exact: true })).toBeVisible();
  await expect(company).toHaveValue("Nile Lifts");
  await expect(notes).toHaveValue("Fourth floor.");
  await expect(first).toHaveValue("How would you test a staircase?");
  await expect(discard).toBeVisible();
  expect(await saved()).toMatchObject({ company: "Nile Lifts", notes: "Third floor. Ask for Amal." });
  await page.reload();
  await expect(notes).toHaveValue("Fourth floor.");
  await expect(first).toHaveValue("How would you test a staircase?");
  await page.getByRole("button", { name: en.common.save, exact: true }).click();
  await expect(discard).toHaveCount(0);
  expect(await saved()).toMatchObject({
    company: "Nile Lifts",
    notes: "Fourth floor.",
    questions: [{ text: "How would you test a staircase?", went: 4 }],
  });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);
});

test("what is typed into the same form in two tabs is kept for each, and what a tab that was closed leaves shows in the next one", async ({
  page,
  context,
}) => {
  const { contact } = en.support;
  const other = await context.newPage();
  const message = (of: Page) => of.getByLabel(contact.message, { exact: true });
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("parley-draft-"))));
  const type = async (of: Page, words: string) => {
    await message(of).fill(words);
    await expect.poll(kept).toContain(words);
  };
  await page.goto("/contact");
  await other.goto("/contact");
  // Once the other one listens.
  await type(other, "?");
  await message(other).fill("");
  await expect.poll(kept).toBe("[]");

  await type(page, "We are a team of twelve, and would like to practise together.");
  await type(other, "Two words.");
  for (const again of [() => page.reload(), () => other.reload()]) {
    await again();
    await expect(message(page)).toHaveValue("We are a team of twelve, and would like to practise together.");
    await expect(message(other)).toHaveValue("Two words.");
  }
  await message(other).fill("");
  await expect.poll(kept).not.toContain("Two words.");
  await page.reload();
  await expect(message(page)).toHaveValue("We are a team of twelve, and would like to practise together.");

  await type(other, "Three more words.");
  await message(page).fill("");
  await expect.poll(kept).not.toContain("twelve");
  await other.close();
  const next = await context.newPage();
  await next.goto("/contact");
  await expect(message(next)).toHaveValue("Three more words.");
  await message(next).fill("");
  await expect.poll(kept).toBe("[]");
});

test("what closes when it is saved takes no words while it is on its way, and takes them again where it fell through", async ({ page }) => {
  const { contact } = en.support;
  await page.goto("/contact");
  const lose = await holdCalls(page, /support\.contact\.save/, "abort");
  const message = page.getByLabel(contact.message, { exact: true });
  await page.getByLabel(contact.name).fill("Amal");
  await page.getByLabel(contact.email).fill(`closes-${Date.now()}@example.com`);
  await message.fill("What does it cost?");
  const asked = page.waitForRequest(/support\.contact\.save/);
  await page.getByLabel(contact.name).press("Enter");
  await asked;
  await message.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" For two?");
  await expect(message).toHaveValue("What does it cost?");
  await expect(message).toBeFocused();
  lose();
  await expect(page.getByText(en.common.offlineKept)).toBeVisible();
  await page.keyboard.type(" For two?");
  await expect(message).toHaveValue("What does it cost? For two?");
});

test("an interview that was changed on the phone meanwhile is not overwritten unseen, also after a reload", async ({
  page,
  app,
  account,
}) => {
  const i = en.practice.interviews;
  const uid = await anInterview(app, account);
  const about = { company: "Nile Robotics", role: "Test engineer", date: "2031-03-14", stage: "technical" };
  const saved = async () => (await callApi(app.url, account.token, `${P}/interview/detail/get?uid=${uid}`)).data;
  const onPhone = (notes: string) => callApi(app.url, account.token, `${P}/interview/save`, { uid, ...about, notes });
  const notes = page.getByLabel(i.notes);
  const save = page.getByRole("button", { name: en.common.save, exact: true });
  await page.goto(`/dashboard/interviews/entry?uid=${uid}`);
  await notes.fill("Bring the drawings.");
  await onPhone("They called: it is the second floor.");
  await page.reload();
  await expect(notes).toHaveValue("Bring the drawings.");
  await save.click();
  await expect(page.getByText(i.conflict)).toBeVisible();
  await expect(notes).toHaveValue("Bring the drawings.");
  expect((await saved()).notes).toBe("They called: it is the second floor.");
  await page.getByRole("button", { name: en.common.discard }).click();
  await expect(notes).toHaveValue("They called: it is the second floor.");
  await expect(page.getByText(i.conflict)).toHaveCount(0);
  // Once more, and now it is meant.
  await notes.fill("Second floor. Bring the drawings.");
  await onPhone("It was the third after all.");
  await save.click();
  await expect(page.getByText(i.conflict)).toBeVisible();
  await save.click();
  await expect(page.getByText(en.common.saved, { exact: true })).toBeVisible();
  await expect(page.getByText(i.conflict)).toHaveCount(0);
  expect((await saved()).notes).toBe("Second floor. Bring the drawings.");
  await notes.fill("And the samples.");
  await save.click();
  await expect.poll(async () => (await saved()).notes).toBe("And the samples.");
});
