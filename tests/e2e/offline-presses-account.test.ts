import sharp from "sharp";
import { logInElsewhere, SECURITY, SETTINGS } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { BILLING, confirmedAccount, DEMO, openPages, PAGE, payWith, planCard, subscribed } from "./billing-actions";
import { answerOf, databaseOf } from "./database";
import { accountWith } from "./editing-actions";
import { type Account, expect } from "./fixtures";
import { TEXTS } from "./languages";
import type { Prepared } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";

const t = TEXTS.en;
const s = t.subscription;
const MY_ACCOUNT = "/api/account/my-account";
/** What stands in for Stripe's page, with the session that was opened for it. */
const CHECKOUT = /\/demo\/checkout\?session=cs_/;
const OPEN_SESSIONS = "select count(*)::int from sessions where ended_at is null and user_id = (select id from users where email = $1)";

async function account(app: RunningApp): Promise<Prepared<OnePress>> {
  const [amal, minh, leaver] = [await confirmedAccount(app), await confirmedAccount(app), await confirmedAccount(app)];
  for (const one of [amal, amal, minh]) await logInElsewhere(app.url, one);
  await callApi(app.url, leaver.token, "/api/user/personalization/account/deletion/request", {});
  // Of minutes another one is over while somebody looks.
  const sql = await databaseOf(app);
  await sql`update sessions set last_seen_at = last_seen_at - interval '150 minutes'
    where user_id in (select id from users where email in ${sql([amal.email, minh.email])})`;
  await sql.end();
  const signedIn =
    ({ email }: Account) =>
    () =>
      answerOf(app, OPEN_SESSIONS, email);
  const { profile, devices, deletion, banner } = t.account;
  return {
    people: { amal, minh, leaver },
    forms: [
      {
        calls: "account.removeAvatar",
        path: SETTINGS,
        first: async (page) => {
          const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#c33" } })
            .png()
            .toBuffer();
          await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
          await page.getByRole("button", { name: profile.use }).click();
          await expect(page.getByRole("dialog")).toHaveCount(0);
        },
        press: [profile.removePicture],
        at: MY_ACCOUNT,
      },
      {
        calls: "account.links.forgetPassword",
        by: "account/components/settings/password-card",
        path: SECURITY,
        press: [/set a new one$/],
        at: () =>
          answerOf(app, "select count(*)::int from mailed_links where user_id = (select id from users where email = $1)", amal.email),
      },
      {
        calls: "account.sessions.end",
        path: `${SETTINGS}?section=devices`,
        press: [(page) => page.getByRole("main").getByRole("listitem").getByRole("button", { name: devices.end }).first()],
        at: signedIn(amal),
      },
      {
        calls: "account.sessions.endOthers",
        path: `${SETTINGS}?section=devices`,
        press: [devices.endOthers],
        at: signedIn(amal),
      },
      {
        calls: "account.sessions.endAll",
        who: "minh",
        path: `${SETTINGS}?section=devices`,
        press: [devices.endAll],
        at: signedIn(minh),
        ends: (page) => expect(page).toHaveURL(/\/auth\/login/),
      },
      { calls: "account.deletion.cancel", who: "leaver", path: "/dashboard/notifications", press: [banner.keep], at: MY_ACCOUNT },
      {
        calls: "account.deletion.request",
        path: `${SETTINGS}?section=data`,
        press: [deletion.start, deletion.confirm],
        at: MY_ACCOUNT,
      },
    ],
  };
}

async function subscription(app: RunningApp): Promise<Prepared<OnePress>> {
  const [owing, leaver] = [await confirmedAccount(app), await confirmedAccount(app)];
  const [buyer, chooser] = [await confirmedAccount(app), await confirmedAccount(app)];
  const admin = await accountWith(app, "admin");
  await subscribed(app.url, owing);
  // The card that was refused when the plan was renewed is one that pays now.
  await callApi(app.url, owing.token, `${BILLING}/change/method`, { paymentMethodId: "pm_card_chargeCustomerFail" });
  await callApi(app.url, admin.token, `${DEMO}/clock/advance`, { days: 32 });
  const sql = await databaseOf(app);
  await sql`update stripe_objects set data = jsonb_set(data, '{card,last4}', '"4242"')
    where kind = 'payment_method' and data #>> '{card,last4}' = '0341'`;
  await sql.end();
  await subscribed(app.url, leaver);
  await callApi(app.url, leaver.token, `${BILLING}/canceling`, {});
  const { data } = await callApi(app.url, buyer.token, `${BILLING}/checkout`, { plan: "plus", interval: "month" });
  const checkout: string = data.url;
  return {
    people: { owing, leaver, buyer, chooser },
    forms: [
      { calls: "subscription.pay", path: PAGE, press: [s.now.pay], at: `${BILLING}/active/get` },
      { calls: "subscription.resume", who: "leaver", path: PAGE, press: [s.now.resume], at: `${BILLING}/active/get` },
      {
        calls: "subscription.checkout",
        who: "chooser",
        path: PAGE,
        press: [(page) => planCard(page, t, "plus").getByRole("button")],
        at: openPages(app, chooser, "subscription"),
        ends: (page) => expect(page).toHaveURL(CHECKOUT),
      },
      {
        calls: "subscription.cardCheckout",
        who: "leaver",
        path: PAGE,
        press: [s.card.change],
        at: openPages(app, leaver, "setup"),
        ends: (page) => expect(page).toHaveURL(CHECKOUT),
      },
      {
        calls: "subscription.demo.authenticate",
        who: "buyer",
        path: checkout.slice(app.url.length),
        first: (page) => payWith(page, t, "4000 0027 6000 3184"),
        press: [s.demoPage.confirm],
        at: [`${DEMO}/checkout/view`, { session: new URL(checkout).searchParams.get("session") }],
        ends: (page) => expect(page).toHaveURL(new RegExp(`${PAGE}$`)),
      },
    ],
  };
}

walkPresses("of an account", (app) => account(app));
walkPresses("of a subscription", (app) => subscription(app));
