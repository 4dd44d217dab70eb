import type { BrowserContext } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { callApi, goAhead, openSession, P, startTake } from "./actions";
import { expect, signIn, test } from "./fixtures";

const p = en.practice;

/** Makes the browser's own call fail as it does in the case at hand; what the app makes of it is what is tested. */
const failDevices = (context: BrowserContext, name: string, keepAudio: boolean) =>
  context.addInitScript(
    ([errorName, audioWorks]) => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (constraints) =>
        audioWorks && !constraints?.video ? real(constraints) : Promise.reject(new DOMException("no", errorName as string));
      if (audioWorks) {
        const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
        navigator.mediaDevices.enumerateDevices = async () => (await list()).filter(({ kind }) => kind !== "videoinput");
      }
    },
    [name, keepAudio] as const,
  );

/** Lets a test reach the devices that the page opens, as `opened` of its window. */
const showOpened = (context: BrowserContext) =>
  context.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await real(constraints);
      Object.assign(window, { opened: stream });
      return stream;
    };
  });

for (const [name, problem] of [
  ["NotAllowedError", "denied"],
  ["NotReadableError", "inUse"],
  ["TypeError", "failed"],
] as const) {
  test(`${name} has its own screen and a way on`, async ({ page, context, app, account }) => {
    await failDevices(context, name, false);
    await openSession(page, app.url, account);
    await expect(page.getByRole("heading", { name: p.problem[problem].title })).toBeVisible();
    await expect(page.getByText(p.problem[problem].text)).toBeVisible();
    await expect(page.getByRole("button", { name: p.problem.retry })).toBeVisible();
  });
}

test("on a phone, and in the installed app, the way on is one that is there", async ({ context, page, app, account, browser }) => {
  await failDevices(context, "NotAllowedError", false);
  // Chromium is no installed app where tests drive it: its own answer is put in the place of that.
  await context.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query === "(display-mode: standalone)" ? real("all") : real(query));
  });
  await openSession(page, app.url, account);
  await expect(page.getByText(p.problem.denied.installed)).toBeVisible();

  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  try {
    await signIn(phone, account);
    // An empty page has no devices that could fail: it is there before they do.
    const small = await phone.newPage();
    await failDevices(phone, "NotAllowedError", false);
    await openSession(small, app.url, account);
    await expect(small.getByText(p.problem.denied.touch)).toBeVisible();
  } finally {
    await phone.close();
  }
});

test("without a camera, voice only is offered and works", async ({ page, context, app, account, look }) => {
  await failDevices(context, "NotFoundError", true);
  await openSession(page, app.url, account);
  await page.getByRole("radio", { name: p.check.video }).click();
  await expect(page.getByRole("heading", { name: p.problem.noCamera.title })).toBeVisible();
  await look("session-no-camera");
  await page.getByRole("button", { name: p.problem.audioOnly }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
});

test("a browser that cannot record says so", async ({ page, context, app, account }) => {
  await context.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
  await openSession(page, app.url, account);
  await expect(page.getByRole("heading", { name: p.problem.unsupported.title })).toBeVisible();
});

test("a browser that cannot tell how loud a microphone is records all the same", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    // Firefox does so where the microphone's sample rate is not that of the sound card.
    AudioContext.prototype.createMediaStreamSource = () => {
      throw new DOMException("different sample rates", "NotSupportedError");
    };
  });
  await openSession(page, app.url, account);
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByRole("heading", { name: p.check.title })).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
});

test("a device that is unplugged while recording ends the take, and what was said is kept", async ({ page, context, app, account }) => {
  await showOpened(context);
  await startTake(page, app.url, account, "audio", 2_500);
  // What Chromium does when the microphone goes: the track ends by itself.
  await page.evaluate(() => {
    const [track] = (window as unknown as { opened: MediaStream }).opened.getAudioTracks();
    track?.stop();
    track?.dispatchEvent(new Event("ended"));
  });
  await expect(page.getByText(p.session.cutShort.unplugged)).toBeVisible();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(1_500);
});

test("a microphone that a call takes away is told of while it is silent, and what nobody recorded is not of the take's length", async ({
  page,
  context,
  app,
  account,
}) => {
  await showOpened(context);
  await goAhead(context);
  await startTake(page, app.url, account, "audio", 500);
  // As phones do it: the track goes on, and says that it is silent.
  const mute = (muted: boolean) =>
    page.evaluate((is) => {
      const [track] = (window as unknown as { opened: MediaStream }).opened.getAudioTracks();
      if (!track) throw new Error("no microphone");
      Object.defineProperty(track, "muted", { value: is, configurable: true });
      track.dispatchEvent(new Event(is ? "mute" : "unmute"));
    }, muted);
  const told = page.getByText(p.recording.muted);
  await expect(told).toHaveCount(0);
  await mute(true);
  await expect(told).toBeVisible();
  await mute(false);
  await expect(told).toHaveCount(0);
  // Meanwhile the browser slept: its clock went on, and its recorder did not.
  await page.evaluate(() => Object.assign(window, { ahead: 1_000_000 }));
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeLessThan(30_000);
  expect(data[0].recording.overrun_ms).toBe(0);
});

test("of devices that are asked for twice one is open, and none once the page is left before they came", async ({
  page,
  context,
  app,
  account,
}) => {
  await context.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const held: (() => void)[] = [];
    const opened: MediaStream[] = [];
    Object.assign(window, { held, opened, holding: false });
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      if ((window as unknown as { holding: boolean }).holding) await new Promise<void>((resolve) => held.push(resolve));
      const stream = await real(constraints);
      opened.push(stream);
      return stream;
    };
  });
  const hold = (holding: boolean) =>
    page.evaluate((is) => {
      const { held } = window as unknown as { held: (() => void)[] };
      Object.assign(window, { holding: is });
      if (!is) for (const letGo of held.splice(0)) letGo();
    }, holding);
  const counts = () =>
    page.evaluate(() => {
      const { opened } = window as unknown as { opened: MediaStream[] };
      return { opened: opened.length, live: opened.filter(({ active }) => active).length };
    });
  await startTake(page, app.url, account, "audio", 1_500);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const before = await counts();
  expect(before.live).toBe(0);

  const retake = page.getByRole("button", { name: p.review.retake });
  await hold(true);
  await retake.click();
  await retake.click();
  await hold(false);
  await expect(page.getByRole("button", { name: p.setup.skipReading })).toBeVisible();
  await expect.poll(counts).toEqual({ opened: before.opened + 2, live: 1 });
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();

  await hold(true);
  await retake.click();
  await page.getByRole("link", { name: p.review.another }).click();
  await expect(page.getByRole("heading", { name: p.bank.title })).toBeVisible();
  await hold(false);
  await expect.poll(counts).toEqual({ opened: before.opened + 3, live: 0 });
});
