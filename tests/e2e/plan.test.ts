import type { Page } from "@playwright/test";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { callApi, P } from "./actions";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { type Account, anyQuestion, expect, overflows, signIn, speakLanguage, test } from "./fixtures";

const { home, plan: p, streak: s, rating, review, check, setup, recording } = en.practice;
const PLAN = "/dashboard/plan";

/** Puts an account's takes, and what the plan has made of them, some days into the past. */
async function daysPass(app: RunningApp, account: Account, days: number): Promise<void> {
  const sql = await databaseOf(app);
  const own = sql`select id from users where email = ${account.email}`;
  await sql`update answers set recorded_at = recorded_at - make_interval(days => ${days}) where user_id = (${own})`;
  await sql`update plan_gradings set at = at - make_interval(days => ${days}), day = day - ${days}::int where user_id = (${own})`;
  await sql`update plan_schedules set due = due - ${days}::int, last = last - ${days}::int where user_id = (${own})`;
  await sql`update plan_choices set day = day - ${days}::int where user_id = (${own})`;
  await sql.end();
}

const RATINGS = { clarity: 2, logic_relevance: 2, expertise_insight: 2, attitude_engagement: 2, rating_overall: 2 };
const save = (app: RunningApp, { token }: Account, body: Record<string, unknown>) => callApi(app.url, token, `${P}/answer/save`, body);
const itemOf = (page: Page, question: string) => page.locator("main ol li").filter({ hasText: question });

test("a page that is left open goes on with the next day's plan", async ({ app, browser, account }) => {
  // Somewhere it is nearly midnight.
  const ahead = 23 - new Date().getUTCHours();
  const context = await browser.newContext({ baseURL: app.url, timezoneId: `Etc/GMT${ahead > 14 ? `+${24 - ahead}` : `-${ahead}`}` });
  await signIn(context, account);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByText(home.firstWhy)).toBeVisible();
  const asked = page.waitForRequest(/practice\.plan\.today/);
  await page.clock.fastForward("01:01:00");
  await asked;
  await context.close();
});

test("from the home page to a take and its rating, and back when the plan brings it again", async ({ page, app, account, look }) => {
  await page.goto("/dashboard");
  await expect(page.getByText(home.firstWhy)).toBeVisible();
  await expect(page.getByText(s.title)).toBeHidden();
  const question = (await page.locator("main h2").first().textContent()) ?? "";
  await expect(itemOf(page, question).getByText(p.reason.new.split("{")[0] ?? "")).toBeVisible();
  await look("home-beginner");

  await page.getByRole("link", { name: home.start }).click();
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  await page.getByRole("radio", { name: check.audio }).click();
  await expect(page.getByText(check.heard)).toBeVisible();
  await page.getByRole("button", { name: check.continue }).click();
  await page.getByRole("button", { name: setup.skipReading }).click();
  await expect(page.getByText(recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(2_000);
  await page.getByRole("button", { name: recording.stop }).click();
  await expect(page.getByText(review.stored, { exact: true })).toBeVisible();
  await expect(page.getByText("Comes again")).toBeHidden();
  for (const scale of Object.values(rating.scale))
    await page.getByRole("radiogroup", { name: scale, exact: true }).getByRole("radio").nth(1).click();
  await page.getByRole("button", { name: rating.save }).click();
  await expect(page.getByText("Comes again tomorrow")).toBeVisible();
  await expect(page.getByRole("link", { name: p.nextQuestion })).toBeVisible();
  await look("review-again");

  // Today it is done, in its place; the next one leads on.
  await page.goto("/dashboard");
  await expect(itemOf(page, question).getByText(p.done)).toBeVisible();
  await expect(page.getByRole("heading", { name: s.title })).toBeVisible();
  await expect(page.getByText(home.next, { exact: true })).toBeVisible();
  await expect(page.locator("main h2").first()).not.toHaveText(question);

  // In the bank it says the same.
  const first = await anyQuestion(app.url, account.token);
  await page.goto("/dashboard/practice");
  await expect(page.getByRole("link", { name: first.text })).toContainText("Comes again tomorrow");

  // Days later it comes again, first of all, and says why.
  await daysPass(app, account, 9);
  await page.goto("/dashboard");
  await expect(page.locator("main h2").first()).toHaveText(question);
  await expect(page.getByText("You rated your answer 2 of 5, 9 days ago.").first()).toBeVisible();
  await look("home-again");
  await page.getByRole("link", { name: home.start }).click();
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
});

test("a question is put off or left out, taken back in its place, and another tab sees it", async ({ page, app, account, context }) => {
  const other = await context.newPage();
  await other.goto("/dashboard");
  await page.goto(PLAN);
  const items = page.locator("main ol li");
  await expect(items).toHaveCount(2);
  const question = (await items.first().getByRole("link").textContent()) ?? "";
  const item = itemOf(page, question);

  // By keys: the focus stays with the question.
  await item.getByRole("button", { name: p.notToday }).focus();
  await page.keyboard.press("Enter");
  await expect(item.getByText(p.putOff)).toBeVisible();
  await expect(item.getByRole("button", { name: p.undo })).toBeFocused();
  await expect(items.first()).toContainText(question);
  await expect(itemOf(other, question).getByText(p.putOff)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(item.getByRole("link", { name: question })).toBeVisible();
  await expect(item.getByRole("button", { name: p.notToday })).toBeFocused();
  await expect(itemOf(other, question).getByRole("link", { name: question })).toBeVisible();

  // Left out it stays there for today, and is listed below with the way back.
  await item.getByRole("button", { name: p.leaveOut }).click();
  const leftOut = page.getByRole("region", { name: p.leftOut.title });
  await expect(leftOut.getByText(question, { exact: true })).toBeVisible();
  await daysPass(app, account, 1);
  await page.reload();
  await expect(leftOut.getByText(question, { exact: true })).toBeVisible();
  await expect(item).toHaveCount(0);
  await leftOut.getByRole("button", { name: p.leftOut.bringBack }).click();
  await expect(item).toHaveCount(1);
  await expect(leftOut).toBeHidden();
});

test("a take that is rated elsewhere shows at once", async ({ page, app, account }) => {
  const question = await anyQuestion(app.url, account.token);
  const { data } = await save(app, account, { question_id: question.uid });
  await page.goto("/dashboard");
  await expect(itemOf(page, question.text).getByText(p.done)).toBeVisible();
  await expect(page.getByText(home.rateWhy)).toBeVisible();
  await save(app, account, { uid: data.uid, rate_your_self: RATINGS });
  await expect(page.getByText(home.rateWhy)).toBeHidden();
  await expect(page.getByText(home.next, { exact: true })).toBeVisible();
});

test("the settings make the plan, and the streak can be hidden and brought back", async ({ page, app, account, look }) => {
  const question = await anyQuestion(app.url, account.token);
  await save(app, account, { question_id: question.uid, rate_your_self: RATINGS });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: s.title })).toBeVisible();
  await expect(page.getByText("1 day practised", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: s.hide }).click();
  await expect(page.getByRole("heading", { name: s.title })).toBeHidden();

  await page.goto(PLAN);
  await expect(page.getByLabel(p.settings.showStreak)).not.toBeChecked();
  await page.getByLabel(p.settings.showStreak).check();
  await page.getByLabel(p.settings.fresh).selectOption("0");
  await page.getByLabel(p.settings.minutes).selectOption("30");
  await page.getByRole("button", { name: en.common.save, exact: true }).click();
  await expect(page.getByText(en.common.saved)).toBeVisible();
  // What was practised by chance was none of the plan's, and there is nothing new any more.
  await expect(page.getByText(p.empty)).toBeVisible();
  await look("plan-empty");
  await page.getByText(p.forecast.asTable).click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(15);
  await expect(rows.nth(2).getByRole("cell").first()).toHaveText("1");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: s.title })).toBeVisible();
  await expect(page.getByText(p.empty)).toBeVisible();
});

test("whoever has not begun is told how to, also where the plan has nothing yet", async ({ page, app, account, look }) => {
  await callApi(app.url, account.token, `${P}/plan/settings/save`, { newPerDay: 0 });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: p.begin })).toBeVisible();
  await look("home-not-begun");
  await page.getByRole("main").getByRole("link", { name: home.more }).click();
  await expect(page).toHaveURL(/\/dashboard\/practice$/);
  await page.goto(PLAN);
  await expect(page.getByRole("heading", { name: p.begin })).toBeVisible();
  await expect(page.getByText(p.forecast.none)).toBeVisible();
  await expect(page.getByText(p.empty)).toBeHidden();
  await look("plan-not-begun");
  await page.getByRole("main").getByRole("link", { name: home.more }).click();
  await expect(page).toHaveURL(/\/dashboard\/practice$/);

  // A take without a rating says nothing yet of how it goes: from there one comes to where it is rated.
  const question = await anyQuestion(app.url, account.token);
  await save(app, account, { question_id: question.uid });
  await page.goto("/dashboard/progress");
  await page.getByRole("link", { name: en.practice.progress.seeAnswers }).click();
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  await expect(page.getByText(question.text)).toBeVisible();
});

test("the interview steers the plan until it is over", async ({ page, app, account }) => {
  const question = await anyQuestion(app.url, account.token);
  await save(app, account, {
    question_id: question.uid,
    rate_your_self: { ...RATINGS, rating_overall: 5, clarity: 5, logic_relevance: 5 },
  });
  await daysPass(app, account, 1);
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const interview = (ahead: number) =>
    callApi(app.url, account.token, "/api/user/personalization/practice/interview/save", {
      company: "Nile Bank",
      role: "Analyst",
      date: day(ahead),
      stage: "final",
    });
  await interview(-1);
  await page.goto("/dashboard");
  await expect(page.getByText(p.interview.none)).toBeVisible();
  // Where the log holds something, a day in the profile would change nothing.
  await expect(page.getByRole("link", { name: p.interview.add })).toHaveAttribute("href", "/dashboard/interviews");
  await interview(1);
  await page.reload();
  await expect(page.getByText("Analyst at Nile Bank")).toBeVisible();
  await expect(page.getByText("tomorrow", { exact: true })).toBeVisible();
  await expect(page.getByText(p.interview.light)).toBeVisible();
  await expect(page.getByText(p.reason.new.split("{")[0] ?? "", { exact: false })).toBeHidden();
});

test("the plan knows of a day in the profile as soon as it is saved there", async ({ page, account: _ }) => {
  await page.goto("/dashboard");
  await expect(page.getByText(p.interview.none)).toBeVisible();
  await page.getByRole("button", { name: en.shell.account }).click();
  await page.getByRole("menuitem", { name: en.shell.settings }).click();
  await page.getByLabel(en.account.profile.interviewDate).fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: en.account.profile.save }).click();
  await expect(page.getByText(en.common.saved)).toBeVisible();
  await page.getByRole("link", { name: en.shell.places.home, exact: true }).first().click();
  await expect(page.getByText("tomorrow", { exact: true })).toBeVisible();
});

test("the plan reads from right to left, and fits a phone", async ({ page, app, account, context, look }) => {
  await speakLanguage(context, app.url, "ar");
  const question = await anyQuestion(app.url, account.token);
  await save(app, account, { question_id: question.uid, rate_your_self: RATINGS });
  await daysPass(app, account, 9);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, path] of [
    ["home", "/dashboard"],
    ["plan", PLAN],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(ar.practice.plan.notToday).first()).toBeVisible();
    await expect(page.getByText(ar.practice.plan.reason.rated.split("{")[0] ?? "").first()).toBeVisible();
    if (path === PLAN) await expect(page.getByText(ar.practice.plan.forecast.asTable)).toBeVisible();
    await expect(page.locator(".animate-spin")).toHaveCount(0);
    await expect.poll(() => overflows(page)).toBe(false);
    await look(`${name}-again-ar`);
  }
});
