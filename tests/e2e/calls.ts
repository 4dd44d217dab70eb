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

/**
 * Lets the server do what it is asked, and loses its first answer on the way.
 * @param most of how many the answers are lost: two of one press, which goes once more by itself
 * @returns how often it was asked
 */
export async function loseFirstAnswer(on: Page | BrowserContext, what: Calls, most = 1): Promise<() => number> {
  let asked = 0;
  await on.route(what, async (route) => {
    asked += 1;
    const isLost = asked <= most;
    const response = await route.fetch();
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  return () => asked;
}

const TRPC = "/api/trpc/";
const FAILED = {
  error: { json: { message: "It failed.", code: -32603, data: { code: "internal", httpStatus: 500, message: "It failed." } } },
};

/** Lets one question fail at the server, which answers whatever is asked together with it. @returns what lets it be answered again */
export async function failQuery(on: Page | BrowserContext, procedure: string): Promise<() => void> {
  let fails = true;
  const askedIn = ({ pathname }: URL) => (pathname.startsWith(TRPC) ? pathname.slice(TRPC.length).split(",") : []);
  await on.route(
    (url) => fails && askedIn(url).includes(procedure),
    async (route) => {
      const asked = askedIn(new URL(route.request().url()));
      const response = await route.fetch();
      const answers: unknown[] = await response.json();
      await route.fulfill({ response, json: answers.map((answer, at) => (asked[at] === procedure ? FAILED : answer)) });
    },
  );
  return () => {
    fails = false;
  };
}

/** Loses the scripts in which some words stand. @returns what lets them arrive */
export async function loseScripts(on: Page | BrowserContext, words: string): Promise<() => void> {
  let lost = true;
  await on.route(
    ({ pathname }) => lost && pathname.startsWith("/_next/static/chunks/"),
    async (route) => {
      const response = await route.fetch();
      await (lost && (await response.text()).includes(words) ? route.abort() : route.fulfill({ response }));
    },
  );
  return () => {
    lost = false;
  };
}
