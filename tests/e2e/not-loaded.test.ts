import type { Locator, Page } from "@playwright/test";
import { callApi, storedAnswer } from "./actions";
import { failQuery, holdCalls, loseScripts } from "./calls";
import { detailPath } from "./delivery-actions";
import { accountWith, pageOf } from "./editing-actions";
import { expect, newAccount, signIn, test, violations } from "./fixtures";
import { aMember, aRoom, aTopic, CARE, FORUMS, messageWith, says, tellsOfInterview } from "./forum-actions";
import { aWonJob, invoiceOf } from "./invoice-actions";
import { TEXTS } from "./languages";
import { pricesOf, severalPrices } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { begun, INBOX } from "./support-actions";
import { aBoss, aCustomer, aJob, aStock, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const T = "/api/user/personalization/trades";
// It would hand out what is lost here on the way.
test.use({ serviceWorkers: "block" });
const AGAIN = { name: t.common.retry };

/** It says that it did not load; once it is asked again, what was meant to be there is. */
async function comesAgain(within: Page | Locator, answered: () => void, what: Locator): Promise<void> {
  const again = within.getByRole("button", AGAIN);
  await expect(again).toBeVisible();
  await expect(what).toHaveCount(0);
  answered();
  // The page may have asked by itself meanwhile.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 });
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("a line of an invoice is not begun with a tax that was guessed", async ({ app, page, context }) => {
  const i = t.trades.invoices;
  const { boss, shop, jobUid } = await aWonJob(app);
  const draft = { workspaceId: shop, jobUid, kind: "deposit", rate: 3000 };
  const { data } = await callApi(app.url, boss.token, `${T}/invoice/draft`, draft);
  await signIn(context, boss);
  const answered = await failQuery(page, "trades.pricing.taxes");
  await page.goto(invoiceOf(shop, data.uid));
  const lines = page.getByRole("region", { name: i.lines, exact: true });
  await expect(lines.getByRole("alert")).toBeVisible();
  const add = lines.getByRole("button", { name: i.addLine });
  await expect(add).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  answered();
  // Nor while it is on its way.
  const letGo = await holdCalls(page, /trades\.pricing\.taxes/);
  await lines.getByRole("button", AGAIN).click();
  await expect(add).toHaveAttribute("aria-disabled", "true");
  letGo();
  await expect(add).not.toHaveAttribute("aria-disabled");
  await add.click();
  const last = lines.getByRole("group").last();
  await last.getByLabel(i.text).fill("Delivery");
  await last.getByLabel(i.price).fill("100000");
  await page.getByRole("button", { name: t.common.save, exact: true }).click();
  const path = `${T}/invoice/detail/get?workspaceId=${shop}&uid=${data.uid}`;
  const kept = async () => (await callApi(app.url, boss.token, path)).data.lines.at(-1);
  await expect.poll(kept).toMatchObject({ text: "Delivery", tax: { name: "VAT", rate: 1000, category: "S" } });
});

test("a job is given up once it is known what is booked for it", async ({ app, page, context }) => {
  const j = t.trades.jobs;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid: await aCustomer(app, boss, shop), title: "Bench" });
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `${T}/${path}`, { workspaceId: shop, ...body })).data;
  const minh = await post("resource/save", { kind: "person", name: "Minh", color: "info" });
  const [startsAt, endsAt] = [7 * 24, 7 * 24 + 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const times = { startsAt, endsAt, state: "confirmed", anyway: true };
  await post("schedule/booking/save", { title: "Fit the bench", jobUid, resources: [minh.uid], ...times });

  await signIn(context, boss);
  const answered = await failQuery(page, "trades.schedule.ofJob");
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`);
  await page.getByRole("button", { name: j.move, exact: true }).click();
  await page.getByRole("menuitem", { name: j.states.cancelled, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const act = dialog.getByRole("button", { name: j.moveNow });
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(act).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  answered();
  await dialog.getByRole("button", AGAIN).click();
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await act.click();
  await expect(dialog).toHaveCount(0);
  const day = startsAt?.slice(0, 10);
  const path = `${T}/schedule/get?workspaceId=${shop}&from=${day}&days=2`;
  expect((await callApi(app.url, boss.token, path)).data.bookings).toEqual([]);
});

test("in a shop nothing is taken to be missing that did not load", async ({ app, page, context }) => {
  const [j, q, schedule] = [t.trades.jobs, t.trades.quotes, t.trades.schedule];
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Bench" });
  await severalPrices(app, boss, shop);
  const minh = { workspaceId: shop, kind: "person", name: "Minh", color: "info" };
  await callApi(app.url, boss.token, `${T}/resource/save`, minh);
  await signIn(context, boss);

  let answered = await failQuery(page, "trades.prices.holding");
  await page.goto(`${quoteOf(shop, "")}&job=${jobUid}`);
  const prices = page.getByLabel(q.prices, { exact: true });
  await comesAgain(page.getByRole("main"), answered, prices);
  await expect(prices).not.toHaveValue("");

  answered = await failQuery(page, "trades.customers.view");
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}`);
  await page.getByLabel(j.customer, { exact: true }).fill("nguyen");
  await page.getByRole("option", { name: "Nguyễn Kitchens" }).click();
  const site = page.getByLabel(j.site, { exact: true });
  await comesAgain(page.getByRole("main"), answered, site);
  await expect(site.getByRole("option")).toHaveCount(3);

  answered = await failQuery(page, "trades.resources.list");
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`);
  await page.getByRole("button", { name: schedule.new, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await comesAgain(dialog, answered, dialog.getByRole("checkbox", { name: "Minh" }));
});

test("what is looked for without a network is not answered by what was found before", async ({ app, page, context }) => {
  const [j, c] = [t.trades.jobs, t.trades.customers];
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  await aJob(app, boss, { workspaceId: shop, customerUid, title: "Bench" });
  await signIn(context, boss);
  const main = page.getByRole("main");
  const failed = main.getByRole("alert").filter({ hasText: t.common.offline });

  await page.goto(`${TRADES}/jobs?workspace=${shop}`);
  await page.getByRole("radio", { name: j.table }).click();
  const bench = main.getByRole("row", { name: /Bench/ });
  await expect(bench).toBeVisible();
  await context.setOffline(true);
  await main.getByLabel(j.state).selectOption("won");
  await expect(failed).toBeVisible();
  await expect(bench).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // The way back is still there.
  await main.getByLabel(j.state).selectOption("");
  await expect(bench).toBeVisible();
  await expect(failed).toHaveCount(0);
  await context.setOffline(false);

  await page.goto(`${TRADES}/customers?workspace=${shop}`);
  const kitchens = main.getByRole("link", { name: "Nguyễn Kitchens" });
  await expect(kitchens).toBeVisible();
  await context.setOffline(true);
  const search = main.getByLabel(c.search);
  await search.fill("stone");
  await expect(failed).toBeVisible();
  await expect(kitchens).toHaveCount(0);
  await expect(search).toBeFocused();
  await context.setOffline(false);
  await expect(main.getByText(filled(c.nothing, { search: "stone" }))).toBeVisible();
});

test("a chat and the rooms to move a topic to come once they are asked for again", async ({ app, browser }) => {
  const f = t.forum;
  const [from, to] = [await aRoom(app, "Not loaded"), await aRoom(app, "Where it fits")];
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, from, "What do I wear?", "It is by video.");
  const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "en" });
  let answered = await failQuery(page, "forum.rooms.list");
  await page.goto(`${FORUMS}?topic=${from.chatId}`);
  await comesAgain(page.getByRole("main"), answered, page.getByRole("log"));

  answered = await failQuery(page, "forum.rooms.list");
  await page.goto(`${FORUMS}?topic=${topic}`);
  await page.getByRole("button", { name: f.care.topic.menu }).first().click();
  await page.getByRole("menuitem", { name: f.care.topic.do.move, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const room = dialog.getByLabel(f.care.topic.room, { exact: true });
  await comesAgain(dialog, answered, room);
  await room.selectOption(to.uid);
  await page.context().close();
});

test("ready answers that did not load are not said to be none", async ({ app, browser }) => {
  const { inbox } = t.support;
  const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "en" });
  const answered = await failQuery(page, "support.inbox.canned.list");
  await page.goto(`${INBOX}?conversation=${await begun(app.url, await newAccount(app.url), "Parking", "Where?")}`);
  await page.getByRole("button", { name: inbox.canned }).click();
  const menu = page.getByRole("menu");
  const again = menu.getByRole("menuitem", AGAIN);
  await expect(again).toBeVisible();
  await expect(menu.getByText(inbox.cannedEmpty)).toHaveCount(0);
  answered();
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(menu.getByRole("menuitem").nth(1)).toBeVisible();
  await page.context().close();
});

test("what measures a take and did not arrive can be asked for again", async ({ app, page, account }) => {
  const { delivery } = t.practice;
  const arrives = await loseScripts(page, "OfflineAudioContext");
  const uid = await storedAnswer(page, app.url, account);
  await page.goto(detailPath(uid));
  await expect(page.getByText(delivery.problem.unreadable)).toBeVisible();
  arrives();
  await page.getByRole("button", { name: delivery.again, exact: true }).click();
  await expect(page.getByRole("heading", { name: delivery.title })).toBeVisible();
});

test("a topic becomes live though what follows it did not arrive at once", async ({ app, browser }) => {
  const room = await aRoom(app, "Followed late");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(app.url, ada, room, "What do I wear?", "It is by video.");
  const page = await pageOf(browser, app, await aMember(app, "Bo Chen"), { locale: "en" });
  const arrives = await loseScripts(page, "text/event-stream");
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/_next/static/chunks/"));
  await page.goto(`${FORUMS}?topic=${topic}`);
  await expect(messageWith(page, "It is by video.")).toBeVisible();
  await lost;
  arrives();
  await page.waitForRequest(/\/api\/trpc\/forum\.live/);
  await says(app.url, ada, topic, "Which colours?");
  await expect(messageWith(page, "Which colours?")).toBeVisible();
  await page.context().close();
});

test("a quote is not written without its job, its prices or its taxes", async ({ app, page, context }) => {
  const q = t.trades.quotes;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Bench" });
  await severalPrices(app, boss, shop);
  await signIn(context, boss);
  const main = page.getByRole("main");
  const title = page.getByLabel(q.title, { exact: true });
  const sums = page.getByRole("region", { name: q.sums, exact: true });

  for (const [procedure, what] of [
    ["trades.jobs.view", title],
    ["trades.prices.lists", page.getByLabel(q.prices, { exact: true })],
    ["trades.templates.list", page.getByLabel(q.template, { exact: true })],
    ["trades.prices.view", sums],
    ["trades.pricing.taxes", sums],
  ] as const) {
    const answered = await failQuery(page, procedure);
    await page.goto(`${quoteOf(shop, "")}&job=${jobUid}`);
    await comesAgain(main, answered, what);
    await expect(title).toHaveValue("Bench");
  }
});

test("in a shop nobody works with what did not load", async ({ app, page, context }) => {
  const { customers, invoices, prices, scheduler, slabs, tasks } = t.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Bench" });
  const { draft } = await severalPrices(app, boss, shop);
  const { slab } = await aStock(app, boss, shop, jobUid);
  await signIn(context, boss);
  const [main, dialog] = [page.getByRole("main"), page.getByRole("dialog")];
  const job = `${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`;

  let answered = await failQuery(page, "trades.members.list");
  await page.goto(job);
  await comesAgain(main, answered, page.getByRole("region", { name: tasks.tasks, exact: true }));

  const letGo = await holdCalls(page, /trades\.invoices\.list/);
  await page.goto(job);
  const draw = page.getByRole("region", { name: invoices.ofJob, exact: true }).getByRole("button", { name: invoices.new });
  await expect(draw).toHaveAttribute("aria-disabled", "true");
  letGo();
  await expect(draw).not.toHaveAttribute("aria-disabled");

  answered = await failQuery(page, "trades.customers.list");
  await page.goto(`${TRADES}/customers/customer?workspace=${shop}&uid=${customerUid}`);
  await page.getByRole("button", { name: customers.merge, exact: true }).click();
  await comesAgain(dialog, answered, dialog.getByText(customers.noOther));

  answered = await failQuery(page, "trades.pricing.taxes");
  await page.goto(pricesOf(shop, draft));
  await page.getByRole("button", { name: prices.addPrice, exact: true }).click();
  await comesAgain(dialog, answered, dialog.getByLabel(prices.tax, { exact: true }));

  answered = await failQuery(page, "trades.materials.list");
  await page.goto(`${TRADES}/stock/slab?workspace=${shop}&uid=${slab}`);
  await page.getByRole("button", { name: slabs.edit, exact: true }).click();
  await comesAgain(main, answered, page.getByLabel(slabs.serial, { exact: true }));

  const people = `/dashboard/settings/scheduler?workspace=${shop}`;
  for (const [procedure, label] of [
    ["trades.members.list", scheduler.member],
    ["trades.resources.settings", scheduler.ownHours],
  ] as const) {
    answered = await failQuery(page, procedure);
    await page.goto(people);
    await page.getByRole("button", { name: scheduler.new, exact: true }).click();
    await comesAgain(dialog, answered, dialog.getByLabel(label, { exact: true }));
  }
  answered = await failQuery(page, "trades.resources.list");
  await page.goto(people);
  await expect(main.getByRole("button", AGAIN)).toHaveCount(2);
  answered();
  await main.getByRole("button", AGAIN).last().click();
  await expect(page.getByRole("region", { name: scheduler.absences, exact: true })).toBeVisible();
});

test("labels whose codes could not be drawn say so", async ({ app, page, context }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid: await aCustomer(app, boss, shop), title: "Bench" });
  const { slab } = await aStock(app, boss, shop, jobUid);
  await signIn(context, boss);
  const arrives = await loseScripts(page, "String contains non-numeric characters");
  await page.goto(`${TRADES}/stock/labels?workspace=${shop}&slabs=${slab}`);
  await expect(page.getByText(t.partMissing.text)).toBeVisible();
  arrives();
  await page.getByRole("button", { name: t.partMissing.reload }).click();
  await expect(page.getByRole("img", { name: t.trades.slabs.codeOf.replace("{serial}", "B-0001") })).toBeVisible();
});

test("nobody agrees to be heard before it is known by how many", async ({ app, page, account }) => {
  const { ask } = t.peerReview;
  const uid = await storedAnswer(page, app.url, account);
  const wants = page.getByRole("button", { name: ask.ask, exact: true });
  let answered = await failQuery(page, "peerReview.overview");
  await page.goto(detailPath(uid));
  await comesAgain(page.getByRole("main"), answered, wants);

  answered = await failQuery(page, "subscription.usage");
  await page.goto(detailPath(uid));
  await wants.click();
  const dialog = page.getByRole("dialog");
  const agree = dialog.getByRole("button", { name: ask.confirm, exact: true });
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(agree).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await comesAgain(dialog, answered, dialog.getByRole("listitem").first());
  await expect(agree).toBeEnabled();
});

test("whoever runs the service decides on what did load", async ({ app, browser }) => {
  const { plans } = t.admin;
  const room = await aRoom(app, "Not read");
  const ada = await aMember(app, "Ada Lovelace");
  const proposal = await tellsOfInterview(app.url, ada, await aTopic(app.url, ada, room, "What they asked me", "It was kind."));
  const page = await pageOf(browser, app, await accountWith(app, "super_admin"), { locale: "en" });
  const [main, dialog] = [page.getByRole("main"), page.getByRole("dialog")];

  let answered = await failQuery(page, "practice.categories");
  await page.goto(`${CARE}/proposal?uid=${proposal}`);
  await comesAgain(main, answered, page.getByLabel(t.forum.care.proposals.category, { exact: true }));

  answered = await failQuery(page, "admin.plans.impact");
  await page.goto("/dashboard/admin/plans");
  const { free } = t.subscription.plans;
  await page.getByRole("group", { name: free }).getByLabel(plans.reviews).fill("1");
  await page.getByRole("button", { name: t.admin.settings.save, exact: true }).click();
  const confirm = dialog.getByRole("button", { name: plans.confirm });
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(confirm).toBeDisabled();
  await comesAgain(dialog, answered, dialog.getByText(plans.impactNone));
  await expect(confirm).toBeEnabled();

  answered = await failQuery(page, "support.inbox.history");
  await page.goto(`${INBOX}?conversation=${await begun(app.url, await newAccount(app.url), "Parking", "Where may I park?")}`);
  await expect(main.getByRole("button", AGAIN)).toBeVisible();
  answered();
  // It may have been asked for again by itself meanwhile.
  await expect(page.getByRole("log").getByText("Where may I park?")).toBeVisible();
  await page.context().close();
});

test("other ways in that did not load are not said to be none", async ({ page }) => {
  const answered = await failQuery(page, "account.signInOptions");
  await page.goto("/auth/login");
  const again = page.getByRole("button", AGAIN);
  await expect(again).toBeVisible();
  expect(await violations(page)).toEqual([]);
  answered();
  await again.click();
  await expect(again).toHaveCount(0);
});

test("what is opened without a network says so, and comes by itself once there is one", async ({ page, account }) => {
  await page.goto("/dashboard");
  // Of which the home page asks for nothing itself.
  const link = page.getByRole("link", { name: t.shell.places.interviews, exact: true }).first();
  // Whose page it is shows once it runs: until then a link loads a document anew.
  await expect(page.getByRole("button", { name: t.shell.account })).toHaveText(/\p{L}/u);
  // The page's own parts arrive all the same: what it asks the server for is what waits.
  const become = (state: "offline" | "online") => page.evaluate((event) => window.dispatchEvent(new Event(event)), state);
  await become("offline");
  await link.click();
  const main = page.getByRole("main");
  await expect(main.getByRole("button", AGAIN)).toBeVisible();
  await expect(main.getByText(t.common.offline)).toBeVisible();
  await become("online");
  await expect(main.getByText(t.practice.interviews.empty, { exact: true })).toBeVisible();
  await expect(main.getByRole("button", AGAIN)).toHaveCount(0);
  expect(account.token).not.toBe("");
});
