import { readFileSync } from "node:fs";
import { actsOf, CONSOLE, forgetStuckMails, OPERATIONS, STUCK, stuckMails } from "./console-actions";
import { accountWith, pageOf } from "./editing-actions";
import { expect, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { LANGUAGES, TEXTS } from "./languages";
import { settled } from "./looks";

for (const [locale, texts] of LANGUAGES) {
  const t = texts.ui.table;
  const o = texts.admin.operations;
  const h = texts.admin.home;

  test(`a table by the keyboard alone: rows, choice, an action, columns, in ${locale}`, async ({ app, browser }) => {
    await forgetStuckMails(app);
    await stuckMails(app, 3);
    const account = await accountWith(app, "admin");
    const page = await pageOf(browser, app, account, { locale });
    await page.goto(`${OPERATIONS}?tab=mails`);
    const rows = page.getByRole("grid", { name: o.tab.mails }).getByRole("row").filter({ hasText: STUCK });
    await expect(rows).toHaveCount(3);

    await tabTo(rows.nth(0));
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(rows.nth(0)).toBeFocused();
    // The rows are one stop: whoever comes back is where they were.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(rows.nth(1)).toBeFocused();

    await page.keyboard.press("Space");
    await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await page.keyboard.press("Space");
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);

    await page.keyboard.press("c");
    await expect(page.getByLabel(o.domain, { exact: true })).toBeVisible();
    await tabTo(page.getByLabel(o.domain, { exact: true }));
    await page.keyboard.press("Space");
    await expect(page.getByRole("columnheader", { name: o.domain })).toHaveCount(0);
    await expect(page).toHaveURL(/columns=/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: t.columns, exact: true })).toBeFocused();

    const retry = page.getByRole("button", { name: o.retry });
    await tabTo(retry);
    await page.keyboard.press("Enter");
    await expect(retry).toHaveCount(0);
    await expect(rows).toHaveCount(2);
    expect(await actsOf(app, account.email, "operations.retry_mail")).toBe(1);
    await forgetStuckMails(app);
    await page.context().close();
  });

  test(`a view is kept by its address and comes back after a reload; what is removed can be taken back, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const account = await accountWith(app, "admin");
    const page = await pageOf(browser, app, account, { locale });
    await page.goto(OPERATIONS);
    const views = page.getByRole("navigation", { name: t.views });
    const header = page.getByRole("columnheader", { name: o.doneAt });
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(/sort=-doneAt/);

    const name = "« Newest » 最新 أولًا";
    await views.getByRole("button", { name: t.saveView }).click();
    await page.getByLabel(t.viewName).fill(name);
    await page.keyboard.press("Enter");
    await expect(views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await views.getByRole("link", { name: t.all, exact: true }).click();
    await expect(header).not.toHaveAttribute("aria-sort");
    await page.reload();
    await views.getByRole("link", { name }).click();
    await expect(page).toHaveURL(/sort=-doneAt/);
    await expect(header).toHaveAttribute("aria-sort", "descending");

    await views.getByRole("button", { name: t.removeView.replace("{name}", name) }).click();
    await expect(views.getByRole("link", { name })).toHaveCount(0);
    await page.getByRole("button", { name: t.undo, exact: true }).click();
    await expect(views.getByRole("link", { name })).toBeVisible();
    await page.context().close();
  });

  test(`what is shown is saved as a CSV that no spreadsheet takes for formulas, in ${locale}`, async ({ app, browser }) => {
    await forgetStuckMails(app);
    await stuckMails(app, 2, ["=HYPERLINK(1)", 'said "no", twice']);
    const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale });
    await page.goto(`${OPERATIONS}?tab=mails&columns=domain,error`);
    await expect(page.getByRole("grid").getByRole("columnheader")).toHaveCount(4);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: t.csv }).click()]);
    expect(download.suggestedFilename()).toBe("mails.csv");
    const bytes = readFileSync(await download.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString("utf8").slice(1).split("\r\n");
    expect(lines[0]).toBe([o.mail, o.domain, o.error].join(","));
    expect(lines.slice(1, 3).toSorted()).toEqual([`${STUCK},mail0.example,'=HYPERLINK(1)`, `${STUCK},mail1.example,"said ""no"", twice"`]);
    expect(lines.slice(3)).toEqual([""]);
    await forgetStuckMails(app);
    await page.context().close();
  });

  test(`the console tells what waits and leads there, and its rows are cards on a phone, in ${locale}`, async ({ app, browser }) => {
    await forgetStuckMails(app);
    await stuckMails(app, 1);
    const page = await pageOf(browser, app, await accountWith(app, "admin"), { locale, width: 360 });
    await page.goto(CONSOLE);
    await settled(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(h.title);
    for (const figure of Object.values(h.figure)) await expect(page.getByRole("heading", { name: figure })).toBeVisible();
    await page.locator(`a[href="${OPERATIONS}?tab=mails"]`).click();
    const row = page.getByRole("row").filter({ hasText: "mail0.example" });
    await expect(row).toBeVisible();
    await expect(row.getByText(o.domain)).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await forgetStuckMails(app);
    await page.context().close();
  });

  test(`a job runs when it is asked for, in ${locale}`, async ({ app, browser }) => {
    const account = await accountWith(app, "admin");
    const page = await pageOf(browser, app, account, { locale });
    await page.goto(OPERATIONS);
    const row = page.getByRole("row").filter({ hasText: "platform.expire" });
    await row.getByRole("checkbox").check();
    await page.getByRole("button", { name: o.run }).click();
    await expect(row.getByText(o.states.fine)).toBeVisible();
    // It may have gone well before.
    await expect.poll(() => actsOf(app, account.email, "operations.run_job")).toBe(1);
    await page.context().close();
  });
}

test("the console is for administrators, and the bar shows it to them alone", async ({ app, browser }) => {
  const english = TEXTS.en;
  if (!english) throw new Error("no language");
  const candidate = await pageOf(browser, app, await accountWith(app, "candidate"), { locale: "en" });
  for (const path of [CONSOLE, OPERATIONS]) {
    await candidate.goto(path);
    await expect(candidate.getByRole("heading", { level: 1 })).toHaveText(english.admin.noPermission);
  }
  await expect(candidate.getByRole("heading", { name: english.shell.console, exact: true })).toHaveCount(0);
  await candidate.context().close();

  // Lower than the bar is long: where one is shows, and the rest can be scrolled to.
  const page = await pageOf(browser, app, await accountWith(app, "super_admin"), { locale: "en" });
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(OPERATIONS);
  const bar = page.getByRole("navigation", { name: english.shell.menu });
  await expect(bar.getByRole("link", { name: english.shell.places.operations, exact: true })).toBeInViewport();
  await tabTo(bar.getByRole("link", { name: english.shell.places.audit, exact: true }));
  await expect(bar.getByRole("link", { name: english.shell.places.audit, exact: true })).toBeInViewport();
  await page.context().close();
});
