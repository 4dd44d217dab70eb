import type { Page } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import {
  ADMIN,
  ADMIN_API,
  BILLING,
  begin,
  confirmedAccount,
  DEMO,
  ending,
  openPages,
  PAGE,
  payWith,
  planCard,
  subscribed,
} from "./billing-actions";
import { loseAnswers } from "./calls";
import { accountWith } from "./editing-actions";
import { expect, signIn, test } from "./fixtures";
import { TEXTS } from "./languages";
import { type Prepared, walkForms } from "./offline-forms";
import { filled } from "./words";

const t = TEXTS.en;
const s = t.subscription;

async function payments(app: RunningApp): Promise<Prepared> {
  const [buyer, changer, leaver, guest, admin] = [
    await confirmedAccount(app),
    await confirmedAccount(app),
    await confirmedAccount(app),
    await confirmedAccount(app),
    await accountWith(app, "admin"),
  ];
  await subscribed(app.url, changer);
  await subscribed(app.url, leaver);
  const { user } = await callApi(app.url, guest.token, "/api/account/my-account");
  await callApi(app.url, admin.token, `${ADMIN_API}/complimentary/grant`, { user: user.uid, plan: "plus", days: 30, reason: "A prize" });
  const { data } = await callApi(app.url, buyer.token, `${BILLING}/checkout`, { plan: "pro", interval: "month" });
  const checkout: string = data.url;
  const person = (email: string) => `${ADMIN}?email=${encodeURIComponent(email)}`;
  const seen = (email: string) => [`${ADMIN_API}/person/view`, { email }] as const;
  const inDialog = (page: Page) => page.getByRole("dialog").getByRole("button").last();
  return {
    people: { buyer, changer, leaver, admin },
    forms: [
      {
        calls: "subscription.demo.pay",
        path: checkout.slice(app.url.length),
        first: (page) => page.getByRole("button", { name: filled(s.demoPage.use, { number: "4242 4242 4242 4242" }) }).click(),
        send: (page) => page.locator("form button[type=submit]"),
        at: [`${DEMO}/checkout/view`, { session: new URL(checkout).searchParams.get("session") }],
        ends: async (page) => {
          await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
          await expect(page.getByText(s.status.active, { exact: true })).toBeVisible();
          const { data: invoices } = await callApi(app.url, buyer.token, `${BILLING}/receipt/invoices/get`);
          expect(invoices, "it was paid once").toHaveLength(1);
        },
      },
      {
        calls: "subscription.change",
        who: "changer",
        path: PAGE,
        open: [(page) => planCard(page, t, "pro").getByRole("button")],
        first: (page) => expect(page.getByRole("dialog").getByText(s.change.dueToday)).toBeVisible(),
        send: inDialog,
        at: seen(changer.email),
        seenBy: "admin",
      },
      ending(t, "I found work."),
      {
        calls: "subscription.admin.refund",
        who: "admin",
        path: person(leaver.email),
        open: [s.admin.refund],
        fields: [
          [filled(s.admin.refundAmount, { currency: "USD" }), "5.5"],
          [s.admin.reason, "A bad week"],
        ],
        send: s.admin.refund,
        at: seen(leaver.email),
      },
      {
        calls: "subscription.admin.revoke",
        who: "admin",
        path: person(guest.email),
        open: [s.admin.revoke],
        fields: [[s.admin.reason, "Given by mistake"]],
        send: s.admin.revoke,
        at: seen(guest.email),
        ends: (page) => expect(page.getByText(begin(s.admin.revoked))).toBeVisible(),
      },
    ],
  };
}

walkForms("of plans and payments", (app) => payments(app));

test("whoever presses again after the answer was lost gets to where a plan is paid, once, and to where a card is given", async ({
  app,
  browser,
}) => {
  const [buyer, owner] = [await confirmedAccount(app), await confirmedAccount(app)];
  await subscribed(app.url, owner);
  const presses = [
    { who: buyer, opens: "checkout", number: "4242 4242 4242 4242", button: (page: Page) => planCard(page, t, "plus").getByRole("button") },
    {
      who: owner,
      opens: "cardCheckout",
      number: "4000 0000 0000 0341",
      button: (page: Page) => page.getByRole("button", { name: s.card.change }),
    },
  ];
  for (const { who, opens, number, button } of presses) {
    const context = await browser.newContext({ baseURL: app.url });
    await signIn(context, who);
    const page = await context.newPage();
    const call = new RegExp(`/api/trpc/subscription\\.${opens}(\\?|$)`);
    await page.goto(PAGE);
    await loseAnswers(page, call);
    await button(page).click();
    await expect(page.getByText(t.common.offline)).toBeVisible();
    await expect(button(page)).toBeEnabled();
    await expect(button(page)).not.toHaveAttribute("aria-busy");
    await page.unroute(call);
    await button(page).click();
    await expect(page).toHaveURL(/\/demo\/checkout\?session=cs_/);
    await payWith(page, t, number);
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await expect(page.locator("main")).toContainText(number.slice(-4));
    await context.close();
  }
  // What the first press had opened cannot be paid as well.
  expect(await openPages(app, buyer, "subscription")()).toBe(0);
  const { data: invoices } = await callApi(app.url, buyer.token, `${BILLING}/receipt/invoices/get`);
  expect(invoices).toHaveLength(1);
});
