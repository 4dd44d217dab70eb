import { randomUUID } from "node:crypto";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import type { Locale } from "@/lib/locales";
import { expect, speakLanguage, test } from "./fixtures";

const CATALOGUES = { en, ar } as Record<string, typeof en>;

/** Leaves the first part of a sentence with a placeholder: enough to find it by. */
const until = (text: string) => text.split("{")[0]?.trim() ?? text;

/**
 * The main job as a person does it: register, choose, check the devices, read, answer, play back, retake, rate,
 * find it again, share, revoke, download, delete.
 */
function mainJob(locale: Locale, kind: "audio" | "video") {
  test(`the main job, ${kind}, in ${locale}`, async ({ page, app, context, browser, look }) => {
    // A minute of work in a browser, and several times that beside others.
    const m = CATALOGUES[locale] ?? en;
    const p = m.practice;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await speakLanguage(context, app.url, locale);

    // Register, asked for by a page that needs an account.
    await page.goto("/dashboard/practice");
    await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fdashboard%2Fpractice&error=SessionRequired$/);
    await page.getByRole("link", { name: m.auth.login.other.replace(/.*<link>(.*)<\/link>.*/, "$1") }).click();
    await page.getByLabel(m.auth.firstName).fill("Amal");
    await page.getByLabel(m.auth.lastName).fill("Osman");
    await page.getByLabel(m.auth.email, { exact: true }).fill(`${randomUUID()}@example.com`);
    await page.getByLabel(m.auth.password, { exact: true }).fill("correct horse battery");
    await button(m.auth.register.submit).click();
    await expect(page).toHaveURL(/\/dashboard\/practice/);

    // Choose.
    await expect(page.getByRole("heading", { name: p.bank.title })).toBeVisible();
    const list = page.locator("section ol li a");
    const question = (await list.first().locator("span.font-semibold").textContent()) ?? "";
    await list.first().click();
    await expect(page.getByRole("heading", { name: question })).toBeVisible();

    // Check microphone and camera.
    await page.getByRole("radio", { name: p.check[kind] }).click();
    await expect(page.getByText(p.check.heard)).toBeVisible();
    await look(`session-check-${kind}-${locale}`);
    await button(p.check.continue).click();

    // Read, then answer.
    await page.getByLabel(p.setup.keyPoints).fill("Situation, action, result");
    await look(`session-ready-${kind}-${locale}`);
    await button(p.setup.start).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await look(`session-reading-${kind}-${locale}`);
    await button(p.reading.answerNow).click();
    await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
    await expect(page.getByText("Situation, action, result")).toBeVisible();
    await page.waitForTimeout(3_000);
    await look(`session-recording-${kind}-${locale}`);
    await button(p.recording.stop).click();

    // Play back with seeking: a duration is known and a jump arrives.
    await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible();
    const seekable = () =>
      page.locator(kind).evaluate(async (player: HTMLMediaElement) => {
        if (player.readyState < 1) await new Promise((resolve) => player.addEventListener("loadedmetadata", resolve, { once: true }));
        player.currentTime = 1.5;
        await new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
        return { duration: player.duration, at: player.currentTime };
      });
    const local = await seekable();
    expect(local.duration).toBeGreaterThan(2);
    // Never the endless duration that a recorder writes; how long the take is depends on how busy the machine was.
    expect(local.duration).toBeLessThan(90);
    expect(local.at).toBeCloseTo(1.5, 0);
    await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();

    // Retake.
    await button(p.review.retake).click();
    await button(p.setup.skipReading).click();
    await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
    await page.waitForTimeout(2_000);
    await page.keyboard.press("Space");
    await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();

    // Rate, mark the difficulty, comment.
    for (const scale of Object.values(p.rating.scale))
      await page.getByRole("radiogroup", { name: scale, exact: true }).getByRole("radio").nth(3).click();
    await page.getByRole("radio", { name: p.rating.medium, exact: true }).click();
    await page.getByLabel(p.rating.comments).fill("Name the result earlier.");
    await look(`session-review-${kind}-${locale}`);
    await button(p.rating.save).click();
    await expect(page.getByText(p.rating.saved)).toBeVisible();

    // Find it again.
    await page.goto("/dashboard/answers");
    const rows = page.locator("main ul li a");
    await expect(rows).toHaveCount(2);
    await look(`answers-${kind}-${locale}`);
    await rows.first().click();
    await expect(page.getByLabel(p.rating.comments)).toHaveValue("Name the result earlier.");
    const stored = await seekable();
    expect(stored.duration).toBeGreaterThan(1);

    // Share by a link that a stranger can use, and take it back.
    await button(p.share.create).click();
    const link = await page.getByLabel(p.share.link, { exact: true }).inputValue();
    await look(`answer-${kind}-${locale}`);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(stranger.locator(kind)).toBeVisible();
    await button(p.share.revoke).click();
    await expect(page.getByText(p.share.revoked)).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByText(en.practice.shared.gone)).toBeVisible();
    await stranger.context().close();

    // Download.
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: p.detail.download }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^[0-9a-f-]{36}\.webm$/);

    // Delete.
    await button(p.detail.delete).click();
    await page.getByRole("dialog").getByRole("button", { name: p.detail.deleteNow }).click();
    await expect(page.getByText(p.detail.deleted)).toBeVisible();
    await expect(page.locator("main ul li a")).toHaveCount(1);
    expect(until(p.home.hello)).not.toBe("");
  });
}

mainJob("en", "audio");
mainJob("en", "video");
mainJob("ar", "audio");
mainJob("ar", "video");
