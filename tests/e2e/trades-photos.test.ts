import type { Browser } from "@playwright/test";
import { phonePicture } from "#tests/factories/pictures";
import { MOST_ENTRY_FILES } from "@/features/trades/files/rules";
import type { RunningApp } from "./app";
import { aMeasure, begunOffline, card, named } from "./begun-actions";
import { answerOf } from "./database";
import { expect, test } from "./fixtures";
import { TEXTS } from "./languages";
import type { Look } from "./looks";

test("photos of a form that is handed in while they are on their way are handed in with it", async ({ app, browser }) => {
  const look: Look = { locale: "en", mode: "light", width: 360 };
  const { entries: words } = TEXTS.en.trades;
  const { boss, shop, entries, entry } = await aMeasure(app);
  const { context, page } = await begunOffline(app, browser, { boss, shop, look });
  await page.getByLabel("Length").fill("1800");
  const buffer = await phonePicture();
  const photos = ["gap.jpg", "corner.jpg"].map((name) => ({ name, mimeType: "image/jpeg", buffer }));
  await page.locator("input[type=file][multiple]").first().setInputFiles(photos);
  await expect(page.getByText(words.photoKept)).toHaveCount(2);

  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  // Where an upload goes on is asked before it goes.
  const sent: string[] = [];
  await context.route("**/api/storage/ingest/**", async (route) => {
    sent.push(route.request().method());
    await held;
    await route.continue();
  });
  await context.setOffline(false);
  await expect.poll(() => sent).toHaveLength(1);
  await page.getByLabel(words.signature.name).fill("Lan Nguyễn");
  await page.getByLabel(words.signature.confirm).check();
  await page.getByRole("button", { name: words.handIn }).click();
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  letThrough();
  await expect(card(page).getByText(named(words.filled))).toBeVisible();
  const [one] = await entries();
  expect(one).toMatchObject({ state: "submitted" });
  const { answers } = await entry(one.uid);
  const taken = Object.values<{ kind: string; photos?: string[] }>(answers).filter(({ kind }) => kind === "photo");
  expect(taken.map((answer) => answer.photos?.length)).toEqual([2]);
  // Each went once, and none stays on the phone.
  expect(sent.filter((method) => method === "PUT")).toHaveLength(2);
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open("parley-forms");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const counting = opening.result.transaction("photos").objectStore("photos").count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  await expect.poll(left).toBe(0);
  await context.close();
});

/** What photos of one form have in common. */
const COLUMNS = "workspace_id, entry_id, uploader_id, name, type, size_bytes";

/** A form that is filled in but for its photos, on a phone without a network, and what stands in the photo field. */
async function filledIn(app: RunningApp, browser: Browser) {
  const { entries: words } = TEXTS.en.trades;
  const shop = await aMeasure(app);
  const opened = await begunOffline(app, browser, { ...shop, look: { locale: "en", mode: "light", width: 360 } });
  const { page } = opened;
  await page.getByLabel("Length").fill("1800");
  await page.getByLabel(words.signature.name).fill("Lan Nguyễn");
  await page.getByLabel(words.signature.confirm).check();
  const choose = async (...photos: (readonly [name: string, content: Buffer])[]) =>
    page
      .locator("input[type=file][multiple]")
      .first()
      .setInputFiles(photos.map(([name, buffer]) => ({ name, mimeType: "image/jpeg", buffer })));
  const handIn = () => page.getByRole("button", { name: words.handIn }).click();
  const leaveOut = (number: number) =>
    page.getByRole("button", { name: words.leavePhotoOut.replace("{name}", words.photo.replace("{number}", String(number))) }).click();
  /** The photos of what was handed in, once it was. */
  const photosThere = async () => {
    await expect(card(page).getByText(named(words.filled))).toBeVisible();
    const [one] = await shop.entries();
    expect(one).toMatchObject({ state: "submitted" });
    const { answers } = await shop.entry(one.uid);
    return Object.values<{ photos?: string[] }>(answers).flatMap(({ photos = [] }) => photos).length;
  };
  return { ...opened, ...shop, words, choose, handIn, leaveOut, photosThere };
}

test("a form that is handed in while a photo is still being made smaller is handed in with it, and takes nothing more meanwhile", async ({
  app,
  browser,
}) => {
  const { context, page, words, choose, handIn, photosThere } = await filledIn(app, browser);
  // A phone that takes its time.
  await page.evaluate(() => {
    const real = window.createImageBitmap.bind(window);
    const ready = new Promise<void>((resolve) => Object.assign(window, { goOn: resolve }));
    Object.assign(window, { createImageBitmap: async (file: Blob) => ready.then(() => real(file)) });
  });
  await choose(["gap.jpg", await phonePicture()]);
  await expect(page.getByText(words.photoPreparing)).toBeVisible();
  await handIn();
  await expect(page.getByRole("button", { name: words.handIn })).toHaveAttribute("aria-busy", "true");
  const missing = page.getByLabel("What is missing?");
  await missing.focus();
  await page.keyboard.type(" and the sink");
  await page.getByLabel("Length").press("9");
  await expect(missing).toHaveValue("The tall unit");
  await expect(page.getByLabel("Length")).toHaveValue("1800");
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  await context.setOffline(false);
  expect(await photosThere()).toBe(1);
  await context.close();
});

test("a photo that a full device does not keep is told, and nothing is handed in without it", async ({ app, browser }) => {
  const { context, page, words, choose, handIn, photosThere } = await filledIn(app, browser);
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    const full = { is: true };
    Object.assign(window, { makeRoom: () => Object.assign(full, { is: false }) });
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...what) {
      if (full.is && this.name === "photos") throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, what);
    };
  });
  await choose(["gap.jpg", await phonePicture()]);
  await expect(page.getByText(words.photoUnkept)).toBeVisible();
  await expect(page.getByText(words.photoKept)).toHaveCount(0);
  await handIn();
  await expect(page.getByText("There was no room on this device to keep one photo.")).toBeVisible();
  // Handed in it is not: it can be written in again.
  await page.getByLabel("What is missing?").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and the sink");
  await expect(page.getByLabel("What is missing?")).toHaveValue("The tall unit and the sink");
  // It is there as long as the page is, wherever one goes on it.
  await page.getByRole("button", { name: words.begun.back }).click();
  await card(page)
    .getByRole("button", { name: named(words.begun.goOn) })
    .click();
  await expect(page.getByText(words.photoUnkept)).toBeVisible();
  await page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom());
  await handIn();
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  await context.setOffline(false);
  expect(await photosThere()).toBe(1);
  await context.close();
});

test("a form that was handed in without a network with a photo that is not taken says so, and is handed in without that", async ({
  app,
  browser,
}) => {
  const { context, page, shop, entries, words, choose, handIn, leaveOut, photosThere } = await filledIn(app, browser);
  const whole = await phonePicture();
  await choose(["gap.jpg", whole], ["torn.jpg", whole.subarray(0, 600)]);
  await expect(page.getByText(words.photoKept)).toHaveCount(2);
  await handIn();
  await expect(card(page).getByText(named(words.begun.filled))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(named(words.begun.refused))).toBeVisible();
  await expect(page.getByText("One photo wasn’t accepted, so nothing has been handed in yet.")).toBeVisible();
  expect(await entries()).toMatchObject([{ state: "draft" }]);
  await page.getByRole("button", { name: words.begun.open, exact: true }).click();
  await expect(page.getByText(TEXTS.en.trades.files.problems.unreadable)).toBeVisible();
  await leaveOut(2);

  // As many as it takes were sent for it, and left out again.
  const copies = `insert into workspace_files (${COLUMNS}, id, file_key)
    select ${COLUMNS}, gen_random_uuid(), gen_random_uuid()::text from workspace_files, generate_series(2, ${MOST_ENTRY_FILES})
    where entry_id is not null and workspace_id = $1 returning id`;
  await answerOf(app, copies, shop);
  await choose(["corner.jpg", whole]);
  await handIn();
  await expect(page.getByText(named(words.begun.refused))).toBeVisible();
  await page.getByRole("button", { name: words.begun.open, exact: true }).click();
  await expect(page.getByText(TEXTS.en.trades.files.problems.many)).toBeVisible();
  await leaveOut(2);
  await handIn();
  expect(await photosThere()).toBe(1);
  await expect(page.getByText(named(words.begun.refused))).toHaveCount(0);
  await context.close();
});
