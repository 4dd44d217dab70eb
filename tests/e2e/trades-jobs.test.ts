import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  test(`a job is made, moved on, held and done again, on a phone, in ${locale}`, async ({ app, browser }) => {
    const j = t.trades.jobs;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    await aCustomer(app, boss, shop);
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    await page.goto(`${TRADES}/jobs?workspace=${shop}`);
    await expect(page.getByRole("heading", { name: j.none })).toBeVisible();
    await expectDirection(page, locale);
    await page.getByRole("link", { name: j.new }).click();
    await page.getByLabel(j.title, { exact: true }).fill("Villa bench");
    await page.getByRole("button", { name: t.common.save }).click();
    // Nobody was chosen yet: it says so, and keeps what was typed.
    await expect(page.getByLabel(j.customer, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel(j.customer, { exact: true }).fill("nguyen");
    await page.getByRole("option", { name: "Nguyễn Kitchens" }).click();
    await page.getByLabel(j.site).selectOption({ index: 1 });
    await page.getByLabel(j.due).fill("2020-01-31");
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Villa bench" })).toBeVisible();
    await expect(page.getByText("The code is 4711.")).toBeVisible();
    await expect(page.getByText(`${j.late}:`)).toBeAttached();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);

    const move = async (name: string) => {
      await page.getByRole("button", { name: j.move, exact: true }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    };
    for (const state of ["quoted", "won", "in_progress", "completed"] as const) {
      await move(j.states[state]);
      await expect(page.getByText(j.states[state], { exact: true }).first()).toBeVisible();
    }
    await move(j.rework);
    await page.getByRole("dialog").getByRole("button", { name: j.rework }).click();
    await expect(page.getByRole("dialog").getByText(t.validation.required)).toBeVisible();
    await page.getByRole("dialog").getByLabel(j.reason).fill("The edge is chipped");
    await page.getByRole("dialog").getByRole("button", { name: j.rework }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("The edge is chipped")).toBeVisible();
    const moved = filled(t.trades.timeline.moved, { from: j.states.completed, to: j.states.in_progress });
    await expect(page.getByText(moved)).toBeVisible();
    // An arrow points the way one reads; what points nowhere is the same in every language.
    const icon = (words: string) => page.getByRole("listitem").filter({ hasText: words }).locator("svg").first();
    await expect(icon(moved)).toHaveCSS("scale", locale === "ar" ? "-1 1" : "none");
    await expect(icon(t.trades.timeline.added)).toHaveCSS("scale", "none");

    // The board shows the column that is chosen; the menu does what a pointer would.
    await page.getByRole("link", { name: j.all }).click();
    await page.getByLabel(j.state).selectOption("in_progress");
    await page.getByRole("button", { name: j.moveLabel.split("{number}")[0] }).click();
    await page.getByRole("menuitem", { name: j.states.on_hold }).click();
    await page.getByRole("dialog").getByRole("button", { name: j.moveNow }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByLabel(j.state).selectOption("on_hold");
    await expect(page.getByRole("link", { name: "Villa bench" })).toBeVisible();
    await expect.poll(() => overflows(page)).toBe(false);
    await context.close();
  });
}

test("a job is dragged to its next column, shows at once to others, and is found in the list", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const j = t.trades.jobs;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  for (const title of ["Bench", "Vanity"]) await aJob(app, boss, { workspaceId: shop, customerUid, title });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const one of [page, other]) await one.goto(`${TRADES}/jobs?workspace=${shop}`);
  const column = (on: typeof page, state: "enquiry" | "quoted" | "won") => on.getByRole("region", { name: j.states[state] });
  await expect(column(other, "enquiry").getByRole("listitem")).toHaveCount(2);
  const drag = async (title: string, to: "quoted" | "won") => {
    const from = await page.getByRole("listitem").filter({ hasText: title }).boundingBox();
    const onto = await column(page, to).boundingBox();
    if (!from || !onto) throw new Error("there is nothing to drag");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height - 6);
    await page.mouse.down();
    await page.mouse.move(onto.x + onto.width / 2, onto.y + 120, { steps: 12 });
    await page.mouse.up();
  };
  await drag("Vanity", "quoted");
  await expect(column(page, "quoted").getByRole("link", { name: "Vanity" })).toBeVisible();
  await expect(column(other, "quoted").getByRole("link", { name: "Vanity" })).toBeVisible();
  // There is no way from an enquiry to an order.
  await drag("Bench", "won");
  await expect(column(page, "enquiry").getByRole("link", { name: "Bench" })).toBeVisible();
  // What was not heard of without a network goes back to where it stood.
  await context.setOffline(true);
  await drag("Bench", "quoted");
  await expect(page.getByText(t.common.offline)).toBeVisible();
  await expect(column(page, "enquiry").getByRole("link", { name: "Bench" })).toBeVisible();
  await expect(column(page, "quoted").getByRole("listitem")).toHaveCount(1);
  await context.setOffline(false);

  await page.getByRole("radio", { name: j.table }).click();
  await page.getByLabel(j.search).fill("vanity nguyen");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row", { name: /Vanity/ })).toContainText(j.states.quoted);
  expect(await violations(page)).toEqual([]);

  // The shop's own word stands everywhere.
  await page.goto(`/dashboard/settings/job-settings?workspace=${shop}`);
  await page.getByLabel(j.states.quoted).fill("Offer sent");
  await page.getByRole("button", { name: t.common.save }).click();
  await expect(column(other, "won")).toBeVisible();
  await expect(other.getByRole("region", { name: "Offer sent" }).getByRole("link", { name: "Vanity" })).toBeVisible();
  await context.close();
});

test("a due day without its year is asked for, and is not saved as none", async ({ app, browser }) => {
  const t = TEXTS.en;
  const j = t.trades.jobs;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  await aCustomer(app, boss, shop);
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}`);
  await page.getByLabel(j.title, { exact: true }).fill("Bench");
  await page.getByLabel(j.customer, { exact: true }).fill("nguyen");
  await page.getByRole("option", { name: "Nguyễn Kitchens" }).click();
  const due = page.getByLabel(j.due, { exact: true });
  await due.focus();
  await page.keyboard.type("0303");
  const save = page.getByRole("button", { name: t.common.save, exact: true });
  await save.click();
  await expect(page.getByText(t.validation.date)).toBeVisible();
  await expect(due).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("03032039");
  await expect(due).toHaveValue("2039-03-03");
  await expect(page.getByText(t.validation.date)).toHaveCount(0);
  await save.click();
  await expect(page.getByRole("heading", { name: "Bench" })).toBeVisible();
  const { data } = await callApi(app.url, boss.token, `/api/user/personalization/trades/job/get?workspaceId=${shop}`);
  expect(data).toMatchObject([{ title: "Bench", dueOn: "2039-03-03" }]);
  await context.close();
});
