import type { Page } from "@playwright/test";
import { localeTag } from "@/lib/locales";
import { logOut } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { library, mentorship, Player, progressOf, skipWithoutCodec, watchElsewhere } from "./learning-actions";

test.beforeEach(({ page }) => skipWithoutCodec(page));

/** A video that has been played up to a second, and goes on. */
async function playing(page: Page, app: RunningApp, account: Account, second: number) {
  const [video] = await mentorship(app.url, account);
  if (!video) throw new Error("there are no videos");
  const player = new Player(page);
  await player.open(app.url, video.uid);
  await player.press("k");
  await player.reach(second);
  return { video, player };
}

for (const [locale, t] of LANGUAGES) {
  const m = t.learning;

  test(`a video goes on where another device left it, and what was jumped over is not watched, in ${locale}`, async ({
    page,
    app,
    account,
    browser,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    const [video] = await mentorship(app.url, account);
    if (!video) throw new Error("there are no videos");
    const { data: detail } = await callApi(app.url, account.token, "/api/user/personalization/learning/resources/mentorship/program/view", {
      uid: video.uid,
    });
    const chapter = detail.chapters[3].at as number;
    const player = new Player(page);
    await player.open(app.url, video.uid);
    await player.box.getByRole("button", { name: m.player.play, exact: true }).first().click();
    await player.reach(2);
    await page.locator("ol li button").nth(3).click();
    await player.reach(chapter + 2);
    // The tab is closed while it plays. Its last words may not get out any more: the next page that is opened has them.
    await page.close({ runBeforeUnload: true });
    const next = await context.newPage();
    await next.goto("/dashboard/practice");
    await expect.poll(async () => (await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(chapter + 1.5);
    const kept = await progressOf(app.url, account, video.uid);
    expect(kept.status).toBe("in_progress");
    const watched = kept.coverage * video.duration;
    expect(watched).toBeGreaterThan(3.5);
    // All but what lies between: no more than what was played before the jump and after it.
    expect(watched).toBeLessThan(kept.position - 10);

    const device = await browser.newContext();
    await speakLanguage(device, app.url, locale);
    await signIn(device, account);
    const other = new Player(await device.newPage());
    await other.open(app.url, video.uid);
    await expect.poll(other.time).toBeCloseTo(kept.position, 0);
    expect(await other.paused()).toBe(true);
    const percent = new Intl.NumberFormat(localeTag(locale), { style: "percent" }).format(kept.coverage);
    await expect(other.page.getByText(m.watched.replace("{percent}", percent))).toBeVisible();
    await device.close();
  });

  test(`dragging to the end completes nothing, watching nine tenths does, in ${locale}`, async ({ page, app, account, context }) => {
    await speakLanguage(context, app.url, locale);
    const { video, player } = await playing(page, app, account, 1);
    const slider = player.box.getByRole("slider", { name: m.player.seek });
    // The controls go while it plays, and come back to the mouse.
    await slider.hover();
    const track = await slider.boundingBox();
    if (!track) throw new Error("there is no bar to drag");
    const height = track.y + track.height / 2;
    await page.mouse.move(track.x + 20, height);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width / 2, height, { steps: 5 });
    await page.mouse.move(track.x + track.width - 1, height, { steps: 5 });
    await page.mouse.up();
    await player.reach(video.duration - 1);
    await expect.poll(player.paused).toBe(true);
    await expect.poll(async () => (await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(video.duration - 2);
    const dragged = await progressOf(app.url, account, video.uid);
    expect(dragged.status).toBe("in_progress");
    expect(dragged.coverage).toBeLessThan(0.2);
    const state = page.getByRole("main").getByText(m.state.completed, { exact: true });
    await expect(page.getByText(m.state.in_progress, { exact: true })).toBeVisible();

    // The first three quarters were watched elsewhere; here the rest is, at double speed.
    await watchElsewhere(app.url, account, video.uid, video.duration * 0.75);
    await player.open(app.url, video.uid);
    await expect.poll(player.time).toBeCloseTo(video.duration * 0.75, 0);
    await player.box.hover();
    await player.box.getByRole("button", { name: m.player.settings }).click();
    await page.getByRole("menuitem", { name: m.player.speed }).click();
    await page.getByRole("menuitemradio").last().click();
    expect(await player.rate()).toBe(2);
    let reports = 0;
    page.on("request", (request) => {
      if (request.url().includes("recordWatching") || request.url().includes("update/status")) reports++;
    });
    await player.press("k");
    await player.reach(video.duration * 0.93);
    await player.press("k");
    await expect(state).toBeVisible();
    expect((await progressOf(app.url, account, video.uid)).status).toBe("completed");
    // Many updates of the player, few reports: one as it stopped, and one if a quarter of a minute had gone by.
    expect(reports).toBeLessThanOrEqual(2);
    expect(await library(app.url, account, "?status=completed")).toHaveLength(1);

    await page.getByRole("button", { name: m.video.startOver }).click();
    await expect(page.getByText(m.video.forgotten)).toBeVisible();
    await expect(page.getByText(m.state.not_started, { exact: true })).toBeVisible();
    expect(await progressOf(app.url, account, video.uid)).toEqual({ status: "not_started", position: 0, coverage: 0 });
  });
}

for (const way of ["the tab is closed", "the tab is gone without a word", "the page is reloaded", "another page is opened"] as const) {
  test(`a few seconds of watching are not lost when ${way}`, async ({ page, app, account, context }) => {
    const { video } = await playing(page, app, account, 3);
    if (way === "the tab is closed") await page.close({ runBeforeUnload: true });
    if (way === "the tab is gone without a word") await page.close();
    if (way === "the page is reloaded") await page.reload();
    if (way === "another page is opened") await page.goto("/dashboard/practice");
    const reported = async () => (await progressOf(app.url, account, video.uid)).coverage * video.duration;
    // A tab that is closed may be gone before its last words are out; then they wait on the device.
    if (!way.startsWith("the tab")) await expect.poll(reported).toBeGreaterThan(1.5);
    const later = new Player(await context.newPage());
    await later.open(app.url, video.uid);
    await expect.poll(later.time).toBeGreaterThan(1.5);
    await expect.poll(reported).toBeGreaterThan(1.5);
    expect((await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(1.5);
  });
}

test("what a tab that is gone could not report is reported from any page, and brings nothing back that was reset elsewhere", async ({
  page,
  app,
  account,
  context,
}) => {
  const { video } = await playing(page, app, account, 3);
  await context.setOffline(true);
  await page.close();
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto("/dashboard/practice");
  await expect.poll(async () => (await progressOf(app.url, account, video.uid)).coverage * video.duration).toBeGreaterThan(1.5);
  expect((await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(1.5);
  const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-watched-")));
  await expect.poll(kept).toEqual([]);

  const left = { ranges: [[0, 9]], position: 9, since: 3, status: "in_progress" };
  await other.evaluate(([name, value]) => localStorage.setItem(name, value), [
    `parley-draft-watched-${video.uid}`,
    JSON.stringify(left),
  ] as const);
  await callApi(app.url, account.token, "/api/user/personalization/video/library/update/status", { uid: video.uid, status: "not_started" });
  await other.reload();
  await expect.poll(kept).toEqual([]);
  expect(await progressOf(app.url, account, video.uid)).toEqual({ status: "not_started", position: 0, coverage: 0 });
});

test("where a device kills the tab, no more than the last moments are lost", async ({ page, app, account, context }) => {
  const { video } = await playing(page, app, account, 4);
  const crashed = page.waitForEvent("crash");
  void page.goto("chrome://crash").catch(() => {});
  await crashed;
  const later = new Player(await context.newPage());
  await later.open(app.url, video.uid);
  await expect.poll(later.time).toBeGreaterThan(2);
  await expect.poll(async () => (await progressOf(app.url, account, video.uid)).coverage * video.duration).toBeGreaterThan(2);
});

test("whoever signs in next on a device finds nothing of what another was watching there", async ({ page, app, account }) => {
  const { video, player } = await playing(page, app, account, 3);
  await logOut(page, TEXTS.en);
  await expect(player.box).toHaveCount(0);
  const { token } = await newAccount(app.url);
  await page.evaluate((value) => localStorage.setItem("accessToken", value), token);
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (/recordWatching|update\/status/.test(request.url())) reports.push(request.postData());
  });
  await player.open(app.url, video.uid);
  await player.press("k");
  await player.reach(1);
  expect(await player.time()).toBeLessThan(3);
  expect(reports).toEqual([]);
});

/** A video of which more is here than will be watched before the network goes. */
async function loaded(page: Page, app: RunningApp, account: Account) {
  const [video] = await mentorship(app.url, account);
  if (!video) throw new Error("there are no videos");
  const player = new Player(page);
  await player.open(app.url, video.uid);
  await expect
    .poll(() => player.video.evaluate((element: HTMLVideoElement) => element.buffered.length && element.buffered.end(0)), {
      timeout: 20_000,
    })
    .toBeGreaterThan(8);
  return { video, player };
}

test("what could not be reported while the network was away goes with the next report", async ({ page, app, account, context }) => {
  const { video, player } = await loaded(page, app, account);
  await player.press("k");
  await player.reach(1);
  await context.setOffline(true);
  const refused = page.waitForEvent("requestfailed");
  await player.press("k");
  await refused;
  await player.press("k");
  await player.reach(4);
  await context.setOffline(false);
  await player.press("k");
  await expect.poll(async () => (await progressOf(app.url, account, video.uid)).coverage * video.duration).toBeGreaterThan(3.5);
});

test("what could not be reported before the tab was closed is reported at the next opening, which goes on there", async ({
  page,
  app,
  account,
  context,
}) => {
  const { video, player } = await loaded(page, app, account);
  await context.setOffline(true);
  await player.press("k");
  await player.reach(4);
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  await context.setOffline(false);
  expect(await progressOf(app.url, account, video.uid)).toEqual({ status: "not_started", position: 0, coverage: 0 });
  const later = new Player(await context.newPage());
  await later.open(app.url, video.uid);
  await expect.poll(async () => (await progressOf(app.url, account, video.uid)).coverage * video.duration).toBeGreaterThan(3.5);
  expect((await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(3.5);
  await expect.poll(later.time).toBeGreaterThan(3.5);
  const kept = () => later.page.evaluate((name) => localStorage.getItem(name), `parley-draft-watched-${video.uid}`);
  await expect.poll(kept).toBeNull();
});
