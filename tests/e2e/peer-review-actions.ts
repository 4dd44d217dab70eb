import type { Browser, Page } from "@playwright/test";
import { callApi, storedAnswer } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { type Account, expect, newAccount, signIn } from "./fixtures";

export const REVIEWS = "/dashboard/peer-review";
export const REVIEW_CARE = "/dashboard/admin/peer-review";
export const R = "/api/user/personalization/peer-review";

export const RATINGS = { clarity: 3, logic_relevance: 4, expertise_insight: 2, attitude_engagement: 5, rating_overall: 3 };
export const GOOD = "You name the problem in the very first sentence, so that one knows at once what it is about.";
export const SUGGESTION = "Tell at the end what came of it, with one number that shows how much it helped the others.";

/** Somebody with a confirmed address: only they ask, and only they review. */
export async function aPeer(app: RunningApp): Promise<Account> {
  const account = await newAccount(app.url);
  await confirm(app, account);
  return account;
}

export async function confirm(app: RunningApp, { email }: Account): Promise<void> {
  const sql = await databaseOf(app);
  await sql`update users set email_verified_at = now() where email = ${email}`;
  await sql.end();
}

/** What other tests asked for is not in the way of the next ones. */
export async function emptyQueue(app: RunningApp): Promise<void> {
  const sql = await databaseOf(app);
  await sql`delete from review_requests`;
  await sql.end();
}

/** A recorded answer of somebody's, made in a browser of theirs. */
export async function recordedBy(browser: Browser, app: RunningApp, account: Account): Promise<string> {
  const context = await browser.newContext({ baseURL: app.url, permissions: ["microphone", "camera"] });
  await signIn(context, account);
  const uid = await storedAnswer(await context.newPage(), app.url, account);
  await context.close();
  return uid;
}

export const requestOf = async (url: string, { token }: Account, answerId: string) =>
  (await callApi(url, token, `${R}/request/of-answer/get`, { answer_id: answerId })).data;

/** Asks for reviews of an answer, and waits until others may take it. @returns the request's id */
export async function asked(app: RunningApp, account: Account, answerId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { data } = await callApi(app.url, account.token, `${R}/request/save`, { answer_id: answerId, ...more });
  await opened(app, account, answerId);
  return data.uid;
}

export const opened = (app: RunningApp, account: Account, answerId: string) =>
  expect.poll(async () => (await requestOf(app.url, account, answerId))?.openedAt ?? null).not.toBeNull();

export const taken = async (app: RunningApp, { token }: Account) => (await callApi(app.url, token, `${R}/assignment/next`, {})).data;

/** Takes what is next and reviews it. @returns the review's id, as its writer knows it */
export async function reviewed(app: RunningApp, account: Account, more: Record<string, unknown> = {}): Promise<string> {
  const assignment = await taken(app, account);
  const { data } = await callApi(app.url, account.token, `${R}/review/save`, {
    assignmentId: assignment.uid,
    ...RATINGS,
    comments: [{ second: 1, text: "Here it gets clear" }],
    good: GOOD,
    suggestion: SUGGESTION,
    heard: [[0, assignment.recording.duration_ms]],
    ...more,
  });
  return data.uid;
}

export const receivedBy = async (url: string, { token }: Account, requestId: string) =>
  (await callApi(url, token, `${R}/request/detail/get`, { uid: requestId })).data;

/** Plays all of it, as somebody who listens does. */
export async function listen(page: Page): Promise<void> {
  await page
    .locator("main audio, main video")
    .first()
    .evaluate(async (media: HTMLMediaElement) => {
      if (media.readyState < HTMLMediaElement.HAVE_METADATA)
        await new Promise((done) => media.addEventListener("loadedmetadata", done, { once: true }));
      media.currentTime = 0;
      const ended = new Promise((done) => media.addEventListener("ended", done, { once: true }));
      await media.play();
      await ended;
    });
}
