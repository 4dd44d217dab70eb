import type { BrowserContext, Page } from "@playwright/test";

type Calls = string | RegExp;

/** Holds calls on their way to the server. @returns what lets all of them go: they go on, or get lost */
export async function holdCalls(on: Page | BrowserContext, what: Calls, then: "continue" | "abort" = "continue"): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await on.route(what, async (route) => {
    await held;
    await route[then]();
  });
  return letGo;
}

/** Lets the server do what it is asked, and loses every answer on the way. */
export const loseAnswers = (on: Page | BrowserContext, what: Calls): Promise<unknown> =>
  on.route(what, async (route) => {
    await route.fetch();
    await route.abort();
  });

/** Lets the server do what it is asked, and loses its first answer on the way. @returns how often it was asked */
export async function loseFirstAnswer(on: Page | BrowserContext, what: Calls): Promise<() => number> {
  let asked = 0;
  await on.route(what, async (route) => {
    asked += 1;
    const first = asked === 1;
    const response = await route.fetch();
    await (first ? route.abort() : route.fulfill({ response }));
  });
  return () => asked;
}
