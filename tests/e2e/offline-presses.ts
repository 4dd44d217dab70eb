import { type Browser, expect, type Locator, type Page, type Request } from "@playwright/test";
import type { RunningApp } from "./app";
import type { Account } from "./fixtures";
import { TEXTS } from "./languages";
import { settled } from "./looks";
import { find, type Prepared, type Press, standing, type WritingForm, walkTable, write } from "./offline-forms";

/** What is done with a press or two, and nothing that a draft would keep. */
export interface OnePress
  extends Pick<WritingForm, "calls" | "by" | "who" | "path" | "open" | "fields" | "first" | "at" | "seenBy" | "ends"> {
  /** What is pressed each time, in its order: of a menu, what opens it first. */
  press: readonly Press[];
  /** Where it is pulled to, where pressing it is not what does it. */
  onto?: (page: Page) => Locator;
}

/** Two ways of saying it: the second where what was typed is kept on the device. */
const { offline, offlineKept } = TEXTS.en.common;

/** What the page shows, as who cannot see it hears it; what is said of the network is not of it. */
async function shows(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog");
  const scope = (await dialog.count()) > 0 ? dialog.last() : page.getByRole("main");
  const lines = (await scope.ariaSnapshot()).split("\n");
  return lines.filter((line) => !line.includes(offline) && !line.includes(offlineKept) && !/^\s*- alert\b/.test(line)).join("\n");
}

/** What a page has asked the server for, and waits for: not what it listens to for as long as it is open. */
function awaited(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => /\/api\/trpc\/(?!\w+\.live\b)/.test(request.url()) && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

/** What the page shows when all of it has come: choices of a field may come after everything else, and without a sign. */
async function showsAtLast(page: Page, open: ReadonlySet<Request>): Promise<string> {
  let shown = "";
  await expect
    .poll(async () => {
      const before = shown;
      shown = await shows(page);
      return open.size === 0 && shown === before;
    }, "the page comes to rest")
    .toBe(true);
  return shown;
}

/** Pulls it there by the mouse. */
async function pull(page: Page, what: Locator, onto: Locator): Promise<void> {
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error("nowhere");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 20, { steps: 5 });
  await page.mouse.up();
}

/** Presses without a network: that is said, and nothing shows or counts that was not done. Then with one: it is done, once. */
async function pressTwice(page: Page, app: RunningApp, eyes: Account | undefined, one: OnePress): Promise<void> {
  const pressAll = async (all: readonly Press[]) => {
    for (const what of all) {
      const button = await find(page, what);
      // What never comes is this one's failure, and not the end of the whole walk.
      await expect(button, String(what)).toBeVisible();
      await button.click();
    }
  };
  const press = async () => (one.onto ? pull(page, await find(page, one.press[0] ?? ""), one.onto(page)) : pressAll(one.press));
  const open = awaited(page);
  await page.goto(app.url + one.path);
  await settled(page);
  await pressAll(one.open ?? []);
  for (const field of one.fields ?? []) await write(page, field);
  await one.first?.(page);
  // A menu that led to a dialog goes slowly, and has a word like the dialog's.
  if ((await page.getByRole("dialog").count()) > 0) await expect(page.getByRole("menu")).toHaveCount(0);
  // What is pressed may come with more that is not there yet.
  await expect(await find(page, one.press[0] ?? ""), String(one.press[0])).toBeVisible();
  await settled(page);
  const [before, shown] = [await standing(app, eyes, one), await showsAtLast(page, open)];

  await page.context().setOffline(true);
  await press();
  const told = page.getByText(offline).or(page.getByText(offlineKept));
  await expect(told.filter({ visible: true }).first(), "it says that there is no connection").toBeVisible();
  await expect.poll(() => shows(page), "nothing shows that was not done").toBe(shown);
  const button = await find(page, one.press[0] ?? "");
  await expect(button, "it can be pressed again").toBeEnabled();
  await expect(button, "nothing turns without end").not.toHaveAttribute("aria-busy");
  expect(await standing(app, eyes, one), "nothing has arrived").toBe(before);

  await page.context().setOffline(false);
  const address = new RegExp(`/api/trpc/${one.calls.replaceAll(".", "\\.")}(\\?|$)`);
  let asked = 0;
  page.on("request", (request) => {
    if (address.test(request.url())) asked += 1;
  });
  const [answer] = await Promise.all([page.waitForResponse((response) => address.test(response.url())), press()]);
  expect(answer.status(), await answer.text().catch(() => "")).toBe(200);
  await expect.poll(() => standing(app, eyes, one), "it is done").not.toBe(before);
  await one.ends?.(page);
  expect(asked, "it was asked for once").toBe(1);
  for (const event of ["request", "requestfinished", "requestfailed"] as const) page.removeAllListeners(event);
}

export const walkPresses = (of: string, prepare: (app: RunningApp, browser: Browser) => Promise<Prepared<OnePress>>): void =>
  walkTable(
    `every form of one press ${of} tells of a lost network, shows nothing that was not done, and is done once`,
    prepare,
    pressTwice,
  );
