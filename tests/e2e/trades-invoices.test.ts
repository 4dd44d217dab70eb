import { readFileSync } from "node:fs";
import { localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { begin } from "./billing-actions";
import { loseAnswers } from "./calls";
import { databaseOf } from "./database";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { aWonJob, invoiceOf, invoicesOf, statementOf } from "./invoice-actions";
import { LANGUAGES, TEXTS } from "./languages";
import { TRADES } from "./trades-actions";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  test(`a last invoice that was drafted before the deposit went out is drafted anew, in ${locale}`, async ({
    app,
    page,
    context,
    look,
  }) => {
    const i = t.trades.invoices;
    const { boss, shop, jobUid } = await aWonJob(app);
    const post = async (path: string, body: object) =>
      (await callApi(app.url, boss.token, `/api/user/personalization/trades/invoice/${path}`, { workspaceId: shop, ...body })).data;
    const deposit = await post("draft", { jobUid, kind: "deposit" });
    const final = await post("draft", { jobUid, kind: "final" });
    await post("issue", { uid: deposit.uid, version: deposit.version });

    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    await page.goto(invoiceOf(shop, final.uid));
    const sums = page.getByRole("region", { name: i.sums, exact: true });
    await expect(sums).toContainText(formatMoney(localeTag(locale), 11_000_000, "VND"));
    await page.getByRole("button", { name: i.issue, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: i.issue, exact: true }).click();
    await expect(dialog.getByText(i.outdatedFinal)).toBeVisible();
    await expect(dialog.getByRole("button", { name: i.issueAnyway })).toBeVisible();
    await look("invoice-outdated");
    await dialog.getByRole("button", { name: i.draftAnew }).click();
    await expect(dialog).toHaveCount(0);
    await expect(sums).toContainText(formatMoney(localeTag(locale), 7_700_000, "VND"));
    await expect(page).not.toHaveURL(new RegExp(final.uid));
  });

  test(`a deposit and the rest are asked for, paid, taken back and credited, on a phone, in ${locale}`, async ({ app, browser }) => {
    const i = t.trades.invoices;
    const kinds = t.trades.document.kinds;
    const money = (amount: number) => formatMoney(localeTag(locale), amount, "VND");
    const called = (number: number) => new Intl.NumberFormat(localeTag(locale), { useGrouping: false }).format(number);
    const { boss, shop, jobUid, customerUid } = await aWonJob(app);
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    const dialog = page.getByRole("dialog");
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
    const badge = (name: string) => page.getByText(name, { exact: true }).first();
    const fits = async () => {
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => overflows(page)).toBe(false);
    };
    const issue = async (kind: keyof typeof kinds, number: number) => {
      await page.getByRole("button", { name: i.issue, exact: true }).click();
      await expect(dialog.getByText(i.issueText)).toBeVisible();
      await fits();
      await dialog.getByRole("button", { name: i.issue, exact: true }).click();
      await expect(heading(filled(i.numbered, { kind: kinds[kind], number: called(number) }))).toBeVisible();
      await expect(dialog).toHaveCount(0);
    };
    const pay = async (amount?: string) => {
      await page.getByRole("button", { name: i.write.payment, exact: true }).click();
      if (amount) await dialog.getByLabel(i.amount, { exact: true }).fill(amount);
      await dialog.getByRole("button", { name: t.common.save }).click();
    };

    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&uid=${jobUid}`);
    await expect(region(i.ofJob).getByText(i.noneOfJob)).toBeVisible();
    await expectDirection(page, locale);
    await region(i.ofJob).getByRole("button", { name: i.new }).click();
    // The shop's own deposit stands there.
    await expect(dialog.getByRole("radio", { name: i.kinds.deposit, exact: true })).toBeChecked();
    await expect(dialog.getByLabel(i.rate, { exact: true })).toHaveValue("30");
    await expect(dialog.getByText(i.does.deposit)).toBeVisible();
    await fits();
    await dialog.getByRole("button", { name: i.draft, exact: true }).click();

    await expect(heading(kinds.deposit)).toBeVisible();
    await expect(region(i.sums)).toContainText(money(3_300_000));
    await fits();
    const name = region(i.buyer.heading).getByLabel(i.buyer.name, { exact: true });
    await name.fill("");
    await page.getByRole("button", { name: i.issue, exact: true }).click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await name.fill("Nguyễn Kitchens Limited");
    // What was typed outlives the page, and is saved before it is issued.
    await page.reload();
    await expect(name).toHaveValue("Nguyễn Kitchens Limited");
    await issue("deposit", 1);
    await expect(region(i.facts)).toContainText("Nguyễn Kitchens Limited");
    await expect(badge(i.standings.issued)).toBeVisible();
    await fits();
    for (const [label, file] of [
      [i.pdf, "invoice-1.pdf"],
      [i.xml, "invoice-1.xml"],
    ] as const) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: label, exact: true }).click();
      expect((await download).suggestedFilename()).toBe(file);
    }

    await expect(region(i.stillOwed)).toContainText(money(3_300_000));
    await page.getByRole("button", { name: i.write.payment, exact: true }).click();
    await expect(dialog.getByLabel(i.amount, { exact: true })).toHaveValue("3300000");
    await dialog.getByLabel(i.amount, { exact: true }).fill("1300000");
    await dialog.getByLabel(i.method, { exact: true }).selectOption("cash");
    await dialog.getByLabel(i.reference, { exact: true }).fill("CASH-17");
    await fits();
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(region(i.stillOwed)).toContainText(money(2_000_000));
    await expect(badge(i.standings.part_paid)).toBeVisible();
    await expect(region(i.paymentsTitle)).toContainText("CASH-17");
    await pay("9000000");
    await expect(dialog.getByText(t.validation.moreThanDue)).toBeVisible();
    await dialog.getByLabel(i.amount, { exact: true }).fill("2000000");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(heading(i.nothingOwed)).toBeVisible();
    await expect(badge(i.standings.paid)).toBeVisible();

    // What was written down by mistake is taken back, and stays to be seen.
    await region(i.paymentsTitle).getByRole("button", { name: i.takeBack.payment.now, exact: true }).last().click();
    await expect(dialog.getByRole("heading", { name: i.takeBack.payment.title })).toBeVisible();
    await fits();
    await dialog.getByRole("button", { name: i.takeBack.payment.now, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(region(i.stillOwed)).toContainText(money(2_000_000));
    await expect(region(i.paymentsTitle).getByText(i.reversed, { exact: true })).toBeVisible();
    // The button that was pressed is gone: the focus stays with the row.
    await expect(region(i.paymentsTitle).locator("li:focus")).toContainText(i.reversed);
    await fits();
    await pay();
    await expect(dialog).toHaveCount(0);
    await expect(heading(i.nothingOwed)).toBeVisible();

    await page.getByRole("link", { name: filled(i.forJob, { number: called(1), title: "Villa bench" }) }).click();
    await expect(region(i.ofJob).getByText(i.standings.paid, { exact: true })).toBeVisible();
    await fits();
    await region(i.ofJob).getByRole("button", { name: i.new }).click();
    await expect(dialog.getByRole("radio", { name: i.kinds.final, exact: true })).toBeChecked();
    await expect(dialog.getByText(i.does.final)).toBeVisible();
    await dialog.getByRole("button", { name: i.draft, exact: true }).click();
    await expect(heading(kinds.final)).toBeVisible();
    // The deposit is off it; the document speaks the quote's language.
    await expect(region(i.lines).getByLabel(i.text, { exact: true }).nth(1)).toHaveValue("Less invoice 1");
    await expect(region(i.sums)).toContainText(money(7_700_000));
    await issue("final", 2);
    await pay();
    await expect(dialog).toHaveCount(0);
    await expect(heading(i.nothingOwed)).toBeVisible();

    await page.getByRole("button", { name: i.credit, exact: true }).click();
    await expect(heading(kinds.credit)).toBeVisible();
    await fits();
    await issue("credit", 3);
    await expect(badge(i.standings.given)).toBeVisible();
    await page.getByRole("link", { name: filled(i.creditOf, { number: called(2) }) }).click();
    await expect(region(i.toPayBack)).toContainText(money(7_700_000));
    await expect(badge(i.standings.credited)).toBeVisible();
    await fits();
    await page.getByRole("button", { name: i.write.refund, exact: true }).click();
    await expect(dialog.getByLabel(i.amount, { exact: true })).toHaveValue("7700000");
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(heading(i.nothingOwed)).toBeVisible();

    await page.getByRole("link", { name: i.all }).click();
    await expect(page.getByRole("rowheader")).toHaveCount(3);
    await page.getByLabel(i.standing, { exact: true }).selectOption("credited");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await fits();

    await page.goto(`${TRADES}/customers/customer?workspace=${shop}&uid=${customerUid}`);
    await page.getByRole("link", { name: i.statement.title }).click();
    await expect(page.getByRole("row", { name: i.statement.closing })).toContainText(money(0));
    await expect(page.getByRole("link", { name: filled(i.statement.entries.credit, { number: called(3) }) })).toBeVisible();
    await fits();
    await context.close();
  });
}

test("a spreadsheet gets amounts that it adds up, under their currency, and what was given back is less than nothing", async ({
  app,
  page,
}) => {
  const { invoices: i } = TEXTS.en.trades;
  const { boss, shop, jobUid } = await aWonJob(app);
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `/api/user/personalization/trades/invoice/${path}`, { workspaceId: shop, ...body })).data;
  const issued = async ({ uid, version }: { uid: string; version: number }) => post("issue", { uid, version });
  const { uid, version } = await issued(await post("draft", { jobUid, kind: "deposit" }));
  await issued(await post("credit", { uid, version }));
  await signIn(page.context(), boss);
  await page.goto(`${invoicesOf(shop)}&columns=number,total,balance`);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /CSV/ }).click()]);
  expect(
    readFileSync(await download.path(), "utf8")
      .slice(1)
      .split("\r\n"),
  ).toEqual([
    [i.title, i.number, `${i.total} · VND`, `${i.balance} · VND`].join(","),
    "Villa bench,2,-3300000,0",
    "Villa bench,1,3300000,0",
    "",
  ]);
});

test("a statement's days are typed, and its rows are those of its days alone", async ({ app, browser }) => {
  const { common, trades } = TEXTS.en;
  const { statement } = trades.invoices;
  const { boss, shop, customerUid } = await aWonJob(app);
  const sql = await databaseOf(app);
  await sql`update users set email_verified_at = null where email = ${boss.email}`;
  await sql.end();
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(statementOf(shop, customerUid, "2038-03-03", "2038-12-31"));
  const closing = page.getByRole("row", { name: statement.closing });
  const print = page.getByRole("button", { name: statement.print });
  await expect(closing).toContainText("31 Dec 2038");
  // Slowly enough for the page to answer every digit.
  const to = page.getByLabel(statement.to, { exact: true });
  await to.focus();
  await page.keyboard.type("03032039", { delay: 200 });
  await expect(page).toHaveURL(/to=2039-03-03/);
  await expect(to).toHaveValue("2039-03-03");
  await expect(closing).toContainText("3 Mar 2039");
  await context.setOffline(true);
  await page.getByLabel(statement.from, { exact: true }).fill("2037-03-03");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(common.offline);
  await expect(closing).toHaveCount(0);
  await expect(print).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(closing).toBeVisible();
  await expect(print).toBeEnabled();
  // On paper stands what the customer is told, and not what the shop's own account is.
  const own = page.getByText(begin(TEXTS.en.account.banner.verify));
  await expect(own).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(closing).toBeVisible();
  await expect(own).toBeHidden();
  await context.close();
});

test("a payment that did not arrive is the same one once its dialog was left and the page loaded anew; one that did stands there, once", async ({
  app,
  page,
}) => {
  const { common, trades } = TEXTS.en;
  const i = trades.invoices;
  const { boss, shop, jobUid } = await aWonJob(app);
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `/api/user/personalization/trades/invoice/${path}`, { workspaceId: shop, ...body })).data;
  const { uid, version } = await post("draft", { jobUid, kind: "deposit" });
  await post("issue", { uid, version });
  await signIn(page.context(), boss);
  await page.goto(invoiceOf(shop, uid));
  const dialog = page.getByRole("dialog");
  const reference = dialog.getByLabel(i.reference, { exact: true });
  const write = () => page.getByRole("button", { name: i.write.payment, exact: true }).click();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")));
  await write();
  await reference.fill("Cash, two hundred notes");
  await dialog.getByRole("button", { name: common.cancel }).click();
  await expect(dialog).toHaveCount(0);
  expect(await kept()).toEqual([]);
  await write();
  await expect(reference).toHaveValue("");
  await reference.fill("Cash, a thousand notes");
  await dialog.getByLabel(i.amount, { exact: true }).fill("1000000");
  const call = /trades\.payments\.add/;
  const keys = new Set<string>();
  page.on("request", (request) => call.test(request.url()) && keys.add(request.postDataJSON().json.key));
  const sentInVain = async () => {
    await dialog.getByRole("button", { name: common.save }).click();
    await expect(dialog.getByRole("alert")).toHaveText(common.offline);
    await page.unroute(call);
    await page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await write();
  };
  await page.route(call, (route) => route.abort());
  await sentInVain();
  await expect(reference).toHaveValue("Cash, a thousand notes");
  await expect(dialog.getByLabel(i.amount, { exact: true })).toHaveValue("1000000");
  await loseAnswers(page, call);
  await sentInVain();
  expect(keys.size).toBe(1);
  // What is written down next is another one.
  await expect(reference).toHaveValue("");
  await reference.fill("Cash, the rest");
  await dialog.getByRole("button", { name: common.save }).click();
  await expect(dialog).toHaveCount(0);
  expect(keys.size).toBe(2);
  const payments = page.getByRole("region", { name: i.paymentsTitle });
  for (const text of ["Cash, a thousand notes", "Cash, the rest"]) await expect(payments.getByText(text)).toHaveCount(1);
});
