import type { Browser, BrowserContext, Page } from "@playwright/test";
import { keepFigures } from "#tests/factories/figures";
import { BUILD_HEADER } from "@/lib/build";
import { callApi, P, startTake } from "./actions";
import { type RunningApp, startApp } from "./app";
import { type Account, expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { contextAs, inLook, LOOKS, lookName, seePage } from "./looks";
import { nextRelease } from "./other-build";

const SETTINGS = "/dashboard/settings/account";
/** A procedure that the next release calls otherwise: what an older page sends there is not known any more. */
const RENAMED = { updateProfile: "renewProfile" };
const t = TEXTS.en;
const n = t.newVersion;

const bar = (page: Page, words: typeof n = n) => page.getByRole("complementary", { name: words.label });
/** Marks the document, so that another one can be told from it. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.before = "yes";
  });
const isOld = async (page: Page) => (await page.locator("html[data-before]").count()) > 0;

test.describe("a tab that was open before a deploy", () => {
  test.describe.configure({ mode: "default" });
  test.setTimeout(300_000);
  let app: RunningApp;
  let next: RunningApp;
  let release: Awaited<ReturnType<typeof nextRelease>>;
  const open: BrowserContext[] = [];
  const tabs = new Map<string, { page: Page; account: Account }>();
  /** The builds of whose answers the tab that records has heard since the deploy began. */
  const heard = new Set<string>();

  const tab = async (browser: Browser, name: string, path: string, look = LOOKS[0]): Promise<Page> => {
    const account = await newAccount(app.url);
    if (!look) throw new Error("no look");
    const context = await contextAs(browser, app.url, look, account);
    open.push(context);
    const page = await context.newPage();
    // Its time can be moved on.
    if (name === "idle") await page.clock.install();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    tabs.set(name, { page, account });
    return page;
  };
  const of = (name: string) => {
    const found = tabs.get(name);
    if (!found) throw new Error(`no such tab: ${name}`);
    return found;
  };

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(300_000);
    release = await nextRelease(RENAMED);
    app = await startApp();
    for (const name of ["draft", "schema"]) {
      const page = await tab(browser, name, SETTINGS);
      await expect(page.getByLabel(t.auth.firstName)).toHaveValue("Amal");
      await page.getByLabel(t.account.profile.profession).fill("Stone mason");
    }
    await tab(browser, "part", "/dashboard");
    await tab(browser, "idle", "/dashboard/answers");
    for (const look of LOOKS) await tab(browser, lookName(look), "/dashboard/answers", look);
    const recording = await tab(browser, "recording", "/dashboard");
    await startTake(recording, app.url, of("recording").account, "audio", 1_000);
    for (const { page } of tabs.values()) await mark(page);

    recording.on("response", (answer) => heard.add(answer.headers()[BUILD_HEADER] ?? ""));
    // The deploy: the old release ends, and the next one starts on its data, at its address.
    await app.terminate();
    next = await startApp({ PORT: new URL(app.url).port, DATA_DIR: app.dataDir }, undefined, release.folder);
  });

  test.afterAll(async () => {
    for (const context of open) await context.close();
    await next?.terminate();
    await app?.stop();
    release?.remove();
  });

  test("is not interrupted while it records, and is offered the new version when the take is safe", async () => {
    const { page, account } = of("recording");
    // It has heard of the new version, as every answer and every live stream tells it.
    const build = (await fetch(`${next.url}/api/health/live`)).headers.get(BUILD_HEADER) ?? "";
    expect(build).not.toBe("");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => heard.has(build)).toBe(true);
    await page.waitForTimeout(1_000);
    await expect(page.getByText(t.practice.recording.title, { exact: true })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await page.getByRole("button", { name: t.practice.recording.stop }).click();
    await expect(page.getByText(t.practice.review.stored, { exact: true })).toBeVisible();
    await expect(bar(page)).toBeVisible();
    expect(await isOld(page)).toBe(true);
    const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
    expect(data).toHaveLength(1);
  });

  test("gets the next page whole and new, without an error, and finds what was typed", async () => {
    const { page } = of("draft");
    await page.getByRole("link", { name: t.account.sections.devices }).click();
    await expect(page.getByRole("heading", { name: t.account.devices.title })).toBeVisible();
    await page.getByRole("link", { name: t.shell.places.answers, exact: true }).first().click();
    await expect.poll(() => isOld(page)).toBe(false);
    await expect(page.getByText(t.pageError.title)).toHaveCount(0);
    await page.goto(SETTINGS);
    await expect(page.getByLabel(t.account.profile.profession)).toHaveValue("Stone mason");
    await expect(bar(page)).toHaveCount(0);
  });

  test("loads itself anew, once, where a part of it is gone", async () => {
    const { page } = of("part");
    let loads = 0;
    page.on("load", () => {
      loads++;
    });
    const pressed = performance.now();
    await page.getByRole("button", { name: t.appearance.title }).first().click();
    await expect.poll(() => isOld(page)).toBe(false);
    keepFigures("a tab from before a deploy of which a part is gone", {
      "pressed, and loaded anew, ms": Math.round(performance.now() - pressed),
      "tabs that were open, none of which lost anything": tabs.size,
    });
    await expect(page.getByText(t.pageError.title)).toHaveCount(0);
    // What was drawn by the server may be clicked before it listens; and what a busy page took late lies above its button by now.
    const drawer = page.getByRole("heading", { name: t.appearance.title });
    await expect(async () => {
      if (!(await drawer.isVisible())) await page.getByRole("button", { name: t.appearance.title }).first().click({ timeout: 5_000 });
      await expect(drawer).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    expect(loads).toBe(1);
  });

  test("works when somebody comes back to it after five minutes who has heard of nothing", async () => {
    const { page } = of("idle");
    await page.clock.fastForward("05:00");
    await page.getByRole("link", { name: t.shell.places.home, exact: true }).first().click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(t.pageError.title)).toHaveCount(0);
    await expect.poll(() => isOld(page)).toBe(false);
  });

  test("is told that it is outdated where the server no longer understands it, and saves after a reload", async () => {
    const { page, account } = of("schema");
    await page.getByRole("button", { name: t.account.profile.save }).click();
    await expect(page.getByText(n.outdated)).toBeVisible();
    await expect(page.getByLabel(t.account.profile.profession)).toHaveValue("Stone mason");
    await bar(page).getByRole("button", { name: n.reload }).click();
    await expect.poll(() => isOld(page)).toBe(false);
    await expect(page.getByLabel(t.account.profile.profession)).toHaveValue("Stone mason");
    await page.getByRole("button", { name: t.account.profile.save }).click();
    await expect(page.getByText(t.common.saved)).toBeVisible();
    const { data } = await callApi(app.url, account.token, "/api/user/personalization/account/detail/profile/get");
    expect(data.profession).toBe("Stone mason");
  });

  for (const look of LOOKS)
    test(`is offered the new version by a quiet bar, ${lookName(look)}`, inLook(look), async () => {
      const { page } = of(lookName(look));
      const words = TEXTS[look.locale].newVersion;
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(bar(page, words)).toBeVisible();
      await seePage(page, "new-version", look);
      await bar(page, words).getByRole("button", { name: words.reload }).click();
      await expect.poll(() => isOld(page)).toBe(false);
      await expect(bar(page, words)).toHaveCount(0);
    });
});
