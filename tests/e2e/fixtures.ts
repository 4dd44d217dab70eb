import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page, type Request } from "@playwright/test";
import { DEFAULT_LOCALE, type Locale, localeTag } from "@/lib/locales";
import { type RunningApp, startApp } from "./app";

export interface Account {
  email: string;
  password: string;
  token: string;
}

/** The tag of tests that look further rather than at something new: at every page, at every form, in the second of two looks. */
export const WIDE = "@wide";
export const TOO_LATE = "this machine is slow";
/** The moments, in milliseconds of Unix time, after which no such test, and none at all, begins any more in CI (src/bin/test.mjs). */
const { WIDE_UNTIL = "Infinity", BROWSER_UNTIL = "Infinity" } = process.env;
export const isTooLate = (isWide = true): boolean => Date.now() > Number(isWide ? WIDE_UNTIL : BROWSER_UNTIL);

/** How Chromium says that a page's own Content-Security-Policy or Permissions-Policy refuses something. */
const REFUSED = /Content Security Policy|Permissions policy violation/i;
/** Where pictures of pages are taken, whoever takes them asks once more for a picture that shows from memory: no page of ours does. */
const BY_PICTURES = /^Connecting to 'blob:/;
/** Whether a line of a browser's console says that a page's policy refused it something. */
export const isRefusal = (line: string): boolean => REFUSED.test(line) && !(TAKES_PICTURES && BY_PICTURES.test(line));

interface Fixtures {
  /** A fresh account that is signed in in this test's browser. */
  account: Account;
  /** Saves what the page looks like for a person to see, and checks that it is accessible as it stands. */
  look: (name: string) => Promise<void>;
  /** Stops what this test starts for itself when it is over, however that goes. */
  own: <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>;
  /** When a test fails, says what its pages asked for in vain: what was refused, was lost, or is still under way. */
  unanswered: undefined;
  /** Fails a test in which a page threw, or was refused something by its own policy, or the server logged an error. */
  unharmed: undefined;
  /** Words of what a test does to its pages or its server on purpose, and what `unharmed` therefore lets pass. */
  harm: RegExp | undefined;
  /** Leaves a test out where it is too late for it. */
  inTime: undefined;
}

export const test = base.extend<Fixtures, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  account: async ({ app, context }, use) => {
    const account = await newAccount(app.url);
    await signIn(context, account);
    await use(account);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  own: async ({}, use) => {
    const started: { stop(): Promise<void> }[] = [];
    await use(async (starting) => {
      const one = await starting;
      started.push(one);
      return one;
    });
    for (const one of started.reverse()) await one.stop();
  },
  unanswered: [
    async ({ browser }, use, info) => {
      const open = new Map<Request, string>();
      const listen = (context: BrowserContext) => {
        context.on("request", (request) => open.set(request, "no answer"));
        context.on("response", (answer) => open.set(answer.request(), answer.ok() ? "no end" : String(answer.status())));
        context.on("requestfailed", (request) => open.set(request, request.failure()?.errorText ?? "failed"));
        context.on("requestfinished", (request) => open.get(request) === "no end" && open.delete(request));
      };
      browser.on("context", listen);
      await use(undefined);
      browser.off("context", listen);
      if (info.status === info.expectedStatus) return;
      for (const [request, end] of open) console.log(`${request.method()} ${request.url()}: ${end}`);
    },
    { auto: true },
  ],
  harm: [undefined, { option: true }],
  unharmed: [
    async ({ app, browser, harm }, use) => {
      const seen: string[] = [];
      const before = app.errors.length;
      const listen = (context: BrowserContext) => {
        context.on("weberror", (thrown) => seen.push(`${thrown.page()?.url()}: ${thrown.error().stack}`));
        context.on("console", (said) => isRefusal(said.text()) && seen.push(`${said.page()?.url()}: ${said.text()}`));
      };
      browser.on("context", listen);
      await use(undefined);
      browser.off("context", listen);
      seen.push(...app.errors.slice(before));
      expect(seen.filter((one) => !harm?.test(one))).toEqual([]);
    },
    { auto: true },
  ],
  inTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use, info) => {
      info.skip(isTooLate(info.tags.includes(WIDE)), TOO_LATE);
      await use(undefined);
    },
    { auto: true },
  ],
  look: async ({ page }, use) => {
    mkdirSync("test-results/pages", { recursive: true });
    await use(async (name) => {
      // A full-page picture shows the sticky header where the page stands.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      if (TAKES_PICTURES) await page.screenshot({ path: `test-results/pages/${name}.png`, fullPage: true });
      expect.soft(await violations(page), name).toEqual([]);
    });
  },
});

export { expect };

/** @param locale the language of its mails and of its archive */
export async function newAccount(url: string, locale: Locale = DEFAULT_LOCALE): Promise<Account> {
  const account = { email: `${randomUUID()}@example.com`, password: "correct horse battery" };
  const answer = await fetch(`${url}/api/account/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": localeTag(locale) },
    body: JSON.stringify({ ...account, firstName: "Amal", lastName: "Osman" }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { ...account, token: accessToken };
}

/** As a login leaves a browser: the token in local storage. */
export async function signIn(context: BrowserContext, { token }: Account): Promise<void> {
  await context.addInitScript((value) => {
    // A frame that is still empty has no storage.
    if (window.origin === "null") return;
    // Only once: a logout in the test must stay one.
    if (!sessionStorage.getItem("signed-in")) localStorage.setItem("accessToken", value);
    sessionStorage.setItem("signed-in", "yes");
  }, token);
}

export async function speakLanguage(context: BrowserContext, url: string, locale: Locale): Promise<void> {
  await context.addCookies([{ name: "i18nextLng", value: locale, url }]);
}

export async function setMode(context: BrowserContext, url: string, mode: "light" | "dark"): Promise<void> {
  await context.addCookies([{ name: "themeMode", value: mode, url }]);
}

/** The first question of the bank, through the API. */
export async function anyQuestion(url: string, token: string): Promise<{ uid: string; text: string }> {
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { data: { uid: string; text: string }[] };
  };
  const P = "/api/user/personalization/practice";
  const categories = await get(`${P}/category/get`);
  const questions = await get(`${P}/question/get?category_id=${categories.data[0]?.uid}`);
  const [question] = questions.data;
  if (!question) throw new Error("the question bank is empty");
  return question;
}

/**
 * axe in the page itself: none has frames of other origins, for whose sake it would gather its findings in a blank page of its own. Of what
 * is as it should be it says no more than that.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], selectors: false }).setLegacyMode();

/** Pictures are for people: where nobody looks they are not taken, unless PICTURES asks for them. */
export const TAKES_PICTURES = !process.env.CI || Boolean(process.env.PICTURES);

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * What axe finds against WCAG 2.2 AA, and on pages of ours against its own best practices, one line each. Behind an open menu there is no
 * page: best practices speak of headings and landmarks that are not to be found then.
 */
export async function violations(page: Page, document: "page" | "menu" | "mail" = "page"): Promise<string[]> {
  const tags = document === "page" ? [...WCAG, "best-practice"] : WCAG;
  // A frame in which no script may run cannot be looked into, and what fades away is read no more.
  const run = axe(page).withTags(tags).exclude("iframe[sandbox]").exclude('[data-sonner-toast][data-removed="true"]');
  // What fades in is read when it is there, not at half its ink; and what comes from now on, such as a toast, comes at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const ends = window.document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ends.map((one) => one.finished));
  });
  const { violations: found } = await run.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`));
}

/** Whether the page is wider than the screen, or an open dialog's content than the dialog: a person would have to scroll sideways. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth > window.innerWidth + 1 ||
      [...document.querySelectorAll('[id^="headlessui-dialog-panel"]')].some((panel) => panel.scrollWidth > panel.clientWidth + 1),
  );
