import type { Page } from "@playwright/test";
import { holdCalls } from "./calls";
import { expect, test } from "./fixtures";
import { TEXTS } from "./languages";
import { tell } from "./notification-actions";
import { begun, SUPPORT, said, sendMessage } from "./support-actions";

const en = TEXTS.en;

/** A page whose scripts stand still with all that they hold, as a phone leaves one in the background. @returns wakes it up */
async function fallAsleep(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Debugger.enable");
  const paused = new Promise((resolve) => devtools.once("Debugger.paused", resolve));
  await devtools.send("Debugger.pause");
  // Something has to run to be stopped.
  devtools.send("Runtime.evaluate", { expression: "0" }).catch(() => {});
  await paused;
  return async () => {
    await devtools.send("Debugger.resume");
    await devtools.detach();
  };
}

/** Who holds a lock and how many wait for it, as the browser knows. */
const queue = (page: Page, name: string) =>
  page.evaluate(async (lock) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [held, pending].map((locks) => locks.filter((one) => one.name === lock).length);
  }, name);

const bell = (page: Page, told: RegExp) => page.getByRole("button", { name: told });
const NONE = /^Notifications$/;
const ONE = /\b1 unread/i;
const TWO = /\b2 unread/i;

test("live news come to a tab although the one that follows them is asleep, and to both when it wakes up", async ({
  page,
  app,
  account,
  context,
}) => {
  await page.goto("/dashboard");
  await expect(bell(page, NONE)).toBeVisible();
  await expect.poll(() => queue(page, "parley-live")).toEqual([1, 0]);
  const other = await context.newPage();
  await other.goto("/dashboard/practice");
  await expect(bell(other, NONE)).toBeVisible();
  await expect.poll(() => queue(other, "parley-live")).toEqual([1, 1]);
  const wake = await fallAsleep(page);
  await tell(app, account, "First");
  await expect(bell(other, ONE)).toBeVisible({ timeout: 60_000 });
  await wake();
  await expect(bell(page, ONE)).toBeVisible();
  await expect.poll(() => queue(other, "parley-live")).toEqual([1, 1]);
  await tell(app, account, "Second");
  for (const tab of [page, other]) await expect(bell(tab, TWO)).toBeVisible();
});

test("a message goes out although a tab fell asleep while it was sending another one, and each goes once", async ({
  page,
  app,
  account,
  context,
}) => {
  const { label } = en.support.composer;
  const uid = await begun(app.url, account, "Asleep", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  await expect(page.getByRole("log").getByText("First")).toBeVisible();
  const answer = await holdCalls(page, /support\.chat\.send/);
  const asking = page.waitForRequest(/support\.chat\.send/);
  await sendMessage(page, label, "Second");
  await asking;
  const wake = await fallAsleep(page);
  const other = await context.newPage();
  await other.goto(`${SUPPORT}?conversation=${uid}`);
  await sendMessage(other, label, "Third");
  const texts = async () => (await said(app.url, account, uid)).filter(({ kind }) => kind === "text").map(({ text }) => text);
  await expect.poll(texts, { timeout: 60_000 }).toEqual(["First", "Second", "Third"]);
  answer();
  await wake();
  for (const tab of [page, other]) await expect(tab.getByRole("log").getByText(en.support.thread.onItsWay)).toHaveCount(0);
  expect(await texts()).toEqual(["First", "Second", "Third"]);
});
