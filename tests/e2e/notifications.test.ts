import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createTranslator } from "use-intl/core";
import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import { holdCalls } from "./calls";
import { type Account, expect, newAccount, overflows, setMode, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS, type Texts } from "./languages";
import { tell, tellOfALife } from "./notification-actions";

const en = TEXTS.en;
const PAGE = "/dashboard/notifications";
const SETTINGS = "/dashboard/settings/account?section=notifications";

/** A text of the catalogue with its number filled in, as the page shows it. */
function counted(locale: Locale, messages: Texts, key: string, count: number): string {
  const translate = createTranslator({ locale: localeTag(locale) as Locale, messages });
  return (translate as unknown as (key: string, values: Record<string, number>) => string)(key, { count });
}
const bellOf = (page: Page, count: number, locale: Locale = "en", messages = en) =>
  page.getByRole("button", { name: counted(locale, messages, "notifications.bell.label", count), exact: true });
const REPLY = counted("en", en, "notifications.kinds.support_reply.title", 1);

test("the bell counts live in every tab, and its list works by keyboard", async ({ page, app, account, context }) => {
  await page.goto("/dashboard");
  const other = await context.newPage();
  await other.goto("/dashboard/practice");
  for (const tab of [page, other]) await expect(bellOf(tab, 0)).toBeVisible();
  await tell(app, account, "First", "Second");
  for (const tab of [page, other]) await expect(bellOf(tab, 2)).toBeVisible();

  await page.bringToFront();
  await bellOf(page, 2).focus();
  await page.keyboard.press("Enter");
  const newest = page.getByRole("link", { name: /Second/ });
  await expect(newest).toContainText(REPLY);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: en.notifications.bell.readAll })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(newest).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  await expect(newest).toBeHidden();
  for (const tab of [page, other]) await expect(bellOf(tab, 1)).toBeVisible();

  await bellOf(page, 1).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /First/ })).toBeHidden();
  await expect(bellOf(page, 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: en.notifications.bell.readAll }).click();
  for (const tab of [page, other]) await expect(bellOf(tab, 0)).toBeVisible();
});

for (const [locale, t] of LANGUAGES) {
  test(`all notifications: filtered, marked, and paged, on a phone in ${locale}`, async ({ page, app, account, context }) => {
    const n = t.notifications;
    await speakLanguage(context, app.url, locale);
    await setMode(context, app.url, locale === "ar" ? "dark" : "light");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(PAGE);
    await expect(page.getByRole("heading", { name: n.page.emptyTitle })).toBeVisible();
    await tell(app, account, ...Array.from({ length: 12 }, (_, at) => `Matter ${at + 1}`));
    await expect(page.locator("html")).toHaveAttribute("dir", localeDirection(locale));
    const rows = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("time") });
    await expect(rows).toHaveCount(10);
    await expect(bellOf(page, 12, locale, t)).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);

    const title = counted(locale, t, "notifications.kinds.support_reply.title", 1);
    const mark = (row: number, text: string) => rows.nth(row).getByRole("button", { name: text.replace("{title}", title) });
    await mark(0, n.page.markRead).click();
    await expect(mark(0, n.page.markUnread)).toBeVisible();
    await expect(bellOf(page, 11, locale, t)).toBeVisible();
    await page.getByRole("link", { name: n.page.filter.unread, exact: true }).click();
    await expect(page).toHaveURL(/show=unread/);
    await expect(page.getByText("Matter 12")).toBeHidden();
    await page.getByRole("link", { name: n.page.filter.all, exact: true }).click();
    await mark(0, n.page.markUnread).click();
    await expect(bellOf(page, 12, locale, t)).toBeVisible();
    await page.getByRole("navigation", { name: t.pagination.nav }).getByRole("link").last().click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rows).toHaveCount(2);

    await page.getByRole("button", { name: n.bell.readAll }).click();
    await expect(bellOf(page, 0, locale, t)).toBeVisible();
    await page.goto(`${PAGE}?show=unread`);
    await expect(page.getByRole("heading", { name: n.page.seenTitle })).toBeVisible();
  });

  test(`what is told, how and when is chosen, in ${locale}`, async ({ page, app, account, context }) => {
    const n = t.notifications;
    await speakLanguage(context, app.url, locale);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(SETTINGS);
    const choice = page.getByRole("switch", { name: `${n.settings.events.support} ${n.settings.channels.push}` });
    await expect(choice).toBeChecked();
    await expect.poll(() => overflows(page)).toBe(false);
    await expect(page.getByRole("cell", { name: n.settings.always })).toHaveCount(2);
    // Of the inbox hears only who answers it.
    await expect(page.getByText(n.settings.events.support_inbox)).toHaveCount(0);
    await choice.click();
    await expect(choice).not.toBeChecked();
    await page.getByRole("radio", { name: n.rhythm.daily.label }).click();
    await expect(page.getByText(n.rhythm.daily.help)).toBeVisible();
    const settings = () => callApi(app.url, account.token, "/api/user/notifications/settings/get");
    await expect.poll(settings).toEqual({ data: { mailRhythm: "daily" } });
    await page.reload();
    await expect(page.getByRole("radio", { name: n.rhythm.daily.label })).toBeChecked();
    await expect(choice).not.toBeChecked();
    // This browser was told to allow nothing but microphone and camera.
    await expect(page.getByText(n.push.states.blocked)).toBeVisible();
  });
}

test("whoever has read the only one of the last page is led to the page before it", async ({ page, app, account }) => {
  const title = counted("en", en, "notifications.kinds.support_reply.title", 1);
  await tell(app, account, ...Array.from({ length: 11 }, (_, at) => `Matter ${at + 1}`));
  await page.goto(`${PAGE}?show=unread&page=2`);
  const marks = page.getByRole("main").getByRole("button", { name: en.notifications.page.markRead.replace("{title}", title) });
  await expect(marks).toHaveCount(1);
  await marks.click();
  await expect(marks).toHaveCount(10);
});

test("of two choices the last one stays, however long the first takes", async ({ page, app, account }) => {
  const { rhythm } = en.notifications;
  const openStream = await holdCalls(page, /account\.live/);
  await page.goto(SETTINGS);
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const sent: string[] = [];
  await page.route(/notifications\.saveSettings/, async (route) => {
    sent.push(route.request().postData() ?? "");
    if (sent.length === 1) await held;
    await route.continue();
  });
  await page.getByRole("radio", { name: rhythm.daily.label }).click();
  await expect.poll(() => sent.length).toBe(1);
  // A stream that opens has what the server knows read anew, which is nothing of the choice.
  const readAnew = page.waitForResponse(/notifications\.settings/);
  openStream();
  await readAnew;
  await page.waitForTimeout(500);
  await expect(page.getByRole("radio", { name: rhythm.daily.label })).toBeChecked();
  await page.getByRole("radio", { name: rhythm.promptly.label }).click();
  await expect(page.getByText(rhythm.promptly.help)).toBeVisible();
  // Long enough for it to be sent, too.
  await page.waitForTimeout(500);
  expect(sent).toEqual([expect.stringContaining("daily")]);
  const answered = page.waitForResponse((answer) => answer.request().postData() === sent[1]);
  letThrough();
  await expect.poll(() => sent.length).toBe(2);
  await answered;
  expect(await callApi(app.url, account.token, "/api/user/notifications/settings/get")).toEqual({ data: { mailRhythm: "promptly" } });
  await expect(page.getByRole("radio", { name: rhythm.promptly.label })).toBeChecked();
});

/** A browser in which notifications are allowed, or not yet asked about. */
async function browserOf(browser: Browser, url: string, account: Account, permissions: string[]): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, permissions: [] });
  await signIn(context, account);
  if (permissions.length > 0) await context.grantPermissions(permissions, { origin: url });
  return context;
}

/** A visit is a tab's life. */
async function visit(context: BrowserContext, path = "/dashboard"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

test("the prompt slides down from the second visit on, asks once in a month, and says kindly what fails", async ({ browser, app }) => {
  const p = en.notifications;
  const context = await browserOf(browser, app.url, await newAccount(app.url), ["notifications"]);
  const prompt = (page: Page) => page.getByRole("region", { name: p.prompt.title });
  const first = await visit(context);
  await first.waitForTimeout(4_000);
  await expect(prompt(first)).toBeHidden();
  await first.close();

  const second = await visit(context, "/dashboard/settings/account");
  await second.waitForTimeout(4_000);
  // Nobody is asked where they have the choice before them.
  await expect(prompt(second)).toBeHidden();
  await second.getByRole("link", { name: en.shell.places.home, exact: true }).click();
  await expect(prompt(second)).toBeVisible();
  expect(await violations(second)).toEqual([]);
  // Nor does it lie over a question, where somebody goes on to an interview.
  await second.evaluate(() => window.history.pushState(null, "", "/dashboard/practice/simulation/run"));
  await expect(prompt(second)).toBeHidden();
  await second.evaluate(() => window.history.pushState(null, "", "/dashboard"));
  await expect(prompt(second)).toBeVisible();
  await second.emulateMedia({ media: "print" });
  await expect(prompt(second)).toBeHidden();
  await second.emulateMedia({ media: "screen" });
  await second.screenshot({ path: "test-results/pages/push-prompt.png" });

  // No push service can be reached from here.
  const logged = second.waitForEvent("console", {
    predicate: (message) => message.type() === "warning" && message.text().startsWith("push:"),
  });
  await prompt(second).getByRole("button", { name: p.push.turnOn }).click();
  await expect(second.getByText(p.push.failed)).toBeVisible();
  await logged;
  await expect(prompt(second)).toBeHidden();
  await second.close();

  const third = await visit(context);
  await third.waitForTimeout(4_000);
  await expect(prompt(third)).toBeHidden();
  await third.evaluate(() => localStorage.setItem("pushLater", String(Date.now() - 31 * 86_400_000)));
  await third.reload();
  await prompt(third).getByRole("button", { name: p.prompt.later }).press("Enter");
  await expect(third.getByRole("main")).toBeFocused();
  await third.reload();
  await third.waitForTimeout(4_000);
  await expect(prompt(third)).toBeHidden();
  await context.close();
});

test("a push shows in its language, opens what it is about, and stays away from whoever looks at the site", async ({ browser, app }) => {
  const context = await browserOf(browser, app.url, await newAccount(app.url), ["notifications"]);
  const page = await visit(context);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const script = await page.request.get("/sw.js");
  expect(script.headers()["content-type"]).toMatch(/javascript/);
  expect(script.headers()["cache-control"]).toBe("no-cache");

  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL === `${app.url}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registration;
  const push = (message: unknown) =>
    cdp.send("ServiceWorker.deliverPushMessage", {
      origin: app.url,
      registrationId,
      data: typeof message === "string" ? message : JSON.stringify(message),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/");
      return (await registration?.getNotifications())?.map(({ title, tag, lang, dir, data }) => ({ title, tag, lang, dir, data }));
    });
  const message = { title: "ردّ عليك فريق الدعم", href: "/dashboard/answers", tag: "conversation:1", lang: "ar-SD", dir: "rtl" };
  await push({ ...message, always: true });
  await expect.poll(shown).toEqual([{ title: message.title, tag: message.tag, lang: "ar-SD", dir: "rtl", data: message.href }]);
  // The next of the same takes its place.
  await push({ ...message, title: "ردّان من فريق الدعم", always: true });
  await expect.poll(async () => (await shown())?.map(({ title }) => title)).toEqual(["ردّان من فريق الدعم"]);
  await push("not a message");
  await push({ ...message, tag: "conversation:2", always: true });
  await expect.poll(async () => (await shown())?.length).toBe(2);
  await context.close();
});

test("an iPhone is told that pushes come to the home screen, where Parley can be put in the reader's language", async ({
  page,
  app,
  account: _,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
    Object.defineProperty(navigator, "standalone", { value: false });
  });
  await page.goto(SETTINGS);
  await expect(page.getByText(en.notifications.push.states.home_screen)).toBeVisible();
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const answer = await fetch(new URL(href ?? "", app.url), { headers: { "accept-language": "ar" } });
  expect(answer.headers.get("content-type")).toContain("application/manifest+json");
  const { lang, dir, start_url, icons } = await answer.json();
  expect({ lang, dir, start_url }).toEqual({ lang: "ar-SD", dir: "rtl", start_url: "/dashboard" });
  for (const { src } of icons) expect((await fetch(new URL(src, app.url))).headers.get("content-type")).toBe("image/png");
});

test("logging out lets go of this browser", async ({ browser, app }) => {
  const account = await newAccount(app.url);
  const context = await browserOf(browser, app.url, account, ["notifications"]);
  const page = await visit(context);
  const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
  const body = { endpoint: `https://fcm.googleapis.com/${account.email}`, keys };
  expect(await callApi(app.url, account.token, "/api/user/notifications/push/subscribe", body)).toEqual({ data: { subscribed: true } });
  await page.getByRole("button", { name: en.shell.account }).click();
  await page.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await context.close();
});

const WAYS_OUT: [string, (page: Page) => Promise<void>][] = [
  [
    "at a logout",
    async (page) => {
      await page.getByRole("button", { name: en.shell.account }).click();
      await page.getByRole("menuitem", { name: en.shell.logOut }).click();
    },
  ],
  [
    "where one signs out everywhere",
    async (page) => {
      await page.goto("/dashboard/settings/account?section=devices");
      await page.getByRole("button", { name: en.account.devices.endAll }).click();
    },
  ],
];
for (const [when, goes] of WAYS_OUT)
  test(`what a browser shows of pushes is taken away ${when}`, async ({ browser, app }) => {
    const account = await newAccount(app.url);
    const context = await browserOf(browser, app.url, account, ["notifications"]);
    // Somewhere else, too, so that there is an everywhere.
    await callApi(app.url, "", "/api/account/login", { email: account.email, password: account.password });
    const page = await visit(context);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.showNotification("Lan mentions you", { tag: "note:1" });
    });
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.getRegistration("/"))?.getNotifications())?.map(({ title }) => title),
      );
    await expect.poll(shown).toEqual(["Lan mentions you"]);
    await goes(page);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect.poll(shown).toEqual([]);
    await context.close();
  });

test("what somebody was told in their life looks right", async ({ page, app, account, look }) => {
  await tellOfALife(app, account);
  await page.goto("/dashboard");
  await bellOf(page, 3).click();
  await expect(page.getByRole("link", { name: en.notifications.bell.seeAll })).toBeVisible();
  await expect(page.locator("time").first()).toBeVisible();
  await look("bell-open");
});
