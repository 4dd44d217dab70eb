import { callApi } from "./actions";
import { ADMIN, BILLING, begin, confirmedAccount, PAGE, payWith, planCard, subscribed, textOf } from "./billing-actions";
import { loseAnswers } from "./calls";
import { accountWith, pageOf } from "./editing-actions";
import { expect, test } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage, settled } from "./looks";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  const s = t.subscription;

  test(`a plan is bought, after a declined card and the bank's question, and its receipt read, in ${locale}`, async ({ app, browser }) => {
    const account = await confirmedAccount(app, locale);
    const page = await pageOf(browser, app, account, { locale });
    await page.goto(`${PAGE}?plan=plus&interval=year`);
    await expect(page.getByRole("radio", { name: s.interval.year })).toBeChecked();
    await expect(page.getByText(s.now.free)).toBeVisible();
    await planCard(page, t, "plus").getByRole("button").click();

    await expect(page).toHaveURL(/\/demo\/checkout\?session=cs_/);
    await payWith(page, t, "4000 0000 0000 0002");
    await expect(page.getByText(s.demoPage.declines.card_declined)).toBeVisible();
    await payWith(page, t, "4000 0027 6000 3184");
    await expect(page.getByRole("heading", { name: s.demoPage.secureTitle })).toBeVisible();
    await page.getByRole("button", { name: s.demoPage.refuse }).click();
    await expect(page.getByText(s.demoPage.declines.authentication)).toBeVisible();
    await payWith(page, t, "4000 0027 6000 3184");
    await page.getByRole("button", { name: s.demoPage.confirm }).click();

    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await expect(page.getByText(s.status.active, { exact: true })).toBeVisible();
    await expect(page.locator("main")).toContainText("3184");
    const row = page.getByRole("row").nth(1);
    await expect(row).toContainText(s.invoices.status.paid);
    const [download] = await Promise.all([page.waitForEvent("download"), row.getByRole("button").click()]);
    expect(download.suggestedFilename()).toMatch(/^parley-[\w-]+\.pdf$/);
    const text = (await textOf(await download.path())).replaceAll(/\s/gu, "").normalize("NFKC");
    const { data } = await callApi(app.url, account.token, `${BILLING}/receipt/invoices/get`);
    expect(text).toContain(data[0].number);
    expect(text).toContain(account.email);
    expect(text).toContain(locale === "en" ? "$108.00" : "١٠٨");
    expect(text).toContain("AmalOsman");
    // Arabic letters come out of a PDF in the shapes and order in which they were drawn.
    if (locale === "en")
      for (const words of [t.receipt.title, t.receipt.demo, t.receipt.total]) expect(text).toContain(words.replaceAll(" ", ""));
    await page.context().close();
  });

  test(`a plan is changed for what was shown, cancelled and taken back, and its card changed, in ${locale}`, async ({ app, browser }) => {
    const account = await confirmedAccount(app, locale);
    await subscribed(app.url, account);
    const page = await pageOf(browser, app, account, { locale });
    await page.goto(PAGE);
    await planCard(page, t, "pro").getByRole("button").click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(begin(s.change.creditLine)).first()).toBeVisible();
    await expect(dialog.getByText(s.change.dueToday)).toBeVisible();
    const sum = (await dialog.locator("dl > div").last().locator("dd").textContent()) ?? "";
    const confirm = dialog.getByRole("button").last();
    await expect(confirm).toContainText(
      sum
        .replaceAll(/[\u200e\u200f\u061c]/g, "")
        .trim()
        .slice(0, 4),
    );
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    await expect(planCard(page, t, "pro").getByText(s.current)).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(3);
    await expect(page.getByRole("row").nth(1)).toContainText(
      sum
        .replaceAll(/[\u200e\u200f\u061c]/g, "")
        .trim()
        .slice(0, 4),
    );

    await page.getByRole("button", { name: s.now.cancel }).click();
    await dialog.getByRole("combobox").selectOption("too_expensive");
    await dialog.getByRole("button", { name: s.cancel.confirm }).click();
    await expect(page.getByText(begin(s.now.ends)).first()).toBeVisible();
    const { data } = await callApi(app.url, account.token, `${BILLING}/active/get`);
    expect(data).toMatchObject({ plan: "pro", cancelReason: "too_expensive", cancelAt: data.currentPeriodEnd });
    await page.getByRole("button", { name: s.now.resume }).click();
    await expect(page.getByText(begin(s.now.renews)).first()).toBeVisible();

    await page.getByRole("button", { name: s.card.change }).click();
    await expect(page.getByText(s.demoPage.giveCard)).toBeVisible();
    await payWith(page, t, "4000 0000 0000 0341");
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await expect(page.locator("main")).toContainText("0341");
    await page.context().close();
  });
}

test("an overdue payment shows everywhere with the way to pay, and a new card pays it", async ({ app, browser }) => {
  const en = TEXTS.en;
  if (!en) throw new Error("no language");
  const s = en.subscription;
  const account = await confirmedAccount(app);
  await subscribed(app.url, account);
  await callApi(app.url, account.token, `${BILLING}/change/method`, { paymentMethodId: "pm_card_chargeCustomerFail" });
  const admin = await pageOf(browser, app, await accountWith(app, "admin"), { locale: "en" });
  await admin.goto(ADMIN);
  await admin.getByRole("button", { name: "31 days forward" }).click();
  await expect(admin.getByText(begin(s.admin.advanced)).first()).toBeVisible();

  const page = await pageOf(browser, app, account, { locale: "en" });
  await page.goto("/dashboard");
  await expect(page.getByText(begin(s.banner.overdue))).toBeVisible();
  await admin.goto(`${ADMIN}?email=${encodeURIComponent(account.email)}`);
  await expect(admin.getByText(begin(s.admin.standing.overdue))).toBeVisible();
  await page.getByRole("link", { name: s.banner.act }).click();
  await expect(page.getByText(s.status.past_due, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: s.now.pay }).click();
  await expect(page.getByText(en.errors.cardDeclined)).toBeVisible();
  await page.getByRole("button", { name: s.card.change }).click();
  await payWith(page, en, "4242 4242 4242 4242");
  await expect(page.getByText(s.status.active, { exact: true })).toBeVisible();

  // What the administrator sees, gives and pays back.
  await admin.goto(`${ADMIN}?email=${encodeURIComponent(account.email)}`);
  await admin.getByRole("button", { name: s.admin.refund }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel(begin(s.admin.refundAmount)).fill("5.5");
  await dialog.getByLabel(s.admin.reason).fill("A bad week for both of us");
  // The answer is lost, and it is thought about once more: the first try counts, and shows.
  await loseAnswers(admin, /subscription\.admin\.refund/);
  await dialog.getByRole("button", { name: s.admin.refund }).click();
  await expect(dialog.getByText(en.common.offline)).toBeVisible();
  await admin.unroute(/subscription\.admin\.refund/);
  await dialog.getByLabel(begin(s.admin.refundAmount)).fill("4");
  await dialog.getByRole("button", { name: s.admin.refund }).click();
  await expect(dialog.getByText(en.errors.savedBefore)).toBeVisible();
  await expect(dialog.getByText(filled(s.admin.refundText, { amount: "US$6.50" }))).toBeVisible();
  await dialog.getByRole("button", { name: s.admin.refund }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText("$9.50 refunded")).toBeVisible();
  await admin.getByLabel(s.admin.plan, { exact: true }).selectOption("pro");
  await admin.getByLabel(s.admin.reason).fill("Thanks for your patience");
  await admin.getByRole("button", { name: s.admin.grant, exact: true }).click();
  await expect(admin.getByText("Thanks for your patience").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(filled(s.now.complimentary, { plan: s.plans.pro, date: "" }).slice(0, 30)).first()).toBeVisible();
  await admin.getByRole("button", { name: s.admin.revoke }).click();
  await dialog.getByLabel(s.admin.reason).fill("Given by mistake");
  await dialog.getByRole("button", { name: s.admin.revoke }).click();
  await expect(admin.getByText(begin(s.admin.revoked))).toBeVisible();
  await admin.context().close();
  await page.context().close();
});

for (const look of LOOKS) {
  test(`the pages of plans and payments are accessible and fit, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const t = TEXTS[look.locale];
    const guest = await openAs(browser, `${app.url}/pricing`, look);
    await guest.getByRole("radio", { name: t.subscription.interval.year }).click();
    await seePage(guest, "pricing", look);
    await guest.context().close();

    const newcomer = await confirmedAccount(app, look.locale);
    const page = await openAs(browser, app.url + PAGE, look, newcomer);
    await expect(page.getByText(t.subscription.now.free)).toBeVisible();
    await seePage(page, "subscription-free", look);
    const { data } = await callApi(app.url, newcomer.token, `${BILLING}/checkout`, { plan: "pro", interval: "month" });
    await page.goto(data.url);
    await settled(page);
    await seePage(page, "demo-checkout", look);
    await page.goto("/demo/checkout?session=cs_nobody");
    await settled(page);
    await seePage(page, "demo-checkout-missing", look);

    await subscribed(app.url, newcomer);
    await page.goto(PAGE);
    await settled(page);
    await seePage(page, "subscription", look);
    await planCard(page, t, "pro").getByRole("button").click();
    await expect(page.getByRole("dialog").getByText(t.subscription.change.dueToday)).toBeVisible();
    await seeDialog(page, "subscription-change", look);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t.subscription.now.cancel }).click();
    await seeDialog(page, "subscription-cancel", look);
    await page.context().close();

    const admin = await openAs(
      browser,
      `${app.url}${ADMIN}?email=${encodeURIComponent(newcomer.email)}`,
      look,
      await accountWith(app, "admin"),
    );
    await expect(admin.getByRole("heading", { name: t.subscription.admin.log })).toBeVisible();
    await seePage(admin, "subscriptions-admin", look);
    await admin.getByRole("button", { name: t.subscription.admin.refund }).click();
    await seeDialog(admin, "subscription-refund", look);
    await admin.keyboard.press("Escape");
    await admin.context().close();
  });
}
