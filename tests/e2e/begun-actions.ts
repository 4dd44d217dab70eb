import type { Browser, BrowserContext, Page } from "@playwright/test";
import { aDefinition } from "#tests/factories/forms";
import { phonePicture } from "#tests/factories/pictures";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, expect, setMode, signIn, speakLanguage } from "./fixtures";
import { TEXTS } from "./languages";
import type { Look } from "./looks";
import { aBoss, aCustomer, aJob, aTask, aWorkspace, TRADES } from "./trades-actions";

const T = "/api/user/personalization/trades";

/** A shop with a task that asks for a form. */
export async function aMeasure(app: RunningApp) {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench", states: ["quoted", "won", "in_progress"] });
  const { definition, ids, answers: handedIn } = aDefinition();
  const made = { workspaceId: shop, name: "Site measure", fields: definition.fields };
  const { data: form } = await callApi(app.url, boss.token, `${T}/form/save`, made);
  const { data } = await callApi(app.url, boss.token, `${T}/form/publish`, { workspaceId: shop, uid: form.uid, version: form.version });
  const task = await aTask(app, boss, shop, { jobUid, title: "Measure", formUid: form.uid });
  const entries = async () => (await callApi(app.url, boss.token, `${T}/entry/get?workspaceId=${shop}`)).data;
  const entry = async (uid: string) => (await callApi(app.url, boss.token, `${T}/entry/detail/get?workspaceId=${shop}&uid=${uid}`)).data;
  return { boss, shop, jobUid, task, form: data, definition, ids, handedIn, entries, entry };
}

/** A phone with somebody's day on it, once it would open without a network. */
export async function aDay(app: RunningApp, context: BrowserContext, account: Account, shop: string, look: Look): Promise<Page> {
  await speakLanguage(context, app.url, look.locale);
  await setMode(context, app.url, look.mode);
  await signIn(context, account);
  const page = await context.newPage();
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  await expect(card(page)).toBeVisible();
  const kept = () =>
    page.evaluate(async () => (await (await caches.open("parley-day")).keys()).some(({ url }) => url.endsWith("/trades/day")));
  await expect.poll(kept).toBe(true);
  return page;
}

export const card = (page: Page) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Measure", exact: true }) });
export const named = (sentence: string) => sentence.replace("{name}", "Site measure");

/** Somebody's day on a phone that has lost its network, and the form of the day's task as they begin to fill it in. */
export async function begunOffline(app: RunningApp, browser: Browser, { boss, shop, look }: { boss: Account; shop: string; look: Look }) {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  const page = await aDay(app, context, boss, shop, look);
  await context.setOffline(true);
  await card(page)
    .getByRole("button", { name: named(TEXTS[look.locale].trades.entries.fillIn) })
    .click();
  await page.getByRole("radio", { name: "Not yet" }).click();
  await page.getByLabel("What is missing?").fill("The tall unit");
  return { context, page };
}

/** From now on the device lets nothing be written. @returns how it does again */
export async function lockDevice(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const real = IDBDatabase.prototype.transaction;
    const lock = { on: true };
    Object.assign(window, { unlockDevice: () => Object.assign(lock, { on: false }) });
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...what) {
      if (lock.on && what[1] === "readwrite") throw new DOMException("locked", "UnknownError");
      return real.apply(this, what);
    };
  });
  return () => page.evaluate(() => (window as unknown as { unlockDevice: () => void }).unlockDevice());
}

/** What the form still lacks, with a photo that stays on the phone; then it is handed in. */
export async function completeAndHandIn(page: Page, locale: Look["locale"]): Promise<void> {
  const { entries: words } = TEXTS[locale].trades;
  const photo = { name: "gap.jpg", mimeType: "image/jpeg", buffer: await phonePicture() };
  await page.locator("input[type=file][multiple]").first().setInputFiles(photo);
  await expect(page.getByText(words.photoKept)).toBeVisible();
  await page.getByLabel("Length").fill("1800");
  await page.getByLabel(words.signature.name).fill("Lan Nguyễn");
  await page.getByLabel(words.signature.confirm).check();
  await page.getByRole("button", { name: words.handIn }).click();
}

/** From now on the server takes no photo of a phone, as its storage answers while the scanner is away. @returns how it does again */
export async function holdPhotos(context: BrowserContext): Promise<() => Promise<void>> {
  const address = "**/api/storage/ingest/**";
  const unchecked = { code: "notCheckedYet", message: TEXTS.en.errors.notCheckedYet };
  await context.route(address, (route) => route.fulfill({ status: 503, json: unchecked }));
  return () => context.unroute(address);
}
