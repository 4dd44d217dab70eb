import type { Browser, Page } from "@playwright/test";
import { confirmEmail, SETTINGS } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { ADMIN, confirmedAccount } from "./billing-actions";
import { forgetStuckMails, OPERATIONS, STUCK, stuckMails } from "./console-actions";
import { answerOf } from "./database";
import { accountWith, inAll } from "./editing-actions";
import { type Account, expect, newAccount } from "./fixtures";
import { TEXTS } from "./languages";
import type { Prepared } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";
import { asked, emptyQueue, REVIEW_CARE, recordedBy } from "./peer-review-actions";
import { begun, INBOX, INBOX_API } from "./support-actions";
import { filled } from "./words";

const t = TEXTS.en;
const { acts } = t.admin.people;
const A = "/api/admin";
const PEOPLE = `${A}/people`;
const AREAS = "/api/super/admin/area";
const ACCOUNT = "/api/user/personalization/account";
const DAY_MS = 86_400_000;

const personPage = (uid: string) => `/dashboard/admin/people/person?uid=${uid}`;
const seen = (uid: string) => [`${PEOPLE}/detail/view`, { uid }] as const;
const chosen = (words: string) => (page: Page) => page.getByRole("row").filter({ hasText: words }).first().getByRole("checkbox").check();

/** Somebody who was last here some time ago: what the page says of that does not change from one minute to the next. @returns their id */
const awayFor = async (app: RunningApp, { email }: Account): Promise<string> =>
  String(
    await answerOf(
      app,
      `with person as (update users set last_seen_at = now() - interval '90 minutes' where email = $1 returning id)
      update sessions set last_seen_at = now() - interval '90 minutes' from person where user_id = person.id returning person.id`,
      email,
    ),
  );

async function accounts(app: RunningApp): Promise<Prepared<OnePress>> {
  const [desk, boss] = [await accountWith(app, "admin"), await accountWith(app, "super_admin")];
  const [noor, lena, omar] = [await newAccount(app.url), await newAccount(app.url), await confirmedAccount(app)];
  await callApi(app.url, boss.token, `${AREAS}/grant`, { area: "trades", email: noor.email });
  const [out, locked, looked] = [await awayFor(app, noor), await awayFor(app, lena), await awayFor(app, omar)];
  await callApi(app.url, desk.token, `${PEOPLE}/suspend`, { uids: [out], reason: "It sold things." });
  const lock = "insert into login_failures (subject, failures, locked_until) values ($1, 5, now() + interval '1 hour') returning subject";
  await answerOf(app, lock, locked);
  const look = { uid: looked, reason: "You asked us to look." };
  for (const who of [desk, boss]) await callApi(app.url, who.token, `${PEOPLE}/viewing/ask`, look);
  const { viewings } = t.account;
  const open = `${ACCOUNT}/viewing/open/get`;
  return {
    people: { desk, boss, omar },
    forms: [
      { calls: "admin.people.restore", path: personPage(out), press: [acts.restore], at: seen(out) },
      { calls: "admin.people.unlock", path: personPage(locked), press: [acts.unlock], at: seen(locked) },
      { calls: "admin.people.verify", path: personPage(locked), press: [acts.verify], at: `${PEOPLE}/history/get?uid=${locked}` },
      { calls: "admin.people.endSessions", path: personPage(locked), press: [acts.endSessions], at: seen(locked) },
      {
        calls: "admin.viewings.end",
        by: "admin/viewings/components/person-viewings",
        who: "boss",
        path: personPage(looked),
        press: [t.admin.viewings.withdraw],
        at: `${PEOPLE}/viewing/get?uid=${looked}`,
      },
      { calls: "account.viewings.answer", who: "omar", path: SETTINGS, press: [viewings.allow], at: open },
      { calls: "account.viewings.end", who: "omar", path: SETTINGS, press: [viewings.end], at: open },
      {
        calls: "admin.areas.revoke",
        who: "boss",
        path: "/dashboard/admin/settings",
        press: [filled(t.admin.areas.take, { name: `Amal Osman (${noor.email})` })],
        at: [`${AREAS}/grant/get`, { area: "trades" }],
      },
    ],
  };
}

/** A recording for which no peer came in time, and that the team may review. @returns the request's id */
async function waiting(app: RunningApp, browser: Browser): Promise<string> {
  await emptyQueue(app);
  const ada = await confirmedAccount(app);
  const request = await asked(app, ada, await recordedBy(browser, app, ada), { staffMay: true });
  await answerOf(app, "update review_requests set opened_at = opened_at - interval '49 hours' where id = $1 returning id", request);
  return request;
}

/** Somebody whose account should be gone for a while. @returns their id */
async function overdue(app: RunningApp): Promise<string> {
  const { email } = await newAccount(app.url);
  return String(
    await answerOf(app, "update users set deletion_requested_at = now() - interval '60 days' where email = $1 returning id", email),
  );
}

/** A conversation that was put aside some time after it was begun. @returns its id */
async function putAside(app: RunningApp, desk: Account): Promise<string> {
  const conversationId = await begun(app.url, await newAccount(app.url), "Slabs of gneiss", "Where are they?");
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await callApi(app.url, desk.token, `${INBOX_API}/conversation/read`, { conversationId, seq: 1 });
  await callApi(app.url, desk.token, `${INBOX_API}/conversation/snooze`, { conversationId, until, seq: 1 });
  const times = "moved_at = now() - interval '90 minutes', waiting_since = now() - interval '90 minutes'";
  await answerOf(app, `update support_conversations set ${times} where id = $1 returning id`, conversationId);
  return conversationId;
}

async function service(app: RunningApp, browser: Browser): Promise<Prepared<OnePress>> {
  const desk = await accountWith(app, "admin");
  await confirmEmail(app, desk);
  const request = await waiting(app, browser);
  const conversationId = await putAside(app, desk);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const said = { kind: "info", audience: "team", text: inAll("We are away."), link: null, startsAt: tomorrow, endsAt: null };
  await callApi(app.url, desk.token, `${A}/announcement/save`, said);
  await forgetStuckMails(app);
  await stuckMails(app, 1);
  const failed = `insert into stripe_events (id, type, subject, attempts, due_at, last_error)
    values ($1, 'invoice.paid', '{}', 2, now() + interval '1 day', 'No such customer') returning id`;
  await answerOf(app, failed, `evt_${conversationId.replaceAll("-", "")}`);
  const leaver = await overdue(app);
  const { inbox } = t.support;
  const talk = {
    // Those of others are not beside it: what the list says of their times changes by itself.
    path: `${INBOX}?search=gneiss&conversation=${conversationId}`,
    at: async () => (await callApi(app.url, desk.token, `${INBOX_API}/conversation/view`, { conversationId })).data.state,
  };
  return {
    people: { desk },
    forms: [
      { calls: "support.inbox.wake", ...talk, press: [inbox.wake] },
      { calls: "support.inbox.resolve", ...talk, press: [inbox.resolve] },
      { calls: "support.inbox.reopen", ...talk, press: [inbox.reopen] },
      {
        calls: "admin.announcements.delete",
        path: "/dashboard/admin/announcements",
        open: [filled(t.editing.delete.label, { name: "We are away." })],
        press: [t.editing.delete.now],
        at: `${A}/announcement/get`,
      },
      {
        calls: "admin.operations.retryEvents",
        path: `${OPERATIONS}?tab=events`,
        first: chosen("No such customer"),
        press: [t.admin.operations.retry],
        at: `${A}/operations/event/get`,
      },
      {
        calls: "admin.operations.retryMails",
        path: `${OPERATIONS}?tab=mails`,
        first: chosen(STUCK),
        press: [t.admin.operations.retry],
        at: `${A}/operations/mail/get`,
        ends: () => forgetStuckMails(app),
      },
      {
        calls: "admin.operations.run",
        by: "admin/operations/components/erasure-table",
        path: `${OPERATIONS}?tab=erasures`,
        first: chosen(leaver),
        press: [t.admin.operations.eraseAll],
        // It is done by a job, a moment later.
        at: () => answerOf(app, "select erased_at is not null from users where id = $1", leaver),
      },
      {
        calls: "peerReview.care.take",
        path: `${REVIEW_CARE}?tab=waiting`,
        press: [t.peerReview.desk.take],
        at: () => answerOf(app, "select count(*)::int from review_assignments where request_id = $1 and state = 'leased'", request),
        ends: (page) => expect(page).toHaveURL(/assignment=/),
      },
      {
        calls: "subscription.demo.advance",
        path: ADMIN,
        // The one with a single day.
        press: [/^1 /],
        at: () => answerOf(app, "select offset_seconds from stripe_clock where id = $1", "clock"),
      },
    ],
  };
}

walkPresses("of those who look after accounts", (app) => accounts(app));
walkPresses("of those who run the service", service);
