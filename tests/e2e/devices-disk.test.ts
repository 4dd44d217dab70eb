import en from "#messages/en.json" with { type: "json" };
import { callApi, openSession, P, startTake } from "./actions";
import { expect, test } from "./fixtures";

const p = en.practice;

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
  await openSession(page, app.url, account);
  await page.getByRole("button", { name: p.check.continue }).click();
  await expect(page.getByText(p.setup.tightStorage)).toBeVisible();
});
