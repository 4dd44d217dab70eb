import type { Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P } from "./actions";
import { type Account, expect } from "./fixtures";
import { filled } from "./words";

const WORDS = { en: en.practice, ar: ar.practice };

/** Sets up three questions with the shortest times, and checks the devices: the next click starts. */
export async function setUp(page: Page, url: string, language: keyof typeof WORDS = "en"): Promise<void> {
  const p = WORDS[language];
  const s = p.simulation;
  await page.goto(`${url}/dashboard/practice/simulation`);
  await page.getByRole("radiogroup", { name: s.setup.questions }).getByRole("radio").first().click();
  await page.getByRole("radio", { name: s.setup.sameTimes }).click();
  await page.getByRole("radiogroup", { name: p.setup.readingTime }).getByRole("radio").first().click();
  await page.getByRole("radiogroup", { name: p.setup.answerTime }).getByRole("radio").first().click();
  await page.getByRole("button", { name: s.setup.draw }).click();
  await page.getByRole("button", { name: p.check.continue }).click();
}

/** The same, up to the first question's reading time. */
export async function started(page: Page, url: string): Promise<void> {
  await setUp(page, url);
  await page.getByRole("button", { name: filled(en.practice.simulation.run.start, { position: 1 }) }).click();
  await asks(page, 1);
}

/** A question of the three is being read. */
export async function asks(page: Page, position: number): Promise<void> {
  await expect(page.getByText(filled(en.practice.simulation.run.progress, { position, count: 3 }), { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(en.practice.reading.title)).toBeVisible();
}

/** Answers without reading to the end. */
export async function answers(page: Page, ms: number): Promise<void> {
  await page.getByRole("button", { name: en.practice.reading.answerNow }).click();
  await expect(page.getByText(en.practice.recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(ms);
}

export async function stops(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
}

/** Leaves, and comes to the report. */
export async function leaves(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.practice.simulation.run.leave }).click();
  await page.getByRole("dialog").getByRole("button", { name: en.practice.simulation.run.leave }).click();
  await expect(page.getByRole("heading", { name: en.practice.simulation.report.title })).toBeVisible();
}

/** A simulation that is over, told through the API: two answers, one of them rated, the third question unanswered. @returns its uid */
export async function satElsewhere(url: string, { token }: Account): Promise<string> {
  const call = (path: string, body: unknown) => callApi(url, token, `${P}/${path}`, body);
  const { data } = await call("simulation/plan", { questions: 3 });
  const { uid } = data;
  await call("simulation/start", { uid });
  const rate_your_self = { clarity: 4, logic_relevance: 3, expertise_insight: 2, attitude_engagement: 5, rating_overall: 3 };
  for (const position of [1, 2, 3]) {
    const begun = await call("simulation/question/begin", { uid, position });
    const question_id = begun.data.places[position - 1].question.uid;
    const simulation = { uid, position, started_after_ms: 0 };
    if (position < 3) await call("answer/save", { question_id, simulation, ...(position === 1 ? { rate_your_self } : {}) });
  }
  await call("simulation/finish", { uid });
  return uid;
}
