import type { Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { takeViewAway } from "./console-actions";
import { accountWith } from "./editing-actions";
import { anyQuestion, expect, overflows, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, browserOf, FORUMS, says } from "./forum-actions";
import { aBoss, aCustomer, aJob, aSchedule, aStock, aWorkspace, TRADES } from "./trades-actions";

/** What has the focus, where none of it can be seen: the header covers it (WCAG 2.4.11). */
const covered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const header = document.querySelector("header");
    if (!focused || !header || !document.querySelector("main")?.contains(focused)) return null;
    const { top, bottom, height } = focused.getBoundingClientRect();
    const hidden = height > 0 && bottom <= header.getBoundingClientRect().bottom + 1;
    return hidden ? `${focused.tagName} ${focused.textContent?.slice(0, 40)} at ${Math.round(top)}` : null;
  });

test("what the keyboard leads to is never behind the header", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Kitchen" });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 720 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
  await expect(page.getByRole("region", { name: en.trades.quotes.ofJob, exact: true })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole("main").getByRole("button").last().focus();
  const hidden: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Shift+Tab");
    const found = await covered(page);
    if (found) hidden.push(found);
  }
  expect(hidden).toEqual([]);

  // What is in the header itself is in sight as it is: nothing is scrolled for it.
  await page.evaluate(() => window.scrollTo(0, 600));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(100);
  await page
    .getByRole("banner")
    .getByRole("button")
    .first()
    .evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Tab");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await context.close();
});

test("what is typed in a bar at the bottom scrolls nothing", async ({ app, browser }) => {
  const { stock } = en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid: await aCustomer(app, boss, shop), title: "Kitchen" });
  await aStock(app, boss, shop, job);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 500 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/stock/count?workspace=${shop}`);
  await page.getByLabel(stock.countedOf.replace("{name}", "Sink 45 cm, undermount")).fill("2");
  const note = page.getByLabel(stock.note, { exact: true });
  await note.evaluate((field: HTMLElement) => field.focus({ preventScroll: true }));
  await page.evaluate(() => window.scrollTo(0, 120));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  for (const letter of "shelf") await page.keyboard.press(letter);
  await expect(note).toHaveValue("shelf");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await context.close();
});

test("a form that is saved by a key, and one that is refused, keep the focus where it goes on", async ({
  page,
  app,
  account: _,
  browser,
}) => {
  const profile = en.account.profile;
  await page.goto("/dashboard/settings/account");
  const save = page.getByRole("button", { name: profile.save, exact: true });
  await save.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(en.common.saved)).toBeVisible();
  await expect(save).toBeFocused();

  // Of a row of a form, too, in which each field is wrong.
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const quotes = await context.newPage();
  const q = en.trades.quotes;
  await quotes.goto(`${TRADES}/quotes/quote?workspace=${shop}&customer=${customerUid}`);
  await quotes.getByLabel(q.title, { exact: true }).fill("Kitchen");
  await quotes.getByRole("button", { name: q.addPiece, exact: true }).click();
  await quotes.getByRole("button", { name: en.common.save, exact: true }).press("Enter");
  await expect(quotes.locator("[aria-invalid=true]").first()).toBeFocused();
  await context.close();
});

test("an interview of chosen categories without any says so, and leads to them", async ({ page, account: _ }) => {
  const s = en.practice.simulation.setup;
  await page.goto("/dashboard/practice/simulation");
  await page.getByRole("radio", { name: s.chosen }).click();
  const boxes = page.getByRole("group", { name: en.practice.bank.categories }).getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  await page.getByRole("button", { name: s.draw }).press("Enter");
  await expect(page.getByText(s.chooseOne)).toBeVisible();
  await expect(boxes.first()).toBeFocused();
});

test("a booking's day is told to who does not see the week's columns", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  await aSchedule(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  const tuesday = page.getByRole("group", { name: "Tuesday 2 March", exact: true });
  await expect(tuesday.getByRole("button", { name: /^Fit the kitchen/ }).first()).toBeVisible();
  await context.close();
});

test("on a phone the question is in sight when its time begins, however far down the page that was begun", async ({
  page,
  app,
  account,
}) => {
  const p = en.practice;
  await page.setViewportSize({ width: 360, height: 600 });
  const question = await anyQuestion(app.url, account.token);
  await page.goto(`/dashboard/practice/session?question=${question.uid}`);
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  /** By how much the question stands below the header, in pixels. */
  const below = () =>
    page.evaluate(() => {
      const edge = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      return (document.querySelector("h1")?.getBoundingClientRect().top ?? 0) - edge;
    });
  await page.getByRole("button", { name: p.setup.start }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await below()).toBeGreaterThanOrEqual(0);
  // From the end of the page once more.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await page.getByRole("button", { name: p.reading.answerNow }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  expect(await below()).toBeGreaterThanOrEqual(0);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
});

test("a way back stays as long as the keyboard is on it, and leads back", async ({ page, context, app }) => {
  await signIn(context, await accountWith(app, "admin"));
  await page.clock.install();
  const { undo, view } = await takeViewAway(page);
  await undo.focus();
  await page.clock.runFor(60_000);
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test("a chat that is magnified by two fingers keeps its height", async ({ app, browser }) => {
  const room = await aRoom(app, "Magnified");
  const author = await aMember(app, "Ada Lovelace");
  await says(app.url, author, room.chatId, "Two minutes, or three?");
  const context = await browserOf(browser, app, author, "en", 390);
  const page = await context.newPage();
  await page.goto(`${FORUMS}?profession=${room.slug}&view=chat`);
  const log = page.getByRole("log");
  await expect(log.getByText("Two minutes, or three?")).toBeVisible();
  const height = () => log.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
  await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBe(2);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await height()).toBe(before);
  await context.close();
});

for (const locale of ["en", "ar"] as const)
  test(`the community fits 320 pixels, as at a page that is magnified four times, in ${locale}`, async ({ app, browser }) => {
    const room = await aRoom(app, "Narrow");
    const author = await aMember(app, "Ada with a rather long name");
    const topic = await aTopic(app.url, author, room, "How long is a good answer?", "Two minutes, or three?");
    for (const name of ["Grace H.", "Lin W.", "Omar S."]) await says(app.url, await aMember(app, name), topic, "It depends.");
    const context = await browserOf(browser, app, author, locale, 320);
    const page = await context.newPage();
    await page.goto(`${FORUMS}?profession=${room.slug}`);
    await expect(page.getByRole("link", { name: "How long is a good answer?" })).toBeVisible();
    expect(await overflows(page)).toBe(false);
    await context.close();
  });
