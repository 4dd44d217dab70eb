import { localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { expect, overflows, setMode, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { seePage } from "./looks";
import { aBoss, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const T = "/api/user/personalization/trades";

test("people are booked, a clash is told by name, and the next free time is found", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const { scheduler, schedule } = t.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  const dialog = page.getByRole("dialog");

  // Who can be booked.
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  await page.getByRole("link", { name: schedule.toSettings }).click();
  for (const name of ["Minh", "Lan"]) {
    await page.getByRole("button", { name: scheduler.new, exact: true }).click();
    await dialog.getByLabel(scheduler.name, { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: filled(scheduler.edit, { name }) })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  }

  // A year of five digits, as it may stand there while one is typed or in an older page's draft, breaks nothing, also when it was kept.
  const url = `${TRADES}/schedule?workspace=${shop}&day=2038-03-02`;
  for (const how of ["typed", "kept"]) {
    await page.goto(url);
    await page.getByRole("button", { name: filled(schedule.bookOne, { name: "Minh" }) }).press("Enter");
    if (how === "typed") await dialog.getByLabel(schedule.from).fill("20380-03-02T10:00");
    await expect(dialog.getByLabel(schedule.from)).toHaveValue("20380-03-02T10:00");
    await expect(dialog.getByRole("button", { name: schedule.nextFree })).toBeDisabled();
  }
  await dialog.getByRole("button", { name: t.common.cancel }).click();

  // Minh is booked from eight to ten, Lan as well, by keys alone.
  await page.goto(url);
  for (const name of ["Minh", "Lan"]) {
    await page.getByRole("button", { name: filled(schedule.bookOne, { name }) }).press("Enter");
    await dialog.getByLabel(schedule.title).fill(`Work of ${name}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Work of ${name}, 08:00 – 10:00, ${name}` })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  }

  // Lan's work is too much for one: Minh is taken then, which is told by name, and the next time of both is later.
  await page.getByRole("button", { name: "Work of Lan, 08:00 – 10:00, Lan" }).press("Enter");
  await dialog.getByLabel("Minh").check();
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("Minh is already booked then, for “Work of Minh”");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: schedule.nextFree }).press("Enter");
  await expect(dialog.getByLabel(schedule.from)).toHaveValue("2038-03-02T10:00");
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Work of Lan, 10:00 – 12:00, Minh" })).toBeVisible();

  // By mouse a booking goes to another day; onto one that is taken it springs back, and why is told.
  const drag = async (name: string, day: string, resource: string) => {
    const bar = page.getByRole("button", { name });
    const [from, to] = [
      await bar.boundingBox(),
      await page
        .locator(`[data-day="${day}"]`)
        .nth(resource === "Lan" ? 0 : 1)
        .boundingBox(),
    ];
    if (!from || !to) throw new Error("nowhere");
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 5 });
    await page.mouse.up();
  };
  await drag("Work of Minh, 08:00 – 10:00, Minh", "2038-03-04", "Minh");
  await expect(page.locator('[data-day="2038-03-04"]').getByRole("button", { name: "Work of Minh" })).toBeVisible();
  await page.getByRole("button", { name: filled(schedule.bookOne, { name: "Lan" }) }).press("Enter");
  await dialog.getByLabel(schedule.title).fill("Short work");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await drag("Short work, 08:00 – 10:00, Lan", "2038-03-04", "Minh");
  await expect(page.getByText("Minh is already booked then, for “Work of Minh”")).toBeVisible();
  await expect(page.locator('[data-day="2038-03-02"]').getByRole("button", { name: "Short work" })).toBeVisible();

  // The day, along which the same stands at its hours.
  await page.getByRole("radio", { name: schedule.spans.day }).click();
  await expect(page.getByRole("button", { name: "Short work, 08:00 – 10:00, Lan" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => overflows(page)).toBe(false);

  // Another day, of which the order of the browser does not matter, typed slowly enough for the page to answer every digit.
  await page.getByLabel(schedule.goTo).focus();
  await page.keyboard.type("03032039", { delay: 200 });
  await expect(page).toHaveURL(/day=2039-03-03/);
  await expect(page.getByLabel(schedule.goTo)).toHaveValue("2039-03-03");
  await context.close();
});

/** A shop in which Minh has work from eight to ten in Asia/Ho_Chi_Minh. */
async function aShortWork(app: RunningApp) {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const about = { workspaceId: shop, color: "info", kind: "person", name: "Minh" };
  const { data: minh } = await callApi(app.url, boss.token, `${T}/resource/save`, about);
  const times = { startsAt: "2038-03-02T01:00:00.000Z", endsAt: "2038-03-02T03:00:00.000Z" };
  const booking = { workspaceId: shop, title: "Short work", state: "confirmed", resources: [minh.uid], ...times };
  await callApi(app.url, boss.token, `${T}/schedule/booking/save`, booking);
  return { boss, shop };
}

test("a day that cannot be asked for without a network says so, and has nothing of the day before", async ({ app, browser }) => {
  const { common, trades } = TEXTS.en;
  const { boss, shop } = await aShortWork(app);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const page = await context.newPage();
  const main = page.getByRole("main");
  const work = main.getByRole("button", { name: /^Short work/ });
  const goTo = main.getByLabel(trades.schedule.goTo);
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  await expect(work).toBeVisible();
  await context.setOffline(true);
  await main.getByRole("button", { name: "Next day" }).click();
  await expect(goTo).toHaveValue("2038-03-03");
  await expect(main.getByRole("alert")).toContainText(common.offline);
  await expect(work).toHaveCount(0);
  await expect(main.getByText(trades.schedule.nothing)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // What was read before is still there.
  await main.getByRole("button", { name: "Previous day" }).click();
  await expect(work).toBeVisible();
  await expect(main.getByRole("alert")).toHaveCount(0);
  await main.getByRole("button", { name: "Next day" }).click();
  await expect(main.getByRole("alert")).toBeVisible();
  await context.setOffline(false);
  await expect(main.getByText(trades.schedule.nothing)).toBeVisible();
  await expect(main.getByRole("alert")).toHaveCount(0);
  await context.close();
});

test("a booking opens by a tap after it was pulled about by mouse", async ({ app, browser }) => {
  const { boss, shop } = await aShortWork(app);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 }, hasTouch: true });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
  const day = (name: string) => page.locator(`[data-day="${name}"]`);
  const bar = page.getByRole("button", { name: /^Short work/ });
  const [from, to] = [await bar.boundingBox(), await day("2038-03-04").boundingBox()];
  if (!from || !to) throw new Error("nowhere");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(day("2038-03-04").getByRole("button", { name: /^Short work/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await bar.tap();
  await expect(page.getByRole("dialog").getByLabel(TEXTS.en.trades.schedule.title)).toHaveValue("Short work");
  await context.close();
});

test("a booking becomes longer and shorter by its ends, also where time runs from right to left", async ({ app, browser }) => {
  const { boss, shop } = await aShortWork(app);
  const hours = async () => {
    const { data } = await callApi(app.url, boss.token, `${T}/schedule/get?workspaceId=${shop}&from=2038-03-02&days=1`);
    const [{ startsAt, endsAt }] = data.bookings;
    return `${startsAt.slice(11, 16)} – ${endsAt.slice(11, 16)}`;
  };
  for (const [locale] of LANGUAGES) {
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02&view=day`);
    const bar = page.getByRole("button", { name: /^Short work/ });
    await expect(bar).toBeVisible();
    const way = locale === "ar" ? -1 : 1;
    /** @param share of the bar's length, along the line */
    const pull = async (end: "start" | "end", share: number) => {
      const box = await bar.boundingBox();
      if (!box) throw new Error("nowhere");
      const [x, y] = [(end === "end") === (way === 1) ? box.x + box.width - 3 : box.x + 3, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + way * share * box.width, y, { steps: 5 });
      await page.mouse.up();
      // The next one goes by the bar as it shows then.
      await expect.poll(async () => (await bar.boundingBox())?.width).not.toBe(box.width);
    };
    // One upon the other, while the first is still on its way: none of them is lost.
    await pull("end", -0.5);
    await pull("start", 0.25);
    await expect.poll(hours).toBe("01:15 – 02:00");
    await pull("start", -0.34);
    await pull("end", 1);
    await expect.poll(hours).toBe("01:00 – 03:00");
    await expect.poll(() => overflows(page)).toBe(false);
    await context.close();
  }
});

test("hours are numbered in the reader's digits", async ({ app, browser }) => {
  const { scheduler } = TEXTS.ar.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const context = await browser.newContext({ baseURL: app.url });
  await speakLanguage(context, app.url, "ar");
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`/dashboard/settings/scheduler?workspace=${shop}`);
  const day = new Intl.DateTimeFormat(localeTag("ar"), { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1));
  for (const name of [scheduler.fromOn, scheduler.toOn, scheduler.removeHours])
    await expect(page.getByLabel(filled(name, { day, number: "١" }), { exact: true })).toBeVisible();
  await context.close();
});

test("in the week a booking becomes days longer and shorter by its ends, keeping its hours, and springs back where it clashes", async ({
  app,
  browser,
}) => {
  for (const locale of ["en", "ar"] as const) {
    const t = TEXTS[locale];
    const look = { locale, mode: "light", width: 1440 } as const;
    const { schedule } = t.trades;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const person = { workspaceId: shop, color: "info", kind: "person", name: "Minh" };
    const { data: minh } = await callApi(app.url, boss.token, `${T}/resource/save`, person);
    // From eight to ten in Asia/Ho_Chi_Minh, on Tuesday; on Friday there is something else.
    const on = (day: string) => ({ startsAt: `${day}T01:00:00.000Z`, endsAt: `${day}T03:00:00.000Z` });
    const about = { workspaceId: shop, resources: [minh.uid] };
    const { data: made } = await callApi(app.url, boss.token, `${T}/schedule/booking/save`, {
      ...about,
      ...on("2038-03-02"),
      title: "Villa stairs",
      state: "tentative",
    });
    await callApi(app.url, boss.token, `${T}/schedule/booking/save`, {
      ...about,
      ...on("2038-03-05"),
      title: "Kitchen",
      state: "confirmed",
    });
    const times = async () => {
      const { data } = await callApi(app.url, boss.token, `${T}/schedule/get?workspaceId=${shop}&from=2038-03-01&days=7`);
      const { startsAt, endsAt, state } = data.bookings.find(({ uid }: { uid: string }) => uid === made.uid);
      return `${startsAt.slice(5, 16)} – ${endsAt.slice(5, 16)} ${state}`;
    };
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
    await speakLanguage(context, app.url, locale);
    await setMode(context, app.url, look.mode);
    await signIn(context, boss);
    const page = await context.newPage();
    await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-03-02`);
    const cell = (day: string) => page.locator(`[data-day="${day}"]`);
    const bar = (day: string) => cell(day).getByRole("button", { name: /^Villa stairs/ });
    await expect(bar("2038-03-02")).toBeVisible();
    const middle = async (place: ReturnType<typeof cell>) => {
      const box = await place.boundingBox();
      if (!box) throw new Error("nowhere");
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    /** @param look at what shows before it is let go */
    const pull = async (end: "start" | "end", from: string, to: string, look?: () => Promise<void>) => {
      await page.mouse.move(...(await middle(bar(from).locator(`[data-end=${end}]`))));
      await page.mouse.down();
      await page.mouse.move(...(await middle(cell(to))), { steps: 6 });
      await look?.();
      await page.mouse.up();
    };
    const bars = page.getByRole("button", { name: /^Villa stairs/ });
    await pull("end", "2038-03-02", "2038-03-04", async () => {
      await seePage(page, "trades-schedule-pulled", look);
      // It shows what it is about to become, and nothing of it is with the server.
      await expect(bars).toHaveCount(3);
      expect(await times()).toBe("03-02T01:00 – 03-02T03:00 tentative");
    });
    // One upon the other, while the first may be on its way.
    await pull("start", "2038-03-02", "2038-03-01");
    await expect.poll(times).toBe("03-01T01:00 – 03-04T03:00 tentative");
    await expect(bars).toHaveCount(4);
    await seePage(page, "trades-schedule-longer", look);
    // Only at its ends it has one to be pulled by.
    await expect(bar("2038-03-02").locator("[data-end]")).toHaveCount(0);
    // Somebody is taken on Friday: it springs back, and by what is told.
    await pull("end", "2038-03-04", "2038-03-05");
    const told = filled(t.errors.slotTaken.slice(0, t.errors.slotTaken.indexOf("{startsAt}")), { resource: "Minh", title: "Kitchen" });
    await expect(page.getByText(told.trim())).toBeVisible();
    await expect(bars).toHaveCount(4);
    expect(await times()).toBe("03-01T01:00 – 03-04T03:00 tentative");
    // Beyond its beginning it goes no further, and neither end goes past the other.
    await pull("end", "2038-03-04", "2038-03-01");
    await expect.poll(times).toBe("03-01T01:00 – 03-01T03:00 tentative");
    await pull("start", "2038-03-01", "2038-03-03");
    await expect(bars).toHaveCount(1);
    expect(await times()).toBe("03-01T01:00 – 03-01T03:00 tentative");
    // A pull opens nothing; keys open the dialog, which does the same.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await bar("2038-03-01").press("Enter");
    await page.getByRole("dialog").getByLabel(schedule.to).fill("2038-03-02T10:00");
    await page.getByRole("dialog").getByRole("button", { name: t.common.save }).press("Enter");
    await expect.poll(times).toBe("03-01T01:00 – 03-02T03:00 tentative");
    await context.close();
  }
});

test("what was typed for one person's day waits there until it is cancelled, and is in no other booking", async ({ app, browser }) => {
  const { boss, shop } = await aShortWork(app);
  const about = { workspaceId: shop, color: "info", kind: "person", name: "Lan" };
  await callApi(app.url, boss.token, `${T}/resource/save`, about);
  const { schedule } = TEXTS.en.trades;
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  const dialog = page.getByRole("dialog");
  const open = (name: string) => page.getByRole("button", { name: filled(schedule.bookOne, { name }) }).press("Enter");
  const day = (name: string) => page.goto(`${TRADES}/schedule?workspace=${shop}&day=${name}&view=day`);
  await day("2038-03-04");
  await open("Minh");
  await dialog.getByLabel(schedule.title).fill("Measure the stairs");
  await dialog.getByLabel(schedule.from).fill("2038-03-04T14:00");
  for (const [name, on] of [
    ["Lan", "2038-03-04"],
    ["Minh", "2038-03-05"],
  ] as const) {
    await day(on);
    await open(name);
    await expect(dialog.getByLabel(name)).toBeChecked();
    await expect(dialog.getByLabel(schedule.title)).toHaveValue("");
    await expect(dialog.getByLabel(schedule.from)).toHaveValue(`${on}T08:00`);
    await dialog.getByRole("button", { name: TEXTS.en.common.cancel }).click();
  }
  await day("2038-03-04");
  for (const away of ["Escape", undefined]) {
    await open("Minh");
    await expect(dialog.getByLabel(schedule.title)).toHaveValue("Measure the stairs");
    await expect(dialog.getByLabel(schedule.from)).toHaveValue("2038-03-04T14:00");
    if (away) await page.keyboard.press(away);
  }
  await dialog.getByRole("button", { name: TEXTS.en.common.cancel }).click();
  await open("Minh");
  await expect(dialog.getByLabel(schedule.title)).toHaveValue("");
  await context.close();
});

test("an address of a calendar that the browser does not copy says so", async ({ app, browser }) => {
  const { boss, shop } = await aShortWork(app);
  const {
    common,
    trades: { scheduler },
  } = TEXTS.en;
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  const dialog = page.getByRole("dialog");
  await page.goto(`/dashboard/settings/scheduler?workspace=${shop}`);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: filled(scheduler.feedOf, { name: "Minh" }) }).click();
  await dialog.getByRole("button", { name: scheduler.feedMake }).click();
  await dialog.getByRole("button", { name: common.copy }).click();
  await expect(page.getByText(common.notCopied)).toBeVisible();
  await context.close();
});
