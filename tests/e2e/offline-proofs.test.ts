import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { addAuthenticator, confirmEmail, logOut, SECURITY } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { answerOf } from "./database";
import { type Account, expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import { type Prepared, walkForms } from "./offline-forms";

const t = TEXTS.en;
const f = t.account.factors;
const ACCOUNT = "/api/user/personalization/account";

const ofAccount = (question: string) => `${question} = (select id from users where email = $1)`;
const SESSIONS = ofAccount("select count(*)::int from sessions where user_id");
const PROVEN = ofAccount("select max(authenticated_at)::text from sessions where user_id");
const asks =
  (app: RunningApp, question: string, { email }: Pick<Account, "email">) =>
  () =>
    answerOf(app, question, email);

const inside = (page: Page) => expect(page).toHaveURL(/^[^?]*\/dashboard/);
const showsCodes = (page: Page) => expect(page.getByRole("dialog", { name: f.codesTitle }).getByRole("listitem")).toHaveCount(10);

const ageProof = (app: RunningApp, { email }: Account) =>
  answerOf(app, `${ofAccount("update sessions set authenticated_at = now() - interval '1 hour' where user_id")} returning id`, email);

/** Somebody with an authenticator app. @returns the code that it will show next, which is good already */
async function withCodes(app: RunningApp): Promise<{ account: Account; nextCode: () => string }> {
  const account = await newAccount(app.url);
  await confirmEmail(app, account);
  const { data } = await callApi(app.url, account.token, `${ACCOUNT}/security/totp/begin`, {});
  const totp = new TOTP({ secret: data.secret });
  await callApi(app.url, account.token, `${ACCOUNT}/security/totp/enable`, { code: totp.generate() });
  return { account, nextCode: () => totp.generate({ timestamp: Date.now() + 30_000 }) };
}

/** Makes a passkey on this page's device, for whoever is signed in. */
async function makePasskey(page: Page): Promise<void> {
  await addAuthenticator(page);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: f.addPasskey }).click();
  await page.getByLabel(f.passkeyName).fill("My laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: f.codesTitle }).getByRole("button", { name: f.codesKept }).click();
}

/** A login page on a device that holds a passkey of an account. */
async function atLoginWithPasskey(page: Page, app: RunningApp, account: Account): Promise<void> {
  await confirmEmail(app, account);
  await page.evaluate((token) => localStorage.setItem("accessToken", token), account.token);
  await makePasskey(page);
  await logOut(page, t);
}

async function factors(app: RunningApp): Promise<Prepared> {
  const [coded, doubted] = [await withCodes(app), await withCodes(app)];
  const [keyed, provenByKey] = [await newAccount(app.url), await newAccount(app.url)];
  await confirmEmail(app, provenByKey);
  return {
    people: { doubted: doubted.account, provenByKey },
    forms: [
      {
        // The code is used up by the try whose answer was lost, and the same try opens the session that it opened.
        calls: "account.login",
        by: "account/components/login-form",
        who: "coded",
        path: "/auth/login",
        first: async (page) => {
          await page.getByLabel(t.auth.emailOrUsername).fill(coded.account.email);
          await page.getByLabel(t.auth.password, { exact: true }).fill(coded.account.password);
          await page.getByRole("button", { name: t.auth.login.submit, exact: true }).click();
          await page.getByLabel(t.auth.code, { exact: true }).fill(coded.nextCode());
        },
        send: t.auth.secondFactor.submit,
        at: asks(app, SESSIONS, coded.account),
        ends: inside,
      },
      {
        calls: "account.reauthenticate",
        who: "doubted",
        path: SECURITY,
        first: async (page) => {
          await ageProof(app, doubted.account);
          await page.getByRole("button", { name: f.renewCodes }).click();
          await page.getByRole("dialog").getByLabel(t.auth.password, { exact: true }).fill(doubted.account.password);
          await page.getByRole("dialog").getByLabel(t.auth.code, { exact: true }).fill(doubted.nextCode());
        },
        send: t.account.reauth.submit,
        at: asks(app, PROVEN, doubted.account),
        ends: showsCodes,
      },
      {
        calls: "account.factors.loginWithPasskey",
        who: "keyed",
        path: "/auth/login",
        first: (page) => atLoginWithPasskey(page, app, keyed),
        send: t.auth.withPasskey,
        at: asks(app, SESSIONS, keyed),
        anew: true,
        ends: inside,
      },
      {
        calls: "account.factors.reauthenticateWithPasskey",
        who: "provenByKey",
        path: SECURITY,
        first: async (page) => {
          await makePasskey(page);
          await ageProof(app, provenByKey);
          await page.getByRole("button", { name: f.renewCodes }).click();
        },
        send: t.account.reauth.passkey,
        at: asks(app, PROVEN, provenByKey),
        anew: true,
        ends: showsCodes,
      },
    ],
  };
}

/** Mailed links and what asks for them, as somebody sees them on a phone, in Arabic. */
async function links(app: RunningApp): Promise<Prepared> {
  const a = TEXTS.ar;
  const some = () => newAccount(app.url, "ar");
  const [fresh, moving, staying, waiting] = [await some(), await some(), await some(), await some()];
  const next = `1-2-${Date.now()}@example.com`;
  for (const one of [moving, staying]) {
    await confirmEmail(app, one);
    await callApi(app.url, one.token, `${ACCOUNT}/email/change`, { email: one === moving ? next : `3-${next}` });
  }
  /** An account's address, and since when it is confirmed. */
  const address = async (account: Account) => {
    const id = String(await answerOf(app, "select id from users where email = $1", account.email));
    return () => answerOf(app, "select email || ' ' || coalesce(email_verified_at::text, '-') from users where id = $1", id);
  };
  /** Opens a link just as the network goes. */
  const openedTooLate = (link: string) => async (page: Page) => {
    const call = "**/api/trpc/account.links.verifyEmail*";
    await page.route(call, (route) => route.abort("internetdisconnected"));
    await page.goto(link);
    await expect(page.getByText(a.common.offline)).toBeVisible();
    await page.unroute(call);
  };
  const confirmed = (email: string) => (page: Page) =>
    expect(page.getByRole("heading", { name: a.auth.verify.doneTitle.replace("{email}", email) })).toBeVisible();
  return {
    people: { fresh, moving, staying, waiting },
    forms: [
      {
        calls: "account.links.verifyEmail",
        who: "fresh",
        path: "/dashboard",
        first: openedTooLate(await linkFromMail(app, fresh.email, a.mails.verify_email.subject)),
        send: a.common.retry,
        at: await address(fresh),
        ends: confirmed(fresh.email),
      },
      {
        calls: "account.links.verifyEmail",
        who: "moving",
        path: "/dashboard",
        first: openedTooLate(await linkFromMail(app, next, a.mails.change_email.subject)),
        send: a.common.retry,
        at: await address(moving),
        ends: confirmed(next),
      },
      {
        calls: "account.links.cancelEmailChange",
        who: "staying",
        path: SECURITY,
        send: a.account.email.cancelChange,
        at: asks(
          app,
          ofAccount("select count(*)::int from mailed_links where used_at is null and purpose = 'change_email' and user_id"),
          staying,
        ),
        showsItself: true,
        ends: (page) => expect(page.getByRole("button", { name: a.account.email.cancelChange })).toHaveCount(0),
      },
      {
        calls: "account.links.requestVerification",
        who: "waiting",
        path: "/dashboard",
        send: a.account.banner.resend,
        at: asks(app, ofAccount("select count(*)::int from mailed_links where user_id"), waiting),
        ends: (page) => expect(page.getByText(a.account.banner.resent)).toBeVisible(),
      },
    ],
  };
}

walkForms("of a second factor and of passkeys", (app) => factors(app));
walkForms("of mailed links, on a phone", (app) => links(app), { locale: "ar", mode: "dark", width: 360 });

test("a passkey's answer that did not arrive is told, and the next press asks for a new challenge", async ({ page, app }) => {
  await page.goto("/auth/login");
  await atLoginWithPasskey(page, app, await newAccount(app.url));
  const call = "**/api/trpc/account.factors.loginWithPasskey*";
  const challenges: string[] = [];
  page.on("request", (request) => {
    const id = /loginWithPasskey/.test(request.url()) ? request.postData()?.match(/"challengeId":"([^"]+)"/)?.[1] : undefined;
    if (id) challenges.push(id);
  });
  await page.route(call, (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: t.auth.withPasskey }).click();
  await expect(page.getByText(t.common.offline)).toBeVisible();
  await page.unroute(call);
  await page.getByRole("button", { name: t.auth.withPasskey }).click();
  await inside(page);
  expect(new Set(challenges).size).toBe(2);
});
