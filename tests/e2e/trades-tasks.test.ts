import type { Locator, Page } from "@playwright/test";
import { logOut } from "./account-steps";
import { callApi } from "./actions";
import { lockDevice } from "./begun-actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { aBoss, aCustomer, aJob, aTask, aWorkspace, TRADES } from "./trades-actions";

test("a day's work is done through a dead spot, on a phone, in Arabic, and sent once", async ({ app, browser }) => {
  const [, t] = LANGUAGES.find(([locale]) => locale === "ar") ?? [];
  if (!t) throw new Error("there is no Arabic");
  const words = t.trades.tasks;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench", states: ["quoted", "won", "in_progress"] });
  const task = await aTask(app, boss, shop, { jobUid, title: "Cut", checks: [{ text: "Edges" }, { text: "Holes" }] });
  const other = await aTask(app, boss, shop, { jobUid, title: "Polish" });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await speakLanguage(context, app.url, "ar");
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Cut" }) });
  await expect(card).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => overflows(page)).toBe(false);

  await context.setOffline(true);
  await card.getByRole("button", { name: words.doings.start }).click();
  await expect(card.getByText(words.states.in_progress)).toBeVisible();
  await expect(card.getByText(words.waiting)).toBeVisible();
  // Not before all of the list is ticked.
  await expect(card.getByRole("button", { name: words.doings.finish })).toBeDisabled();
  for (const line of ["Edges", "Holes"]) await card.getByLabel(line).check();
  await card.getByRole("button", { name: words.doings.finish }).click();
  await expect(card.getByText(words.states.done)).toBeVisible();
  const polish = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Polish" }) });
  await polish.getByRole("button", { name: words.doings.block }).click();
  await page.getByRole("dialog").getByLabel(words.blockReason).fill("No pads");
  await page.getByRole("dialog").getByRole("button", { name: words.doings.block }).click();
  await expect(polish.getByText("No pads")).toBeVisible();
  // Meanwhile somebody at the desk gives the other one up.
  const about = { workspaceId: shop, uid: other, version: 1, moveUid: crypto.randomUUID(), to: "cancelled" };
  await callApi(app.url, boss.token, "/api/user/personalization/trades/task/move", about);

  await context.setOffline(false);
  await page.reload();
  // What was done is there, once; what came too late says so, and shows how it stands.
  await expect(page.getByRole("heading", { name: words.parts.done })).toBeVisible();
  await expect(card.getByText(words.states.done)).toBeVisible();
  await expect(page.getByText(words.waiting)).toHaveCount(0);
  const { data } = await callApi(app.url, boss.token, `/api/user/personalization/trades/task/detail/get?workspaceId=${shop}&uid=${task}`);
  expect(data).toMatchObject({ state: "done", version: 3, checks: [{ checked: true }, { checked: true }] });
  const tooLate = page.getByText(words.refusedOf.replace("{title}", "Polish"));
  await expect(tooLate).toBeVisible();
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`);
  await expect(polish.getByText(words.refused)).toBeVisible();
  await expect(polish.getByText(words.states.cancelled).first()).toBeVisible();
  const unlock = await lockDevice(page);
  await polish.getByRole("button", { name: words.understood }).click();
  await expect(page.getByText(t.ui.table.failed)).toBeVisible();
  await unlock();
  await polish.getByRole("button", { name: words.understood }).click();
  await expect(polish.getByText(words.refused)).toBeHidden();
  await expect.poll(() => overflows(page)).toBe(false);
  await context.close();
});

/** Whether the page is on the device, and what else is that is neither it nor one of the build's files. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const cached = await (await caches.open("parley-day")).keys();
    const paths = cached.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith("/_next/static/"));
    return { paths, caches: await caches.keys() };
  });

/** How many answers of the server the device holds. */
const keptAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("parley-answers");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("answers").objectStore("answers").count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test("my day opens without a network, in a tab that was killed, and what is done there is sent once", async ({ app, browser }) => {
  const { tasks: words } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa bench", states: ["quoted", "won", "in_progress"] });
  const task = await aTask(app, boss, shop, { jobUid, title: "Cut", checks: [{ text: "Edges" }] });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const first = await context.newPage();
  await first.goto(`${TRADES}/day?workspace=${shop}`);
  const cardIn = (page: Page, name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await expect(cardIn(first, "Cut")).toBeVisible();
  await expect(first.getByText(words.away)).toHaveCount(0);
  const kept = { paths: ["/dashboard/trades/day"], caches: ["parley-day"] };
  await expect.poll(() => keptPages(first)).toEqual(kept);
  expect(await keptAnswers(first)).toBe(2);

  await context.setOffline(true);
  await first.reload();
  await expect(first.getByText(words.away)).toBeVisible();
  expect(await violations(first)).toEqual([]);
  await expect.poll(() => overflows(first)).toBe(false);
  await cardIn(first, "Cut").getByLabel("Edges").check();
  await cardIn(first, "Cut").getByRole("button", { name: words.doings.finish }).click();
  await expect(cardIn(first, "Cut").getByText(words.states.done)).toBeVisible();
  await first.close();

  const page = await context.newPage();
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  await expect(page.getByText(words.away)).toBeVisible();
  await expect(cardIn(page, "Cut").getByText(words.states.done)).toBeVisible();
  await expect(cardIn(page, "Cut").getByText(words.waiting)).toBeVisible();
  // No other page is kept.
  const other = await context.newPage();
  await expect(other.goto(`${TRADES}/tasks?workspace=${shop}`)).rejects.toThrow();
  await other.close();

  await context.setOffline(false);
  await expect(page.getByText(words.waiting)).toHaveCount(0);
  await expect(page.getByText(words.away)).toHaveCount(0);
  const { data } = await callApi(app.url, boss.token, `/api/user/personalization/trades/task/detail/get?workspaceId=${shop}&uid=${task}`);
  expect(data).toMatchObject({ state: "done", version: 2, checks: [{ checked: true }] });

  // Whoever logs out leaves nothing of theirs behind.
  expect(await keptAnswers(page)).toBe(2);
  await logOut(page, TEXTS.en);
  await expect.poll(() => keptAnswers(page)).toBe(0);
  expect(await keptPages(page)).toEqual(kept);
  await context.close();
});

test("a job gets the shop's standard tasks, one of them waiting for another, and its history tells what was done", async ({
  app,
  browser,
}) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const words = t.trades.tasks;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  const jobUid = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Bench" });
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`/dashboard/settings/tasks-list?workspace=${shop}`);
  for (const title of ["Template", "Install"]) {
    await page.getByRole("button", { name: t.trades.standards.new }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words.title).fill(title);
    await dialog.getByRole("button", { name: words.addCheck }).click();
    await dialog.getByRole("textbox", { name: words.check.replace("{number}", "1") }).fill(`${title} list`);
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(page.getByRole("heading", { level: 3, name: title })).toBeVisible();
  }
  await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`);
  await page.getByRole("button", { name: words.fromStandard }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add 2 tasks" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const install = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Install" }) });
  await install.getByRole("button", { name: words.menu.replace("{title}", "Install") }).click();
  await page.getByRole("menuitem", { name: words.edit }).click();
  await page.getByRole("dialog").getByLabel("Template", { exact: true }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: t.common.save }).click();
  await expect(install.getByText(words.waitsFor.replace("{titles}", "Template"))).toBeVisible();
  await expect(install.getByRole("button", { name: words.doings.finish })).toHaveCount(0);
  const template = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Template" }) });
  // What was left by the way is there the next time and after a reload; Cancel alone gives it up, and what was said is not kept.
  const dialog = page.getByRole("dialog");
  const why = dialog.getByLabel(words.blockReason);
  const block = (of: Page | Locator) => of.getByRole("button", { name: words.doings.block, exact: true }).click();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")));
  await block(template);
  await block(dialog);
  await expect(why).toHaveAccessibleDescription(t.validation.required);
  await why.fill("The walls are not up yet");
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await block(template);
  await expect(why).toHaveValue("The walls are not up yet");
  await dialog.getByRole("button", { name: t.common.cancel }).click();
  expect(await kept()).toEqual([]);
  await block(template);
  await expect(why).toHaveValue("");
  await why.fill("No key");
  await block(dialog);
  await expect(template.getByText("No key")).toBeVisible();
  expect(await kept()).toEqual([]);
  await template.getByRole("button", { name: words.doings.goOn }).click();
  await template.getByLabel("Template list").check();
  await template.getByRole("button", { name: words.doings.finish }).click();
  await expect(install.getByRole("button", { name: words.doings.finish })).toBeVisible();
  const said = t.trades.timeline.task.replace("{title}", "Template").replace("{state}", words.states.done);
  await expect(page.getByText(said)).toBeVisible();
  await context.close();
});

test("a task is given in the list, to somebody and for a job, and found by who does it", async ({ app, browser }) => {
  const { tasks: t, schedule, notes } = TEXTS.en.trades;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, shop);
  await aJob(app, boss, { workspaceId: shop, customerUid, title: "Island" });
  await aTask(app, boss, shop, { title: "Sweep the yard" });
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/tasks?workspace=${shop}`);
  await page.getByRole("button", { name: t.new }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t.title, { exact: true }).fill("Polish the edges");
  await dialog.getByRole("combobox", { name: schedule.job }).fill("Isl");
  await page.getByRole("option", { name: "#1 Island" }).click();
  await dialog.getByRole("group", { name: t.assignees }).getByRole("checkbox").check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: TEXTS.en.common.save }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Polish the edges.*#1 Island/ })).toBeVisible();
  await page.goto(`${TRADES}/day?workspace=${shop}`);
  await page.getByRole("button", { name: "Write a note" }).click();
  await dialog.getByLabel(notes.body).fill("The left edge first");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: notes.add }).click();
  await expect(dialog.getByRole("listitem").getByText("The left edge first")).toBeVisible();
  await dialog.getByRole("button", { name: TEXTS.en.common.close }).click();
  await expect(page.getByRole("button", { name: "One note" })).toBeVisible();
  await page.goto(`${TRADES}/tasks?workspace=${shop}`);
  await page.getByLabel(t.assignees).selectOption(t.whose.mine);
  await expect(page.getByText("Sweep the yard")).toHaveCount(0);
  await expect(page.getByText("Polish the edges")).toBeVisible();
  await context.close();
});
