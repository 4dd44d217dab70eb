import type { Browser, Page } from "@playwright/test";
import type { RunningApp } from "./app";
import { aBusyShop, addDocument, type Shop } from "./busy-shop";
import { invoiceOf } from "./invoice-actions";
import { TEXTS } from "./languages";
import { type Prepared, type Typed, type WritingForm, walkForms } from "./offline-forms";
import { pricesOf, pricingSetup } from "./pricing-actions";
import { anAcceptance, quoteOf } from "./quote-actions";
import { aBoss, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const w = t.trades;
const T = "/api/user/personalization/trades";
const SETTINGS = "/dashboard/settings";
const SAVE = t.common.save;

/** The first part of the form to which a label belongs that stands more than once. */
const inMain = (label: string) => (page: Page) => page.getByRole("main").getByLabel(label, { exact: true }).first();

function ofShop({ shop, customer, job, prices, forms, stock, quotes, invoices }: Shop, taken: string): WritingForm[] {
  const at = (path: string, rest = "") => `${path}?workspace=${shop}${rest}`;
  const says = (path: string, rest = "") => `${T}/${path}?workspaceId=${shop}${rest}`;
  const ofJob = at(`${TRADES}/jobs/job`, `&uid=${job}`);
  const ofItem = at(`${TRADES}/stock/item`, `&uid=${stock.item}`);
  const ofSlab = at(`${TRADES}/stock/slab`, `&uid=${stock.slab}`);
  const slab = says("slab/detail/get", `&uid=${stock.slab}`);
  const item = says("stock/detail/get", `&uid=${stock.item}`);
  const amount = (value: string): Typed => [w.stock.quantity, value];
  return [
    {
      calls: "trades.workspace.create",
      path: `${TRADES}/new`,
      fields: [[w.form.name, "Second shop"]],
      send: w.form.create,
      at: `${T}/workspace/get`,
    },
    {
      calls: "trades.workspace.save",
      path: at(`${TRADES}/settings`),
      fields: [[w.form.name, "Marble & Quartz & Slate"]],
      send: SAVE,
      at: says("workspace/detail/get"),
    },
    {
      calls: "trades.invites.send",
      path: at(`${TRADES}/members`),
      fields: [[w.invites.email, "one-more@example.com"]],
      send: w.invites.send,
      at: says("invite/get"),
    },
    {
      calls: "trades.customers.save",
      path: at(`${TRADES}/customers/customer`),
      fields: [[w.customers.name, "Stone & Sons"]],
      send: SAVE,
      at: says("customer/get"),
    },
    {
      calls: "trades.customers.save",
      path: at(`${TRADES}/customers/customer`, `&uid=${customer}`),
      open: [w.customers.edit],
      fields: [[w.customers.notes, "Pays early."]],
      send: SAVE,
      at: says("customer/detail/get", `&uid=${customer}`),
    },
    {
      calls: "trades.notes.save",
      path: at(`${TRADES}/customers/customer`, `&uid=${customer}`),
      fields: [[w.notes.body, "Wants it by Friday."]],
      send: w.notes.add,
      at: says("note/get", `&customerUid=${customer}`),
    },
    {
      calls: "trades.files.rename",
      path: at(`${TRADES}/customers/customer`, `&uid=${customer}`),
      open: [filled(w.files.rename, { name: "plan.pdf" })],
      fields: [[w.files.name, "drawing.pdf"]],
      send: SAVE,
      at: says("file/get", `&customerUid=${customer}`),
    },
    {
      calls: "trades.jobs.save",
      path: at(`${TRADES}/jobs/job`, `&customer=${customer}`),
      fields: [[w.jobs.title, "Window sills"]],
      send: SAVE,
      at: says("job/get"),
    },
    {
      calls: "trades.jobs.move",
      path: ofJob,
      open: [w.jobs.move, w.jobs.states.on_hold],
      fields: [[w.jobs.reason, "The stone is late"]],
      send: w.jobs.moveNow,
      at: says("job/detail/get", `&uid=${job}`),
    },
    {
      calls: "trades.jobs.saveWords",
      path: at(`${SETTINGS}/job-settings`),
      fields: [[w.jobs.states.quoted, "Offered"]],
      send: SAVE,
      at: says("job/words/get"),
    },
    {
      calls: "trades.tasks.save",
      path: ofJob,
      open: [w.tasks.new],
      fields: [[w.tasks.title, "Order the sink"]],
      send: SAVE,
      at: says("task/job/get", `&jobUid=${job}`),
    },
    {
      calls: "trades.standards.save",
      path: at(`${SETTINGS}/tasks-list`),
      open: [w.standards.new],
      fields: [[w.tasks.title, "Clean the site"]],
      send: SAVE,
      at: says("standardtask/get"),
    },
    {
      calls: "trades.standards.use",
      path: ofJob,
      open: [w.tasks.fromStandard],
      first: (page) => page.getByRole("dialog").getByRole("checkbox").first().check(),
      send: (page) => page.getByRole("dialog").locator("button[type=submit], button").last(),
      at: says("task/job/get", `&jobUid=${job}`),
    },
    {
      calls: "trades.templates.save",
      path: at(`${SETTINGS}/templates`),
      open: [w.templates.new],
      fields: [[w.templates.name, "Fireplace"]],
      send: SAVE,
      at: says("template/get"),
    },
    {
      calls: "trades.templates.use",
      path: ofJob,
      open: [w.tasks.fromTemplate],
      fields: [[w.templates.startOn, "2030-01-07"]],
      send: w.templates.useNow,
      at: says("task/job/get", `&jobUid=${job}`),
    },
    {
      calls: "trades.texts.save",
      path: at(`${SETTINGS}/templates`),
      open: [w.texts.new],
      fields: [
        [w.texts.name, "It is ready"],
        [w.texts.body, "Your bench can be fetched."],
      ],
      send: SAVE,
      at: says("text/get"),
    },
    {
      calls: "trades.schedule.save",
      by: "trades/schedule/components/booking-dialog",
      path: at(`${TRADES}/schedule`, "&day=2038-03-08"),
      open: [w.schedule.new],
      fields: [
        [w.schedule.title, "Deliver slabs"],
        [w.schedule.from, "2038-03-08T09:00"],
        [w.schedule.to, "2038-03-08T11:00"],
      ],
      first: (page) => page.getByRole("dialog").getByRole("checkbox", { name: "Bridge saw" }).check(),
      send: SAVE,
      at: says("schedule/get", "&from=2038-03-07"),
    },
    {
      calls: "trades.resources.save",
      path: at(`${SETTINGS}/scheduler`),
      open: [w.scheduler.new],
      fields: [[w.scheduler.name, "Crane"]],
      send: SAVE,
      at: says("resource/get"),
    },
    {
      calls: "trades.resources.saveAbsence",
      path: at(`${SETTINGS}/scheduler`),
      open: [w.scheduler.addAbsence],
      fields: [
        [w.scheduler.from, "2038-05-03T08:00"],
        [w.scheduler.to, "2038-05-04T08:00"],
      ],
      send: SAVE,
      at: says("resource/absence/get"),
    },
    {
      calls: "trades.resources.saveSettings",
      path: at(`${SETTINGS}/scheduler`),
      open: [w.scheduler.addHoliday],
      first: async (page) => {
        await page.getByLabel(w.scheduler.day, { exact: true }).last().fill("2038-09-02");
        await page.getByRole("main").getByLabel(w.scheduler.name, { exact: true }).last().fill("National Day");
      },
      send: (page) =>
        page
          .locator("form")
          .filter({ has: page.getByRole("button", { name: w.scheduler.addHoliday }) })
          .locator("button[type=submit]"),
      at: says("resource/settings/get"),
    },
    {
      calls: "trades.materials.save",
      path: at(`${TRADES}/stock/materials`),
      open: [w.materials.new],
      fields: [[w.materials.name, "Green slate"]],
      send: SAVE,
      at: says("material/get"),
    },
    {
      calls: "trades.slabs.save",
      path: at(`${TRADES}/stock/slab`),
      fields: [
        [w.slabs.serial, "B-0077"],
        [w.slabs.material, "Black granite"],
      ],
      send: SAVE,
      at: says("slab/get"),
    },
    { calls: "trades.slabs.place", path: ofSlab, open: [w.slabs.place], fields: [[w.slabs.bin, "Z-9"]], send: SAVE, at: slab },
    {
      calls: "trades.slabs.mark",
      path: ofSlab,
      open: [w.slabs.mark],
      fields: [[w.slabs.defectNote, "A scratch"]],
      send: SAVE,
      at: slab,
    },
    {
      calls: "trades.slabs.break",
      path: ofSlab,
      open: [w.slabs.break],
      fields: [
        [w.slabs.length, "900"],
        [w.slabs.width, "500"],
      ],
      send: w.slabs.breakNow,
      at: slab,
    },
    {
      calls: "trades.stock.save",
      path: at(`${TRADES}/stock/items`),
      open: [w.stock.new],
      fields: [
        [w.stock.name, "Tap"],
        [w.stock.code, "TAP-1"],
      ],
      send: SAVE,
      at: says("stock/get"),
    },
    {
      calls: "trades.stock.receive",
      path: ofItem,
      open: [w.stock.acts.receive],
      fields: [amount("3"), [w.stock.paid, "1000"]],
      send: w.stock.acts.receive,
      at: item,
    },
    {
      calls: "trades.reservations.save",
      path: ofItem,
      open: [w.stock.acts.reserve],
      fields: [amount("1"), [w.stock.note, "For a friend of the house"]],
      send: w.stock.acts.reserve,
      at: item,
    },
    {
      calls: "trades.stock.lose",
      path: ofItem,
      open: [w.stock.acts.lose],
      fields: [amount("1"), [w.stock.note, "Broken"]],
      send: w.stock.acts.lose,
      at: item,
    },
    {
      calls: "trades.counts.save",
      path: at(`${TRADES}/stock/count`),
      fields: [[filled(w.stock.countedOf, { name: "Sink 45 cm, undermount" }), "4"]],
      send: (page) => page.locator("form button[type=submit]").last(),
      at: says("stock/get"),
    },
    {
      calls: "trades.costs.save",
      path: ofJob,
      open: [w.costs.add],
      fields: [
        [w.costs.text, "Parking"],
        [w.costs.hoursTitle, "1"],
        [w.costs.amount, "5000"],
      ],
      send: SAVE,
      at: says("cost/get", `&jobUid=${job}`),
    },
    {
      calls: "trades.forms.save",
      by: "trades/forms/components/new-form",
      path: at(`${SETTINGS}/forms`),
      open: [w.forms.new],
      fields: [[w.forms.name, "Handover"]],
      send: w.forms.begin,
      at: says("form/get"),
    },
    {
      calls: "trades.pricing.saveTax",
      path: pricingSetup(shop),
      open: [w.pricing.addTax],
      fields: [
        [w.pricing.taxName, "Levy"],
        [w.pricing.rate, "3"],
      ],
      send: SAVE,
      at: says("tax/get"),
    },
    {
      calls: "trades.pricing.saveSettings",
      path: pricingSetup(shop),
      fields: [[w.pricing.validityDays, "21"]],
      send: SAVE,
      at: says("pricing/get"),
    },
    {
      calls: "trades.prices.saveList",
      path: pricingSetup(shop),
      open: [w.prices.newList],
      fields: [[w.prices.listName, "Friends"]],
      send: SAVE,
      at: says("price/list/get"),
    },
    {
      calls: "trades.prices.saveItem",
      path: pricesOf(shop, prices.draft),
      open: [w.prices.addPrice],
      fields: [
        [w.prices.name, "Polishing"],
        [w.prices.code, "POL"],
        [w.prices.price, "9000"],
      ],
      send: SAVE,
      at: says("price/version/get", `&uid=${prices.draft}`),
    },
    {
      calls: "trades.prices.publish",
      showsItself: true,
      path: pricesOf(shop, prices.draft),
      open: [w.prices.publish],
      fields: [[w.prices.firstDay, "2031-01-01"]],
      send: w.prices.publish,
      at: says("price/version/get", `&uid=${prices.draft}`),
    },
    {
      calls: "trades.quotes.save",
      path: at(`${TRADES}/quotes/quote`, `&job=${job}`),
      fields: [[inMain(w.quotes.title), "A quote for the island"]],
      send: SAVE,
      at: says("quote/get"),
    },
    {
      calls: "trades.quotes.send",
      path: quoteOf(shop, quotes.draft),
      open: [w.quotes.send],
      fields: [[w.quotes.email, "lan@example.com"]],
      send: w.quotes.send,
      at: says("quote/detail/get", `&uid=${quotes.draft}`),
    },
    {
      calls: "trades.quotes.answer",
      path: quoteOf(shop, quotes.sent),
      open: [w.quotes.answer, w.quotes.saidNo],
      fields: [[w.quotes.reason, "Too dear"]],
      send: SAVE,
      at: says("quote/detail/get", `&uid=${quotes.sent}`),
    },
    {
      calls: "trades.quotes.takeBack",
      path: quoteOf(shop, taken),
      open: [w.quotes.takeBack.now],
      fields: [[w.quotes.takeBack.reason, "Another customer"]],
      send: w.quotes.takeBack.now,
      at: says("quote/detail/get", `&uid=${taken}`),
    },
    {
      calls: "trades.invoices.draft",
      by: "trades/invoices/components/draft-dialog",
      path: ofJob,
      open: [w.invoices.new],
      send: w.invoices.draft,
      at: says("invoice/get"),
    },
    {
      calls: "trades.invoices.save",
      path: invoiceOf(shop, invoices.draft),
      fields: [[inMain(w.invoices.notes), "Thank you very much."]],
      send: SAVE,
      at: says("invoice/detail/get", `&uid=${invoices.draft}`),
    },
    {
      calls: "trades.invoices.issue",
      showsItself: true,
      path: invoiceOf(shop, invoices.draft),
      open: [w.invoices.issue],
      send: w.invoices.issue,
      at: says("invoice/detail/get", `&uid=${invoices.draft}`),
    },
    {
      calls: "trades.invoices.send",
      path: invoiceOf(shop, invoices.overdue),
      open: [w.invoices.send],
      fields: [[w.invoices.email, "lan@example.com"]],
      send: w.invoices.send,
      at: says("invoice/detail/get", `&uid=${invoices.overdue}`),
    },
    {
      calls: "trades.payments.add",
      path: invoiceOf(shop, invoices.issued),
      open: [w.invoices.write.payment],
      fields: [
        [w.invoices.amount, "1000"],
        [w.invoices.reference, "Till"],
      ],
      send: (page) => page.getByRole("dialog").locator("button[type=submit]"),
      at: says("invoice/detail/get", `&uid=${invoices.issued}`),
    },
    {
      calls: "trades.payments.reverse",
      path: invoiceOf(shop, invoices.issued),
      open: [w.invoices.takeBack.payment.now],
      send: w.invoices.takeBack.payment.now,
      at: says("invoice/detail/get", `&uid=${invoices.issued}`),
    },
    {
      calls: "trades.entries.start",
      by: "trades/entries/components/start-form",
      path: ofJob,
      open: [w.entries.start],
      send: (page) => page.getByRole("dialog").getByRole("listitem").getByRole("button").first(),
      at: says("entry/job/get", `&jobUid=${job}`),
    },
    {
      calls: "trades.entries.discard",
      showsItself: true,
      path: at(`${TRADES}/forms/entry`, `&uid=${forms.draft}`),
      open: [filled(t.editing.delete.label, { name: "Site measure with a name that takes more than one line on a phone" })],
      send: t.editing.delete.now,
      at: says("entry/get"),
    },
  ];
}

async function aShop(app: RunningApp, browser: Browser): Promise<Prepared> {
  const boss = await aBoss(app);
  const shop = await aBusyShop(app, boss);
  await addDocument(browser, `${app.url}${TRADES}/customers/customer?workspace=${shop.shop}&uid=${shop.customer}`, boss);
  return { people: { boss }, forms: ofShop(shop, await anAcceptance(app, boss, shop.shop, shop.customer)) };
}

walkForms("of trades", aShop);
