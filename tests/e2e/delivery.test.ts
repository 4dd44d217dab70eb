import path from "node:path";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P, startTake, storedAnswer } from "./actions";
import type { RunningApp } from "./app";
import { failQuery } from "./calls";
import { databaseOf } from "./database";
import { deliveryOfAnswer, detailPath, marksOfAnswer, standAt } from "./delivery-actions";
import { type Account, expect, overflows, signIn, test } from "./fixtures";
import { LOOKS, lookName, openAs, seePage } from "./looks";

/** A microphone into which a clip of known content is spoken, again and again, instead of beeps. */
const CLIP = path.resolve("tests/clips/three-pauses.wav");
const ARGS = [
  "--no-sandbox",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${CLIP}`,
];
const { CHROMIUM, CHROMIUM_SHELL = CHROMIUM } = process.env;
test.use({ launchOptions: { args: ARGS, ...(CHROMIUM_SHELL ? { executablePath: CHROMIUM_SHELL } : {}) } });

const { delivery: d, star: s, review, recording } = en.practice;

test("a take is measured on the device while it is sent, and what was measured is kept", async ({ page, app, account, look }) => {
  await startTake(page, app.url, account, "audio", 13_000);
  await page.getByRole("button", { name: recording.stop }).click();
  await expect(page.getByRole("heading", { name: d.title })).toBeVisible();
  await expect(page.getByText(review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  const { uid } = data[0];
  await expect.poll(async () => (await deliveryOfAnswer(app.url, account, uid)).delivery).not.toBeNull();
  const { delivery, usual } = await deliveryOfAnswer(app.url, account, uid);
  expect(usual).toBeNull();
  // The clip has begun somewhere, and goes round: its pace and its pauses are to be found all the same.
  expect(delivery.durationMs).toBeGreaterThan(10_000);
  expect(delivery.pauses.length).toBeGreaterThanOrEqual(2);
  const rate = (delivery.syllables / delivery.speakingMs) * 1000;
  expect(rate).toBeGreaterThan(5);
  expect(rate).toBeLessThan(9);
  await look("review-delivery");

  // The same on the answer's page, without measuring again.
  let workers = 0;
  page.on("worker", () => workers++);
  await page.goto(detailPath(uid));
  await expect(page.getByRole("heading", { name: d.title })).toBeVisible();
  await expect(page.getByText(d.noUsual.split("{")[0]?.trim() ?? "")).toBeVisible();
  expect(workers).toBe(0);

  // By keys, along the sound.
  const place = page.getByRole("slider", { name: d.waveform });
  await place.focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  const time = () => page.locator("audio").evaluate((audio: HTMLMediaElement) => audio.currentTime);
  await expect.poll(time).toBeCloseTo(3, 1);
  await expect(place).toHaveAttribute("aria-valuenow", "3");
  await expect(place).toHaveAttribute("aria-valuetext", /^0:03 /);
  // By pointer: the middle of the picture is the middle of the take.
  const box = await place.boundingBox();
  if (!box) throw new Error("the sound is not drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(time).toBeCloseTo(delivery.durationMs / 2000, 0);
});

/** As if a take had not been measured when it was made, which is waited for. @returns what was measured */
async function unmeasured(app: RunningApp, account: Account, uid: string) {
  const measured = async () => (await deliveryOfAnswer(app.url, account, uid)).delivery;
  await expect.poll(measured).not.toBeNull();
  const before = await measured();
  const sql = await databaseOf(app);
  await sql`delete from answer_deliveries where answer_id = ${uid}`;
  await sql.end();
  return before;
}

test("what was not measured at once is measured when the answer is opened", async ({ page, app, account }) => {
  const uid = await storedAnswer(page, app.url, account);
  await unmeasured(app, account, uid);
  await page.goto(detailPath(uid));
  await expect(page.getByRole("heading", { name: d.title })).toBeVisible();
  await expect.poll(async () => (await deliveryOfAnswer(app.url, account, uid)).delivery).not.toBeNull();
});

test("the parts of a story are marked by keys, undone, kept through a reload and without a network", async ({
  page,
  app,
  account,
  context,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  await page.goto(detailPath(uid));
  await expect(page.getByRole("button", { name: s.parts.situation, exact: true })).toBeEnabled();
  const player = await standAt(page, 0);
  // The focus is where it is while somebody listens: on the player.
  await player.focus();
  await page.keyboard.press("1");
  await expect(page.getByText(s.status.saved)).toBeVisible();
  await standAt(page, 1);
  await player.focus();
  await page.keyboard.press("3");
  await expect(page.getByRole("status").filter({ hasText: s.parts.action })).toHaveText(/0:01/);
  await standAt(page, 1.6);
  await page.getByRole("button", { name: s.end }).click();
  // Until it is ended here, a part goes on to the recording's end.
  const off = async () => Math.abs(((await marksOfAnswer(app.url, account, uid))[1]?.endMs ?? 0) - 1600);
  await expect.poll(off).toBeLessThan(150);
  const [first, second] = await marksOfAnswer(app.url, account, uid);
  expect(first).toMatchObject({ part: "situation", startMs: 0 });
  expect(second?.part).toBe("action");
  expect(Math.abs((second?.startMs ?? 0) - 1000)).toBeLessThan(150);

  await page.reload();
  const shares = page.getByRole("table");
  await expect(shares.getByRole("row").filter({ hasText: s.parts.situation })).toContainText(/6\d\s?%/);

  // Without a network it stays on the device, and goes when there is one.
  await expect(page.getByRole("button", { name: s.parts.result, exact: true })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole("button", { name: s.parts.result, exact: true }).click();
  await expect(page.getByText(s.status.kept)).toBeVisible();
  expect(await marksOfAnswer(app.url, account, uid)).toHaveLength(2);
  await context.setOffline(false);
  await expect(page.getByText(s.status.saved)).toBeVisible();
  const after = await marksOfAnswer(app.url, account, uid);
  expect(after.map(({ part }) => part)).toContain("result");
  await page.getByRole("button", { name: s.undo }).click();
  await expect.poll(async () => (await marksOfAnswer(app.url, account, uid)).map(({ part }) => part)).toEqual(["situation", "action"]);

  // While somebody writes, digits are digits.
  await page.getByLabel(en.practice.rating.comments).fill("1 2 3 4");
  await page.waitForTimeout(1_000);
  expect(await marksOfAnswer(app.url, account, uid)).toHaveLength(2);

  // What never went is not written over what another device has marked since, unless somebody wants that.
  await context.setOffline(true);
  await page.getByRole("button", { name: s.parts.result, exact: true }).click();
  await expect(page.getByText(s.status.kept)).toBeVisible();
  await page.goto("about:blank");
  const theirs = [{ part: "task", startMs: 0, endMs: 900 }];
  const taken = await callApi(app.url, account.token, `${P}/answer/star/save`, { uid, marks: theirs });
  expect(taken.data.marks).toEqual(theirs);
  await context.setOffline(false);
  await page.goto(detailPath(uid));
  await expect(shares.getByRole("row").filter({ hasText: s.parts.task })).toContainText(/100\s?%/);
  await page.waitForTimeout(2_000);
  expect(await marksOfAnswer(app.url, account, uid)).toEqual(theirs);
  await page.getByRole("button", { name: s.undo }).click();
  await expect.poll(async () => (await marksOfAnswer(app.url, account, uid)).map(({ part }) => part)).toContain("result");
});

test("marks of two devices that are open at once are not written over, and what could not be read is asked for again", async ({
  page,
  app,
  account,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  const answered = await failQuery(page, "practice.star.get");
  await page.goto(detailPath(uid));
  const again = page.getByRole("button", { name: en.common.retry });
  await expect(again).toBeVisible();
  answered();
  await again.click();
  const task = page.getByRole("button", { name: s.parts.task, exact: true });
  await expect(task).toBeEnabled();

  const theirs = [{ part: "situation", startMs: 0, endMs: 900 }];
  await callApi(app.url, account.token, `${P}/answer/star/save`, { uid, marks: theirs });
  await task.click();
  await expect(page.getByText(s.status.overtaken)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: s.parts.situation })).toContainText(/100\s?%/);
  expect(await marksOfAnswer(app.url, account, uid)).toEqual(theirs);
  await page.getByRole("button", { name: s.undo }).click();
  await expect(page.getByText(s.status.saved)).toBeVisible();
  const parts = async () => (await marksOfAnswer(app.url, account, uid)).map(({ part }) => part);
  expect(await parts()).toEqual(["task"]);

  // A save whose answer was lost is this device's own, and no other's.
  const save = /practice\.star\.save/;
  await page.route(save, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await standAt(page, 1);
  await page.getByRole("button", { name: s.parts.action, exact: true }).click();
  await expect(page.getByText(s.status.kept)).toBeVisible();
  expect(await parts()).toEqual(["task", "action"]);
  await page.unroute(save);
  await standAt(page, 1.6);
  await page.getByRole("button", { name: s.parts.result, exact: true }).click();
  await expect(page.getByText(s.status.saved)).toBeVisible();
  expect(await parts()).toEqual(["task", "action", "result"]);
});

test("where a worker cannot decode, the page does", async ({ page, app, account }) => {
  const uid = await storedAnswer(page, app.url, account);
  const before = await unmeasured(app, account, uid);
  await page.addInitScript(() => {
    const { Worker: Own } = window;
    window.Worker = class extends Own {
      override postMessage(message: unknown, transfer?: unknown) {
        const whole = typeof message === "object" && message !== null && "recording" in message;
        if (whole) this.onmessage?.(new MessageEvent("message", { data: { problem: "undecodable" } }));
        else super.postMessage(message, transfer as Transferable[]);
      }
    } as typeof Worker;
  });
  await page.goto(detailPath(uid));
  await expect.poll(async () => (await deliveryOfAnswer(app.url, account, uid)).delivery).not.toBeNull();
  const after = (await deliveryOfAnswer(app.url, account, uid)).delivery;
  expect(Math.abs(after.speakingMs - before.speakingMs)).toBeLessThanOrEqual(100);
  expect(Math.abs(after.syllables - before.syllables)).toBeLessThanOrEqual(1);
});

test("a recording that cannot be measured plays and is rated all the same", async ({ page, app, account }) => {
  const uid = await storedAnswer(page, app.url, account);
  await unmeasured(app, account, uid);
  // The worker gets something that is no recording; the player has what it needs.
  await page.addInitScript(() => {
    const { Worker: Own } = window;
    window.Worker = class extends Own {
      override postMessage(message: unknown) {
        super.postMessage(
          message && typeof message === "object" && "recording" in message ? { recording: new Blob(["nothing"]) } : message,
        );
      }
    } as typeof Worker;
  });
  await page.goto(detailPath(uid));
  await expect(page.getByText(d.problem.unreadable)).toBeVisible();
  await standAt(page, 1);
  await expect(page.getByRole("button", { name: en.practice.rating.save })).toBeEnabled();
  await page.getByRole("button", { name: s.parts.task, exact: true }).click();
  await expect.poll(() => marksOfAnswer(app.url, account, uid)).toHaveLength(1);
});

test("how one spoke and what one marked, in four looks", async ({ page, browser, app, account }) => {
  await startTake(page, app.url, account, "audio", 13_000);
  await page.getByRole("button", { name: recording.stop }).click();
  await expect(page.getByText(review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  const { uid } = data[0];
  await expect.poll(async () => (await deliveryOfAnswer(app.url, account, uid)).delivery).not.toBeNull();
  const { delivery } = await deliveryOfAnswer(app.url, account, uid);
  // Three other takes, in which a little less was paused and the pace was calmer.
  for (let takes = 0; takes < 3; takes++) {
    const { question_id, recording: file } = data[0];
    const other = await callApi(app.url, account.token, `${P}/answer/save`, { question_id, recording: file });
    const calmer = { ...delivery, uid: other.data.uid, syllables: Math.round(delivery.syllables * 0.8), pauses: delivery.pauses.slice(1) };
    const { pausedMs: _, ...claim } = calmer;
    const saved = await callApi(app.url, account.token, `${P}/answer/delivery/save`, claim);
    expect(saved.data.delivery).not.toBeNull();
  }
  const marks = [
    { part: "situation", startMs: 300, endMs: 2500 },
    { part: "task", startMs: 2500, endMs: 4000 },
    { part: "action", startMs: 4000, endMs: 8200 },
    { part: "result", startMs: 8600, endMs: 10_400 },
  ];
  await callApi(app.url, account.token, `${P}/answer/star/save`, { uid, marks });
  for (const look of LOOKS) {
    const m = look.locale === "ar" ? ar.practice : en.practice;
    const shown = await openAs(browser, app.url + detailPath(uid), look, account);
    await expect(shown.getByRole("heading", { name: m.delivery.title }), lookName(look)).toBeVisible();
    await expect(shown.getByRole("heading", { name: m.star.title })).toBeVisible();
    await standAt(shown, 5);
    // Time runs from left to right in every language.
    const place = shown.getByRole("slider", { name: m.delivery.waveform });
    expect(await place.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
    await place.focus();
    await shown.keyboard.press("ArrowRight");
    await expect.poll(() => shown.locator("audio").evaluate((audio: HTMLMediaElement) => audio.currentTime)).toBeCloseTo(6, 0);
    await expect(shown.getByRole("button", { name: m.star.parts.action, exact: true })).toHaveAttribute("aria-current", "true");
    await expect.poll(() => overflows(shown)).toBe(false);
    await seePage(shown, "delivery", look);
    await shown.context().close();
  }
});

test("where the parts that come later do not arrive, an answer's page stays as it is, with what was typed", async ({
  browser,
  page,
  app,
  account,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await page.goto(detailPath(uid));
  await expect(page.getByRole("heading", { name: d.title })).toBeVisible();
  await expect(page.getByRole("heading", { name: s.title })).toBeVisible();
  const partOf = async (path: string) => /"practice\.(delivery|star)"/.test(await (await fetch(app.url + path)).text());
  const scripts = [...asked].filter((path) => path.startsWith("/_next/static/chunks/"));
  const late = (await Promise.all(scripts.map(async (path) => ((await partOf(path)) ? [path] : [])))).flat();

  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, account);
  const poorer = await context.newPage();
  let missed = 0;
  await poorer.route(
    ({ pathname }) => late.includes(pathname),
    (route) => {
      missed += 1;
      return route.abort();
    },
  );
  await poorer.goto(detailPath(uid));
  await expect.poll(() => missed).toBeGreaterThan(2);
  const comments = poorer.getByLabel(en.practice.rating.comments, { exact: true });
  await comments.fill("Slower at the end.");
  await expect(poorer.locator("audio")).toBeVisible();
  await expect(poorer.getByRole("heading", { name: d.title })).toHaveCount(0);
  await expect(poorer.getByText(en.pageError.title)).toHaveCount(0);
  await expect(comments).toHaveValue("Slower at the end.");
  await context.close();
});
