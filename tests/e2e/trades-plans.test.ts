import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectDirection } from "./account-steps";
import { waitingFor } from "./cutting-actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES } from "./languages";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";

const SIZES = { en: { width: 1440, height: 900 }, ar: { width: 360, height: 740 } };

async function look(page: Page, name: string): Promise<void> {
  mkdirSync("test-results/pages", { recursive: true });
  await page.screenshot({ path: `test-results/pages/${name}.png`, fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
  expect.soft(await overflows(page), name).toBe(false);
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
      await expect(dialog).toBeHidden();
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
    await expect(dialog).toBeHidden();
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
}
