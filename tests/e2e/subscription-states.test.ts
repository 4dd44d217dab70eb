import type { Sql } from "postgres";
import { callApi } from "./actions";
import { BILLING, begin, confirmedAccount, DEMO, fillWeek, PAGE, payWith, subscribed } from "./billing-actions";
import { loseFirstAnswer } from "./calls";
import { databaseOf } from "./database";
import { accountWith, pageOf } from "./editing-actions";
import { anyQuestion, expect, test, violations } from "./fixtures";
import { LANGUAGES, TEXTS, type Texts } from "./languages";
import { inLook, LOOKS, lookName, openAs, seeDialog, seePage, settled } from "./looks";
import { filled } from "./words";

for (const [locale, t] of LANGUAGES) {
  const s = t.subscription;
  const plan = s.plans.plus;

  test(`from an overdue payment there is a way back at each step, in ${locale}`, async ({ app, browser }) => {
    const admin = await accountWith(app, "admin");
    const daysOn = (days: number) => callApi(app.url, admin.token, `${DEMO}/clock/advance`, { days });
    const account = await confirmedAccount(app, locale);
    await subscribed(app.url, account);
    // A card for which the bank asks each time: nobody is there when it is renewed.
    await callApi(app.url, account.token, `${BILLING}/change/method`, { paymentMethodId: "pm_card_authenticationRequired" });
    await daysOn(32);

    const page = await pageOf(browser, app, account, { locale });
    await page.goto("/dashboard");
    await expect(page.getByText(begin(s.banner.overdue))).toBeVisible();
    await page.getByRole("link", { name: s.banner.act }).click();
    await expect(page.getByText(begin(s.now.overdue))).toBeVisible();
    await page.getByRole("button", { name: s.now.cancel }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(s.cancel.texts.overdue)).toBeVisible();
    // What was said of it outlives a press beside the dialog, and a reload.
    await dialog.getByLabel(s.cancel.comment).fill("Too dear for two interviews");
    await page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await page.getByRole("button", { name: s.now.cancel }).click();
    await expect(dialog.getByLabel(s.cancel.comment)).toHaveValue("Too dear for two interviews");
    await dialog.getByRole("button", { name: s.cancel.confirm }).click();
    await expect(page.locator("main").getByText(begin(s.ending), { exact: false })).toBeVisible();
    await page.getByRole("button", { name: s.now.resume }).click();
    await expect(page.getByRole("button", { name: s.now.cancel })).toBeVisible();

    // Where only the bank's confirmation is missing, the invoice has a page of its own, and a way back.
    await page.getByRole("button", { name: s.now.pay }).click();
    await expect(page).toHaveURL(/\/demo\/checkout\?session=in_/);
    await page.getByRole("link", { name: s.demoPage.back }).click();
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));

    await daysOn(7);
    await page.goto("/dashboard");
    await expect(page.getByText(filled(s.banner.over, { plan }))).toBeVisible();
    await page.getByRole("link", { name: s.banner.act }).click();
    await expect(page.getByText(filled(s.now.onHold, { plan }))).toBeVisible();
    await expect(page.getByText(filled(s.now.held, { plan, status: s.status.past_due }), { exact: true })).toBeVisible();

    // Stripe has given up; what falls due is a draft from then on.
    const { data: held } = await callApi(app.url, account.token, `${BILLING}/active/get`);
    const sql = await databaseOf(app);
    await sql`update stripe_objects set data = jsonb_set(data, '{status}', '"unpaid"') where id = ${held.uid}`;
    await sql`update stripe_objects set data = jsonb_set(data, '{next_payment_attempt}', 'null')
      where kind = 'invoice' and data #>> '{parent,subscription_details,subscription}' = ${held.uid}`;
    await daysOn(31);
    await callApi(app.url, account.token, `${BILLING}/refresh`, {});
    await page.reload();
    await expect(page.getByText(begin(filled(s.now.unpaid, { plan })))).toBeVisible();
    await page.getByRole("button", { name: s.now.pay }).click();
    await expect(page).toHaveURL(/\/demo\/checkout\?session=in_/);
    await payWith(page, t, "4242 4242 4242 4242");
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await expect(page.getByText(s.now.paid)).toBeVisible();
    await expect(page.getByText(s.status.active, { exact: true })).toBeVisible();

    // Paused, as after a trial without a card.
    await sql`update stripe_objects set data = data || '{"status": "paused", "default_payment_method": null}' where id = ${held.uid}`;
    await sql`update stripe_objects set data = jsonb_set(data, '{invoice_settings,default_payment_method}', 'null')
      where id = (select data ->> 'customer' from stripe_objects where id = ${held.uid})`;
    await sql.end();
    await callApi(app.url, account.token, `${BILLING}/refresh`, {});
    await page.reload();
    await expect(page.getByText(begin(s.now.paused))).toBeVisible();
    await expect(page.getByText(s.change.pausedFirst)).toBeVisible();
    await page.getByRole("button", { name: s.card.give }).click();
    await payWith(page, t, "4242 4242 4242 4242");
    await expect(page.getByText(s.status.active, { exact: true })).toBeVisible();
    await expect(page.locator("main")).toContainText("4242");
    await page.context().close();
  });
}

test("who ends what is paused, and does not hear of it, is told that it has ended", async ({ app, browser }) => {
  const { en } = TEXTS;
  const { cancel, now } = en.subscription;
  const account = await confirmedAccount(app, "en");
  await subscribed(app.url, account);
  const { data: held } = await callApi(app.url, account.token, `${BILLING}/active/get`);
  const sql = await databaseOf(app);
  await sql`update stripe_objects set data = data || '{"status": "paused"}' where id = ${held.uid}`;
  await sql.end();
  await callApi(app.url, account.token, `${BILLING}/refresh`, {});
  const page = await pageOf(browser, app, account, { locale: "en" });
  await page.goto(PAGE);
  await page.getByRole("button", { name: now.cancel }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(cancel.texts.atOnce)).toBeVisible();
  const asked = await loseFirstAnswer(page, /subscription\.cancel/);
  await dialog.getByRole("button", { name: cancel.confirm }).click();
  await expect(page.getByText(cancel.doneNow)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(asked()).toBe(2);
  expect((await callApi(app.url, account.token, `${BILLING}/active/get`)).data).toBeNull();
  await page.context().close();
});

for (const [locale, t] of LANGUAGES) {
  test(`the end of an account ends its subscription, and coming back offers to carry on with it, in ${locale}`, async ({
    app,
    browser,
  }) => {
    const account = await confirmedAccount(app, locale);
    await subscribed(app.url, account);
    const page = await pageOf(browser, app, account, { locale });
    await page.goto("/dashboard/settings/account?section=data");
    await page.getByRole("button", { name: t.account.deletion.start }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(t.account.deletion.notRenewed)).toBeVisible();
    await settled(page, dialog);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `test-results/pages/deletion-subscribed-${locale}.png` });
    await dialog.getByRole("button", { name: t.account.deletion.confirm }).click();
    await expect.poll(async () => (await callApi(app.url, account.token, `${BILLING}/active/get`)).data.cancelAt).toBeTruthy();
    await page.getByRole("button", { name: t.account.banner.keep }).first().click();
    await expect(page.getByText(begin(t.account.banner.subscriptionEnds))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    await page.getByRole("button", { name: t.subscription.now.resume }).click();
    await expect(page.getByText(begin(t.subscription.now.renews))).toBeVisible();
    await page.context().close();
  });
}

test("whoever leaves while a payment is being confirmed stays where they go, and finds it confirmed", async ({ app, browser }) => {
  const { en } = TEXTS;
  const account = await confirmedAccount(app);
  const { data } = await callApi(app.url, account.token, `${BILLING}/checkout`, { plan: "plus", interval: "month" });
  const page = await pageOf(browser, app, account, { locale: "en" });
  const faults: Error[] = [];
  page.on("pageerror", (fault) => faults.push(fault));
  await page.goto(`${PAGE}?checkout=done`);
  await expect(page.getByText(en.subscription.checkout.waiting)).toBeVisible();
  await page.getByRole("link", { name: en.shell.places.answers }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  // Longer than it takes to look once more.
  await page.waitForTimeout(3_000);
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  const card = { number: "4242424242424242", expiry: "12/40", cvc: "123", name: "A" };
  await callApi(app.url, account.token, `${DEMO}/checkout/pay`, { session: new URL(data.url).searchParams.get("session"), ...card });
  // The way back leads to the address that asked for it.
  await page.goBack();
  await expect(page.getByText(filled(en.subscription.checkout.done, { plan: en.subscription.plans.plus }))).toBeVisible();
  await expect(page.getByText(en.subscription.status.active, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  expect(faults).toEqual([]);
  await expect(page.getByText(en.subscription.checkout.late)).toHaveCount(0);
  await page.context().close();
});

/** A state, as Stripe would have told it; what is said of it, and the one thing to do. */
interface State {
  name: string;
  put: (sql: Sql, id: string) => Promise<unknown>;
  says: (s: Texts["subscription"]) => string;
  act?: (s: Texts["subscription"]) => string;
}

const PLUS = ({ plans }: Texts["subscription"]) => ({ plan: plans.plus });
const STATES: State[] = [
  {
    name: "overdue",
    put: (sql, id) =>
      sql`update subscriptions set status = 'past_due', past_due_since = current_period_start - interval '2 days' where id = ${id}`,
    says: ({ now }) => begin(now.overdue),
    act: ({ now }) => now.pay,
  },
  {
    name: "overdue-ending",
    put: (sql, id) => sql`update subscriptions set cancel_at = current_period_end where id = ${id}`,
    says: ({ ending }) => begin(ending),
    act: ({ now }) => now.pay,
  },
  {
    name: "on-hold",
    put: (sql, id) =>
      sql`update subscriptions set cancel_at = null, past_due_since = current_period_start - interval '9 days' where id = ${id}`,
    says: (s) => filled(s.now.onHold, PLUS(s)),
    act: ({ now }) => now.pay,
  },
  {
    name: "unpaid",
    put: (sql, id) => sql`update subscriptions set status = 'unpaid', past_due_since = null where id = ${id}`,
    says: (s) => begin(filled(s.now.unpaid, PLUS(s))),
    act: ({ now }) => now.pay,
  },
  {
    name: "incomplete",
    put: (sql, id) => sql`update subscriptions set status = 'incomplete' where id = ${id}`,
    says: ({ now }) => begin(now.incomplete),
    act: ({ now }) => now.finish,
  },
  {
    name: "paused-card",
    put: (sql, id) => sql`update subscriptions set status = 'paused' where id = ${id}`,
    says: ({ now }) => begin(now.pausedWithCard),
    act: ({ now }) => now.resume,
  },
  {
    name: "paused",
    put: (sql, id) => sql`update subscriptions set card = null where id = ${id}`,
    says: ({ now }) => begin(now.paused),
    act: ({ card }) => card.give,
  },
  {
    name: "given-beside",
    put: async (sql, id) => {
      await sql`insert into complimentary_periods (id, user_id, plan, starts_at, ends_at, reason)
        select gen_random_uuid(), user_id, 'pro', current_period_start - interval '1 day', current_period_end + interval '30 days', 'a test'
        from subscriptions where id = ${id}`;
      const card = sql.json({ brand: "visa", last4: "4242", expMonth: 12, expYear: 2040 });
      await sql`update subscriptions set status = 'active', card = ${card} where id = ${id}`;
    },
    says: (s) => begin(filled(s.now.complimentary, { plan: s.plans.pro })),
  },
  {
    name: "given",
    put: (sql, id) => sql`update subscriptions set status = 'canceled', ended_at = now() where id = ${id}`,
    says: (s) => begin(filled(s.now.complimentary, { plan: s.plans.pro })),
  },
];

/** All that was told of by webhooks has been written: what a test puts there stays. */
const toldAll = (sql: Sql) =>
  expect
    .poll(
      async () => {
        const [left] = await sql<{ n: number }[]>`
          select (select count(*) from stripe_deliveries where state = 'pending') + (select count(*) from stripe_events where handled_at is null) as n`;
        return Number(left?.n);
      },
      { timeout: 20_000 },
    )
    .toBe(0);

for (const look of LOOKS) {
  test(`each state of a subscription is told, accessible and fits, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const t = TEXTS[look.locale] as Texts;
    const s = t.subscription;
    const account = await confirmedAccount(app, look.locale);
    await subscribed(app.url, account);
    const { data: held } = await callApi(app.url, account.token, `${BILLING}/active/get`);
    const sql = await databaseOf(app);
    await toldAll(sql);
    const page = await openAs(browser, app.url + PAGE, look, account);
    for (const { name, put, says, act } of STATES) {
      await put(sql, held.uid);
      await page.reload();
      await expect(page.getByText(says(s)).first(), name).toBeVisible();
      if (act) await expect(page.getByRole("button", { name: act(s), exact: true }), name).toBeVisible();
      await settled(page);
      await seePage(page, `state-${name}`, look);
      if (name === "unpaid") {
        await page.getByRole("button", { name: s.now.cancel }).click();
        await expect(page.getByRole("dialog").getByText(begin(s.cancel.texts.resting))).toBeVisible();
        await seeDialog(page, `state-${name}-cancel`, look);
        await page.keyboard.press("Escape");
      }
      if (name !== "overdue" && name !== "on-hold") continue;
      await page.goto("/dashboard");
      await expect(page.getByRole("link", { name: s.banner.act })).toBeVisible();
      await settled(page);
      await seePage(page, `state-${name}-home`, look);
      await page.goto(PAGE);
    }

    // The limits of the free plan, reached.
    await sql`delete from complimentary_periods where user_id = (select user_id from subscriptions where id = ${held.uid})`;
    const question = await anyQuestion(app.url, account.token);
    await fillWeek(sql, account, question.uid);
    await sql.end();
    await page.reload();
    await expect(page.getByText(begin(s.usage.nextFree))).toBeVisible();
    await settled(page);
    await seePage(page, "limit-usage", look);
    await page.goto(`/dashboard/practice/session?question=${question.uid}`);
    await page.getByRole("radio", { name: t.practice.check.audio }).click();
    await page.getByRole("button", { name: t.practice.check.continue }).click();
    await expect(page.getByText(begin(s.limits.takesReached)).first()).toBeVisible();
    await seePage(page, "limit-session", look);
    await page.context().close();
  });
}
