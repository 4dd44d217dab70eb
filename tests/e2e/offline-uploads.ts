import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { UploadRoutes } from "@/server/api/root";
import type { RunningApp } from "./app";
import { type Account, overflows } from "./fixtures";
import { TEXTS } from "./languages";
import { type Look, settled } from "./looks";
import { find, type Prepared, type Press, standing, type WritingForm, walkTable } from "./offline-forms";

/** Where the bytes of every file go. */
const STORAGE = "**/api/storage/ingest/**";

/** A file that somebody sends. */
export interface SentFile extends Pick<WritingForm, "who" | "path" | "open" | "first" | "at" | "ends"> {
  /** The route by which it arrives: one of UploadThing's slugs. */
  sends: keyof UploadRoutes;
  /** The code below src/features that does. */
  by: string;
  /** Chooses it where that sends it, or presses what does. */
  begin: (page: Page) => Promise<unknown>;
  /** Sends again what was chosen before. */
  again: Press;
  /** Where it is told otherwise than in the general words that there is no connection. */
  told?: string;
  /** What was chosen, as it shows until it has arrived. */
  kept?: (page: Page) => Locator;
  /** The page hears that it arrived, though the answer was lost, and has nothing left to press. */
  showsItself?: true;
}

/** Says that there is no connection, in words, and has what was chosen: it can be sent again. */
async function toldAndKept(page: Page, one: SentFile, { locale }: Look): Promise<void> {
  const told = page.getByText(one.told ?? TEXTS[locale].common.offline).filter({ visible: true });
  await expect(told.first(), "it says that there is no connection").toBeVisible();
  const again = await find(page, one.again);
  await expect(again, "it can be sent again").toBeVisible();
  await expect(again, "it can be sent again").toBeEnabled();
  await expect(again, "nothing turns without end").not.toHaveAttribute("aria-busy");
  if (one.kept) await expect(one.kept(page), "what was chosen stays").toBeVisible();
  // On a phone there is room for it, too.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => overflows(page), "with the word in it the page is wider than the screen").toBe(false);
  if (size) await page.setViewportSize(size);
}

/** Sends a file without a network, then with one that loses the answer, and then once more: it is told, kept, and there once. */
async function sendThrice(page: Page, app: RunningApp, eyes: Account | undefined, one: SentFile & Named, as: Look): Promise<void> {
  const context = page.context();
  const state = () => standing(app, eyes, one);
  const again = async () => (await find(page, one.again)).click();
  await page.goto(app.url + one.path);
  await settled(page);
  for (const what of one.open ?? []) await (await find(page, what)).click();
  await one.first?.(page);
  const before = await state();

  await context.setOffline(true);
  await one.begin(page);
  await toldAndKept(page, one, as);
  await again();
  await toldAndKept(page, one, as);
  expect(await state(), "nothing has arrived").toBe(before);

  await context.setOffline(false);
  let lost = 0;
  await page.route(STORAGE, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    const answer = await route.fetch();
    expect(answer.status(), await answer.text()).toBe(200);
    lost += 1;
    await route.abort();
  });
  await again();
  await expect.poll(() => lost, "all of it was sent").toBe(1);
  await expect.poll(state, "it has arrived, though nobody heard so").not.toBe(before);
  const taken = await state();
  if (!one.showsItself) {
    await toldAndKept(page, one, as);
    await page.unroute(STORAGE);
    const sent = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().includes("/api/storage/ingest/"));
    await again();
    expect((await sent).status()).toBe(200);
  }
  await one.ends?.(page);
  expect(await state(), "it is there once").toBe(taken);
}

/** Walks are known by what they call, and a file's by its route. */
interface Named {
  calls: string;
}

export const walkUploads = (of: string, prepare: (app: RunningApp, browser: Browser) => Promise<Prepared<SentFile>>): void =>
  walkTable(
    `every form ${of} that sends a file tells of a lost network, keeps what was chosen, and is taken once`,
    async (app, browser): Promise<Prepared<SentFile & Named>> => {
      const { people, forms } = await prepare(app, browser);
      return { people, forms: forms.map((one) => ({ ...one, calls: one.sends })) };
    },
    sendThrice,
  );
