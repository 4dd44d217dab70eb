import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { waitingFor } from "./cutting-actions";
import { type Account, expect } from "./fixtures";
import { anAcceptedQuote, aSeller, invoiceOf } from "./invoice-actions";
import { sentence, TEXTS } from "./languages";
import { type Prepared, walkForms } from "./offline-forms";
import { severalQuotes } from "./quote-actions";
import { aBoss, aCustomer, aJob, aStock, aWorkspace, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const w = t.trades;
const T = "/api/user/personalization/trades";

const posting =
  (app: RunningApp, { token }: Account, workspaceId: string) =>
  async (path: string, body: object = {}) =>
    (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;

async function aJobOf(app: RunningApp, boss: Account, workspaceId: string) {
  const customerUid = await aCustomer(app, boss, workspaceId);
  const jobUid = await aJob(app, boss, { workspaceId, customerUid, title: "Villa kitchen", dueOn: "2030-01-31" });
  return { customerUid, jobUid };
}

/** A cut plan of a shop of its own, worked out and not agreed upon. */
async function aPlan(app: RunningApp, boss: Account) {
  const workspaceId = await aWorkspace(app, boss);
  const { materialUid } = await waitingFor(app, boss, { workspaceId, ...(await aJobOf(app, boss, workspaceId)) });
  const get = async (path: string) => (await callApi(app.url, boss.token, `${T}/plan/${path}&workspaceId=${workspaceId}`)).data;
  const { pieces } = await get(`waiting/get?materialUid=${materialUid}`);
  const pieceUids = pieces.map(({ uid }: { uid: string }) => uid);
  const { uid } = await posting(app, boss, workspaceId)("plan/start", { materialUid, pieceUids, effort: "quick" });
  await expect.poll(async () => (await get(`detail/get?uid=${uid}`)).state, { timeout: 60_000 }).toBe("draft");
  const at = async () => (await get(`detail/get?uid=${uid}`)).state;
  return { path: `${TRADES}/stock/plans/plan?workspace=${workspaceId}&uid=${uid}`, at };
}

/** The page of a job of a shop of its own, with pieces that wait, and what the API says of them. */
async function aJobWithPieces(app: RunningApp, boss: Account) {
  const workspaceId = await aWorkspace(app, boss);
  const about = await aJobOf(app, boss, workspaceId);
  await waitingFor(app, boss, { workspaceId, ...about });
  return {
    path: `${TRADES}/jobs/job?workspace=${workspaceId}&uid=${about.jobUid}`,
    at: `${T}/piece/get?workspaceId=${workspaceId}&jobUid=${about.jobUid}`,
  };
}

/** An invoice of which more was paid than it asks for. */
async function anOverpaid(app: RunningApp, boss: Account, workspaceId: string, about: { customerUid: string; jobUid: string }) {
  const post = posting(app, boss, workspaceId);
  await aSeller(app, boss, workspaceId);
  await anAcceptedQuote(app, boss, { workspaceId, ...about, title: "Bench" });
  const draft = await post("invoice/draft", { jobUid: about.jobUid, kind: "final" });
  const issued = await post("invoice/issue", { uid: draft.uid, version: draft.version });
  await post("payment/save", { uid: draft.uid, key: randomUUID(), amount: issued.balance, paidOn: issued.issuedOn, method: "cash" });
  const paid = (await callApi(app.url, boss.token, `${T}/invoice/detail/get?workspaceId=${workspaceId}&uid=${draft.uid}`)).data;
  const credit = await post("invoice/credit", { uid: draft.uid, version: paid.version });
  await post("invoice/issue", { uid: credit.uid, version: credit.version });
  return draft.uid as string;
}

/** A last invoice that was drafted before its deposit went out, in a shop of its own: it is to be drafted anew. */
async function anOutdated(app: RunningApp, boss: Account) {
  const workspaceId = await aWorkspace(app, boss);
  const post = posting(app, boss, workspaceId);
  const about = await aJobOf(app, boss, workspaceId);
  await aSeller(app, boss, workspaceId);
  await anAcceptedQuote(app, boss, { workspaceId, ...about, title: "Bench" });
  const deposit = await post("invoice/draft", { jobUid: about.jobUid, kind: "deposit" });
  const { uid } = await post("invoice/draft", { jobUid: about.jobUid, kind: "final" });
  await post("invoice/issue", { uid: deposit.uid, version: deposit.version });
  const others = async (): Promise<string[]> => {
    const { data } = await callApi(app.url, boss.token, `${T}/invoice/get?workspaceId=${workspaceId}`);
    return data.map((one: { uid: string }) => one.uid);
  };
  return {
    /** Whether it is still there. */
    stands: async () => (await others()).includes(uid),
    /** What stands beside it. */
    beside: async () => (await others()).filter((one) => one !== uid),
    form: {
      path: invoiceOf(workspaceId, uid),
      open: [w.invoices.issue],
      first: async (page: Page) => {
        await page.getByRole("dialog").getByRole("button", { name: w.invoices.issue, exact: true }).click();
        await expect(page.getByRole("dialog").getByText(w.invoices.outdatedFinal)).toBeVisible();
      },
      send: w.invoices.draftAnew,
      ends: async (page: Page) => {
        await expect(page).toHaveURL(/invoice\?/);
        await expect(page).not.toHaveURL(new RegExp(uid));
      },
    },
  };
}

async function world(app: RunningApp): Promise<Prepared> {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const about = await aJobOf(app, boss, shop);
  const stock = await aStock(app, boss, shop, about.jobUid);
  await posting(app, boss, shop)("stock/issue", { uid: stock.item, jobUid: about.jobUid, quantity: 2000 });
  const [accepted, declined] = [
    await severalQuotes(app, boss, shop, about.customerUid),
    await severalQuotes(app, boss, shop, await aCustomer(app, boss, shop)),
  ];
  const overpaid = await anOverpaid(app, boss, shop, about);
  const [outdated, another] = [await anOutdated(app, boss), await anOutdated(app, boss)];
  const { uid: checklist } = await posting(app, boss, shop)("form/save", { name: "Handover", fields: [] });
  const pieces = await aJobWithPieces(app, boss);
  const [cut, discarded] = [await aPlan(app, boss), await aPlan(app, boss)];

  const ofItem = `${TRADES}/stock/item?workspace=${shop}&uid=${stock.item}`;
  const says = (path: string) => `${T}/${path}&workspaceId=${shop}`;
  const forTheJob = async (page: Page) => {
    await page.getByRole("dialog").getByRole("combobox", { name: w.schedule.job }).fill("Villa");
    await page.getByRole("option").filter({ hasText: "Villa kitchen" }).first().click();
  };
  const plan = ({ path, at }: typeof cut, act: keyof typeof w.plans.acts) => ({
    path,
    open: [w.plans.acts[act]],
    send: w.plans.acts[act],
    at,
  });
  return {
    people: { boss },
    forms: [
      {
        calls: "trades.stock.issue",
        path: ofItem,
        open: [w.stock.acts.issue],
        fields: [
          [w.stock.quantity, "1"],
          [w.stock.note, "For the bench"],
        ],
        first: forTheJob,
        send: w.stock.acts.issue,
        at: says(`stock/moves/get?uid=${stock.item}`),
      },
      {
        calls: "trades.stock.giveBack",
        path: ofItem,
        open: [w.stock.acts.giveBack],
        fields: [[w.stock.quantity, "1"]],
        first: forTheJob,
        send: w.stock.acts.giveBack,
        at: says(`stock/moves/get?uid=${stock.item}`),
      },
      { calls: "trades.cutPlans.approve", ...plan(cut, "approve") },
      { calls: "trades.cutPlans.cut", ...plan(cut, "cut") },
      { calls: "trades.cutPlans.discard", ...plan(discarded, "discard") },
      {
        calls: "trades.pieces.save",
        ...pieces,
        open: [filled(w.pieces.menu, { name: "Island" }), w.pieces.edit],
        fields: [[w.quotes.length, "2380"]],
        send: t.common.save,
      },
      {
        calls: "trades.pieces.move",
        ...pieces,
        open: [filled(w.pieces.menu, { name: "Splashback" }), w.pieces.acts.drop],
        fields: [[w.pieces.reason, "They tile it"]],
        send: w.pieces.acts.drop,
      },
      {
        calls: "trades.payments.refund",
        path: invoiceOf(shop, overpaid),
        open: [w.invoices.write.refund],
        fields: [
          [w.invoices.amount, "1000"],
          [w.invoices.reference, "Till"],
        ],
        send: (page) => page.getByRole("dialog").locator("button[type=submit]"),
        at: says(`invoice/detail/get?uid=${overpaid}`),
      },
      {
        calls: "trades.invoices.draft",
        by: "trades/invoices/components/issue-dialog",
        ...outdated.form,
        at: outdated.beside,
      },
      {
        // The new one is there already, and is shown.
        calls: "trades.invoices.delete",
        by: "trades/invoices/components/issue-dialog",
        ...another.form,
        at: another.stands,
        showsItself: true,
      },
      {
        calls: "trades.forms.save",
        by: "trades/forms/components/form-builder",
        path: `/dashboard/settings/forms?workspace=${shop}&uid=${checklist}`,
        fields: [[w.forms.name, "Handing over"]],
        send: t.common.save,
        at: says(`form/view/get?uid=${checklist}`),
      },
      {
        calls: "trades.quoteLinks.accept",
        who: "customer",
        seenBy: "boss",
        path: accepted.link,
        fields: [[w.entries.signature.name, "Lan Nguyễn"]],
        first: (page) => page.getByLabel(w.entries.signature.confirm).check(),
        send: (page) => page.getByRole("button", { name: w.offer.accept.split("{")[0]?.trim() }).first(),
        at: says(`quote/detail/get?uid=${accepted.sent}`),
        ends: (page) =>
          expect(page.getByText(sentence("en", "trades.offer.states.accepted", { name: "Lan Nguyễn", kind: "quote" }))).toBeVisible(),
      },
      {
        calls: "trades.quoteLinks.decline",
        who: "customer",
        seenBy: "boss",
        path: declined.link,
        open: [w.offer.decline],
        fields: [[w.offer.reason, "Too dear"]],
        send: w.offer.decline,
        at: says(`quote/detail/get?uid=${declined.sent}`),
        ends: (page) => expect(page.getByText(sentence("en", "trades.offer.states.declined", { kind: "quote" }))).toBeVisible(),
      },
    ],
  };
}

walkForms("of a shop's stock, plans and offers", (app) => world(app));
