import type { Page } from "@playwright/test";
import { localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import { expect, signIn, speakLanguage, test } from "./fixtures";
import { LANGUAGES, library, mentorship, Player, progressOf, videoPath, watchElsewhere } from "./learning-actions";

/** Free builds of Chromium may come without the videos' codec; people's browsers have it. */
const plays = (page: Page) => page.evaluate(() => document.createElement("video").canPlayType('video/mp4; codecs="avc1.42E01E,mp4a.40.2"'));

test.beforeEach(async ({ page }) => {
  test.skip(!(await plays(page)), "this Chromium has no H.264");
});

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
    // The tab is closed while it plays.
    await page.close({ runBeforeUnload: true });
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
    const [video] = await mentorship(app.url, account);
    if (!video) throw new Error("there are no videos");
    const player = new Player(page);
    await player.open(app.url, video.uid);
    await player.press("k");
    await player.reach(1);
    const slider = player.box.getByRole("slider", { name: m.player.seek });
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
    const [video] = await mentorship(app.url, account);
    if (!video) throw new Error("there are no videos");
    const player = new Player(page);
    await player.open(app.url, video.uid);
    await player.press("k");
    await player.reach(2);
    if (way === "the tab is closed") await page.close({ runBeforeUnload: true });
    if (way === "the tab is gone without a word") await page.close();
    if (way === "the page is reloaded") await page.reload();
    if (way === "another page is opened") await page.goto("/dashboard/practice");
    await expect.poll(async () => (await progressOf(app.url, account, video.uid)).position).toBeGreaterThan(1.5);
    expect((await progressOf(app.url, account, video.uid)).coverage * video.duration).toBeGreaterThan(1.5);
    const later = new Player(await context.newPage());
    await later.open(app.url, video.uid);
    await expect.poll(later.time).toBeGreaterThan(1.5);
  });
}

test("what could not be reported while the network was away goes with the next report", async ({ page, app, account, context }) => {
  const [video] = await mentorship(app.url, account);
  if (!video) throw new Error("there are no videos");
  const player = new Player(page);
  await player.open(app.url, video.uid);
  // All of it is here before the network goes.
  await expect
    .poll(() => player.video.evaluate((element: HTMLVideoElement) => element.buffered.length && element.buffered.end(0)), {
      timeout: 20_000,
    })
    .toBeGreaterThan(20);
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

for (const [locale, t] of LANGUAGES) {
  const m = t.learning;

  test(`the player by keyboard, with captions, chapters and speed, in ${locale}`, async ({ page, app, account, context, look }) => {
    await speakLanguage(context, app.url, locale);
    const [video] = await mentorship(app.url, account);
    if (!video) throw new Error("there are no videos");
    const view = await callApi(app.url, account.token, "/api/user/personalization/learning/resources/mentorship/program/view", {
      uid: video.uid,
    });
    const captions = view.data.captions as { locale: string; vtt: string }[];
    /** What is said at a second, in a language. */
    const said = (language: string, second: number) => {
      const lines =
        captions
          .find((track) => track.locale === language)
          ?.vtt.split("\n\n")
          .slice(1) ?? [];
      const seconds = (time = "") => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
      const now = lines.find((line) => {
        const [from, to] = (line.split("\n")[0] ?? "").split(" --> ");
        return seconds(from) <= second && second < seconds(to);
      });
      return now?.split("\n").slice(1).join("\n") ?? "nothing";
    };
    const player = new Player(page);
    await player.open(app.url, video.uid);
    await page.getByRole("main").locator("ol").getByRole("button").nth(1).click();
    await player.press("k");
    const { at: chapter } = view.data.chapters[1];
    await player.reach(chapter + 0.5);
    await player.press("k");
    await expect.poll(player.paused).toBe(true);
    const moment = await player.time();

    const shown = player.box.locator(".vds-captions");
    const cue = shown.locator("[data-part=cue]");
    await expect(shown).toHaveAttribute("lang", localeTag(locale));
    await expect(cue).toHaveText(said(locale, moment));
    expect(await cue.evaluate((element) => getComputedStyle(element).direction)).toBe(locale === "ar" ? "rtl" : "ltr");
    await player.press("c");
    await expect(cue).toBeHidden();
    await player.press("c");
    await expect(cue).toBeVisible();

    // Another language, without the mouse.
    const settings = player.box.getByRole("button", { name: m.player.settings });
    await settings.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: m.video.captions }).focus();
    await page.keyboard.press("Enter");
    const french = page.getByRole("menuitemradio", { name: "Français" });
    await expect(french).toBeVisible();
    await look(`player-settings-${locale}`);
    await french.focus();
    await page.keyboard.press("Enter");
    await expect(cue).toHaveText(said("fr", moment));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    const muted = () => player.video.evaluate((element: HTMLVideoElement) => element.muted);
    expect(await muted()).toBe(false);
    await player.press("m");
    await expect.poll(muted).toBe(true);
    const at = await player.time();
    // Time runs from left to right in every language.
    await player.press("ArrowRight");
    await expect.poll(player.time).toBeGreaterThan(at + 4);
    await player.press("ArrowLeft");
    await expect.poll(player.time).toBeLessThan(at + 1);
    await player.press(">");
    await expect.poll(player.rate).toBe(1.25);
    await player.press("k");
    await expect.poll(player.paused).toBe(false);
    await player.press("k");
    await expect.poll(player.paused).toBe(true);

    const chapters = page.getByRole("main").locator("ol");
    await expect(chapters.getByRole("button")).toHaveCount(view.data.chapters.length);
    await chapters.getByRole("button").nth(2).focus();
    await page.keyboard.press("Enter");
    await expect.poll(player.time).toBeCloseTo(view.data.chapters[2].at, 0);
    // The page reads from the right in Arabic, the player's controls from the left.
    expect(await chapters.evaluate((element) => getComputedStyle(element).direction)).toBe(locale === "ar" ? "rtl" : "ltr");
    expect(await player.box.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    const slider = player.box.getByRole("slider", { name: m.player.seek });
    const number = new Intl.NumberFormat(localeTag(locale), { minimumIntegerDigits: 2 });
    await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(`:${number.format(Math.round(video.duration) % 60)}`));
    for (const name of [m.player.enterFullscreen, m.player.enterPip, m.player.unmute])
      await expect(player.box.getByRole("button", { name })).toBeVisible();
  });

  test(`a bookmark with a note leads back to its second, and a video to its question, in ${locale}`, async ({
    page,
    app,
    account,
    context,
  }) => {
    await speakLanguage(context, app.url, locale);
    const [video] = await mentorship(app.url, account);
    if (!video) throw new Error("there are no videos");
    await watchElsewhere(app.url, account, video.uid, 20);
    const player = new Player(page);
    await player.open(app.url, video.uid);
    await expect.poll(player.time).toBeCloseTo(20, 0);
    await page.getByRole("button", { name: m.bookmarks.add }).click();
    await expect(page.getByLabel(m.bookmarks.note)).toBeFocused();
    await page.keyboard.type("Say the number first");
    await page.getByRole("button", { name: m.bookmarks.save, exact: true }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Say the number first" });
    await expect(row).toBeVisible();

    await page.reload();
    await player.ready();
    await page.getByRole("main").locator("ol").getByRole("button").first().click();
    await expect.poll(player.time).toBeLessThan(1);
    await row.getByRole("button").first().click();
    await expect.poll(player.time).toBeCloseTo(20, 0);
    await row.getByRole("button", { name: m.bookmarks.delete.split("{")[0]?.trim() ?? "" }).click();
    await expect(page.getByText(m.bookmarks.deleted)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByText(m.bookmarks.empty)).toBeVisible();

    const practise = page.getByRole("link", { name: m.video.practise });
    const question = (await practise.locator("xpath=preceding-sibling::p").textContent()) ?? "";
    await practise.click();
    await expect(page).toHaveURL(/\/dashboard\/practice\/session\?question=/);
    await expect(page.getByRole("heading", { name: question })).toBeVisible();
  });
}

test("a video that cannot be had says so, and can be tried again where it was", async ({ page, app, account }) => {
  const [video] = await mentorship(app.url, account);
  if (!video) throw new Error("there are no videos");
  await watchElsewhere(app.url, account, video.uid, 20);
  let broken = true;
  await page.route("**/*.mp4", (route) => (broken ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(videoPath(video.uid));
  const m = LANGUAGES[0][1];
  await expect(page.getByText(m.learning.video.playFailed)).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: m.common.retry }).click();
  await expect(page.getByText(m.learning.video.playFailed)).toBeHidden();
  await expect.poll(new Player(page).time).toBeCloseTo(20, 0);
});
