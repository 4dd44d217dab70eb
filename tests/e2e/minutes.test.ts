import type { Page } from "@playwright/test";
import { ALLOWED_MINUTES } from "@/features/practice/rules";
import { callApi, P } from "./actions";
import { anyQuestion, expect, overflows, speakLanguage, test } from "./fixtures";
import { LANGUAGES, TEXTS, type Texts } from "./languages";
import { filled } from "./words";

const { en } = TEXTS;

/** The parts of the choice of one time: the presets with "other", and the list that this one opens. */
function timeOf(page: Page, which: "reading" | "answer", t: Texts = en) {
  const { readingTime, ownReadingTime, answerTime, ownAnswerTime, other } = t.practice.setup;
  const [label, own] = which === "reading" ? [readingTime, ownReadingTime] : [answerTime, ownAnswerTime];
  const presets = page.getByRole("radiogroup", { name: label, exact: true });
  return { presets, other: presets.getByRole("radio", { name: other, exact: true }), list: page.getByRole("combobox", { name: own }) };
}

/** Up to the choice of times, devices checked. */
async function openSetup(page: Page, t: Texts = en): Promise<void> {
  await page.getByRole("button", { name: t.practice.check.continue }).click();
  await expect(page.getByRole("heading", { name: t.practice.setup.title })).toBeVisible();
}

for (const [locale, t] of LANGUAGES) {
  test(`any half minute is chosen, kept over a reload, read and answered by, and told with the answer, in ${locale}`, async ({
    page,
    app,
    account,
    context,
    look,
  }) => {
    const p = t.practice;
    await speakLanguage(context, app.url, locale);
    if (locale === "ar") await page.setViewportSize({ width: 360, height: 740 });
    else await page.setViewportSize({ width: 1440, height: 900 });
    const question = await anyQuestion(app.url, account.token);
    await page.goto(`/dashboard/practice/session?question=${question.uid}`);
    await openSetup(page, t);
    const reading = timeOf(page, "reading", t);
    const answer = timeOf(page, "answer", t);

    await expect(reading.list).toBeHidden();
    await reading.other.click();
    // Nothing else is chosen before somebody does.
    await expect(reading.list).toHaveValue("1");
    await expect(reading.list.locator("option")).toHaveCount(ALLOWED_MINUTES.length);
    await reading.list.selectOption("2.5");
    await answer.other.click();
    await answer.list.selectOption("3.5");
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`session-minutes-${locale}`);

    await page.reload();
    await openSetup(page, t);
    await expect(reading.other).toBeChecked();
    await expect(reading.list).toHaveValue("2.5");
    await expect(answer.other).toBeChecked();
    await expect(answer.list).toHaveValue("3.5");

    await page.getByRole("button", { name: p.setup.start }).click();
    await expect(page.getByRole("timer")).toHaveText(/^[2٢]:/);
    await page.getByRole("button", { name: p.reading.answerNow }).click();
    await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/^[3٣]:/);
    await page.waitForTimeout(1_500);
    await page.getByRole("button", { name: p.recording.stop }).click();
    await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
    const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
    expect(data[0]).toMatchObject({ reading_time: 2.5, answer_time: 3.5 });
  });
}

test("a simulation has every half minute, too", async ({ page, account: _ }) => {
  const s = en.practice.simulation;
  await page.goto("/dashboard/practice/simulation");
  await page.getByRole("radio", { name: s.setup.sameTimes }).click();
  const reading = timeOf(page, "reading");
  await reading.other.click();
  await reading.list.selectOption("6");
  await page.getByRole("button", { name: s.setup.draw }).click();
  await page.getByRole("button", { name: en.practice.check.continue }).click();
  await page.getByRole("button", { name: filled(s.run.start, { position: 1 }) }).click();
  await expect(page.getByRole("timer")).toHaveText(/^(6:00|5:\d\d)$/);
});

test("times are chosen by the keyboard alone, and a preset passed on the way leaves the list open", async ({ page, app, account }) => {
  const question = await anyQuestion(app.url, account.token);
  await page.goto(`/dashboard/practice/session?question=${question.uid}`);
  await openSetup(page);
  const { presets, other, list } = timeOf(page, "reading");
  await presets.getByRole("radio", { checked: true }).focus();
  while (!(await other.isChecked())) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(list).toBeFocused();
  // The presets on the way there were chosen one after the other, as with every such group.
  await expect(list).toHaveValue("2");
  for (const [key, minutes] of [
    ["ArrowDown", "2.5"],
    ["ArrowUp", "2"],
    ["ArrowUp", "1.5"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(list).toHaveValue(minutes);
    await expect(other).toBeChecked();
  }
  // Of a list the space bar is the list's own: nothing starts by it.
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: en.practice.setup.title })).toBeVisible();
  await presets.getByRole("radio").first().click();
  await expect(list).toBeHidden();
  await page.reload();
  await openSetup(page);
  await expect(presets.getByRole("radio").first()).toBeChecked();
});
