import type { Locator, Page } from "@playwright/test";
import { callApi } from "./actions";
import { aBusyShop, addDocument, type Shop } from "./busy-shop";
import { type Account, expect, overflows, signIn, test } from "./fixtures";
import { invoiceOf, invoicesOf } from "./invoice-actions";
import { TEXTS, type Texts } from "./languages";
import { contextAs, inLook, LOOKS, type Look, lookName, openIn, seeDialog, seeMenu, seePage } from "./looks";
import { pricesOf, pricingSetup } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { aBoss, SHOP, TRADES } from "./trades-actions";
import { filled } from "./words";

const SETTINGS = "/dashboard/settings";

/** What is pressed: a button or an entry of a menu by its whole name, or what is harder to find. */
type Press = string | RegExp | ((page: Page) => Locator);
/** The name of its pictures, and what is pressed in turn until it is there. */
type Opened = [name: string, ...presses: Press[]];

/** A page, who looks at it, and what opens on it. Where the page itself is in a state that no walk comes by, that one is seen, too. */
interface Place {
  path: string;
  who?: "boss" | "member";
  page?: string;
  dialogs?: Opened[];
  menus?: Opened[];
}

function placesOf({ shop, customer, job, prices, forms, stock, quotes, invoices }: Shop, t: Texts): Place[] {
  const w = t.trades;
  const remove = (name: string) => filled(t.editing.delete.label, { name });
  const named = (words: string, name: string) => filled(words, { name });
  const at = (path: string, rest = "") => `${path}?workspace=${shop}${rest}`;
  const task = filled(w.tasks.menu, { title: "Cut" });
  const setAside = (page: Page) =>
    page.getByRole("listitem").filter({ hasText: "For the show room" }).getByRole("button", { name: w.stock.acts.issue });
  const site = "Site measure with a name that takes more than one line on a phone";
  return [
    {
      path: at(`${TRADES}/members`),
      dialogs: [
        ["member-owner", named(w.members.menu, "Amal Osman"), w.members.makeOwner],
        ["member-remove", named(w.members.menu, "Amal Osman"), w.members.remove],
      ],
      menus: [["member", named(w.members.menu, "Amal Osman")]],
    },
    { path: at(`${TRADES}/settings`), dialogs: [["workspace-delete", w.delete.title]] },
    { path: at(`${TRADES}/settings`), who: "member", dialogs: [["workspace-leave", w.leave.now]] },
    {
      path: at(`${TRADES}/customers/customer`, `&uid=${customer}`),
      dialogs: [
        ["customer-merge", w.customers.merge],
        ["customer-merge-sure", w.customers.merge, named(w.customers.mergeWith, "مطابخ نغوين")],
        ["customer-delete", remove("Nguyễn Kitchens")],
        ["file-rename", named(w.files.rename, "plan.pdf")],
        ["file-delete", remove("plan.pdf")],
      ],
    },
    {
      path: at(`${TRADES}/jobs/job`, `&uid=${job}`),
      dialogs: [
        ["job-hold", w.jobs.move, w.jobs.states.on_hold],
        ["job-complete", w.jobs.move, w.jobs.states.completed],
        ["write", w.jobs.write],
        ["book-job", w.schedule.new],
        ["task", w.tasks.new],
        ["task-edit", task, w.tasks.edit],
        ["task-delete", task, w.tasks.delete],
        ["task-block", w.tasks.doings.block, w.tasks.doings.block],
        ["tasks-standard", w.tasks.fromStandard],
        ["tasks-template", w.tasks.fromTemplate],
        ["cost", w.costs.add],
        ["invoice-new", w.invoices.new],
        ["form-start", w.entries.start],
      ],
      menus: [
        ["job-moves", w.jobs.move],
        ["task", task],
      ],
    },
    { path: at(`${SETTINGS}/tasks-list`), dialogs: [["standard", w.standards.new]] },
    {
      path: at(`${SETTINGS}/templates`),
      dialogs: [
        ["template", w.templates.new],
        ["template-edit", named(w.templates.edit, "Kitchen with island")],
        ["text", w.texts.new],
        ["text-edit", named(w.texts.edit, "We come on …")],
      ],
    },
    {
      path: at(`${TRADES}/schedule`, "&day=2038-03-02"),
      dialogs: [
        ["booking", w.schedule.new],
        ["booking-edit", /Fit the kitchen/],
        ["booking-cancel", /Fit the kitchen/, remove("Fit the kitchen")],
      ],
    },
    { path: at(`${TRADES}/schedule`, "&day=2038-03-02"), who: "member", dialogs: [["booking-view", /Fit the kitchen/]] },
    {
      path: at(`${SETTINGS}/scheduler`),
      dialogs: [
        ["resource", w.scheduler.new],
        ["resource-edit", named(w.scheduler.edit, "Crew")],
        ["resource-notes", filled(w.notes.of, { title: "Minh" })],
        ["feed", named(w.scheduler.feedOf, "Minh")],
        ["feed-none", named(w.scheduler.feedOf, "Bridge saw")],
        ["absence", w.scheduler.addAbsence],
        ["absence-edit", named(w.scheduler.editAbsence, "سلمى عبد الرحمن")],
        ["absence-delete", remove(named(w.scheduler.absenceOf, "سلمى عبد الرحمن"))],
      ],
    },
    {
      path: at(`${TRADES}/stock/slab`, `&uid=${stock.slab}`),
      dialogs: [
        ["slab-place", w.slabs.place],
        ["slab-mark", w.slabs.mark],
        ["slab-break", w.slabs.break, w.slabs.addRemnant],
        ["slab-scrap", w.slabs.move, w.slabs.acts.scrap],
      ],
      menus: [["slab-moves", w.slabs.move]],
    },
    {
      path: at(`${TRADES}/stock/materials`),
      dialogs: [
        ["material", w.materials.new],
        ["material-edit", named(w.materials.edit, "رخام كرارا الأبيض المصقول من الدرجة الأولى")],
      ],
    },
    { path: at(`${TRADES}/stock/items`), dialogs: [["item", w.stock.new]] },
    {
      path: at(`${TRADES}/stock/item`, `&uid=${stock.item}`),
      dialogs: [
        ["item-edit", w.stock.edit],
        ["stock-receive", w.stock.acts.receive],
        ["stock-reserve", w.stock.acts.reserve],
        ["stock-issue", w.stock.acts.issue],
        ["stock-back", w.stock.acts.giveBack],
        ["stock-lose", w.stock.acts.lose],
        ["reservation-issue", setAside],
      ],
    },
    { path: at(`${SETTINGS}/forms`), dialogs: [["form-new", w.forms.new]], menus: [["form", named(w.forms.more, site)]] },
    { path: at(`${SETTINGS}/forms`, `&uid=${forms.form}`), menus: [["form-field", w.forms.addField]] },
    { path: at(`${TRADES}/forms/entry`, `&uid=${forms.draft}`), dialogs: [["entry-discard", remove(site)]] },
    {
      path: pricingSetup(shop),
      dialogs: [
        ["tax", w.pricing.addTax],
        ["tax-edit", named(w.pricing.editTax, "VAT")],
        ["price-list", w.prices.newList],
        ["price-list-edit", named(w.prices.editList, "Retail")],
      ],
    },
    {
      path: pricesOf(shop, prices.draft),
      dialogs: [
        ["price", w.prices.addPrice],
        ["price-edit", named(w.prices.editPrice, "عتبة نافذة")],
        ["price-delete", remove("Tap hole")],
        ["prices-publish", w.prices.publish],
        ["prices-discard", remove(named(w.prices.draftOf, "Retail"))],
      ],
    },
    { path: pricesOf(shop, prices.published), menus: [["prices-pdf", w.prices.pdf]] },
    { path: quoteOf(shop, quotes.draft), dialogs: [["quote-send", w.quotes.send]] },
    {
      path: quoteOf(shop, quotes.sent),
      dialogs: [
        ["quote-answer", w.quotes.answer, t.common.save],
        ["quote-decline", w.quotes.answer, (page) => page.getByRole("radio", { name: w.quotes.saidNo })],
      ],
    },
    { path: invoicesOf(shop), page: "trades-invoices-overdue" },
    {
      path: invoiceOf(shop, invoices.overdue),
      page: "trades-invoice-overdue",
      dialogs: [
        ["invoice-send", w.invoices.send],
        ["invoice-lacks", w.invoices.xml],
      ],
    },
    {
      path: invoiceOf(shop, invoices.issued),
      dialogs: [
        ["payment", w.invoices.write.payment],
        ["payment-back", w.invoices.takeBack.payment.now],
      ],
    },
    { path: invoiceOf(shop, invoices.draft), dialogs: [["invoice-issue", w.invoices.issue]] },
    {
      path: invoiceOf(shop, invoices.lacking),
      page: "trades-invoice-lacking",
      dialogs: [["invoice-issue-lacking", w.invoices.issue]],
    },
  ];
}

async function press(page: Page, what: Press): Promise<void> {
  const within = (await page.getByRole("dialog").count()) > 0 ? page.getByRole("dialog") : page;
  const target =
    typeof what === "function"
      ? what(page)
      : within.getByRole("button", { name: what, exact: true }).or(page.getByRole("menuitem", { name: what, exact: true }));
  await target.filter({ visible: true }).first().click({ timeout: 20_000 });
}

/** Opens what a place has, one after the other, and leaves each by Escape. */
async function seeAll(page: Page, { dialogs = [], menus = [] }: Place, look: Look): Promise<void> {
  const see = async (role: "dialog" | "menu", [name, ...presses]: Opened) =>
    test.step(`${role}-${name}`, async () => {
      for (const what of presses) await press(page, what);
      await (role === "dialog" ? seeDialog : seeMenu)(page, `${role}-trades-${name}`, look);
      // A dialog that opened on another one leaves that one open.
      await expect(async () => {
        await page.keyboard.press("Escape");
        await expect(page.getByRole(role)).toHaveCount(0, { timeout: 500 });
      }).toPass();
    });
  for (const menu of menus) await see("menu", menu);
  for (const dialog of dialogs) await see("dialog", dialog);
}

test("a dialog's cross stays within it however long a word its title has", async ({ app, browser }) => {
  const boss = await aBoss(app);
  const shop = { ...SHOP, name: "Natursteinverarbeitungsbetriebsgesellschaft" };
  const { data } = await callApi(app.url, boss.token, "/api/user/personalization/trades/workspace/create", shop);
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 660 } });
  await signIn(context, boss);
  const page = await context.newPage();
  await page.goto(`${TRADES}/settings?workspace=${data.uid}`);
  await press(page, TEXTS.en.trades.delete.title);
  await expect(page.getByRole("dialog")).toContainText(shop.name);
  expect(await overflows(page)).toBe(false);
  await context.close();
});

test.describe("what opens on the pages of trades", () => {
  test.describe.configure({ mode: "default" });
  let boss: Account;
  let busy: Shop;

  test.beforeAll(async ({ app, browser }) => {
    boss = await aBoss(app);
    busy = await aBusyShop(app, boss);
    await addDocument(browser, `${app.url}${TRADES}/customers/customer?workspace=${busy.shop}&uid=${busy.customer}`, boss);
  });

  for (const [turn, look] of LOOKS.entries())
    test(`is accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
      test.setTimeout(600_000);
      const t = TEXTS[look.locale];
      const contexts = {
        boss: await contextAs(browser, app.url, look, boss),
        member: await contextAs(browser, app.url, look, busy.member),
      };
      // As with the pages: the places take turns in the looks, and with EVERY_LOOK set each is seen in all of them.
      for (const place of placesOf(busy, t).filter((_, at) => process.env.EVERY_LOOK || at % LOOKS.length === turn)) {
        const page = await openIn(contexts[place.who ?? "boss"], place.path);
        if (place.page) await seePage(page, place.page, look);
        await seeAll(page, place, look);
        await page.close();
      }
      for (const context of Object.values(contexts)) await context.close();
    });
});
