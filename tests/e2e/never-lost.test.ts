import { createHash } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { callApi, goAhead, P, startTake } from "./actions";
import { startApp } from "./app";
import { begin, fillWeek } from "./billing-actions";
import { databaseOf } from "./database";
import { anyQuestion, expect, newAccount, signIn, test } from "./fixtures";
import { slowNetwork } from "./slow-network";

const p = en.practice;

interface OnDevice {
  uid: string;
  state: string;
  startedAt: number;
  md5?: string;
  size?: number;
}

/** What the browser holds of takes, read straight from its database. */
const takesOnDevice = (page: Page): Promise<OnDevice[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("parley");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("takes").objectStore("takes").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
  );

async function storedAnswer(url: string, token: string, uid: string) {
  const detail = await fetch(`${url}${P}/answer/detail/get`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ uid }),
  });
  const { data } = (await detail.json()) as {
    data: {
      state: string;
      recorded_at: string;
      media: { link: string } | null;
      recording: { md5: string; size: number; duration_ms: number };
    };
  };
  if (!data.media) throw new Error(`nothing is stored: ${data.state}`);
  const bytes = Buffer.from(await (await fetch(data.media.link)).arrayBuffer());
  const md5 = createHash("md5").update(bytes).digest("hex");
  return {
    state: data.state,
    recordedAt: data.recorded_at,
    size: bytes.length,
    durationMs: data.recording.duration_ms,
    announced: data.recording.md5,
    md5,
    bytes,
  };
}

test("a tab that is killed while recording loses at most its last second", async ({ app, account, context }) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 5_000);
  // The renderer dies as in a crash: nothing of ours runs any more.
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;

  const later = await context.newPage();
  await later.goto(`${app.url}/dashboard`);
  await expect(later.getByRole("button", { name: p.device.keep })).toBeVisible();
  await later.getByRole("button", { name: p.device.keep }).press("Enter");
  // It has left the device because the server has it, and the focus is on the page that it stood in.
  await expect(later.getByRole("heading", { name: p.device.title })).toBeHidden();
  await expect(later.getByRole("main")).toBeFocused();
  await later.goto(`${app.url}/dashboard/answers`);
  await later.locator("main ul li a").first().click();
  const duration = await later.locator("audio").evaluate(async (player: HTMLAudioElement) => {
    if (player.readyState < 1) await new Promise((resolve) => player.addEventListener("loadedmetadata", resolve, { once: true }));
    return player.duration;
  });
  expect(duration).toBeGreaterThan(3.5);
});

test("an interrupted recording that two tabs keep at once is kept once", async ({ app, account, context }) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "video", 4_000);
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;

  const tabs = [await context.newPage(), await context.newPage()];
  const buttons = await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(`${app.url}/dashboard`);
      return tab.getByRole("button", { name: p.device.keep }).elementHandle();
    }),
  );
  const [take] = await takesOnDevice(tabs[0] as Page);
  // In both before either shows what the other one has done.
  await Promise.all(buttons.map((button) => button?.evaluate((element: HTMLElement) => element.click())));
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: p.device.title })).toBeHidden();
  expect((await storedAnswer(app.url, account.token, take?.uid ?? "")).state).toBe("stored");
});

test("an interrupted recording can be discarded", async ({ app, account, context }) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 2_000);
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
  const later = await context.newPage();
  await later.goto(`${app.url}/dashboard`);
  await later.getByRole("button", { name: p.device.discard }).click();
  await later.getByRole("dialog").getByRole("button", { name: p.device.discard }).click();
  await expect(later.getByRole("heading", { name: p.device.title })).toBeHidden();
  expect(await takesOnDevice(later)).toEqual([]);
});

test("a finished take that is discarded is gone at the server, too, and where that cannot be told nothing is discarded", async ({
  page,
  app,
  account,
}) => {
  // It waits for room: the server knows of it, and has no file.
  const sql = await databaseOf(app);
  await fillWeek(sql, account, (await anyQuestion(app.url, account.token)).uid);
  await sql.end();
  await startTake(page, app.url, account, "audio", 2_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(en.errors.takesPerWeekReached)).toBeVisible();
  const [take] = await takesOnDevice(page);
  const isKnown = async () =>
    (await callApi(app.url, account.token, `${P}/answer/get`)).data.some(({ uid }: { uid: string }) => uid === take?.uid);
  expect(await isKnown()).toBe(true);

  await page.goto(`${app.url}/dashboard`);
  const asked = (url: URL) => /practice\.answer(,|$)/.test(url.pathname);
  await page.route(asked, (route) => route.abort());
  const confirm = page.getByRole("dialog").getByRole("button", { name: p.device.discard });
  // Where the page is trying to send it at this very moment, it says so instead, and closes the question.
  await expect(async () => {
    if (!(await confirm.isVisible())) await page.getByRole("button", { name: p.device.discard }).click();
    await confirm.click();
    await expect(page.getByText(p.device.discardFailed)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(await takesOnDevice(page)).toMatchObject([{ uid: take?.uid }]);
  expect(await isKnown()).toBe(true);

  await page.unroute(asked);
  await confirm.click();
  await expect.poll(() => takesOnDevice(page)).toEqual([]);
  expect(await isKnown()).toBe(false);
});

test("what is being finished or sent at this moment is not discarded", async ({ app, account, context }) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 2_000);
  const [take] = await takesOnDevice(page);
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
  const [later, other] = [await context.newPage(), await context.newPage()];
  await later.goto(`${app.url}/dashboard`);
  await other.goto(`${app.url}/dashboard`);
  await later.getByRole("button", { name: p.device.discard }).click();
  const letGo = await holdTake(other, take?.uid);
  const confirm = later.getByRole("dialog").getByRole("button", { name: p.device.discard });
  await confirm.click();
  await expect(later.getByText(p.device.held)).toBeVisible();
  await expect(later.getByRole("dialog")).toHaveCount(0);
  expect(await takesOnDevice(later)).toMatchObject([{ uid: take?.uid }]);
  await letGo();
  await later.getByRole("button", { name: p.device.discard }).click();
  await confirm.click();
  await expect.poll(() => takesOnDevice(later)).toEqual([]);
});

/** Holds a take in another tab, as whoever records, mends or sends it does. @returns how to let go */
const holdTake = (tab: Page, uid = "") => holdLock(tab, `parley-take-${uid}`);

async function holdLock(tab: Page, lock: string): Promise<() => Promise<void>> {
  await tab.evaluate(
    (name) =>
      new Promise<void>((held) => {
        void navigator.locks.request(name, () => new Promise<void>((letGo) => held(Object.assign(window, { letGo }) && undefined)));
      }),
    lock,
  );
  return () => tab.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
}

/** Stops a take and waits until the server has it. @returns what it has */
async function stopAndSend(page: Page, url: string, token: string) {
  const [take] = await takesOnDevice(page);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  return storedAnswer(url, token, take?.uid ?? "");
}

/** The head of a WebM segment whose length was not known when it was begun (RFC 8794, 6.2): a recorder's, not a mended one's. */
const UNKNOWN_LENGTH = Buffer.from("1853806701ffffffffffffff", "hex");
/** Bytes that a browser has for the app. */
const QUOTA = 900_000;

test("a disk without room for a second copy of a take sends it as it is and as long as it is, and is free again", async ({
  app,
  browser,
}) => {
  const account = await newAccount(app.url);
  // What a service worker keeps would be of the same room.
  const context = await browser.newContext({ permissions: ["camera", "microphone"], serviceWorkers: "block" });
  try {
    await signIn(context, account);
    await goAhead(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // Before anything is kept: a browser does not ask anew for each write how much room there is.
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: app.url, quotaSize: QUOTA });
    await startTake(page, app.url, account, "video", 0);
    const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const enough = QUOTA - 0.4 * (QUOTA - (await usage()));
    await expect.poll(usage, { timeout: 30_000 }).toBeGreaterThan(enough);
    // It slept: its clock went on, and its recorder did not.
    await page.evaluate(() => Object.assign(window, { ahead: 1_000_000 }));
    const stored = await stopAndSend(page, app.url, account.token);
    expect(stored.bytes.includes(UNKNOWN_LENGTH)).toBe(true);
    expect(stored.size).toBeGreaterThan(300_000);
    expect(stored.durationMs).toBeLessThan(60_000);
    await expect.poll(() => takesOnDevice(page)).toEqual([]);
  } finally {
    await context.close();
  }
});

test("a take is mended: it has its length and an index, in WebM and in MP4, as Safari records it", async ({ app, account, context }) => {
  const webm = await context.newPage();
  await startTake(webm, app.url, account, "audio", 4_000);
  expect((await stopAndSend(webm, app.url, account.token)).bytes.includes(UNKNOWN_LENGTH)).toBe(false);

  const mp4 = await context.newPage();
  await mp4.addInitScript(() => {
    const real = MediaRecorder.isTypeSupported.bind(MediaRecorder);
    MediaRecorder.isTypeSupported = (type) => type.startsWith("audio/mp4") && real(type);
  });
  await startTake(mp4, app.url, account, "audio", 4_000);
  const { bytes } = await stopAndSend(mp4, app.url, account.token);
  // ISO/IEC 14496-12: a recorder's is of fragments ("moof"), each with its own part of the index; a mended one has one of the whole.
  expect(bytes.subarray(4, 8).toString("latin1")).toBe("ftyp");
  expect(bytes.includes("moof")).toBe(false);
  expect(bytes.includes("stts")).toBe(true);
});

test("a take whose tab dies before it is mended is mended by the next one, before it is sent, and never sent as somebody else's", async ({
  app,
  account,
  context,
}) => {
  const page = await context.newPage();
  // What is made of the pieces cannot be kept: they are all that there is of the take.
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
      if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 3_000);
  const [take] = await takesOnDevice(page);
  // Nothing sends there, and nobody else does as long as it is open.
  const later = await context.newPage();
  await later.goto(`${app.url}/api/health/live`);
  await holdLock(later, "parley-uploads");
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect.poll(async () => (await takesOnDevice(page))[0]?.state).toBe("captured");
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
  // Another tab changes who is signed in while it is being mended: just before what was made of it is kept.
  await later.addInitScript(
    (stranger) => {
      const real = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function put(...args: Parameters<typeof real>) {
        if (this.name === "files") localStorage.setItem("accessToken", stranger);
        return real.apply(this, args);
      };
    },
    (await newAccount(app.url)).token,
  );
  const sentAs: (string | undefined)[] = [];
  later.on("request", (request) => {
    if (request.url().includes("practice.saveAnswer")) sentAs.push(request.headers().authorization);
  });
  const [raw] = await takesOnDevice(later);
  await later.goto(`${app.url}/dashboard`);
  await expect.poll(async () => (await takesOnDevice(later))[0]?.md5).not.toBe(raw?.md5);
  await later.waitForTimeout(1_000);
  await later.evaluate((token) => localStorage.setItem("accessToken", token), account.token);
  await later.reload();
  await expect.poll(() => takesOnDevice(later)).toEqual([]);
  expect(new Set(sentAs)).toEqual(new Set([`Bearer ${account.token}`]));
  const stored = await storedAnswer(app.url, account.token, take?.uid ?? "");
  expect(stored.md5).toBe(stored.announced);
  expect(stored.bytes.includes(UNKNOWN_LENGTH)).toBe(false);
});

test("a take that was sent as it was recorded, and mended before its device heard of that, is the one that the server has", async ({
  app,
  account,
  context,
}) => {
  const page = await context.newPage();
  // A disk so full that of the take nothing can be noted any more, neither that it is mended nor that it is being sent; nor is it let go.
  await page.addInitScript(() => {
    const { put, delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function full(...args: Parameters<typeof put>) {
      const { raw, state } = args[0] as { raw?: boolean; state?: string };
      if (this.name === "files" || raw === false || state === "uploading") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, args);
    };
    IDBObjectStore.prototype.delete = function full(...args: Parameters<typeof remove>) {
      if (this.name === "takes") throw new DOMException("full", "QuotaExceededError");
      return remove.apply(this, args);
    };
  });
  await startTake(page, app.url, account, "audio", 3_000);
  const sent = await stopAndSend(page, app.url, account.token);
  expect(sent.bytes.includes(UNKNOWN_LENGTH)).toBe(true);
  const [raw] = await takesOnDevice(page);
  expect(raw).toMatchObject({ state: "captured", md5: sent.md5 });
  await page.close();

  const later = await context.newPage();
  await later.goto(`${app.url}/dashboard`);
  await expect.poll(() => takesOnDevice(later)).toEqual([]);
  expect(await storedAnswer(app.url, account.token, raw?.uid ?? "")).toMatchObject({ state: "stored", md5: sent.md5, size: sent.size });
});

test("a take that is being mended elsewhere is sent once it is, and not before", async ({ app, account, context }) => {
  const page = await context.newPage();
  const other = await context.newPage();
  await other.goto(`${app.url}/dashboard`);
  await startTake(page, app.url, account, "audio", 2_000);
  const [take] = await takesOnDevice(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect.poll(async () => (await takesOnDevice(page))[0]?.state).toMatch(/captured|uploading/);
  const letGo = await holdTake(other, take?.uid);
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("practice.saveAnswer")) asked.push(request.url());
  });
  await context.setOffline(false);
  await page.waitForTimeout(4_000);
  expect(asked).toEqual([]);
  await letGo();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  expect((await storedAnswer(app.url, account.token, take?.uid ?? "")).state).toBe("stored");
});

test("an upload survives the server's death, a reload and a lost network, and resumes at its byte", async ({ browser }) => {
  const network = await slowNetwork();
  const app = await startApp({ APP_URL: network.url });
  network.lead(app.url);
  try {
    const account = await newAccount(app.url);
    const context = await browser.newContext({ permissions: ["camera", "microphone"] });
    await signIn(context, account);
    const page = await context.newPage();
    const starts: number[] = [];
    context.on("request", (request) => {
      if (request.method() === "PUT") starts.push(Number(/bytes=(\d+)/.exec(request.headers().range ?? "")?.[1] ?? -1));
    });
    const nextStart = async (known: number) => {
      await expect.poll(() => starts.length, { timeout: 40_000 }).toBeGreaterThan(known);
      return starts.at(-1) ?? -1;
    };
    await startTake(page, network.url, account, "video", 8_000);
    network.limit(20_000);
    await page.getByRole("button", { name: p.recording.stop }).click();
    expect(await nextStart(0)).toBe(0);
    // How far it is can be read, and is not told at each step.
    const share = page.getByText(begin(p.upload.sending));
    await expect(share).toBeVisible();
    expect(await page.getByRole("status").filter({ has: share }).count()).toBe(0);
    const [device] = await takesOnDevice(page);
    expect(device?.md5).toMatch(/^[0-9a-f]{32}$/);

    // The server dies in the middle of the upload; the page is loaded anew and goes on where it was.
    await page.waitForTimeout(3_000);
    await app.kill();
    await app.restart();
    const known = starts.length;
    network.limit(Number.POSITIVE_INFINITY);
    await page.goto(`${network.url}/dashboard/answers`);
    network.limit(20_000);
    const afterDeath = await nextStart(known);
    expect(afterDeath).toBeGreaterThan(0);

    // The network goes away in the middle, and comes back.
    await page.waitForTimeout(3_000);
    const beforeCut = starts.length;
    network.cut();
    await expect(page.getByRole("status").filter({ hasText: p.upload.waiting }).first()).toBeVisible();
    // A try that fails like the one before takes the focus from nobody.
    const again = page.getByRole("button", { name: p.upload.retry });
    await again.focus();
    await Promise.all([
      page.waitForEvent("requestfailed", (request) => request.url().includes("saveAnswer")),
      page.keyboard.press("Enter"),
    ]);
    await expect(again).not.toHaveAttribute("aria-busy", "true");
    await expect(again).toBeFocused();
    network.limit(Number.POSITIVE_INFINITY);
    network.restore();
    expect(await nextStart(beforeCut)).toBeGreaterThan(afterDeath);

    await expect(page.getByRole("heading", { name: p.device.title })).toBeHidden({ timeout: 60_000 });
    const stored = await storedAnswer(app.url, account.token, device?.uid ?? "");
    const recordedAt = new Date(device?.startedAt ?? 0).toISOString();
    expect(stored).toMatchObject({ state: "stored", recordedAt, size: device?.size, md5: device?.md5 });
    expect(await takesOnDevice(page)).toEqual([]);
    await context.close();
  } finally {
    await app.stop();
    await network.close();
  }
});

for (const [what, isAsked] of [
  ["of which the server is told", (request: Request) => request.url().includes("practice.saveAnswer")],
  ["whose file is sent", (request: Request) => request.method() === "PUT"],
] as const) {
  test(`a take ${what} over a connection that has died without a word is sent over another one`, async ({ page, app, account }) => {
    await page.clock.install();
    await startTake(page, app.url, account, "audio", 2_000);
    let tries = 0;
    await page.route("**/*", (route) => {
      if (!isAsked(route.request())) return route.fallback();
      // Nobody ever answers the first.
      return tries++ === 0 ? undefined : route.fallback();
    });
    await page.getByRole("button", { name: p.recording.stop }).click();
    await expect.poll(() => tries).toBe(1);
    await page.clock.fastForward("01:01");
    await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
    expect(tries).toBeGreaterThan(1);
  });
}
