import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { RunningApp } from "./app";
import { type Account, expect, isTooLate, TOO_LATE, test, WIDE } from "./fixtures";
import { contextAs, LOOKS, lookName, openIn, seeMagnified, seePage } from "./looks";

/** A page, the name of its pictures, and who looks at it: a guest or one of the walk's people. */
interface Place<Who extends string> {
  name: string;
  path: string;
  who: "guest" | Who;
}

interface Walk<Who extends string> {
  people: Record<Who, Account>;
  places: readonly Place<Who>[];
}

/**
 * How far what stood on a page may have moved while it came, as browsers count it (https://web.dev/articles/cls): up to 0.1 is good, and
 * nobody is led to press what was not meant. A busy machine paints more of what is in between.
 */
const MOST_SHIFT = 0.15;

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // What happened before is told in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return sum;
  });

/**
 * Looks at every place: accessible, no wider than the screen, magnified either, in its language and colours, standing still while it comes; a picture of
 * each is kept. The places take turns in the looks, and with EVERY_LOOK set each is seen in all of them. One worker goes the whole walk,
 * so that it is prepared once.
 */
export function walk<Who extends string>(of: string, prepare: (app: RunningApp, browser: Browser) => Promise<Walk<Who>>): void {
  test.describe(`the pages ${of}`, { tag: WIDE }, () => {
    test.describe.configure({ mode: "default" });
    // Before the walk is prepared for nothing.
    test.skip(() => isTooLate(), TOO_LATE);
    let prepared: Walk<Who>;

    test.beforeAll(async ({ app, browser }) => {
      prepared = await prepare(app, browser);
    });

    for (const [turn, look] of LOOKS.entries()) {
      test(`are accessible and fit, ${lookName(look)}`, async ({ app, browser }) => {
        test.setTimeout(1_200_000);
        // One browser for each person: what the first page has loaded the next ones have, as with people.
        const contexts = new Map<string, BrowserContext>();
        const places = prepared.places.filter((_, at) => process.env.EVERY_LOOK || at % LOOKS.length === turn);
        for (const { who, name, path } of places) {
          const context =
            contexts.get(who) ?? (await contextAs(browser, app.url, look, who === "guest" ? undefined : prepared.people[who]));
          contexts.set(who, context);
          const page = await openIn(context, app.url + path);
          await test.step(name, async () => {
            expect.soft(await shiftOf(page), `${name} moves while it comes`).toBeLessThan(MOST_SHIFT);
            await seePage(page, name, look);
            await seeMagnified(page, name);
          });
          await page.close();
        }
        for (const context of contexts.values()) await context.close();
      });
    }
  });
}
