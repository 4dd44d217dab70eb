import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { addAuthenticator, confirmEmail, SECURITY } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { accountsOf, answerOf } from "./database";
import { accountWith } from "./editing-actions";
import { type Account, expect, newAccount } from "./fixtures";
import { TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import { type Prepared, walkForms } from "./offline-forms";
import { INBOX_API } from "./support-actions";

const t = TEXTS.en;
const a = t.auth;
const f = t.account.factors;
const ACCOUNT = "/api/user/personalization/account";
const ANOTHER = "another horse battery";

/** What the database keeps of an account and no page shows, each as a text. */
const KEPT = {
  sessions: "select count(*)::text from sessions where user_id = $1",
  proof: "select max(authenticated_at)::text from sessions where user_id = $1",
  password: "select password_hash from users where id = $1",
  codes: "select string_agg(code_hash, ' ' order by code_hash) from recovery_codes where user_id = $1",
  links: "select count(*)::text from mailed_links where user_id = $1 and purpose = 'reset_password'",
} as const;

const keptOf =
  (app: RunningApp, { email }: Pick<Account, "email">, what: keyof typeof KEPT) =>
  () =>
    answerOf(app, KEPT[what].replace("$1", "(select id from users where email = $1)"), email);

const inside = (page: Page) => expect(page).toHaveURL(/\/dashboard$/);
const showsCodes = async (page: Page) => {
  const codes = page.getByRole("dialog", { name: f.codesTitle });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: f.codesKept }).click();
};

/** Whoever is not signed in: each in a browser of their own. */
async function visitors(app: RunningApp): Promise<Prepared> {
  const [member, forgetful, reader] = [await newAccount(app.url), await newAccount(app.url), await accountWith(app, "admin")];
  const [newcomer, unheard] = ["newcomer", "unheard"].map((name) => `${name}-${Date.now()}@example.com`) as [string, string];
  await callApi(app.url, "", "/api/user/forget/password", { email: forgetful.email });
  const reset = await linkFromMail(app, forgetful.email, t.mails.reset_password.subject);
  const guest = `noor-${Date.now()}@example.com`;
  await callApi(app.url, "", "/api/user/web/contact/us/save", { name: "Noor", email: guest, message: "What does it cost?" });
  const contact = await linkFromMail(app, guest, t.mails.contact_received.subject);
  const conversation = await answerOf(app, "select id from support_conversations where guest_email = $1", guest);
  return {
    people: { reader },
    forms: [
      {
        calls: "account.login",
        by: "account/components/login-form",
        who: "member",
        path: "/auth/login",
        fields: [
          [a.emailOrUsername, member.email],
          [a.password, member.password],
        ],
        send: a.login.submit,
        at: keptOf(app, member, "sessions"),
        anew: true,
        ends: inside,
      },
      {
        // The account that the first try made is opened by the second one.
        calls: "account.register",
        who: "newcomer",
        path: "/auth/register",
        fields: [
          [a.firstName, "Noor"],
          [a.lastName, "Haddad"],
          [a.email, newcomer],
          [a.password, ANOTHER],
        ],
        send: a.register.submit,
        at: () => accountsOf(app, newcomer),
        again: 409,
        ends: inside,
      },
      {
        // The answers of both tries are lost, of the first one to the register and of the second one to the login that follows.
        calls: "account.login",
        by: "account/components/register-form",
        who: "unheard",
        path: "/auth/register",
        fields: [
          [a.firstName, "Noor"],
          [a.lastName, "Haddad"],
          [a.email, unheard],
          [a.password, ANOTHER],
        ],
        first: async (page) => {
          const call = "**/api/trpc/account.register*";
          await page.route(call, async (route) => {
            await route.fetch();
            await route.abort();
          });
          await page.getByRole("button", { name: a.register.submit, exact: true }).click();
          await expect(page.getByText(t.common.offline)).toBeVisible();
          await page.unroute(call);
        },
        send: a.register.submit,
        at: keptOf(app, { email: unheard }, "sessions"),
        anew: true,
        ends: inside,
      },
      {
        calls: "account.links.forgetPassword",
        by: "account/components/forgot-password",
        who: "forgetful",
        path: "/auth/forgot-password",
        fields: [[a.email, forgetful.email]],
        send: a.forgot.submit,
        at: keptOf(app, forgetful, "links"),
        anew: true,
        ends: (page) => expect(page.getByRole("heading", { name: a.forgot.sentTitle })).toBeVisible(),
      },
      {
        calls: "account.links.resetPassword",
        who: "forgetful",
        path: reset.slice(app.url.length),
        fields: [[a.reset.newPassword, ANOTHER]],
        send: a.reset.submit,
        at: keptOf(app, forgetful, "password"),
        ends: (page) => expect(page.getByRole("heading", { name: a.reset.doneTitle })).toBeVisible(),
      },
      {
        calls: "support.contact.send",
        who: "guest",
        path: contact.slice(app.url.length),
        fields: [[t.support.composer.label, "And for two?"]],
        send: t.support.composer.send,
        at: async () =>
          (await callApi(app.url, reader.token, `${INBOX_API}/conversation/message/get?conversationId=${conversation}`)).data.messages.map(
            ({ text }: { text: string }) => text,
          ),
        ends: (page) => expect(page.getByRole("textbox", { name: t.support.composer.label })).toHaveValue(""),
      },
    ],
  };
}

/** Whoever is signed in, and proves it or changes what lets them in. */
async function owners(app: RunningApp): Promise<Prepared> {
  const [careful, doubted, phoned, keyed] = [
    await newAccount(app.url),
    await newAccount(app.url),
    await newAccount(app.url),
    await newAccount(app.url),
  ];
  for (const one of [careful, doubted, phoned, keyed]) await confirmEmail(app, one);
  await answerOf(
    app,
    "update sessions set authenticated_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
    doubted.email,
  );
  const security = `${ACCOUNT}/security/get`;
  return {
    people: { careful, doubted, phoned, keyed },
    forms: [
      {
        calls: "account.updatePassword",
        path: SECURITY,
        fields: [
          [t.account.password.current, careful.password],
          [t.account.password.new, ANOTHER],
        ],
        send: t.account.password.change,
        at: keptOf(app, careful, "password"),
        ends: (page) => expect(page.getByText(t.account.password.changed)).toBeVisible(),
      },
      {
        calls: "account.links.changeEmail",
        path: SECURITY,
        fields: [[t.account.email.new, `new-${Date.now()}@example.com`]],
        send: t.account.email.change,
        at: `${ACCOUNT}/detail/profile/get`,
      },
      {
        calls: "account.reauthenticate",
        who: "doubted",
        path: SECURITY,
        open: [f.setUp],
        fields: [[a.password, doubted.password]],
        send: t.account.reauth.submit,
        at: keptOf(app, doubted, "proof"),
        anew: true,
        // What the proof was asked for goes on.
        ends: (page) => expect(page.getByRole("heading", { name: f.setUpTitle })).toBeVisible(),
      },
      {
        calls: "account.factors.enableTotp",
        who: "phoned",
        path: SECURITY,
        open: [f.setUp],
        first: async (page) => {
          const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
          await page
            .getByRole("dialog")
            .getByLabel(f.codeLabel)
            .fill(new TOTP({ secret: key.replaceAll(" ", "") }).generate());
        },
        send: f.confirm,
        at: security,
        ends: showsCodes,
      },
      {
        calls: "account.factors.renewRecoveryCodes",
        who: "phoned",
        path: SECURITY,
        send: f.renewCodes,
        at: keptOf(app, phoned, "codes"),
        anew: true,
        ends: showsCodes,
      },
      {
        calls: "account.factors.disableTotp",
        who: "phoned",
        path: SECURITY,
        send: f.turnOff,
        at: security,
        showsItself: true,
        ends: (page) => expect(page.getByText(f.totpOff, { exact: true })).toBeVisible(),
      },
      {
        calls: "account.factors.addPasskey",
        who: "keyed",
        path: SECURITY,
        open: [f.addPasskey],
        fields: [[f.passkeyName, "My laptop"]],
        first: addAuthenticator,
        send: f.addPasskey,
        at: security,
        ends: showsCodes,
      },
      {
        calls: "account.factors.renamePasskey",
        who: "keyed",
        path: SECURITY,
        open: [(page) => page.getByRole("button", { name: f.rename })],
        fields: [[f.passkeyName, "My old laptop"]],
        send: t.common.save,
        at: security,
      },
      {
        calls: "account.factors.removePasskey",
        who: "keyed",
        path: SECURITY,
        send: f.removePasskey.replace("{name}", "My old laptop"),
        at: security,
        showsItself: true,
        ends: (page) => expect(page.getByText(f.noPasskeys)).toBeVisible(),
      },
    ],
  };
}

walkForms("of whoever is not signed in", (app) => visitors(app));
walkForms("by which somebody proves who they are", (app) => owners(app));
