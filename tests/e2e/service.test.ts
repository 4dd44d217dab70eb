import { EMPTY_TEXT } from "@/lib/localized-text";
import { SETTING_DEFAULTS } from "@/lib/settings";
import { callApi, P, startTake } from "./actions";
import type { RunningApp } from "./app";
import { confirmedAccount, subscribed } from "./billing-actions";
import { accountWith, inAll, pageOf } from "./editing-actions";
import { type Account, expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { aMember, aRoom, aTopic, FORUMS } from "./forum-actions";
import { LANGUAGES, TEXTS } from "./languages";
import { contextAs, inLook, LOOKS, lookName, openIn, seePage } from "./looks";
import { setSetting, unsetSetting } from "./service-actions";
import { begun, SUPPORT, said, sendMessage } from "./support-actions";

let boss: Account;
test.beforeAll(async ({ app }) => {
  boss = await accountWith(app, "super_admin");
});
/** As a service is that nobody has changed yet. */
async function tidy({ url }: RunningApp): Promise<void> {
  for (const key of ["maintenance", "areas", "registration", "entitlements"] as const) await unsetSetting(url, boss, key);
  const { data } = await callApi(url, boss.token, "/api/admin/announcement/get");
  for (const { uid } of data) await callApi(url, boss.token, "/api/admin/announcement/delete", { uid });
}
// Other files' tests leave announcements behind, which every visitor reads.
test.beforeEach(({ app }) => tidy(app));
test.afterEach(({ app }) => tidy(app));

const announcement = (text: object) => ({
  kind: "warning",
  audience: "everybody",
  text,
  link: null,
  startsAt: "2026-01-01T00:00:00Z",
  endsAt: null,
});
const banner = (kind: "announcement" | "maintenance") => `[data-banner=${kind}]`;

for (const [locale, t] of LANGUAGES) {
  const { announcements: a, settings: s, service, audit } = t.admin;

  test(`an announcement is written, read by visitors, and closed on a device, in ${locale}`, async ({ app, browser }) => {
    const page = await pageOf(browser, app, boss, { locale });
    await page.goto("/dashboard/admin/announcements/entry");
    // Without English it is refused at its field.
    await page.getByRole("button", { name: a.publish, exact: true }).click();
    await expect(page.getByLabel(a.text, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel(a.text, { exact: true }).fill("Nobody answers on Friday.");
    await page.getByRole("button", { name: a.publish, exact: true }).click();
    await expect(page).toHaveURL(/\/announcements$/);
    await expect(page.getByRole("row").filter({ hasText: "Nobody answers on Friday." })).toContainText(a.phases.shown);

    const visitor = await browser.newContext({ baseURL: app.url });
    await speakLanguage(visitor, app.url, locale);
    const elsewhere = await visitor.newPage();
    await elsewhere.goto("/faq");
    await expect(elsewhere.locator(banner("announcement"))).toContainText("Nobody answers on Friday.");
    await elsewhere.getByRole("button", { name: service.close }).click();
    await expect(elsewhere.locator(banner("announcement"))).toHaveCount(0);
    const asked = elsewhere.waitForResponse((answer) => answer.url().includes("admin.service.now"));
    await elsewhere.goto("/pricing");
    await asked;
    await expect(elsewhere.locator(banner("announcement"))).toHaveCount(0);
    await visitor.close();
    await page.context().close();
  });

  test(`maintenance begins where somebody is, says why, and is taken back, in ${locale}`, async ({ app, browser }) => {
    const member = await pageOf(browser, app, await newAccount(app.url), { locale });
    await member.goto("/dashboard/support");
    const page = await pageOf(browser, app, boss, { locale });
    await page.goto("/dashboard/admin/settings");
    const form = page.getByRole("form", { name: s.maintenance.title });
    await form.getByRole("radio", { name: s.maintenance.on, exact: true }).click();
    await form.getByLabel(s.maintenance.message).fill("Back at noon.");
    await form.getByRole("button", { name: s.save, exact: true }).click();
    await expect(member.locator(banner("maintenance"))).toContainText("Back at noon.");
    await page.getByRole("button", { name: s.undo, exact: true }).click();
    await expect(member.locator(banner("maintenance"))).toHaveCount(0);
    await expect(form.getByRole("radio", { name: s.maintenance.off, exact: true })).toBeChecked();
    await page.context().close();
    await member.context().close();
  });

  test(`a closed area says so, in ${locale}`, async ({ app, browser }) => {
    await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, forum: "off" });
    const page = await pageOf(browser, app, await newAccount(app.url), { locale });
    await page.goto("/dashboard/forums");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(service.areaClosed);
    await setSetting(app.url, boss, "areas", SETTING_DEFAULTS.areas);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(service.areaClosed);
    await page.context().close();
  });

  test(`plans that are sold no more are seen and ended by who has one, in ${locale}`, async ({ app, browser }) => {
    const s = TEXTS[locale].subscription;
    const holder = await confirmedAccount(app, locale);
    await subscribed(app.url, holder);
    await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, subscription: "off" });
    const other = await pageOf(browser, app, await newAccount(app.url), { locale });
    await other.goto("/dashboard/subscription");
    await expect(other.getByText(s.closed)).toBeVisible();
    const place = { name: TEXTS[locale].shell.places.subscription, exact: true };
    await expect(other.getByRole("link", place)).toHaveCount(0);
    await other.context().close();
    const page = await pageOf(browser, app, holder, { locale });
    await page.goto("/dashboard");
    await page.getByRole("link", place).click();
    await expect(page.getByText(s.closed)).toBeVisible();
    await expect(page.getByRole("heading", { name: s.choosePlan, exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: s.now.cancel, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: s.cancel.confirm, exact: true }).click();
    await expect(page.getByRole("button", { name: s.now.resume, exact: true })).toBeVisible();
    await page.context().close();
  });

  test(`the audit log tells what was before and after, and narrows, in ${locale}`, async ({ app, browser }) => {
    await setSetting(app.url, boss, "reports", { hideAfter: 7 });
    await unsetSetting(app.url, boss, "reports");
    const page = await pageOf(browser, app, boss, { locale });
    await page.goto("/dashboard/admin/audit?target=setting:reports");
    await expect(page.getByRole("grid").getByText(audit.actions.settings.save).first()).toBeVisible();
    await page.getByRole("grid").locator("button[aria-expanded=false]").first().click();
    await expect(page.getByRole("grid").getByText("hideAfter").first()).toBeVisible();
    await page.getByLabel(audit.action, { exact: true }).selectOption("faq.delete");
    await expect(page).toHaveURL(/action=faq\.delete/);
    await expect(page.getByText(audit.empty)).toBeVisible();
    await page.context().close();
  });
}

test("cards and counters of a closed area are not asked for on the home page", async ({ app, browser }) => {
  const member = await newAccount(app.url);
  await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, practice: "off", peerReview: "off", support: "off" });
  const page = await pageOf(browser, app, member, { locale: "en" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/dashboard");
  await expect(page.getByText(TEXTS.en.admin.service.areaClosed)).toBeVisible();
  // Long enough for what a page asks for.
  await page.waitForTimeout(1_000);
  // That messages have come to the device is told from every page; it is no card and no counter.
  const named = asked.map(decodeURIComponent).filter((url) => !url.includes("support.chat.received"));
  expect(named.filter((url) => /[/,](practice|peerReview|support)\./.test(url))).toEqual([]);
  await unsetSetting(app.url, boss, "areas");
  await expect(page.getByText(TEXTS.en.admin.service.areaClosed)).toHaveCount(0);
  await expect.poll(() => asked.some((url) => url.includes("practice.answers"))).toBe(true);
  await page.context().close();
});

test("closed registration is told before anything is typed", async ({ app, browser }) => {
  const { register } = TEXTS.en.auth;
  await setSetting(app.url, boss, "registration", { open: false });
  const visitor = await browser.newContext({ baseURL: app.url });
  const page = await visitor.newPage();
  await page.goto("/auth/register");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(register.closed);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await unsetSetting(app.url, boss, "registration");
  await page.goto("/auth/register");
  await expect(page.getByRole("button", { name: register.submit })).toBeVisible();
  await visitor.close();
});

test("a super administrator changes what a plan allows, and the price list follows", async ({ app, browser }) => {
  const t = TEXTS.en.admin.plans;
  const page = await pageOf(browser, app, boss, { locale: "en" });
  await page.goto("/dashboard/admin/plans");
  const form = page.getByRole("form", { name: t.limits });
  const free = form.getByRole("group", { name: TEXTS.en.subscription.plans.free });
  await free.getByLabel(t.storage).fill("21");
  await form.getByRole("button", { name: TEXTS.en.admin.settings.save, exact: true }).click();
  await expect(form.getByText(TEXTS.en.validation.planOrder)).toBeVisible();
  await free.getByLabel(t.storage).fill("1");
  // What is no number is not none, which would be no limit.
  await free.getByLabel(t.takes).fill("");
  await free.getByLabel(t.takes).pressSequentially("50e");
  await form.getByRole("button", { name: TEXTS.en.admin.settings.save, exact: true }).click();
  await expect(form.getByText(TEXTS.en.validation.number)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await free.getByLabel(t.takes).fill("12");
  await expect(form.getByText(TEXTS.en.validation.number)).toHaveCount(0);
  await free.getByLabel(t.reviews).fill("4");
  await form.getByRole("button", { name: TEXTS.en.admin.settings.save, exact: true }).click();
  await page.getByRole("dialog").getByText(t.impactNone).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: t.confirm }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/pricing");
  await expect(elsewhere.getByText("12 saved answers a week")).toBeVisible();
  for (const reviews of [4, 5, 8]) await expect(elsewhere.getByText(`Up to ${reviews} peer reviews per answer`)).toBeVisible();
  await elsewhere.goto("/dashboard/subscription");
  await expect(elsewhere.getByText("12 saved answers a week")).toBeVisible();
  await page.getByRole("button", { name: TEXTS.en.admin.settings.undo, exact: true }).click();
  // Whoever is in the dashboard hears of it without asking again.
  await expect(elsewhere.getByText("10 saved answers a week")).toBeVisible();
  await page.context().close();
});

test("an administrator who has an older setting before them does not put it over somebody else's", async ({ app, browser }) => {
  const { settings: s } = TEXTS.en.admin;
  await unsetSetting(app.url, boss, "reports");
  const page = await pageOf(browser, app, boss, { locale: "en" });
  await page.goto("/dashboard/admin/settings");
  const reports = page.getByRole("form", { name: s.reports.title });
  await reports.getByLabel(s.reports.hideAfter).fill("5");
  await setSetting(app.url, boss, "reports", { hideAfter: 9 });
  // The list comes anew with whatever is saved.
  const anew = page.waitForResponse((answer) => answer.url().includes("admin.settings.list"));
  const registration = page.getByRole("form", { name: s.registration.title });
  await registration.getByRole("radio", { name: s.registration.closed }).click();
  await registration.getByRole("button", { name: s.save, exact: true }).click();
  await anew;
  await expect(registration.getByRole("button", { name: TEXTS.en.common.discard })).toHaveCount(0);
  await expect(reports.getByLabel(s.reports.hideAfter)).toHaveValue("5");
  const { overtaken } = TEXTS.en.editing;
  const save = () => reports.getByRole("button", { name: s.save, exact: true }).click();
  const discard = reports.getByRole("button", { name: TEXTS.en.common.discard });
  const saved = async () => (await callApi(app.url, boss.token, "/api/super/admin/settings/get")).data;
  await save();
  await expect(reports.getByText(overtaken.text)).toBeVisible();
  // What was chosen is there after a reload, as something that was begun before theirs.
  await page.reload();
  await expect(reports.getByLabel(s.reports.hideAfter)).toHaveValue("5");
  await save();
  await expect(reports.getByText(overtaken.text)).toBeVisible();
  expect(await saved()).toContainEqual(expect.objectContaining({ key: "reports", value: { hideAfter: 9 } }));
  await reports.getByRole("button", { name: overtaken.saveOver }).click();
  await expect(discard).toHaveCount(0);
  expect(await saved()).toContainEqual(expect.objectContaining({ key: "reports", value: { hideAfter: 5 } }));
  // What is being changed by then stays as something before is taken back.
  await reports.getByLabel(s.reports.hideAfter).fill("6");
  await page.getByRole("button", { name: s.undo, exact: true }).click();
  await expect(page.getByText(s.undone)).toBeVisible();
  await expect(reports.getByLabel(s.reports.hideAfter)).toHaveValue("6");
  await save();
  await expect(discard).toHaveCount(0);
  expect(await saved()).toContainEqual(expect.objectContaining({ key: "reports", value: { hideAfter: 6 } }));
  // Or theirs is taken.
  await reports.getByLabel(s.reports.hideAfter).fill("7");
  await setSetting(app.url, boss, "reports", { hideAfter: 9 });
  await save();
  await expect(reports.getByText(overtaken.text)).toBeVisible();
  await discard.first().click();
  await expect(reports.getByLabel(s.reports.hideAfter)).toHaveValue("9");
  await unsetSetting(app.url, boss, "reports");
  await page.context().close();
});

test("the times of an announcement stay as they are typed, also where clocks once differed by minutes and seconds", async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url, timezoneId: "Asia/Ho_Chi_Minh" });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto("/dashboard/admin/announcements/entry");
  const from = page.getByLabel(TEXTS.en.admin.announcements.from, { exact: true });
  // As a year comes letter by letter.
  for (const typed of ["0002-11-29T10:00", "0020-11-29T10:00", "0202-11-29T10:00", "20381-11-29T10:00", "2038-11-29T10:00"]) {
    await from.fill(typed);
    await expect(from).toHaveValue(typed);
  }
  // An end that is none is not taken for none being wanted.
  const until = page.getByLabel(TEXTS.en.admin.announcements.until, { exact: true });
  await page.getByLabel(TEXTS.en.admin.announcements.text, { exact: true }).fill("Closed for the holidays.");
  await until.fill("20381-11-29T10:00");
  await page.getByRole("button", { name: TEXTS.en.admin.announcements.publish, exact: true }).click();
  await expect(until).toHaveAttribute("aria-invalid", "true");
  await expect(until).toHaveValue("20381-11-29T10:00");
  await context.close();
});

test("an announcement that was begun on an older version is put over a newer one only by choice", async ({ app, browser }) => {
  const en = TEXTS.en;
  const save = (body: object) => callApi(app.url, boss.token, "/api/admin/announcement/save", body);
  const { data } = await save(announcement(inAll("Closed on Friday.")));
  const page = await pageOf(browser, app, boss, { locale: "en" });
  await page.goto(`/dashboard/admin/announcements/entry?uid=${data.uid}`);
  const text = page.getByLabel(en.admin.announcements.text, { exact: true }).first();
  await expect(text).toHaveValue("Closed on Friday.");
  await text.fill("Closed on Thursday.");
  await save({ ...announcement(inAll("Open on Friday.")), uid: data.uid, version: data.version });
  await page.reload();
  await expect(text).toHaveValue("Closed on Thursday.");
  await page.getByRole("button", { name: en.common.save, exact: true }).click();
  await expect(page.getByText(en.editing.overtaken.text)).toBeVisible();
  await page.getByRole("button", { name: en.editing.overtaken.saveOver }).click();
  await expect(page).toHaveURL(/\/announcements$/);
  await expect(page.getByRole("row").filter({ hasText: "Closed on Thursday." })).toBeVisible();
  await page.context().close();
});

test("a recording that is made during maintenance waits, and is sent when that is over", async ({ app, account, context }) => {
  const p = TEXTS.en.practice;
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 1_500);
  await setSetting(app.url, boss, "maintenance", { on: true, message: EMPTY_TEXT });
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.locator(banner("maintenance"))).toBeVisible();
  await expect(page.getByText("you can read everything, but change nothing for now", { exact: false }).first()).toBeVisible();
  expect((await callApi(app.url, account.token, `${P}/answer/get`)).data).toEqual([]);
  await unsetSetting(app.url, boss, "maintenance");
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible({ timeout: 70_000 });
});

test("on a phone what everybody is told leaves the button that ends a recording in sight and in reach", async ({
  app,
  account,
  context,
}) => {
  const p = TEXTS.en.practice;
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 660 });
  await startTake(page, app.url, account, "video", 500);
  await setSetting(app.url, boss, "maintenance", { on: true, message: EMPTY_TEXT });
  await expect(page.locator(banner("maintenance"))).toBeVisible();
  const stop = page.getByRole("button", { name: p.recording.stop });
  await expect(stop).toBeInViewport({ ratio: 1 });
  // As the page stands: Playwright's own presses would scroll it first.
  const isOnTop = await stop.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await stop.click();
  // Once nothing of the page's stands at the screen's edge, what is told does again.
  await expect(page.getByRole("heading", { name: p.review.title })).toBeVisible();
  await expect(page.locator(banner("maintenance"))).toBeInViewport({ ratio: 1 });
});

test("on a phone what the keyboard leads to is never behind what everybody is told", async ({ app, browser }) => {
  const page = await pageOf(browser, app, await newAccount(app.url), { locale: "en" });
  await setSetting(app.url, boss, "maintenance", { on: true, message: EMPTY_TEXT });
  await page.setViewportSize({ width: 360, height: 660 });
  await page.goto("/dashboard/settings/account");
  await expect(page.locator(banner("maintenance"))).toBeInViewport({ ratio: 1 });
  await page.getByLabel(TEXTS.en.account.profile.profession).focus();
  const hidden: string[] = [];
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate((told) => {
      const focused = document.activeElement;
      const edge = document.querySelector(told)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      if (!focused || !document.querySelector("main")?.contains(focused)) return null;
      const { top } = focused.getBoundingClientRect();
      return top >= edge ? `${focused.tagName} ${focused.textContent?.slice(0, 40)} at ${Math.round(top)}` : null;
    }, banner("maintenance"));
    if (found) hidden.push(found);
  }
  expect(hidden).toEqual([]);
  await page.context().close();
});

test("what is written during maintenance is kept, and sent when that is over", async ({ app, browser }) => {
  const t = TEXTS.en;
  const room = await aRoom(app, "Calm waters");
  const member = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, member, room, "How do you wait?", "Patiently, mostly.");
  const conversation = await begun(app.url, member, "A question", "Is anybody there?");
  const page = await pageOf(browser, app, member, { locale: "en" });
  const refused = page.getByText("you can read everything, but change nothing for now", { exact: false }).first();

  await page.goto(`${FORUMS}?topic=${topic}`);
  const post = page.getByRole("textbox", { name: t.forum.composer.label });
  await post.fill("With a book.");
  await setSetting(app.url, boss, "maintenance", { on: true, message: EMPTY_TEXT });
  await expect(page.locator(banner("maintenance"))).toBeVisible();
  await post.press("Control+Enter");
  await expect(refused).toBeVisible();
  await expect(post).toHaveValue("With a book.");

  await page.goto("/dashboard/settings/account");
  const profession = page.getByLabel(t.account.profile.profession);
  await profession.fill("Lighthouse keeper");
  await page.getByRole("button", { name: t.account.profile.save }).click();
  await expect(refused).toBeVisible();
  await expect(profession).toHaveValue("Lighthouse keeper");

  await page.goto(`${SUPPORT}?conversation=${conversation}`);
  await sendMessage(page, t.support.composer.label, "It can wait.");
  await expect(page.getByRole("log").getByText("It can wait.")).toBeVisible();
  expect(await said(app.url, member, conversation)).toHaveLength(1);

  await unsetSetting(app.url, boss, "maintenance");
  // What waited for support goes by itself; the others are there to be sent.
  await expect
    .poll(async () => (await said(app.url, member, conversation)).map(({ text }) => text), { timeout: 70_000 })
    .toContain("It can wait.");
  await page.goto("/dashboard/settings/account");
  await expect(profession).toHaveValue("Lighthouse keeper");
  await page.getByRole("button", { name: t.account.profile.save }).click();
  await expect(page.getByText(t.common.saved)).toBeVisible();
  await page.goto(`${FORUMS}?topic=${topic}`);
  await expect(post).toHaveValue("With a book.");
  await post.press("Control+Enter");
  await expect(page.getByRole("article").getByText("With a book.")).toBeVisible();
  await page.context().close();
});

test("whoever records when an area closes keeps the recording", async ({ app, account, context }) => {
  const p = TEXTS.en.practice;
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 1_000);
  await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, practice: "off" });
  // What is under way goes on; the page stays.
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(TEXTS.en.errors.areaClosed).first()).toBeVisible();
  await unsetSetting(app.url, boss, "areas");
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible({ timeout: 70_000 });
});

for (const look of LOOKS) {
  test(`what is said above pages is accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    await callApi(
      app.url,
      boss.token,
      "/api/admin/announcement/save",
      announcement({ ...inAll("The library is being sorted."), ar: "يجري ترتيب المكتبة." }),
    );
    // Nobody registers during maintenance.
    const member = await newAccount(app.url);
    await setSetting(app.url, boss, "maintenance", { on: true, message: EMPTY_TEXT });
    const context = await contextAs(browser, app.url, look, member);
    const page = await openIn(context, `${app.url}/dashboard/learning`);
    await expect(page.locator(banner("maintenance"))).toBeVisible();
    await expect(page).toHaveURL(/\/learning$/);
    await seePage(page, "service-banners", look);
    await context.close();
    const team = await contextAs(browser, app.url, look, boss);
    await seePage(await openIn(team, `${app.url}/dashboard/admin/announcements`), "announcements", look);
    await seePage(await openIn(team, `${app.url}/dashboard/admin/audit`), "audit-entries", look);
    await team.close();
    await unsetSetting(app.url, boss, "maintenance");
    await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, learning: "off" });
    const later = await contextAs(browser, app.url, look, await newAccount(app.url));
    await seePage(await openIn(later, `${app.url}/dashboard/learning`), "area-closed", look);
    await later.close();
    const holder = await confirmedAccount(app);
    await subscribed(app.url, holder);
    await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, subscription: "off" });
    const held = await contextAs(browser, app.url, look, holder);
    const plan = await openIn(held, `${app.url}/dashboard/subscription`);
    await expect(plan.getByText(TEXTS[look.locale].subscription.closed)).toBeVisible();
    await seePage(plan, "plans-closed", look);
    await held.close();
  });
}
