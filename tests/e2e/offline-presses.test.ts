import type { Page } from "@playwright/test";
import { LOCALES } from "@/lib/locales";
import { confirmEmail, SETTINGS } from "./account-steps";
import { callApi, P } from "./actions";
import type { RunningApp } from "./app";
import { aBusyShop } from "./busy-shop";
import { loseFirstAnswer } from "./calls";
import { answerOf } from "./database";
import { accountWith } from "./editing-actions";
import { expect, newAccount, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, FORUMS, says } from "./forum-actions";
import { invoiceOf } from "./invoice-actions";
import { TEXTS } from "./languages";
import { tell } from "./notification-actions";
import type { Prepared } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";
import { R, REVIEWS, recordedBy, requestOf } from "./peer-review-actions";
import { pricesOf } from "./pricing-actions";
import { quoteOf } from "./quote-actions";
import { satElsewhere } from "./simulation-actions";
import { begun, INBOX, INBOX_API, SUPPORT } from "./support-actions";
import { aBoss, aWorkspace, SHOP, TRADES } from "./trades-actions";
import { filled } from "./words";

const t = TEXTS.en;
const w = t.trades;
const T = "/api/user/personalization/trades";
const C = "/api/user/personalization/community";
const ACCOUNT = "/api/user/personalization/account";
const N = "/api/user/notifications";

/** Chooses a file of what is to be taken over, and waits until it is compared. */
const compared = (name: string, lines: readonly string[]) => async (page: Page) => {
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await expect(takeOver(page)).toBeVisible();
};
const takeOver = (page: Page) => page.getByRole("button", { name: /^Import \d/ });

async function aShop(app: RunningApp): Promise<Prepared<OnePress>> {
  const boss = await aBoss(app);
  const { shop, customer, quotes, invoices, prices } = await aBusyShop(app, boss);
  const given = await aWorkspace(app, boss);
  const post = (path: string, body: object) => callApi(app.url, boss.token, `${T}/${path}`, { workspaceId: shop, ...body });
  const wordings = Object.fromEntries(LOCALES.map((locale) => [locale, { body: "Your bench can be fetched." }]));
  await post("text/save", { name: "It is ready", wordings });
  const at = (path: string, rest = "") => `${path}?workspace=${shop}${rest}`;
  const says = (path: string, rest = "") => `${T}/${path}?workspaceId=${shop}${rest}`;
  const menu = filled(w.members.menu, { name: "Amal Osman" });
  return {
    people: { boss },
    forms: [
      {
        calls: "trades.cutPlans.start",
        path: at(`${TRADES}/stock/plans/new`),
        first: (page) => page.getByRole("radio", { name: w.plans.efforts.quick }).click(),
        press: [(page) => page.getByRole("button", { name: /^Plan \d+ pieces?$/ })],
        at: says("plan/get"),
      },
      { calls: "trades.quotes.revise", path: quoteOf(shop, quotes.sent), press: [w.quotes.revise], at: says("quote/get") },
      { calls: "trades.invoices.credit", path: invoiceOf(shop, invoices.overdue), press: [w.invoices.credit], at: says("invoice/get") },
      {
        calls: "trades.texts.delete",
        path: at("/dashboard/settings/templates"),
        open: [filled(t.editing.delete.label, { name: "It is ready" })],
        press: [t.editing.delete.now],
        at: says("text/get"),
      },
      {
        calls: "trades.resources.endFeed",
        path: at("/dashboard/settings/scheduler"),
        open: [(page) => page.getByRole("button", { name: filled(w.scheduler.feedOf, { name: "Minh" }) }).first()],
        press: [w.scheduler.feedEnd],
        at: says("resource/get"),
      },
      {
        calls: "trades.customers.merge",
        path: at(`${TRADES}/customers/customer`, `&uid=${customer}`),
        open: [w.customers.merge],
        first: (page) => expect(page.getByRole("dialog").getByRole("button", { name: "مطابخ نغوين" })).toBeVisible(),
        press: [filled(w.customers.mergeWith, { name: "مطابخ نغوين" }), w.customers.mergeNow],
        at: says("customer/get"),
      },
      {
        calls: "trades.customerFiles.take",
        path: at(`${TRADES}/customers/import`),
        first: compared("customers.csv", ["name,notes", "Tran Kitchens,Pays at once"]),
        press: [takeOver],
        at: says("customer/get"),
      },
      {
        calls: "trades.priceFiles.take",
        path: pricesOf(shop, prices.draft),
        first: compared("prices.csv", ["code,price", "HOLE,45000"]),
        press: [takeOver],
        at: says("price/version/get", `&uid=${prices.draft}`),
      },
      {
        calls: "trades.workspace.delete",
        path: `${TRADES}/settings?workspace=${given}`,
        open: [w.delete.title],
        fields: [[filled(w.delete.write, { name: SHOP.name }), SHOP.name]],
        press: [w.delete.now],
        at: `${T}/workspace/get`,
      },
      { calls: "trades.members.setRole", path: at(`${TRADES}/members`), press: [menu, w.members.makeManager], at: says("member/get") },
      {
        calls: "trades.members.transfer",
        path: at(`${TRADES}/members`),
        open: [menu, w.members.makeOwner],
        press: [w.members.makeOwner],
        at: says("member/get"),
      },
    ],
  };
}

async function ownPages(app: RunningApp): Promise<Prepared<OnePress>> {
  const amal = await newAccount(app.url);
  await confirmEmail(app, amal);
  const minh = await newAccount(app.url);
  const simulation = await satElsewhere(app.url, minh);
  await tell(app, amal, "The microphone stays silent", "The camera is dark");
  const { settings, rhythm, page: told, bell } = t.notifications;
  return {
    people: { amal, minh },
    forms: [
      {
        calls: "account.export.request",
        path: `${SETTINGS}?section=data`,
        press: [t.account.export.request],
        at: `${ACCOUNT}/export/get`,
      },
      {
        calls: "account.savePreference",
        path: `${SETTINGS}?section=notifications`,
        press: [(page) => page.getByRole("row", { name: settings.events.support }).getByRole("switch").first()],
        at: `${ACCOUNT}/preference/get`,
      },
      {
        calls: "account.notifications.saveSettings",
        path: `${SETTINGS}?section=notifications`,
        press: [rhythm.daily.label],
        at: `${N}/settings/get`,
      },
      {
        calls: "account.notifications.read",
        path: "/dashboard/notifications",
        press: [(page) => page.getByRole("button", { name: told.markRead.split("{")[0]?.trim() }).first()],
        at: `${N}/unread/get`,
      },
      {
        calls: "account.notifications.unreadOne",
        path: "/dashboard/notifications",
        press: [(page) => page.getByRole("button", { name: told.markUnread.split("{")[0]?.trim() }).first()],
        at: `${N}/unread/get`,
      },
      { calls: "account.notifications.readAll", path: "/dashboard/notifications", press: [bell.readAll], at: `${N}/unread/get` },
      {
        calls: "practice.plan.choose",
        path: "/dashboard/plan",
        press: [(page) => page.getByRole("button", { name: t.practice.plan.notToday }).first()],
        at: `${P}/plan/get?timeZone=UTC`,
      },
      {
        calls: "peerReview.assignments.saveLanguages",
        path: REVIEWS,
        press: [(page) => page.getByRole("checkbox", { name: "French" })],
        at: `${R}/overview/get`,
      },
      {
        calls: "practice.simulation.delete",
        who: "minh",
        path: `/dashboard/practice/simulation/report?simulation=${simulation}`,
        open: [t.practice.simulation.report.delete],
        press: [t.practice.simulation.report.deleteNow],
        at: `${P}/simulation/get`,
      },
      {
        calls: "practice.simulation.plan",
        path: "/dashboard/practice/simulation",
        first: (page) => page.getByRole("radio", { name: t.practice.simulation.setup.sameTimes }).click(),
        press: [t.practice.simulation.setup.draw],
        at: () =>
          answerOf(app, "select count(*)::int from simulations where user_id = (select id from users where email = $1)", amal.email),
      },
    ],
  };
}

async function amongOthers(app: RunningApp, browser: Parameters<typeof recordedBy>[0]): Promise<Prepared<OnePress>> {
  const room = await aRoom(app, "Quiet");
  const [ada, bo, desk, admin] = [
    await aMember(app, "Ada Lovelace"),
    await aMember(app, "Bo Chen"),
    await accountWith(app, "admin"),
    await accountWith(app, "super_admin"),
  ];
  const topic = await aTopic(app.url, ada, room, "What do I wear?", "It is by video.");
  await says(app.url, bo, topic, "Something dark");
  const [solved, open] = [await begun(app.url, ada, "Parking", "Where?"), await begun(app.url, bo, "Lunch", "When?")];
  await callApi(app.url, desk.token, `${INBOX_API}/conversation/resolve`, { conversationId: solved, seq: 1 });
  await confirmEmail(app, ada);
  const answer = await recordedBy(browser, app, ada);
  const { inbox, satisfaction } = t.support;
  const held = async () => (await callApi(app.url, desk.token, `${INBOX_API}/conversation/view`, { conversationId: open })).data;
  return {
    people: { ada, desk, admin },
    forms: [
      {
        calls: "forum.rooms.catchUp",
        path: `${FORUMS}?profession=${room.slug}`,
        press: [t.forum.rooms.catchUp],
        at: `${C}/profession/get`,
      },
      {
        calls: "support.chat.rate",
        path: `${SUPPORT}?conversation=${solved}`,
        open: [satisfaction.good],
        fields: [[satisfaction.comment.good, "You were quick"]],
        press: [satisfaction.send],
        at: async () => (await callApi(app.url, desk.token, `${INBOX_API}/conversation/view`, { conversationId: solved })).data,
      },
      {
        calls: "peerReview.requests.save",
        path: `/dashboard/answers/detail?answer=${answer}`,
        open: [t.peerReview.ask.ask],
        first: (page) => page.getByRole("dialog").getByRole("checkbox", { name: t.peerReview.ask.staff }).check(),
        press: [t.peerReview.ask.confirm],
        at: () => requestOf(app.url, ada, answer),
      },
      {
        calls: "support.inbox.snooze",
        who: "desk",
        path: `${INBOX}?conversation=${open}`,
        // What the page tells of having read it comes a moment later.
        first: (page) =>
          expect(page.getByRole("link", { name: "Lunch When?" }).and(page.getByRole("link", { name: "unread" }))).toHaveCount(0),
        press: [inbox.snooze, inbox.snoozes.tomorrow],
        at: held,
      },
      { calls: "support.inbox.assign", who: "desk", path: `${INBOX}?conversation=${open}`, press: [inbox.assignToMe], at: held },
      {
        calls: "practice.bank.turn",
        who: "admin",
        path: "/dashboard/admin/questions",
        first: (page) => page.getByRole("row").nth(1).getByRole("checkbox").check(),
        press: [t.practice.editing.turn.draft],
        at: "/api/admin/practice/question/get",
      },
      {
        calls: "practice.bank.move",
        who: "admin",
        path: "/dashboard/admin/questions",
        press: [(page) => page.getByRole("button", { name: t.editing.move.label.split("{")[0]?.trim() }).first(), t.editing.move.last],
        at: "/api/admin/practice/question/get",
      },
      {
        calls: "admin.operations.run",
        by: "admin/operations/components/job-table",
        who: "admin",
        path: "/dashboard/admin/operations",
        first: (page) => page.getByRole("row").nth(1).getByRole("checkbox").check(),
        press: [t.admin.operations.run],
        // The other jobs have their own clock.
        at: async () => (await callApi(app.url, admin.token, "/api/admin/operations/job/get")).data[0],
      },
    ],
  };
}

walkPresses("of a shop", (app) => aShop(app));
walkPresses("of one's own pages", (app) => ownPages(app));
walkPresses("among others", amongOthers);

test("two customers of whom one was made, though nobody heard so, are shown as one without another press", async ({
  app,
  page,
  context,
}) => {
  const boss = await aBoss(app);
  const { shop, customer } = await aBusyShop(app, boss);
  await signIn(context, boss);
  await page.goto(`${TRADES}/customers/customer?workspace=${shop}&uid=${customer}`);
  await page.getByRole("button", { name: w.customers.merge }).click();
  const name = "مطابخ نغوين";
  await loseFirstAnswer(page, /trades\.customers\.merge/, 2);
  await page.getByRole("button", { name: filled(w.customers.mergeWith, { name }) }).click();
  await page.getByRole("button", { name: w.customers.mergeNow }).click();
  await expect(page.getByText(filled(w.customers.merged, { name }))).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
