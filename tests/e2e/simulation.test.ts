import en from "#messages/en.json" with { type: "json" };
import { callApi, goAhead, P } from "./actions";
import { expect, overflows, speakLanguage, test } from "./fixtures";
import { putInSight } from "./in-sight";
import { answers, asks, leaves, setUp, started, stops } from "./simulation-actions";
import { filled } from "./words";

const p = en.practice;
const s = p.simulation;

interface Kept {
  mode: string;
  state: string;
  recording: { duration_ms: number };
  rate_your_self: unknown;
}

test("three questions by the clock: each is asked, recorded and ended by itself, and the report is there", async ({
  page,
  app,
  account,
  look,
}) => {
  await started(page, app.url);
  await look("simulation-reading");
  await answers(page, 1_500);
  await look("simulation-recording");
  await stops(page);
  await expect(page.getByRole("heading", { name: s.run.breath })).toBeVisible();
  await look("simulation-breath");
  // The second one nobody touches: reading, recording, its end and the breath before the third come by themselves.
  await asks(page, 2);
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("button", { name: p.recording.startOver })).toBeHidden();
  await expect(page.getByRole("heading", { name: s.run.breath })).toBeVisible({ timeout: 45_000 });
  await page.getByRole("button", { name: s.run.skip }).click();
  await asks(page, 3);
  await answers(page, 1_500);
  await stops(page);
  await expect(page.getByRole("heading", { name: s.report.title })).toBeVisible();
  await expect(page.getByText(filled(s.answered, { answered: 3, questions: 3 }), { exact: true })).toBeVisible();
  // Nothing is rated: that is what it says, and not a mean of nothing.
  await expect(page.getByText(s.report.means.none)).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
  const kept = async () => (await callApi(app.url, account.token, `${P}/answer/get`)).data as Kept[];
  await expect.poll(async () => (await kept()).map(({ state, mode }) => `${mode} ${state}`)).toEqual(Array(3).fill("simulation stored"));
  const [, second] = await kept();
  expect(second?.recording.duration_ms).toBeGreaterThan(25_000);
  expect(second?.recording.duration_ms).toBeLessThan(33_000);
  await expect(page.locator("audio")).toBeVisible();
  await look("simulation-report-unrated");
});

test("no question is asked while the page is out of sight: who comes back has a breath before it", async ({
  page,
  context,
  app,
  account: _,
}) => {
  await goAhead(context);
  await started(page, app.url);
  await answers(page, 1_500);
  await stops(page);
  const breath = page.getByRole("heading", { name: s.run.breath });
  await expect(breath).toBeVisible();
  await expect(page.getByText(s.run.breathWaits)).toBeVisible();
  await putInSight(page, "hidden");
  await page.evaluate(() => Object.assign(window, { ahead: 60_000 }));
  await page.waitForTimeout(1_500);
  await putInSight(page, "visible");
  await page.waitForTimeout(1_500);
  await expect(breath).toBeVisible();
  await asks(page, 2);
});

test("a reload in the middle of an answer keeps what was said, and goes on with the next question", async ({ page, app, account }) => {
  await started(page, app.url);
  await answers(page, 3_000);
  // The browser asks before it reloads.
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
  });
  await Promise.all([asked, page.reload()]);
  await page.getByRole("button", { name: p.check.continue }).click();
  await expect(page.getByRole("heading", { name: s.run.back })).toBeVisible();
  await page.getByRole("button", { name: filled(s.run.goOn, { position: 2 }) }).click();
  await asks(page, 2);
  await leaves(page);
  const kept = async () => (await callApi(app.url, account.token, `${P}/answer/get`)).data as Kept[];
  await expect.poll(async () => (await kept()).map(({ state, mode }) => `${mode} ${state}`)).toEqual(["simulation stored"]);
  expect((await kept())[0]?.recording.duration_ms).toBeGreaterThan(1_500);
  await expect(page.getByText(s.report.place.unanswered, { exact: true })).toBeVisible();
  await expect(page.getByText(s.report.place.notAsked, { exact: true })).toBeVisible();
  await expect(page.getByText(s.report.place.unrated, { exact: true })).toBeVisible();
});

test("without a network the answer goes on, and the next question waits", async ({ page, app, account, context }) => {
  await started(page, app.url);
  await answers(page, 500);
  await context.setOffline(true);
  await page.waitForTimeout(1_500);
  await stops(page);
  await page.getByRole("button", { name: s.run.skip }).click();
  await expect(page.getByRole("heading", { name: s.run.waiting })).toBeVisible();
  await context.setOffline(false);
  await asks(page, 2);
  await leaves(page);
  const kept = async () => (await callApi(app.url, account.token, `${P}/answer/get`)).data as Kept[];
  await expect
    .poll(async () => (await kept()).map(({ state, mode }) => `${mode} ${state}`), { timeout: 40_000 })
    .toEqual(["simulation stored"]);
});

test("a busy server is asked again when it said, and a broken one three times", async ({ page, app, account: _ }) => {
  await setUp(page, app.url);
  const begins: number[] = [];
  const refuses = (code: string, status: number, retryAfter?: number) =>
    JSON.stringify({ error: { json: { message: code, code: -32603, data: { code, message: code, httpStatus: status, retryAfter } } } });
  const BUSY_MS = 7_000;
  await page.route("**/api/trpc/practice.simulation.begin", (route) => {
    begins.push(Date.now());
    const left = (begins[0] ?? 0) + BUSY_MS - Date.now();
    if (left <= 0) return route.continue();
    return route.fulfill({
      status: 429,
      contentType: "application/json",
      body: refuses("tooManyRequests", 429, Math.ceil(left / 1000)),
    });
  });
  await page.getByRole("button", { name: filled(s.run.start, { position: 1 }) }).click();
  await expect(page.getByText(p.reading.title)).toBeVisible();
  expect(begins).toHaveLength(2);
  await page.unroute("**/api/trpc/practice.simulation.begin");

  let broken = 0;
  await page.route("**/api/trpc/practice.simulation.begin", (route) => {
    broken++;
    return route.fulfill({ status: 500, contentType: "application/json", body: refuses("internal", 500) });
  });
  await answers(page, 1_000);
  await stops(page);
  await page.getByRole("button", { name: s.run.skip }).click();
  // It is told, and the flow goes back to where one can begin again.
  await expect(page.getByRole("button", { name: p.check.continue })).toBeVisible();
  expect(broken).toBe(3);
});

test("the keyboard does it all, and ratings follow one after the other", async ({ page, app, account }) => {
  await setUp(page, app.url);
  await page.getByRole("button", { name: filled(s.run.start, { position: 1 }) }).press("Enter");
  await asks(page, 1);
  await page.keyboard.press("Escape");
  const dialog = page.getByRole("heading", { name: s.run.leaveTitle });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  for (const position of [1, 2, 3]) {
    await asks(page, position);
    // The step that has just come has the focus; a dialog gives it back to where it was.
    if (position === 1) await page.getByText(p.reading.hint).click();
    await page.keyboard.press("Space");
    await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
    await page.waitForTimeout(1_000);
    await page.keyboard.press("Space");
    if (position === 3) break;
    await expect(page.getByRole("heading", { name: s.run.breath })).toBeVisible();
    await page.keyboard.press("Space");
  }
  await expect(page.getByRole("heading", { name: s.report.title })).toBeVisible();
  for (const position of [1, 2, 3]) {
    await expect(page.locator(`#place-${position}`)).toHaveAttribute("aria-expanded", "true");
    for (const scale of Object.values(p.rating.scale))
      await page.getByRole("radiogroup", { name: scale }).getByRole("radio").nth(2).press("Space");
    await page.getByRole("button", { name: p.rating.save }).press("Enter");
    await expect(page.locator(position === 3 ? "#report-means" : `#place-${position + 1}`)).toBeFocused();
  }
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(6);
  const { data } = (await callApi(app.url, account.token, `${P}/answer/get`)) as { data: Kept[] };
  expect(data.map(({ rate_your_self }) => rate_your_self !== null)).toEqual([true, true, true]);
  // What asked before one left is gone with the run: a step back leads to where it was set up.
  await page.goBack();
  await expect(page).toHaveURL(/\/practice\/simulation$/);
});

test("a second tab waits for its turn, and comes into the same simulation", async ({ page, app, account: _, context }) => {
  await started(page, app.url);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: s.run.elsewhere })).toBeVisible();
  await answers(page, 1_500);
  await page.close();
  await other.getByRole("button", { name: p.check.continue }).click();
  await expect(other.getByRole("button", { name: filled(s.run.goOn, { position: 2 }) })).toBeVisible();
});

test("a link and going back ask before they lead away from a question", async ({ page, app, account: _ }) => {
  await started(page, app.url);
  const staysWhenAsked = async () => {
    await expect(page.getByRole("heading", { name: s.run.leaveTitle })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: s.run.stay }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await page.getByRole("link", { name: en.shell.places.answers, exact: true }).first().click();
  await staysWhenAsked();
  await asks(page, 1);
  // More than once, and not only where one reads.
  await page.evaluate(() => history.back());
  await staysWhenAsked();
  await asks(page, 1);
  await answers(page, 1_000);
  await page.evaluate(() => history.back());
  await staysWhenAsked();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
});

test("in Arabic on a phone", async ({ page, app, account: _, context, look }) => {
  await speakLanguage(context, app.url, "ar");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${app.url}/dashboard/practice/simulation`);
  await expect(page.getByRole("radiogroup")).toHaveCount(4);
  await expect.poll(() => overflows(page)).toBe(false);
  await look("simulation-setup-ar-phone");
  await setUp(page, app.url, "ar");
  await look("simulation-ready-ar-phone");
  await page.locator("section[data-shortcuts]").getByRole("button").click();
  await expect(page.getByRole("timer")).toBeInViewport();
  await expect.poll(() => overflows(page)).toBe(false);
  await look("simulation-reading-ar-phone");
});
