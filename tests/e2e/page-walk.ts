import type { Browser, BrowserContext } from "@playwright/test";
import type { RunningApp } from "./app";
import { type Account, test } from "./fixtures";
import { contextAs, LOOKS, lookName, openIn, seePage } from "./looks";

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
 * Looks at every place: accessible, no wider than the screen, in its language and colours; a picture of each is kept. The places take
 * turns in the looks, and with EVERY_LOOK set each is seen in all of them. One worker goes the whole walk, so that it is prepared once.
 */
export function walk<Who extends string>(of: string, prepare: (app: RunningApp, browser: Browser) => Promise<Walk<Who>>): void {
  test.describe(`the pages ${of}`, () => {
    test.describe.configure({ mode: "default" });
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
          await test.step(name, () => seePage(page, name, look));
          await page.close();
        }
        for (const context of contexts.values()) await context.close();
      });
    }
  });
}
