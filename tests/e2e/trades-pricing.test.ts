import { LOCALES, localeTag } from "@/lib/locales";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS } from "./languages";
import { aDraft, addedPrice, pricesOf, pricingSetup } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { aBoss, aWorkspace } from "./trades-actions";
import { filled } from "./words";

/** Where a walk is walked, and how two is said: by its button, and as a number. */
const WALKS = {
  en: { viewport: { width: 1440, height: 900 }, takeTwo: "Import 2 prices", second: "2" },
  ar: { viewport: { width: 360, height: 740 }, takeTwo: "استيراد سعرين", second: "٢" },
};

for (const [locale, t] of LANGUAGES) {
  test(`taxes and prices are set up, changed by a file and published, in ${locale}`, async ({ app, browser }) => {
    const [g, p, f] = [t.trades.pricing, t.trades.prices, t.trades.fileImport];
    const { viewport, takeTwo, second } = WALKS[locale];
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const context = await browser.newContext({ baseURL: app.url, viewport });
    await speakLanguage(context, app.url, locale);
    await signIn(context, boss);
    const page = await context.newPage();
    await page.goto(pricingSetup(shop));
    await expect(page.getByText(p.noLists)).toBeVisible();
    await expect(page.getByText(g.noTaxes)).toBeVisible();
    await expectDirection(page, locale);
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    const dialog = page.getByRole("dialog");
    const save = () => dialog.getByRole("button", { name: t.common.save }).click();

    await page.getByRole("button", { name: g.addTax }).click();
    await dialog.getByLabel(g.taxName, { exact: true }).fill("VAT");
    await save();
    // No rate was said: that is not nothing.
    await expect(dialog.getByLabel(g.rate)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(g.rate).fill("7.5");
    expect(await violations(page)).toEqual([]);
    await save();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("listitem").filter({ hasText: "VAT" })).toContainText(g.usual);

    await page.getByRole("button", { name: p.newList }).click();
    await dialog.getByLabel(p.listName).fill("Retail");
    await save();
    await expect(page.getByRole("heading", { level: 3, name: "Retail" })).toBeVisible();
    await page.getByRole("button", { name: p.prepareFirst }).click();
    await expect(page.getByRole("heading", { name: p.noPrices })).toBeVisible();
    await expect(page.getByRole("button", { name: p.publish })).toBeDisabled();

    const begin = () => page.getByRole("button", { name: p.addPrice }).click();
    const money = async (label: string, amount: string, at = 0) => dialog.getByLabel(label, { exact: true }).nth(at).fill(amount);
    await begin();
    await dialog.getByLabel(p.name).fill("Pencil round");
    await dialog.getByLabel(p.code).fill("EDGE-20");
    await dialog.getByLabel(p.kind).selectOption("edge");
    await expect(dialog.getByLabel(p.unit)).toHaveValue("m");
    await expect(dialog.getByLabel(p.material)).toBeHidden();
    await money(p.price, "25000");
    await money(p.cost, "9000");
    await dialog.getByRole("button", { name: p.addTier }).click();
    await money(p.from, "10");
    await money(p.price, "22000", 1);
    await dialog.getByRole("button", { name: p.addTier }).click();
    await money(p.from, "5", 1);
    await money(p.price, "20000", 2);
    await save();
    await expect(dialog.getByText(t.validation.tierOrder)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    await dialog.getByRole("button", { name: filled(p.removeTier, { number: second }) }).click();
    await save();
    await expect(dialog).toHaveCount(0);

    await begin();
    await dialog.getByLabel(p.name).fill("Tap hole");
    await dialog.getByLabel(p.code).fill("edge-20");
    await dialog.getByLabel(p.kind).selectOption("cutout");
    await money(p.price, "50000");
    await save();
    // What the server says lands at its field, and what was typed stays.
    await expect(dialog.getByText(t.validation.codeTaken)).toBeVisible();
    await expect(dialog.getByLabel(p.name)).toHaveValue("Tap hole");
    await dialog.getByLabel(p.code).fill("HOLE");
    await save();
    await expect(dialog).toHaveCount(0);
    await begin();
    await dialog.getByLabel(p.name).fill("Fitting");
    await dialog.getByLabel(p.code).fill("FIT");
    await dialog.getByLabel(p.kind).selectOption("labour");
    await money(p.price, "400000");
    await money(p.cost, "380000");
    await save();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("rowheader")).toHaveCount(3);
    // Its margin is less than the shop wants.
    await expect(page.getByRole("row", { name: /Fitting/ })).toContainText(p.belowFloor);
    await page.getByLabel(p.search).fill("hole");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await page.getByLabel(p.search).fill("");
    await page.getByLabel(p.kind).selectOption("edge");
    await expect(page.getByRole("row", { name: /EDGE-20/ })).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await page.getByLabel(p.kind).selectOption("");

    const choose = (text: string) =>
      page.getByLabel(f.choose).setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await choose("code,price\nHOLE,much\n");
    await expect(page.getByText(f.someWrong)).toBeVisible();
    await choose("code,name,kind,unit,price\nHOLE,,,,55000\nSINK,Sink cut-out,cutout,piece,350000\n");
    await expect(page.getByRole("heading", { level: 3, name: "SINK" })).toBeVisible();
    await expect(page.locator("del", { hasText: "50000" })).toBeVisible();
    await expect(page.locator("ins", { hasText: "55000" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => overflows(page)).toBe(false);
    await page.getByRole("button", { name: takeTwo }).click();
    await expect(page.getByRole("rowheader")).toHaveCount(4);
    await expect(page.getByRole("row", { name: /Sink cut-out/ })).toBeVisible();

    await page.getByRole("button", { name: p.publish }).click();
    await dialog.getByLabel(p.lastDay).fill("2020-01-01");
    await dialog.getByRole("button", { name: p.publish }).click();
    await expect(dialog.getByText(t.validation.dayOrder)).toBeVisible();
    await dialog.getByLabel(p.lastDay).fill("");
    await dialog.getByRole("button", { name: p.publish }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(p.holding.now, { exact: true })).toBeVisible();
    await expect(page.getByText(p.publishedLead)).toBeVisible();
    await expect(page.getByRole("button", { name: p.addPrice })).toHaveCount(0);
    await expect.poll(() => overflows(page)).toBe(false);
    await page.getByRole("button", { name: p.pdf, exact: true }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(LOCALES.length);
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: new Intl.DisplayNames(localeTag(locale), { type: "language" }).of("fr") }).click();
    expect((await download).suggestedFilename()).toBe("price-list-1-fr.pdf");
    await page.getByRole("link", { name: p.back }).first().click();
    await expect(page.getByRole("listitem").filter({ hasText: "Retail" }).getByText(p.holding.now, { exact: true }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
}

test("who sells is checked at each field, and what two change at once is told and not lost", async ({ app, browser }) => {
  const t = TEXTS.en;
  if (!t) throw new Error("there is no language");
  const [g, p] = [t.trades.pricing, t.trades.prices];
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const draft = await aDraft(app, boss, shop, "Retail");
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(pricingSetup(shop));
  const iban = page.getByLabel(g.seller.iban);
  const save = () => page.getByRole("button", { name: t.common.save }).click();
  await iban.fill("DE89 3704 0044 0532 0130 01");
  await save();
  await expect(page.getByText(t.validation.iban)).toBeVisible();
  await expect(iban).toHaveAttribute("aria-invalid", "true");
  await iban.fill("de89 3704 0044 0532 0130 00");

  const T = "/api/user/personalization/trades";
  const { data } = await callApi(app.url, boss.token, `${T}/pricing/get?workspaceId=${shop}`);
  await callApi(app.url, boss.token, `${T}/pricing/save`, { ...data, workspaceId: shop, validityDays: 45 });
  await save();
  await expect(page.getByText(g.conflict)).toBeVisible();
  await expect(iban).toHaveValue("de89 3704 0044 0532 0130 00");
  await save();
  await expect(page.getByText(t.common.saved, { exact: true })).toBeVisible();
  await page.reload();
  await expect(iban).toHaveValue("DE89370400440532013000");

  await page.goto(pricesOf(shop, draft.uid));
  await page.getByRole("button", { name: p.addPrice }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(p.name).fill("Mitred corner");
  await dialog.getByLabel(p.code).fill("MITRE");
  await dialog.getByLabel(p.kind).selectOption("labour");
  await dialog.getByLabel(p.price, { exact: true }).fill("90000");
  const other = { code: "SEAL", name: "Sealing", kind: "labour", unit: "m2", price: 20_000 };
  await addedPrice(app, boss, shop, draft, other);
  await dialog.getByRole("button", { name: t.common.save }).click();
  await expect(dialog.getByText(p.priceConflict)).toBeVisible();
  await expect(dialog.getByLabel(p.name)).toHaveValue("Mitred corner");
  await dialog.getByRole("button", { name: t.common.save }).click();
  await expect(dialog).toHaveCount(0);
  for (const name of [/Sealing/, /Mitred corner/]) await expect(page.getByRole("row", { name })).toBeVisible();
  await context.close();
});

test("a version that ends says from which day nothing holds, and the prices before it become a draft again", async ({ app, browser }) => {
  const p = TEXTS.en.trades.prices;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const call = async (path: string, input: object) =>
    (await callApi(app.url, boss.token, `/api/user/personalization/trades/price${path}`, { workspaceId: shop, ...input })).data;
  const usual = await aDraft(app, boss, shop, "Retail");
  await call("/publish", { uid: usual.uid, version: usual.version, validFrom: "2025-01-01" });
  const sale = await call("/draft", { uid: usual.list.uid });
  const cheap = sale.items.find(({ code }: { code: string }) => code === "EDGE-20");
  const { uid: itemUid, ...item } = cheap;
  await call("/item/save", { uid: sale.uid, version: sale.version, itemUid, item: { ...item, price: 19_000 } });
  const context = await browser.newContext({ baseURL: app.url });
  await speakLanguage(context, app.url, "en");
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(pricesOf(shop, sale.uid));
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: p.publish }).click();
  await dialog.getByLabel(p.lastDay).fill("2099-03-03");
  await expect(dialog.getByText(filled(p.nothingHoldsFrom, { day: "4 Mar 2099" }))).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel(p.lastDay).fill("");
  await expect(dialog.getByText("4 Mar 2099")).toBeHidden();
  await dialog.getByLabel(p.lastDay).fill("2099-03-03");
  await dialog.getByRole("button", { name: p.publish }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(pricesOf(shop, usual.uid));
  await page.getByRole("button", { name: p.prepareNext }).click();
  await expect(page.getByText(p.holding.draft, { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /EDGE-20/ })).toContainText("25,000");
  await context.close();
});

test("a quote asks whoever is chosen for the prices that hold for them, and leaves prices that were taken by hand", async ({
  app,
  browser,
}) => {
  const { quotes: q, jobs: j } = TEXTS.en.trades;
  const T = "/api/user/personalization/trades";
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const call = async (path: string, input: object) => (await callApi(app.url, boss.token, T + path, { workspaceId: shop, ...input })).data;
  const listed = async (name: string) => {
    const { uid, version, list } = await aDraft(app, boss, shop, name);
    await call("/price/publish", { uid, version, validFrom: "2025-01-01" });
    return { version: uid as string, list: list.uid as string };
  };
  const [usual, trade] = [await listed("Retail"), await listed("Trade")];
  await call("/customer/save", { name: "Builder Ltd", priceListUid: trade.list });
  await call("/customer/save", { name: "Walk-in" });
  const context = await browser.newContext({ baseURL: app.url });
  await speakLanguage(context, app.url, "en");
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`/dashboard/trades/quotes/quote?workspace=${shop}`);
  const prices = page.getByLabel(q.prices, { exact: true });
  await expect(prices).toHaveValue(usual.version);
  const choose = async (name: string) => {
    await page.getByLabel(j.customer, { exact: true }).fill(name);
    await page.getByRole("option", { name }).click();
  };
  await choose("Builder Ltd");
  await expect(prices).toHaveValue(trade.version);
  await choose("Walk-in");
  await expect(prices).toHaveValue(usual.version);
  await prices.selectOption("");
  await choose("Builder Ltd");
  await expect(page.getByLabel(q.site, { exact: true })).toBeVisible();
  await expect(prices).toHaveValue("");
  await context.close();
});

test("what is no number goes from its field with what it was to be, and is shown as nothing else", async ({ app, browser }) => {
  const { common, pricing, quotes } = { ...TEXTS.en.trades, common: TEXTS.en.common };
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(pricingSetup(shop));
  const deposit = page.getByLabel(pricing.deposit);
  const before = await deposit.inputValue();
  await deposit.fill("2o");
  await page.getByRole("button", { name: common.discard }).click();
  await expect(deposit).toHaveValue(before);
  // An emptied one stays empty until something is typed into it.
  await deposit.fill("");
  await expect(deposit).toHaveValue("");
  // Also once it is left, saved or loaded anew, and it says that something is missing.
  await deposit.blur();
  await expect(deposit).toHaveValue("");
  await page.getByRole("button", { name: common.save, exact: true }).click();
  await expect(deposit).toHaveAccessibleDescription(new RegExp(TEXTS.en.validation.required));
  await expect(deposit).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("button", { name: common.discard })).toBeVisible();
  await expect(deposit).toHaveValue("");
  await deposit.pressSequentially("12.50");
  await expect(deposit).toHaveValue("12.50");

  await page.goto(quoteOf(shop, ""));
  const off = page.getByLabel(quotes.off, { exact: true });
  await off.fill("1o");
  await page.getByRole("radio", { name: quotes.discountAmount }).click();
  await expect(off).toHaveValue("0");
  await off.fill("");
  await expect(off).toHaveValue("");
  await context.close();
});
