import type { Browser, Page } from "@playwright/test";
import { aDefinition } from "#tests/factories/forms";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { aBusyShop, addDocument, type Shop } from "./busy-shop";
import { aPlanFor, waitingFor } from "./cutting-actions";
import { answerOf, databaseOf } from "./database";
import { type Account, newAccount } from "./fixtures";
import { invoiceOf } from "./invoice-actions";
import { TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import type { Prepared, Press } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";
import { pricesOf, pricingSetup } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { aBoss, aCustomer, aJob, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const w = t.trades;
const T = "/api/user/personalization/trades";
const SETTINGS = "/dashboard/settings";

/** What is asked once more before it goes. */
const deleted = (what: Press = /^Delete /) => ({ open: [what], press: [t.editing.delete.now] });
const named = (name: string) => deleted(filled(t.editing.delete.label, { name }));
const moveOf = (name: string) => filled(t.editing.move.label, { name });
/** A button of the one entry of a list in which a text stands. */
const inRow = (text: string, name: string | RegExp) => (page: Page) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: text }).getByRole("button", { name, exact: true });

const asked =
  (app: RunningApp, { token }: Account, workspaceId: string) =>
  async (path: string, body: object) =>
    (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
const placesOf = (shop: string) => ({
  at: (path: string, rest = "") => `${path}?workspace=${shop}${rest}`,
  says: (path: string, rest = "") => `${T}/${path}?workspaceId=${shop}${rest}`,
});

async function invited(app: RunningApp, boss: Account, shop: string) {
  const who = await newAccount(app.url);
  await asked(app, boss, shop)("invite/send", { email: who.email, role: "member" });
  const link = await linkFromMail(app, who.email, t.mails.workspace_invite.subject);
  return { who, path: new URL(link).pathname + new URL(link).hash };
}

function ofJobsAndPeople({ shop, customer, job, quotes, invoices }: Shop, invitation: string): OnePress[] {
  const { at, says } = placesOf(shop);
  const ofJob = at(`${TRADES}/jobs/job`, `&uid=${job}`);
  const ofCustomer = at(`${TRADES}/customers/customer`, `&uid=${customer}`);
  const task = filled(w.tasks.menu, { title: "Cut" });
  const menu = filled(w.members.menu, { name: "Amal Osman" });
  const tasks = says("task/job/get", `&jobUid=${job}`);
  return [
    { calls: "trades.costs.delete", path: ofJob, ...named("Parking"), at: says("cost/get", `&jobUid=${job}`) },
    { calls: "trades.tasks.order", path: ofJob, press: [task, t.editing.move.up], at: tasks },
    { calls: "trades.tasks.delete", path: ofJob, open: [task, w.tasks.delete], press: [w.tasks.delete], at: tasks },
    {
      calls: "trades.notes.delete",
      path: ofCustomer,
      ...named(w.notes.this),
      at: says("note/get", `&customerUid=${customer}`),
    },
    { calls: "trades.files.delete", path: ofCustomer, ...named("plan.pdf"), at: says("file/get", `&customerUid=${customer}`) },
    { calls: "trades.quotes.delete", path: quoteOf(shop, quotes.draft), ...deleted(), at: says("quote/get") },
    {
      calls: "trades.invoices.delete",
      by: "trades/invoices/components/invoice-draft",
      path: invoiceOf(shop, invoices.draft),
      ...deleted(),
      at: says("invoice/get"),
    },
    {
      // The same code sends the first one, by a form.
      calls: "trades.invites.send",
      path: at(`${TRADES}/members`),
      press: [filled(t.common.labelled, { of: w.invites.again, is: "noor@example.com" })],
      at: says("invite/get"),
    },
    {
      calls: "trades.invites.revoke",
      path: at(`${TRADES}/members`),
      press: [filled(w.invites.revoke, { email: "noor@example.com" })],
      at: says("invite/get"),
    },
    {
      calls: "trades.invites.accept",
      who: "guest",
      seenBy: "boss",
      path: invitation,
      press: [w.invitation.accept],
      at: says("member/get"),
    },
    {
      calls: "trades.members.leave",
      who: "guest",
      seenBy: "boss",
      path: at(`${TRADES}/settings`),
      open: [w.leave.now],
      press: [w.leave.now],
      at: says("member/get"),
    },
    {
      calls: "trades.members.remove",
      path: at(`${TRADES}/members`),
      open: [menu, w.members.remove],
      press: [w.members.remove],
      at: says("member/get"),
    },
  ];
}

function ofStockAndTime({ shop, stock }: Shop): OnePress[] {
  const { at, says } = placesOf(shop);
  const item = at(`${TRADES}/stock/item`, `&uid=${stock.item}`);
  const aside = says("reservation/get", `&itemUid=${stock.item}`);
  return [
    {
      calls: "trades.slabs.move",
      path: at(`${TRADES}/stock/slab`, `&uid=${stock.slab}`),
      press: [w.slabs.move, w.slabs.acts.quarantine],
      at: says("slab/detail/get", `&uid=${stock.slab}`),
    },
    {
      calls: "trades.reservations.issue",
      path: item,
      press: [inRow("Kitchen bench, granite", new RegExp(`^${w.stock.acts.issue}`))],
      at: aside,
    },
    { calls: "trades.reservations.release", path: item, press: [inRow("For the show room", new RegExp(`^${w.stock.release}`))], at: aside },
    {
      calls: "trades.resources.openFeed",
      path: at(`${SETTINGS}/scheduler`),
      open: [filled(w.scheduler.feedOf, { name: "Bridge saw" })],
      press: [w.scheduler.feedMake],
      at: says("resource/get"),
    },
    {
      calls: "trades.resources.deleteAbsence",
      path: at(`${SETTINGS}/scheduler`),
      ...named(filled(w.scheduler.absenceOf, { name: "سلمى عبد الرحمن" })),
      at: says("resource/absence/get"),
    },
    {
      calls: "trades.schedule.save",
      by: "trades/schedule/hooks/use-move",
      path: at(`${TRADES}/schedule`, "&day=2038-03-02"),
      press: [/^Template a vanity/],
      onto: (page) =>
        page
          .getByRole("listitem")
          .filter({ has: page.getByRole("button", { name: /^Template a vanity/ }) })
          .locator('[data-day="2038-03-03"]'),
      at: says("schedule/get", "&from=2038-03-01"),
    },
    {
      calls: "trades.schedule.delete",
      path: at(`${TRADES}/schedule`, "&day=2038-03-02"),
      open: [/Fit the kitchen/, filled(t.editing.delete.label, { name: "Fit the kitchen" })],
      press: [t.editing.delete.now],
      at: says("schedule/get", "&from=2038-03-01"),
    },
  ];
}

function ofSettings({ shop, prices }: Shop, { snags, emptyCustomer }: { snags: string; emptyCustomer: string }): OnePress[] {
  const { at, says } = placesOf(shop);
  const standards = at(`${SETTINGS}/tasks-list`);
  const draft = says("price/version/get", `&uid=${prices.draft}`);
  return [
    { calls: "trades.standards.order", path: standards, press: [moveOf("Template"), t.editing.move.last], at: says("standardtask/get") },
    { calls: "trades.templates.delete", path: at(`${SETTINGS}/templates`), ...named("Kitchen with island"), at: says("template/get") },
    { calls: "trades.standards.delete", path: standards, ...named("Install"), at: says("standardtask/get") },
    { calls: "trades.prices.deleteItem", path: pricesOf(shop, prices.draft), ...named("Tap hole"), at: draft },
    {
      calls: "trades.prices.discard",
      path: pricesOf(shop, prices.draft),
      ...named(filled(w.prices.draftOf, { name: "Retail" })),
      at: says("price/list/get"),
    },
    { calls: "trades.prices.draft", path: pricingSetup(shop), press: [w.prices.prepareNext], at: says("price/list/get") },
    { calls: "trades.forms.publish", path: at(`${SETTINGS}/forms`, `&uid=${snags}`), press: [w.forms.publish], at: says("form/get") },
    {
      calls: "trades.forms.archive",
      path: at(`${SETTINGS}/forms`),
      press: [filled(w.forms.more, { name: "Snags" }), w.forms.archive],
      at: says("form/get"),
    },
    { calls: "trades.forms.delete", path: at(`${SETTINGS}/forms`), ...named("Not ready yet"), at: says("form/get") },
    {
      calls: "trades.customers.delete",
      path: at(`${TRADES}/customers/customer`, `&uid=${emptyCustomer}`),
      ...named("Once and never again"),
      at: says("customer/get"),
    },
  ];
}

/** A plan that is still being worked out: as by a process that gets no further, so that its page stays as it is. */
async function aPlanUnderWay(app: RunningApp, boss: Account): Promise<OnePress> {
  const workspaceId = await aWorkspace(app, boss);
  const customerUid = await aCustomer(app, boss, workspaceId);
  const jobUid = await aJob(app, boss, { workspaceId, customerUid, title: "Hearth" });
  const { materialUid } = await waitingFor(app, boss, { workspaceId, customerUid, jobUid });
  const { uid } = await aPlanFor(app, boss, { workspaceId, materialUid, labels: ["Island"] });
  const sql = await databaseOf(app);
  await sql`select pg_advisory_lock(hashtextextended(${`cut plan ${uid}`}, 0))`;
  await sql`update cut_plans set state = 'planning' where id = ${uid}`;
  return {
    calls: "trades.cutPlans.stop",
    path: `${TRADES}/stock/plans/plan?workspace=${workspaceId}&uid=${uid}`,
    press: [w.plans.stop],
    at: () => answerOf(app, "select stopping from cut_plans where id = $1", uid),
    ends: () => sql.end(),
  };
}

async function world(app: RunningApp, browser: Browser): Promise<Prepared<OnePress>> {
  const boss = await aBoss(app);
  const busy = await aBusyShop(app, boss);
  const post = asked(app, boss, busy.shop);
  await addDocument(browser, `${app.url}${TRADES}/customers/customer?workspace=${busy.shop}&uid=${busy.customer}`, boss);
  await post("cost/save", { jobUid: busy.job, kind: "other", text: "Parking", day: "2026-03-02", quantity: 1000, amount: 5000 });
  const snags = await post("form/save", { name: "Snags", fields: aDefinition().definition.fields });
  const once = await post("customer/save", { name: "Once and never again" });
  // An invitation goes again ten minutes after it went.
  const earlier = "update workspace_invites set created_at = created_at - interval '11 minutes' where workspace_id = $1 returning id";
  await answerOf(app, earlier, busy.shop);
  const { who: guest, path } = await invited(app, boss, busy.shop);
  return {
    people: { boss, guest },
    forms: [
      ...ofStockAndTime(busy),
      ...ofSettings(busy, { snags: snags.uid, emptyCustomer: once.uid }),
      await aPlanUnderWay(app, boss),
      ...ofJobsAndPeople(busy, path),
    ],
  };
}

walkPresses("of a shop's pages", world);
