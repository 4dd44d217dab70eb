import type { Page } from "@playwright/test";
import { localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { expectDirection } from "./account-steps";
import { callApi } from "./actions";
import { expect, overflows, signIn, speakLanguage, test, violations } from "./fixtures";
import { aSeller } from "./invoice-actions";
import { LANGUAGES, sentence, TEXTS } from "./languages";
import { linkFromMail, mailsTo } from "./mails";
import { aDraft } from "./pricing-actions";
import { quoteOf, severalQuotes } from "./quote-actions";
import { aBoss, aCustomer, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const T = "/api/user/personalization/trades";
const CUSTOMER = "lan.with-a-rather-long-address@nguyen-kitchens.example.com";

/** What a shop sells by the piece, since long. */
const PRICES = [
  { code: "GRANITE", name: "Black granite, 20 mm", kind: "material", unit: "m2", price: 5_000_000, cost: 2_000_000 },
  { code: "EDGE-20", name: "Pencil round", kind: "edge", unit: "m", price: 300_000, cost: 90_000 },
  { code: "SINK", name: "Cut-out for a sink", kind: "cutout", unit: "piece", price: 400_000, cost: 120_000 },
];

async function sign(page: Page, name: string): Promise<void> {
  const pad = page.getByRole("img", { name });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("no place to sign");
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 30, { steps: 6 });
  await page.mouse.up();
}

for (const [locale, t] of LANGUAGES) {
  test(`from an enquiry to a paid invoice, with a quote that its customer signs, on phones, in ${locale}`, async ({ app, browser }) => {
    const [q, i, j, o] = [t.trades.quotes, t.trades.invoices, t.trades.jobs, t.trades.offer];
    const kinds = t.trades.document.kinds;
    const money = (amount: number) => formatMoney(localeTag(locale), amount, "VND");
    const called = (number: number) => new Intl.NumberFormat(localeTag(locale), { useGrouping: false }).format(number);
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const customerUid = await aCustomer(app, boss, shop);
    await aSeller(app, boss, shop);
    await callApi(app.url, boss.token, `${T}/tax/save`, { workspaceId: shop, name: "VAT", rate: 1000, category: "S" });
    const prices = await aDraft(app, boss, shop, "Retail", PRICES);
    const held = { workspaceId: shop, uid: prices.uid, version: prices.version, validFrom: "2025-01-01" };
    await callApi(app.url, boss.token, `${T}/price/publish`, held);
    const phone = async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      await speakLanguage(context, app.url, locale);
      return context;
    };
    const context = await phone();
    await signIn(context, boss);
    const page = await context.newPage();
    const dialog = page.getByRole("dialog");
    const region = (name: string, of = page) => of.getByRole("region", { name, exact: true });
    const fits = async (of = page) => {
      expect(await violations(of)).toEqual([]);
      await expect.poll(() => overflows(of)).toBe(false);
    };

    // The enquiry.
    await page.goto(`${TRADES}/jobs/job?workspace=${shop}&customer=${customerUid}`);
    await page.getByLabel(j.title, { exact: true }).fill("Kitchen by the river");
    await page.getByLabel(j.site).selectOption({ index: 1 });
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(region(q.ofJob).getByText(q.noneOfJob)).toBeVisible();
    await expectDirection(page, locale);

    // Its quote: two pieces, something by hand, and an option.
    await region(q.ofJob).getByRole("link", { name: q.new }).click();
    await expect(page.getByText(filled(q.forJob, { number: called(1), title: "Kitchen by the river" }))).toBeVisible();
    await page.getByLabel(q.title, { exact: true }).fill("Kitchen by the river");
    await page.getByLabel(q.language, { exact: true }).selectOption("en");
    const piece = (number: number) => page.getByRole("group", { name: filled(q.piece, { number: called(number) }), exact: true });
    const line = (number: number) => page.getByRole("group", { name: filled(q.line, { number: called(number) }), exact: true });
    await page.getByRole("button", { name: q.addPiece, exact: true }).click();
    await piece(1).getByLabel(q.label, { exact: true }).fill("Worktop");
    await piece(1).getByLabel(q.length, { exact: true }).fill("2400");
    await piece(1).getByLabel(q.width, { exact: true }).fill("600");
    await piece(1).getByLabel(q.material, { exact: true }).selectOption("GRANITE");
    await piece(1).getByLabel(q.sides.front, { exact: true }).selectOption("EDGE-20");
    await piece(1).getByRole("button", { name: q.addCutout, exact: true }).click();
    const byHand: [text: string, price: string, cost: string][] = [
      ["Delivery and fitting", "900000", "500000"],
      ["Splashback", "1000000", "400000"],
    ];
    for (const [at, [text, price, cost]] of byHand.entries()) {
      await page.getByRole("button", { name: q.addLine, exact: true }).click();
      await line(at + 1)
        .getByLabel(q.text, { exact: true })
        .fill(text);
      await line(at + 1)
        .getByLabel(q.quantity, { exact: true })
        .fill("1");
      await line(at + 1)
        .getByLabel(q.price, { exact: true })
        .fill(price);
      await line(at + 1)
        .getByLabel(q.cost, { exact: true })
        .fill(cost);
    }
    await line(2).getByLabel(q.optional).check();
    // 1.44 m² of granite, 2.4 m of an edge, a cut-out and the work, and a tenth on top of it.
    const firm = ((7_200_000 + 720_000 + 400_000 + 900_000) * 11) / 10;
    await expect(region(q.sums)).toContainText(money(firm));
    await fits();
    // Nothing is lost on the way.
    await page.reload();
    await expect(piece(1).getByLabel(q.length, { exact: true })).toHaveValue("2400");
    await page.getByRole("button", { name: t.common.save }).click();
    await expect(region(q.pieces)).toContainText("Worktop");
    await expect(region(q.pieces)).toContainText("Black granite, 20 mm");
    await fits();
    await page.getByRole("button", { name: q.send, exact: true }).click();
    await expect(dialog.getByLabel(q.email)).toHaveValue(CUSTOMER);
    await dialog.getByRole("button", { name: q.send, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(q.states.sent, { exact: true }).first()).toBeVisible();

    // The customer reads it, takes the option, and signs.
    const guests = await phone();
    const guest = await guests.newPage();
    await guest.goto(await linkFromMail(app, CUSTOMER, "Your quote 1 from Marble & Quartz"));
    await expect(guest.getByRole("heading", { level: 1 })).toContainText(kinds.quote);
    await expect(region(t.trades.document.pieces.title, guest)).toContainText("Worktop");
    await guest.getByLabel(o.take).check();
    const total = firm + 1_100_000;
    const accept = guest.getByRole("button", { name: filled(o.accept, { total: money(total) }) });
    // What is lacking is said where it is, and has the focus.
    const { name, confirm, unsigned } = t.trades.entries.signature;
    await accept.click();
    await expect(guest.getByLabel(name)).toHaveAccessibleDescription(o.unsigned);
    await expect(guest.getByLabel(name)).toBeFocused();
    await guest.getByLabel(name).fill("Lan Nguyễn");
    await accept.click();
    await expect(guest.getByLabel(confirm)).toHaveAccessibleDescription(o.unsigned);
    await expect(guest.getByLabel(confirm)).toBeFocused();
    await fits(guest);
    // The other way takes the place of this one, and the focus with it; what was written stays.
    const way = (title: "acceptTitle" | "declineTitle") => region(sentence(locale, `trades.offer.${title}`, { kind: "quote" }), guest);
    await guest.getByRole("button", { name: o.decline, exact: true }).press("Enter");
    await expect(way("declineTitle")).toBeFocused();
    await guest.getByRole("button", { name: o.back, exact: true }).press("Enter");
    await expect(way("acceptTitle")).toBeFocused();
    await sign(guest, unsigned);
    await expect(guest.getByText(o.unsigned)).toHaveCount(0);
    await fits(guest);
    await accept.click();
    // It is told at the page's head, where whoever has signed at its end is led to.
    const told = sentence(locale, "trades.offer.states.accepted", { name: "Lan Nguyễn", kind: "quote" });
    await expect(guest.getByText(told)).toBeInViewport();
    await expect(region(told, guest)).toBeFocused();
    await fits(guest);
    await guests.close();

    // The shop sees it at once; the job is won, and says how it came to it.
    await expect(page.getByText(q.states.converted, { exact: true }).first()).toBeVisible();
    await page.getByRole("link", { name: filled(q.forJob, { number: called(1), title: "Kitchen by the river" }) }).click();
    await expect(page.getByText(j.states.won, { exact: true }).first()).toBeVisible();
    await expect(region(q.ofJob)).toContainText(money(total));
    const story = region(t.trades.timeline.title);
    await expect(
      story.getByRole("link", { name: filled(t.trades.timeline.quote.accepted, { number: called(1), amount: money(total) }) }),
    ).toBeVisible();
    await fits();

    // All of it is asked for at once, mailed, and paid.
    await region(i.ofJob).getByRole("button", { name: i.new }).click();
    await dialog.getByRole("radio", { name: i.kinds.final, exact: true }).check();
    await dialog.getByRole("button", { name: i.draft, exact: true }).click();
    await expect(page.getByRole("heading", { level: 2, name: kinds.final, exact: true })).toBeVisible();
    await expect(region(i.sums)).toContainText(money(total));
    // Where the buyer is an electronic invoice must say; it is told before it is too late.
    await expect(page.getByText(i.draftMissing)).toBeHidden();
    await page.getByRole("button", { name: i.issue, exact: true }).click();
    await dialog.getByRole("button", { name: i.issue, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: i.send, exact: true }).click();
    await expect(dialog.getByLabel(i.email)).toHaveValue(CUSTOMER);
    await fits();
    await dialog.getByRole("button", { name: i.send, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(region(i.facts)).toContainText(CUSTOMER);
    await expect.poll(() => mailsTo(app, CUSTOMER).map(({ subject }) => subject)).toContain("Invoice 1 from Marble & Quartz");
    await page.getByRole("button", { name: i.write.payment, exact: true }).click();
    await dialog.getByRole("button", { name: t.common.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(i.standings.paid, { exact: true }).first()).toBeVisible();
    await fits();
    await page.getByRole("link", { name: filled(i.forJob, { number: called(1), title: "Kitchen by the river" }) }).click();
    await expect(story.getByRole("listitem").first()).toContainText(money(total));
    await fits();
    await context.close();
  });
}

test("a quote is handed over, its answer is chosen and says its sum, and is taken back where it was written down by mistake", async ({
  app,
  browser,
}) => {
  const w = TEXTS.en.trades;
  const q = w.quotes;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const { draft } = await severalQuotes(app, boss, shop, await aCustomer(app, boss, shop));
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(quoteOf(shop, draft));
  const dialog = page.getByRole("dialog");
  const press = (name: string, of: Page | ReturnType<Page["getByRole"]> = page) => of.getByRole("button", { name, exact: true }).click();

  // Each paragraph of its terms begins at the side from which it is read.
  const terms = page.getByRole("region", { name: q.terms }).locator("p");
  const [first, second] = await terms.evaluate((paragraph) => {
    const all = paragraph.getBoundingClientRect();
    const words = paragraph.firstChild as Text;
    return words.data.split("\n").map((line) => {
      const range = document.createRange();
      range.setStart(words, words.data.indexOf(line));
      range.setEnd(words, words.data.indexOf(line) + line.length);
      const { left, right } = range.getBoundingClientRect();
      return { left: Math.abs(Math.round(left - all.left)), right: Math.abs(Math.round(all.right - right)) };
    });
  });
  expect(first).toMatchObject({ left: 0 });
  expect(second).toMatchObject({ right: 0 });

  // What was left by the way is there as it was.
  await press(q.send);
  await dialog.getByLabel(q.email).fill("lan@nguyen.example.com");
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await press(q.send);
  await expect(dialog.getByLabel(q.email)).toHaveValue("lan@nguyen.example.com");
  await dialog.getByRole("radio", { name: q.handOver.hand }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await press(q.send);
  await expect(dialog.getByRole("radio", { name: q.handOver.hand })).toBeChecked();
  await expect(dialog.getByLabel(q.email)).toBeHidden();
  await press(q.handOver.now, dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(q.handOver.fact)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-")))).toEqual([]);
  await expect(page.getByText(q.sentTo, { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: q.copyLink })).toBeVisible();

  await press(q.answer);
  for (const name of [q.saidYes, q.saidNo]) await expect(dialog.getByRole("radio", { name })).not.toBeChecked();
  await press(TEXTS.en.common.save, dialog);
  await expect(dialog.getByRole("alert")).toHaveText(TEXTS.en.validation.choice);
  await dialog.getByRole("radio", { name: q.saidYes }).click();
  const sum = dialog.getByRole("status").filter({ hasText: q.acceptedSum });
  const without = String(await sum.textContent());
  await dialog.getByRole("checkbox").click();
  await expect(sum).not.toHaveText(without);
  const accepted = String(await sum.locator("strong").textContent());
  await dialog.getByLabel(q.signer).fill("Lan");
  // What was left by the way is there as it was, the options that were ticked with it.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await press(q.answer);
  await expect(dialog.getByRole("radio", { name: q.saidYes })).toBeChecked();
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await expect(dialog.getByLabel(q.signer)).toHaveValue("Lan");
  await expect(sum.locator("strong")).toHaveText(accepted);
  await press(TEXTS.en.common.save, dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: q.sums })).toContainText(accepted);

  await press(q.takeBack.now);
  await press(q.takeBack.now, dialog);
  await expect(dialog.getByLabel(q.takeBack.reason)).toHaveAccessibleDescription(TEXTS.en.validation.required);
  await dialog.getByLabel(q.takeBack.reason).fill("It was another customer");
  await press(q.takeBack.now, dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("It was another customer")).toBeVisible();
  await expect(page.getByRole("region", { name: q.sums })).not.toContainText(accepted);
  await expect(page.getByRole("button", { name: q.answer })).toBeVisible();
});

test("lines that come to more than can be worked out are told below them, and sums of any length fit a phone", async ({ app, browser }) => {
  const q = TEXTS.en.trades.quotes;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const { draft } = await severalQuotes(app, boss, shop, await aCustomer(app, boss, shop));
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(quoteOf(shop, draft));
  await page.getByRole("button", { name: q.edit, exact: true }).click();
  for (let count = 0; count < 2; count++) {
    await page.getByRole("button", { name: q.addLine, exact: true }).click();
    await page.getByLabel(q.text, { exact: true }).last().fill("Statue");
    await page.getByLabel(q.quantity, { exact: true }).last().fill("999");
    await page.getByLabel(q.price, { exact: true }).last().fill("999999999999");
    await page.getByLabel(q.cost, { exact: true }).last().fill("1");
  }
  await page.getByRole("button", { name: TEXTS.en.common.save, exact: true }).click();
  await expect(page.getByText(TEXTS.en.validation.sumTooLarge)).toBeVisible();
  await expect(page.getByRole("region", { name: q.sums })).toContainText("1,998,");
  await expect.poll(() => overflows(page)).toBe(false);
  await context.close();
});

test("a line keeps a tax that the shop has given up since, says so, and takes the usual one where that is chosen", async ({
  app,
  browser,
}) => {
  const w = TEXTS.en.trades;
  const q = w.quotes;
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const post = async (path: string, body: object) =>
    (await callApi(app.url, boss.token, `${T}/${path}`, { workspaceId: shop, ...body })).data;
  const tax = { rate: 1000, category: "S" };
  const { taxes } = await post("tax/save", { ...tax, name: "VAT" });
  const [{ uid: old, version }] = taxes;
  const line = { kind: "item", text: "Bench", unit: "piece", quantity: 1000, price: 900_000, cost: 400_000, taxUid: old };
  const customerUid = await aCustomer(app, boss, shop);
  const about = { customerUid, title: "Kitchen", language: "en", validUntil: "2099-12-31", lines: [line] };
  const quote = await post("quote/save", about);
  await post("tax/save", { ...tax, name: "Lower VAT", rate: 800, usual: true });
  await post("tax/save", { ...tax, name: "VAT", uid: old, version: version + 1, retired: true });
  const context = await browser.newContext({ baseURL: app.url });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(quoteOf(shop, quote.uid));
  await page.getByRole("button", { name: q.edit, exact: true }).click();
  const field = page.getByRole("group", { name: filled(q.line, { number: "1" }), exact: true }).getByLabel(q.tax, { exact: true });
  await expect(field.getByRole("option", { selected: true })).toHaveText(`VAT 10% · ${w.pricing.retired}`);
  const sums = page.getByRole("region", { name: q.sums, exact: true });
  await expect(sums).toContainText(formatMoney(localeTag("en"), 990_000, "VND"));
  await field.selectOption(q.usualTax);
  await expect(sums).toContainText(formatMoney(localeTag("en"), 972_000, "VND"));
  await context.close();
});
