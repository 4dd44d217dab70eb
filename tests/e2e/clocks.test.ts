import type { Page } from "@playwright/test";
import { ACCESS_TOKEN_KEY } from "@/lib/constants";
import { callApi, P as PRACTICE, storedAnswer } from "./actions";
import { accountWith } from "./editing-actions";
import { expect, newAccount, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, FORUMS, messageWith } from "./forum-actions";
import { TEXTS } from "./languages";
import { aPeer, asked, confirm, emptyQueue, R, REVIEWS, recordedBy, taken } from "./peer-review-actions";
import { aBoss, SHOP, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const T = "/api/user/personalization/trades";
const HOUR = 3_600_000;

/** The device's clock is wrong by so much, in milliseconds, and was so at the login. */
async function goWrong(page: Page, by: number): Promise<void> {
  await page.addInitScript(([key = "", ahead = ""]) => localStorage.setItem(key, ahead), [`${ACCESS_TOKEN_KEY}.ahead`, String(by)]);
  await page.clock.install({ time: Date.now() + by });
}

/** A zone in which it is nearly midnight, or becomes so within the hour. */
function nearMidnight(): string {
  const ahead = 23 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 14 ? `+${24 - ahead}` : `-${ahead}`}`;
}

async function aShopIn(url: string, token: string, timeZone: string): Promise<string> {
  return (await callApi(url, token, `${T}/workspace/create`, { ...SHOP, timeZone })).data.uid;
}

test("a booking and an absence across the hour that clocks show twice are saved as they are", async ({ app, page, context }) => {
  const { schedule, scheduler } = t.trades;
  const boss = await aBoss(app);
  const shop = await aShopIn(app.url, boss.token, "Europe/Berlin");
  await signIn(context, boss);
  const about = { workspaceId: shop, color: "info", kind: "person", name: "Minh" };
  const { data: minh } = await callApi(app.url, boss.token, `${T}/resource/save`, about);
  // From half past two in summer to a quarter past two in winter.
  const times = { startsAt: "2038-10-31T00:30:00.000Z", endsAt: "2038-10-31T01:15:00.000Z" };
  const night = { workspaceId: shop, title: "Night watch", state: "confirmed", resources: [minh.uid], anyway: true };
  await callApi(app.url, boss.token, `${T}/schedule/booking/save`, { ...night, ...times });
  const dialog = page.getByRole("dialog");
  const [from, to] = ["2038-10-31T02:30", "2038-10-31T02:15"];

  await page.goto(`${TRADES}/schedule?workspace=${shop}&day=2038-10-31`);
  await page.getByRole("button", { name: /^Night watch/ }).press("Enter");
  await expect(dialog.getByLabel(schedule.from)).toHaveValue(from);
  await expect(dialog.getByLabel(schedule.to)).toHaveValue(to);
  await dialog.getByLabel(schedule.title, { exact: true }).fill("Long night watch");
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog).toHaveCount(0);
  const { data } = await callApi(app.url, boss.token, `${T}/schedule/get?workspaceId=${shop}&from=2038-10-31&days=1`);
  expect(data.bookings).toMatchObject([{ title: "Long night watch", ...times }]);

  await page.goto(`/dashboard/settings/scheduler?workspace=${shop}`);
  await page.getByRole("button", { name: scheduler.addAbsence }).press("Enter");
  await dialog.getByLabel(scheduler.from).fill(from);
  await dialog.getByLabel(scheduler.to).fill(to);
  await dialog.getByRole("button", { name: t.common.save }).press("Enter");
  await expect(dialog.getByRole("link", { name: scheduler.toDay })).toBeVisible();
  const { data: absences } = await callApi(app.url, boss.token, `${T}/resource/absence/get?workspaceId=${shop}`);
  expect(absences).toMatchObject([times]);
});

test("how long ago something was goes by the server's clock", async ({ app, page, context }) => {
  const ada = await aMember(app, "Ada L.");
  const topic = await aTopic(app.url, ada, await aRoom(app, "Wrong clocks"), "What time is it?", "Just now.");
  await signIn(context, ada);
  await goWrong(page, 5 * HOUR);
  await page.goto(`${FORUMS}?topic=${topic}`);
  await expect(messageWith(page, "Just now.").locator("time").first()).toHaveText(/^(now|[1-9] minutes? ago)$/);
});

test("whoever may not write for a day is told so by a device that is days ahead", async ({ app, page, context }) => {
  const dee = await aMember(app, "Dee Okafor");
  const admin = await accountWith(app, "admin");
  const topic = await aTopic(app.url, dee, await aRoom(app, "Paused"), "Buy mine", "It is cheap.");
  const { data: member } = await callApi(app.url, dee.token, "/api/user/personalization/community/member/get");
  const pause = { memberId: member.uid, hours: 24, reason: "It sells." };
  await callApi(app.url, admin.token, "/api/admin/community/member/suspend", pause);
  await signIn(context, dee);
  await goWrong(page, 50 * HOUR);
  await page.goto(`${FORUMS}?topic=${topic}`);
  await expect(page.getByText(t.forum.composer.suspended)).toBeVisible();
  await expect(page.getByRole("textbox", { name: t.forum.composer.label })).toHaveCount(0);
});

test("a review is kept for its reviewer as long as it is, and what was saved last leads, on a device that is days ahead", async ({
  app,
  page,
  browser,
  account,
}) => {
  await emptyQueue(app);
  const p = t.peerReview;
  const maker = await aPeer(app);
  await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  const { uid } = await taken(app, account);
  await goWrong(page, 50 * HOUR);
  await page.goto(REVIEWS);
  await expect(page.getByText(filled(p.give.activeText, { time: "8 hours" }))).toBeVisible();
  // What is written here does not arrive before something else was saved elsewhere.
  await page.route(/assignments\.saveDraft/, (route) => route.abort());
  await page.goto(`${REVIEWS}?assignment=${uid}`);
  await expect(page.getByText(filled(p.lease.left, { time: "8 hours" }))).toBeVisible();
  await page.getByLabel(p.reviewing.good).fill("Written first.");
  await expect(page.getByLabel(p.reviewing.good)).toHaveValue("Written first.");
  const { data: seen } = await callApi(app.url, account.token, `${R}/assignment/detail/get`, { uid });
  expect(seen.draft).toBeNull();
  await callApi(app.url, account.token, `${R}/assignment/draft/save`, { uid, good: "Saved last." });
  await page.reload();
  await expect(page.getByLabel(p.reviewing.good)).toHaveValue(/^Saved last\.\s+Written first\.$/);
});

test("an announcement that is made on a device that is hours ahead shows at once, to its readers and in the list", async ({
  app,
  page,
  context,
}) => {
  const { announcements: a } = t.admin;
  const text = "Nobody answers by night.";
  const admin = await accountWith(app, "admin");
  await signIn(context, admin);
  await goWrong(page, 5 * HOUR);
  await page.goto("/dashboard/admin/announcements/entry");
  await page.getByLabel(a.text, { exact: true }).fill(text);
  await page.getByRole("button", { name: a.publish, exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: text })).toContainText(a.phases.shown);
  const { data } = await callApi(app.url, admin.token, "/api/admin/announcement/get");
  const made = data.find((one: { text: { en: string } }) => one.text.en === text);
  await callApi(app.url, admin.token, "/api/admin/announcement/delete", { uid: made.uid });
  expect(Date.parse(made.startsAt)).toBeLessThan(Date.now() + HOUR);
});

test("a take says when it was made by the server's clock", async ({ app, page, context }) => {
  const account = await newAccount(app.url);
  await context.grantPermissions(["microphone", "camera"]);
  await signIn(context, account);
  await goWrong(page, -50 * HOUR);
  const uid = await storedAnswer(page, app.url, account);
  const { data } = await callApi(app.url, account.token, `${PRACTICE}/answer/detail/get`, { uid });
  const late = Date.now() - Date.parse(data.recorded_at);
  expect(late).toBeGreaterThan(-HOUR);
  expect(late).toBeLessThan(HOUR);
});

test("a field worker's day that is left open goes on with the next day", async ({ app, page, context }) => {
  const boss = await aBoss(app);
  const shop = await aShopIn(app.url, boss.token, nearMidnight());
  await signIn(context, boss);
  await page.clock.install();
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  await expect(page.getByText(t.trades.tasks.nothingToDo, { exact: true })).toBeVisible();
  const again = page.waitForRequest(/trades\.tasks\.day/);
  await page.clock.fastForward("01:01:00");
  await again;
});
