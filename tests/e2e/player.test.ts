import { setTimeout as wait } from "node:timers/promises";
import { localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import { expect, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { mentorship, Player, skipWithoutCodec, videoPath, watchElsewhere } from "./learning-actions";

test.beforeEach(({ page }) => skipWithoutCodec(page));

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
    // On a slow line, too, where the player's parts come one after the other.
    await page.route("**/_next/static/chunks/**", async (route) => {
      await wait(200);
      await route.continue();
    });
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
    // It unfolds until all of its choices are in sight.
    const menu = page.locator("[role=menu][data-root]");
    await expect.poll(() => menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
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
    await expect(slider.locator(".vds-slider-chapter")).toHaveCount(view.data.chapters.length);
    for (const name of [m.player.fullscreen, m.player.pip]) await expect(player.box.getByRole("button", { name })).toBeVisible();
    await expect(player.box.getByRole("button", { name: m.player.mute })).toHaveAttribute("aria-pressed", "true");
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
    // Left in the middle of it, and come back to.
    await page.reload();
    await expect(page.getByLabel(m.bookmarks.note)).toHaveValue("Say the number first");
    await expect(page.getByLabel(m.bookmarks.note)).not.toBeFocused();
    await page.getByRole("button", { name: m.bookmarks.save, exact: true }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Say the number first" });
    await expect(row).toBeVisible();

    await page.reload();
    await player.ready();
    await expect(page.getByRole("button", { name: m.bookmarks.add })).toBeVisible();
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
  const m = TEXTS.en;
  await expect(page.getByText(m.learning.video.playFailed)).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: m.common.retry }).click();
  await expect(page.getByText(m.learning.video.playFailed)).toBeHidden();
  await expect.poll(new Player(page).time).toBeCloseTo(20, 0);
});
