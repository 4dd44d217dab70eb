import type { BrowserContext, Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import { type Account, anyQuestion, expect } from "./fixtures";

const p = en.practice;
export const P = "/api/user/personalization/practice";

/** Goes to where any question is answered, as whoever is logged in. */
export async function openSession(page: Page, url: string, { token }: Account): Promise<void> {
  const question = await anyQuestion(url, token);
  await page.goto(`${url}/dashboard/practice/session?question=${question.uid}`);
}

/** Starts a take (in English) and lets it run for a while. */
export async function startTake(page: Page, url: string, account: Account, kind: "audio" | "video", ms: number): Promise<void> {
  await openSession(page, url, account);
  await page.getByRole("radio", { name: p.check[kind] }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(ms);
}

/** Lets a test put the page's clock forward, in milliseconds, as `ahead` of its window: nothing else goes faster. */
export const goAhead = (context: BrowserContext) =>
  context.addInitScript(() => {
    const real = performance.now.bind(performance);
    const clock = Object.assign(window, { ahead: 0 });
    performance.now = () => real() + clock.ahead;
  });

/** Calls the REST API as an account. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at by tests
export async function callApi(url: string, token: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** A stored and rated answer, recorded in the browser. @returns its uid */
export async function storedAnswer(page: Page, url: string, account: Account): Promise<string> {
  await startTake(page, url, account, "audio", 2_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(url, account.token, `${P}/answer/get`);
  const [answer] = data as { uid: string; question_id: string }[];
  if (!answer) throw new Error("the answer was not stored");
  const ratings = { clarity: 4, logic_relevance: 3, expertise_insight: 4, attitude_engagement: 5, rating_overall: 4 };
  await callApi(url, account.token, `${P}/answer/save`, {
    uid: answer.uid,
    question_id: answer.question_id,
    rate_your_self: ratings,
    comments: "Name the result earlier.",
  });
  return answer.uid;
}

/**
 * Notes what the page tells its reader of failures from now on, and for how short a time ever.
 * @returns what it has told; it fails where the page has been loaded anew
 */
export async function watchErrors(page: Page): Promise<() => Promise<string[]>> {
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.evaluate(() => {
    const told = new Set<string>();
    const look = () => {
      for (const one of document.querySelectorAll('[role="alert"], [data-sonner-toast][data-type="error"]'))
        told.add(one.textContent ?? "");
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { toldOfErrors: told });
  });
  return async () => [...thrown, ...(await page.evaluate(() => [...(window as unknown as { toldOfErrors: Set<string> }).toldOfErrors]))];
}
