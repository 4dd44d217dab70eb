import type { BrowserContext, Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { callApi, goAhead, P, startTake, storedAnswer } from "./actions";
import { detailPath } from "./delivery-actions";
import { anyQuestion, expect, newAccount, test } from "./fixtures";

const p = en.practice;

async function openSession(page: Page, url: string, token: string) {
  const question = await anyQuestion(url, token);
  await page.goto(`${url}/dashboard/practice/session?question=${question.uid}`);
}

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
    await openSession(page, app.url, account.token);
    await expect(page.getByRole("heading", { name: p.problem[problem].title })).toBeVisible();
    await expect(page.getByText(p.problem[problem].text)).toBeVisible();
    await expect(page.getByRole("button", { name: p.problem.retry })).toBeVisible();
  });
}

test("without a camera, voice only is offered and works", async ({ page, context, app, account, look }) => {
  await failDevices(context, "NotFoundError", true);
  await openSession(page, app.url, account.token);
  await page.getByRole("radio", { name: p.check.video }).click();
  await expect(page.getByRole("heading", { name: p.problem.noCamera.title })).toBeVisible();
  await look("session-no-camera");
  await page.getByRole("button", { name: p.problem.audioOnly }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
});

test("a browser that cannot record says so", async ({ page, context, app, account }) => {
  await context.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
  await openSession(page, app.url, account.token);
  await expect(page.getByRole("heading", { name: p.problem.unsupported.title })).toBeVisible();
});

test("a browser that cannot tell how loud a microphone is records all the same", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    // Firefox does so where the microphone's sample rate is not that of the sound card.
    AudioContext.prototype.createMediaStreamSource = () => {
      throw new DOMException("different sample rates", "NotSupportedError");
    };
  });
  await openSession(page, app.url, account.token);
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

test("a disk that does not answer for a moment costs nothing of the take, nor of what is said of it", async ({
  page,
  context,
  app,
  account,
}) => {
  await context.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    let pieces = 0;
    let files = 0;
    IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
      // The third piece fails twice.
      if (this.name === "chunks" && [3, 4].includes(++pieces)) throw new DOMException("connection lost", "UnknownError");
      // The mended file fails once: it is mended anew before it is sent, and is another one than the page was given.
      if (this.name === "files" && ++files === 1) throw new DOMException("connection lost", "UnknownError");
      return real.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 4_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(3_500);
  await page.getByLabel(p.rating.comments).fill("Slower at the start.");
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect(page.getByText(p.rating.saved)).toBeVisible();
});

test("a line to the disk that dies without a word costs nothing of the take that is running", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    const lines: IDBOpenDBRequest[] = [];
    Object.assign(window, { lines });
    const real = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function open(...args: Parameters<typeof real>) {
      const line = real.apply(this, args);
      lines.push(line);
      return line;
    };
  });
  await startTake(page, app.url, account, "audio", 2_000);
  // As phones do it to a page in the background: nothing can be read or written by what was open, and no event says so.
  await page.evaluate(() => {
    for (const { result } of (window as unknown as { lines: IDBOpenDBRequest[] }).lines) result.close();
  });
  await page.waitForTimeout(2_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(3_500);
});

test("a browser that keeps no Blob, as Safari in private tabs, loses nothing of a take", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
      if (args[0] instanceof Blob) throw new DOMException("no Blobs here", "DataCloneError");
      return real.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 2_500);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(2_000);
});

test("the screen stays on while a question is read and answered", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    const held = new Set<object>();
    Object.assign(window, { held });
    const request = async () => {
      const sentinel = { release: async () => void held.delete(sentinel) };
      held.add(sentinel);
      return sentinel;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  await openSession(page, app.url, account.token);
  const held = () => page.evaluate(() => (window as unknown as { held: Set<object> }).held.size);
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  expect(await held()).toBe(0);
  await page.keyboard.press("Space");
  await expect.poll(held).toBe(1);
  await page.keyboard.press("Space");
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await expect.poll(held).toBeGreaterThan(0);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await expect.poll(held).toBe(0);
});

test("a full disk ends the take, and what fitted is kept", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    let pieces = 0;
    IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
      if (this.name === "chunks" && ++pieces > 4) throw new DOMException("full", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 3_500);
  await expect(page.getByText(p.session.cutShort.diskFull)).toBeVisible();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(1_000);
});

test("a disk so full that not even a take's end is written down offers it all the same, also after a reload", async ({
  page,
  context,
  app,
  account,
}) => {
  await context.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    let pieces = 0;
    IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
      if (this.name === "chunks" && ++pieces > 4) localStorage.setItem("full", "yes");
      if (localStorage.getItem("full")) throw new DOMException("full", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 3_500);
  await expect(page.getByRole("heading", { name: p.problem.diskFull.title })).toBeVisible();
  const keep = page.getByRole("button", { name: p.device.keep });
  await expect(keep).toBeVisible();
  await page.goto(`${app.url}/dashboard`);
  await expect(page.getByRole("button", { name: p.device.saveCopy })).toBeVisible();
  await keep.click();
  await expect(page.getByText(p.device.keepFailed)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("full"));
  await keep.click();
  await expect(page.getByRole("heading", { name: p.device.title })).toBeHidden();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].recording.duration_ms).toBeGreaterThan(1_000);
});

test("a nearly full device warns before the take", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 10_000_000, usage: 9_000_000 });
  });
  await openSession(page, app.url, account.token);
  await page.getByRole("button", { name: p.check.continue }).click();
  await expect(page.getByText(p.setup.tightStorage)).toBeVisible();
});

test("simulation is strict: time ends the take, and there is no retake", async ({ page, app, account }) => {
  await openSession(page, app.url, account.token);
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("radiogroup", { name: p.setup.answerTime }).getByRole("radio").first().click();
  await page.getByRole("radio", { name: p.setup.mode.simulation }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("button", { name: p.review.retake })).toBeHidden();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].mode).toBe("simulation");
});

test("reading ends by itself and the answer begins; the keyboard does it all", async ({ page, app, account }) => {
  await openSession(page, app.url, account.token);
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("radiogroup", { name: p.setup.readingTime }).getByRole("radio").first().click();
  await page.getByRole("heading", { name: p.setup.title }).click();
  await page.keyboard.press("Space");
  await expect(page.getByText(p.reading.title)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible({ timeout: 45_000 });
  await page.waitForTimeout(1_500);
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible();
  await page.keyboard.press("KeyR");
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
});

test("a rating that was not saved is still there after a reload", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_500);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await page.getByLabel(p.rating.comments).fill("Slower at the start.");
  await page.getByRole("radiogroup", { name: p.rating.scale.clarity }).getByRole("radio").nth(2).click();
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect(page.getByText(p.rating.missing).first()).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  await page.goto(`/dashboard/answers/detail?answer=${data[0].uid}`);
  await expect(page.getByLabel(p.rating.comments)).toHaveValue("Slower at the start.");
});

test("notes that another device saved meanwhile stay where only the difficulty is said here, and beside what was typed here before", async ({
  page,
  app,
  account,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  await page.goto(detailPath(uid));
  const comments = page.getByLabel(p.rating.comments);
  await expect(comments).toHaveValue("Name the result earlier.");
  const save = (part: object) => callApi(app.url, account.token, `${P}/answer/save`, { uid, ...part });
  const { data: before } = await callApi(app.url, account.token, `${P}/answer/detail/get`, { uid });
  await save({ question_id: before.question_id, comments: "Written on the phone." });
  await page.getByRole("radiogroup", { name: p.rating.difficulty }).getByRole("radio").nth(1).click();
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect(comments).toHaveValue("Written on the phone.");
  // The notes may have come before what is saved here has arrived.
  const stored = async () => (await callApi(app.url, account.token, `${P}/answer/detail/get`, { uid })).data;
  await expect.poll(async () => (await stored()).question_difficulty).not.toBeNull();
  expect(await stored()).toMatchObject({ comments: "Written on the phone.", rate_your_self: before.rate_your_self });

  await comments.fill("Typed here, and not saved.");
  await save({ question_id: before.question_id, comments: "Written on the phone later." });
  await page.reload();
  await expect(comments).toHaveValue("Typed here, and not saved.\n\nWritten on the phone later.");
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect.poll(async () => (await stored()).comments).toBe("Typed here, and not saved.\n\nWritten on the phone later.");
});

test("starting over is asked for twice, and keeps nothing of the take", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_500);
  // One tap beside the button that keeps it throws nothing away: the recording goes on.
  const ask = page.getByRole("button", { name: p.recording.startOver });
  await ask.click();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.goOn }).click();
  await expect(page.getByRole("button", { name: p.recording.stop })).toBeVisible();
  await ask.click();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.startOver }).click();
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
  await page.goto("/dashboard/answers");
  await expect(page.getByRole("heading", { name: p.answers.empty })).toBeVisible();
  await expect(page.getByRole("heading", { name: p.device.title })).toBeHidden();
});

test("neither a step back nor a link ends an answer: whoever leaves stops it first", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_000);
  const { pathname } = new URL(page.url());
  const dialog = page.getByRole("dialog");
  await page.goBack();
  await expect(dialog.getByText(p.recording.leaveTitle)).toBeVisible();
  await dialog.getByRole("button", { name: p.recording.goOn }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();

  await page.getByRole("link", { name: en.shell.places.answers }).click();
  await dialog.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pathname);
  // What it was about is over: the same link leads away.
  await page.getByRole("link", { name: en.shell.places.answers }).click();
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  await expect(dialog).toHaveCount(0);
});

test("once an answer is recorded one step back leads away, and the answer is kept", async ({ page, app, account, context }) => {
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole("link", { name: p.home.start }).click();
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  // A step back that was not meant leaves nothing behind either.
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.goOn }).click();
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  await page.getByRole("button", { name: p.recording.stop }).click();
  // What its maker says of it stays where the page is, whatever becomes of the network.
  await expect(page.getByRole("radiogroup").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: p.home.rateAction })).toBeVisible();
  expect((await callApi(app.url, account.token, `${P}/answer/get`)).data).toHaveLength(1);
});

test("no session's end cuts off an answer: a logout in another tab waits for it, and the take is kept", async ({
  context,
  app,
  account,
}) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 1_500);
  const other = await context.newPage();
  await other.goto(`${app.url}/dashboard`);
  await other.getByRole("button", { name: en.shell.account }).click();
  await other.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(other).toHaveURL(/\/auth\/login/);
  await page.bringToFront();
  await page.waitForTimeout(1_000);
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page).toHaveURL(/\/auth\/login/);

  // Somebody else logs in on this browser: the take is neither shown to them nor sent as theirs.
  const stranger = await newAccount(app.url);
  await other.getByLabel(en.auth.emailOrUsername).fill(stranger.email);
  await other.getByLabel(en.auth.password, { exact: true }).fill(stranger.password);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: /Amal/ })).toBeVisible();
  await other.goto(`${app.url}/dashboard/answers`);
  await expect(other.getByRole("heading", { name: p.answers.empty })).toBeVisible();
  await expect(other.getByRole("heading", { name: p.device.title })).toBeHidden();
  await other.getByRole("button", { name: en.shell.account }).click();
  await other.getByRole("menuitem", { name: en.shell.logOut }).click();

  // Its maker comes back, and it is sent.
  await other.getByLabel(en.auth.emailOrUsername).fill(account.email);
  await other.getByLabel(en.auth.password, { exact: true }).fill(account.password);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto(`${app.url}/dashboard/answers`);
  await expect(other.locator("main ul li a")).toHaveCount(1);
  await expect(other.getByRole("heading", { name: p.device.title })).toBeHidden();
});

test("on a phone the question, the clock and the stop button are in sight while recording video", async ({ page, app, account, look }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startTake(page, app.url, account, "video", 500);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.getByRole("timer")).toBeInViewport();
  await expect(page.getByRole("button", { name: p.recording.stop })).toBeInViewport({ ratio: 1 });
  await look("session-recording-phone");
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
