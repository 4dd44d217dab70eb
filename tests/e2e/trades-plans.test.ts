import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { aPlanFor, waitingFor } from "./cutting-actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const SIZES = { en: { width: 1440, height: 900 }, ar: { width: 360, height: 740 } };

async function look(page: Page, name: string): Promise<void> {
  mkdirSync("test-results/pages", { recursive: true });
  await page.screenshot({ path: `test-results/pages/${name}.png`, fullPage: true });
  // What the page's header covers just now is no smaller for that: it is looked at from the page's beginning.
  const place = await page.evaluate(() => window.scrollY);
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await scrollTo(0);
  expect.soft(await violations(page), name).toEqual([]);
  expect.soft(await overflows(page), name).toBe(false);
  await scrollTo(place);
}

for (const [locale, t] of LANGUAGES) {
  test(`pieces wait, are planned, agreed upon and cut; a remnant is in stock, and the job bears the cost, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const p = t.trades.plans;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa kitchen", dueOn: "2030-01-31" });
    await waitingFor(app, boss, { workspaceId: shop, customerUid, jobUid: job });
    const context = await browser.newContext({ baseURL: app.url, viewport: SIZES[locale] });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();

    await page.goto(`${TRADES}/stock/plans?workspace=${shop}`);
    await expectDirection(page, locale);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await look(page, `plans-none-${locale}`);
    await page.getByRole("link", { name: p.new }).click();
    await expect(page.getByText("Worktop by the window")).toBeVisible();
    await look(page, `plan-new-${locale}`);
    await page.getByRole("button", { name: /4|٤/ }).click();
    // It is worked out meanwhile; the page follows by itself.
    await expect(page.getByRole("heading", { name: p.figures })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(p.states.draft, { exact: true })).toBeVisible();
    await look(page, `plan-draft-${locale}`);

    const act = async (name: string, done: string) => {
      await page.getByRole("button", { name, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name, exact: true }).click();
      await expect(page.getByText(done)).toBeVisible();
      await expect(dialog).toHaveCount(0);
    };
    await act(p.acts.approve, p.done.approve);
    await expect(page.getByText(p.states.approved, { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await page.screenshot({ path: `test-results/pages/plan-print-${locale}.png`, fullPage: true });
    await page.emulateMedia({ media: "screen" });
    await act(p.acts.cut, p.done.cut);
    await expect(page.getByText(p.states.cut, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: p.acts.discard, exact: true })).toHaveCount(0);
    await look(page, `plan-cut-${locale}`);

    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
    const costs = page.getByRole("region", { name: t.trades.costs.title });
    await expect(costs.getByText(/Black granite · S-000/).first()).toBeVisible();
    await costs.getByRole("button", { name: t.trades.costs.add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t.trades.costs.text, { exact: true }).fill("Polishing by hand");
    await dialog.getByLabel(t.trades.costs.amount, { exact: true }).fill("250000");
    await look(page, `cost-dialog-${locale}`);
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(costs.getByText("Polishing by hand")).toBeVisible();
    await look(page, `job-costs-${locale}`);

    await page.goto(`${TRADES}/costs?workspace=${shop}`);
    await expect(page.getByText("Villa kitchen").first()).toBeVisible();
    await look(page, `margins-${locale}`);
    await page.goto(`${TRADES}/stock/plans?workspace=${shop}`);
    // The filter names the state, too.
    await expect(page.getByText(p.states.cut, { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await look(page, `plans-${locale}`);

    // What is left is a slab of its own.
    const answer = await context.request.get(`${app.url}/api/user/personalization/trades/slab/get?workspaceId=${shop}&kind=remnant`, {
      headers: { authorization: `Bearer ${boss.token}` },
    });
    const { data } = (await answer.json()) as { data: { serial: string; state: string }[] };
    expect(data.length).toBeGreaterThan(0);
    expect(data[0]).toMatchObject({ serial: expect.stringMatching(/-R1$/), state: "available" });
    await context.close();
  });

  test(`pieces are measured again, dropped and cut again without a mouse; one that a plan holds waits for that, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const p = t.trades.pieces;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    const job = await aJob(app, boss, { workspaceId: shop, customerUid, title: "Villa kitchen", dueOn: "2030-01-31" });
    const { materialUid } = await waitingFor(app, boss, { workspaceId: shop, customerUid, jobUid: job });
    await aPlanFor(app, boss, { workspaceId: shop, materialUid, labels: ["Splashback"], acts: ["approve", "cut"] });
    const holding = await aPlanFor(app, boss, { workspaceId: shop, materialUid, labels: ["Island"], acts: ["approve"] });
    const context = await browser.newContext({ baseURL: app.url, viewport: SIZES[locale] });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${job}`);
    const part = page.getByRole("region", { name: p.title, exact: true });
    const row = (label: string) => part.getByRole("listitem").filter({ hasText: label });
    const menu = (name: string) => part.getByRole("button", { name: filled(p.menu, { name }), exact: true });
    const dialog = page.getByRole("dialog");
    const scrolled = () => page.evaluate(() => window.scrollY);
    let place = 0;
    /** Opens the menu of a piece by its key, and takes an entry of it. */
    const choose = async (name: string, entry: string) => {
      await tabTo(menu(name));
      await page.keyboard.press("Enter");
      place = await scrolled();
      const item = page.getByRole("menuitem", { name: entry, exact: true });
      await expect(item).toBeVisible();
      for (let presses = 0; presses < 4 && (await item.getAttribute("data-focus")) === null; presses++)
        await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    /** The dialog has the focus and keeps it, though the menu that opened it gives it back to its button; the page stays where it is. */
    const hasFocus = async () => {
      await expect(dialog).toHaveCount(1);
      const within = () => dialog.evaluate((element) => element.contains(document.activeElement));
      await expect.poll(within).toBe(true);
      await page.waitForTimeout(200);
      expect(await within()).toBe(true);
      expect(await scrolled()).toBe(place);
    };
    /** Why: nothing is done without, and the focus comes back to where it was. */
    const sayWhy = async (name: string, act: string, reason: string) => {
      await choose(name, act);
      await hasFocus();
      await tabTo(dialog.getByRole("button", { name: act, exact: true }));
      await page.keyboard.press("Enter");
      await expect(dialog.getByText(t.validation.required)).toBeVisible();
      await tabTo(dialog.getByLabel(p.reason, { exact: true }));
      await page.keyboard.type(reason);
      await look(page, `piece-${reason.length}-${locale}`);
      await tabTo(dialog.getByRole("button", { name: act, exact: true }));
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(menu(name)).toBeFocused();
      await expect(row(name).getByText(reason)).toBeVisible();
    };

    // What a plan holds says which, and nothing can be done with it; once that is discarded elsewhere it can, without a reload.
    const plan = filled(t.trades.plans.numbered, { number: locale === "ar" ? "٢" : "2" });
    await expect(row("Island").getByRole("link", { name: plan })).toBeVisible();
    await expect(row("Island").getByText(p.states.planned, { exact: true })).toBeVisible();
    await expect(menu("Island")).toHaveCount(0);
    await look(page, `job-pieces-${locale}`);
    await callApi(app.url, boss.token, "/api/user/personalization/trades/plan/discard", { workspaceId: shop, ...holding });
    await expect(row("Island").getByText(p.states.waiting, { exact: true })).toBeVisible();

    await choose("Island", p.edit);
    await hasFocus();
    const length = dialog.getByLabel(t.trades.quotes.length, { exact: true });
    await tabTo(length);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await expect(length).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("2380");
    await look(page, `piece-dialog-${locale}`);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(menu("Island")).toBeFocused();
    await expect(row("Island")).toContainText(locale === "ar" ? "٢٬٣٨٠" : "2,380");

    await sayWhy("Worktop by the window", p.acts.drop, "They keep the old one");
    await expect(row("Worktop by the window").getByText(p.states.dropped, { exact: true })).toBeVisible();
    await choose("Worktop by the window", p.acts.restore);
    await expect(row("Worktop by the window").getByText(p.states.waiting, { exact: true })).toBeVisible();
    await expect(menu("Worktop by the window")).toBeFocused();

    await expect(row("Splashback").getByText(p.states.cut, { exact: true })).toBeVisible();
    await sayWhy("Splashback", p.acts.recut, "It broke");
    await expect(row("Splashback").getByText(p.states.waiting, { exact: true })).toBeVisible();
    const history = page.getByRole("region", { name: t.trades.timeline.title, exact: true });
    await expect(history.getByText(filled(t.trades.timeline.piece.recut, { name: "Splashback" }))).toBeVisible();
    await expect(history.getByText(filled(t.trades.timeline.piece.drop, { name: "Worktop by the window" }))).toBeVisible();
    await look(page, `job-pieces-done-${locale}`);
    await context.close();
  });
}
