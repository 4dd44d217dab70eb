import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { linkIn, mailsAbout, mailsTo, newestToken } from "#tests/factories/mails";
import { whileHeld } from "#tests/factories/waiting";
import { spendLinks } from "@/features/account/links/mutations";
import type { Transaction } from "@/server/db/client";
import { users } from "@/server/db/schema";
import { enqueueMail } from "@/server/mail/outbox";
import { type MailTemplate, TEMPLATES, TO_ADDRESS, TO_ANYBODY } from "@/server/mail/templates";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization/account";
const newEmail = () => `${randomUUID()}@example.com`;
const change = (token: string, email: unknown) => harness().call("POST", `${P}/email/change`, { token, body: { email } });
const cancel = (token: string) => harness().call("POST", `${P}/email/change/cancel`, { token });
const verify = (link: string, token: string) => harness().call("POST", "/api/user/verify/email", { token, body: { token: link } });
const login = (email: string) => harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
const profile = async (token: string) => (await harness().call("GET", `${P}/detail/profile/get`, { token })).body.data;
const longAgo = (userId: string) => sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${userId}`;

describe("a change of the address", () => {
  it("counts once the new one is confirmed; the old one is told at once and afterwards", async () => {
    const { email, token, user } = await registerUser(harness());
    const next = newEmail();
    expect((await change(token, ` ${next.toUpperCase()} `)).body).toEqual({ data: { sent: true } });

    const [warned] = await mailsAbout(harness(), email, "email_change_asked");
    expect(warned?.text).toContain(next);
    expect(await profile(token)).toMatchObject({ email, pendingEmail: next });
    expect((await login(email)).status).toBe(200);
    expectError(await login(next), 401, "wrongCredentials");

    const [asked] = await mailsTo(harness(), next);
    if (!asked) throw new Error("no mail to the new address");
    // Whoever reads there may be a stranger: nothing of the account is in it.
    expect(`${asked.text}${asked.html}`).not.toContain(email);
    expect(`${asked.text}${asked.html}`).not.toContain("Ada");
    const link = linkIn(asked).hash.slice(1);
    expect((await verify(link, token)).body).toEqual({ data: { email: next } });
    expect(await profile(token)).toMatchObject({ email: next, pendingEmail: null, emailVerified: true });
    expect((await login(next)).body.user.uid).toBe(user.uid);
    expectError(await login(email), 401, "wrongCredentials");
    expect((await mailsAbout(harness(), email, "email_changed"))[0]?.text).toContain(next);
    // Opened again it says the same, and the old address is told once.
    expect((await verify(link, token)).body).toEqual({ data: { email: next } });
    expect(await mailsAbout(harness(), email, "email_changed")).toHaveLength(1);
  });

  it("takes along what waits for the account, but for links, for warnings and for what others sent to the old one", async () => {
    const { email, token } = await registerUser(harness());
    const next = newEmail();
    await change(token, next);
    const link = await newestToken(harness(), next, "change_email");
    await mailsTo(harness(), email);
    const about = { to: email, locale: "en" } as const;
    for (const template of Object.keys(TEMPLATES) as MailTemplate[]) await enqueueMail(harness().app.services.db, { ...about, template });
    await sql`update outbox_mails set due_at = 'infinity' where recipient = ${email} and template = 'receipt'`;
    expect((await verify(link, token)).body).toEqual({ data: { email: next } });
    const at = async (address: string) =>
      (await sql`select template from outbox_mails where recipient = ${address} order by template`).map(({ template }) => template);
    const stay = ["email_changed", ...TO_ADDRESS, ...TO_ANYBODY];
    expect(await at(email)).toEqual(stay.toSorted());
    const moved = await at(next);
    expect(moved.filter((template) => stay.includes(template))).toEqual([]);
    for (const template of ["notification", "notification_digest", "receipt", "export_ready", "deletion_requested", "subscription_ended"])
      expect(moved).toContain(template);
    expect(moved.length + new Set(stay).size).toBe(Object.keys(TEMPLATES).length);
    await sql`delete from outbox_mails where recipient in (${email}, ${next})`;
  });

  it("needs a recent proof", async () => {
    const { email, token, user } = await registerUser(harness());
    await longAgo(user.uid);
    expectError(await change(token, newEmail()), 403, "reauthenticationRequired");
    expect(await mailsAbout(harness(), email, "email_change_asked")).toEqual([]);
    const wrong = await harness().call("POST", `${P}/reauthenticate`, { token, body: { password: "a wrong password" } });
    expectError(wrong, 401, "wrongCredentials");
    expectError(await change(token, newEmail()), 403, "reauthenticationRequired");
    const proof = await harness().call("POST", `${P}/reauthenticate`, { token, body: { password: PASSWORD } });
    expect(proof.body).toEqual({ data: { done: true } });
    expect((await change(token, newEmail())).status).toBe(200);
  });

  it("a proof counts in the session in which it was given, and in no other", async () => {
    const { email, token, user } = await registerUser(harness());
    const other = (await login(email)).body.accessToken;
    await longAgo(user.uid);
    await harness().call("POST", `${P}/reauthenticate`, { token: other, body: { password: PASSWORD } });
    expectError(await change(token, newEmail()), 403, "reauthenticationRequired");
    expect((await change(other, newEmail())).status).toBe(200);
  });

  it("to an address that is taken is refused, also when it is taken in the meantime", async () => {
    const { token } = await registerUser(harness());
    const taken = await registerUser(harness());
    const answer = await change(token, taken.email.toUpperCase());
    expectError(answer, 409, "emailTaken");
    expect(answer.body.issues).toEqual([{ path: ["email"], message: expect.any(String) }]);
    expect(await profile(token)).toMatchObject({ pendingEmail: null });

    const next = newEmail();
    await change(token, next);
    const link = await newestToken(harness(), next, "change_email");
    await harness().call("POST", "/api/account/register", { body: { email: next, password: PASSWORD, firstName: "A", lastName: "B" } });
    expectError(await verify(link, token), 409, "emailTaken");
    expect((await profile(token)).email).not.toBe(next);
  });

  it("that two accounts ask for goes to the one that confirms first", async () => {
    const [one, two] = [await registerUser(harness()), await registerUser(harness())];
    const next = newEmail();
    await change(one.token, next);
    await change(two.token, next);
    const [first, second] = (await mailsAbout(harness(), next, "change_email")).map((mail) => linkIn(mail).hash.slice(1));
    const tries = [first ?? "", second ?? ""].flatMap((link) => [one, two].map(({ token }) => verify(link, token)));
    const answers = await Promise.all(tries);
    // Each link is of one account only; of the two that count, one comes too late.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 409]);
    const rows = await sql`select id from users where email = ${next}`;
    expect(rows).toHaveLength(1);
  });

  it("taken back opens nothing any more", async () => {
    const { email, token } = await registerUser(harness());
    const next = newEmail();
    await change(token, next);
    const link = await newestToken(harness(), next, "change_email");
    expect((await cancel(token)).body).toEqual({ data: { cancelled: true } });
    expect(await profile(token)).toMatchObject({ email, pendingEmail: null });
    expectError(await verify(link, token), 400, "linkInvalid");
    expect((await cancel(token)).status).toBe(200);
  });

  it("asked for again takes the place of the earlier one", async () => {
    const { token } = await registerUser(harness());
    const [first, second] = [newEmail(), newEmail()];
    await change(token, first);
    await change(token, second);
    expect(await profile(token)).toMatchObject({ pendingEmail: second });
    expectError(await verify(await newestToken(harness(), first, "change_email"), token), 400, "linkInvalid");
    expect((await verify(await newestToken(harness(), second, "change_email"), token)).status).toBe(200);
  });

  it("whose link is opened while another one is asked for waits for that, and neither stands in the other's way", async () => {
    const { token, user } = await registerUser(harness());
    const next = newEmail();
    await change(token, next);
    const link = await newestToken(harness(), next, "change_email");
    const { db } = harness().app.services;
    // As whoever asks for another address does it: the account, and then what was mailed about it.
    const begin = async (tx: Transaction) => {
      await tx.select().from(users).where(eq(users.id, user.uid)).for("update");
      return () => spendLinks(tx, user.uid, "change_email");
    };
    const [answer] = await whileHeld(db, begin, () => verify(link, token));
    expectError(answer as Answer, 400, "linkInvalid");
  });

  it("runs out after 24 hours, and waits no longer", async () => {
    const { token, user } = await registerUser(harness());
    const next = newEmail();
    await change(token, next);
    const link = await newestToken(harness(), next, "change_email");
    await sql`update mailed_links set expires_at = now() where user_id = ${user.uid} and purpose = 'change_email'`;
    expect(await profile(token)).toMatchObject({ pendingEmail: null });
    expectError(await verify(link, token), 400, "linkInvalid");
  });

  it("makes links that went to the old address worthless", async () => {
    const { email, token } = await registerUser(harness());
    await harness().call("POST", "/api/user/forget/password", { body: { email } });
    const verification = await newestToken(harness(), email, "verify_email");
    const reset = await newestToken(harness(), email, "reset_password");
    const next = newEmail();
    await change(token, next);
    await verify(await newestToken(harness(), next, "change_email"), token);
    expectError(await verify(verification, token), 400, "linkInvalid");
    const answer = await harness().call("POST", "/api/user/reset/password", { body: { token: reset, password: "another good password" } });
    expectError(answer as Answer, 400, "linkInvalid");
    expect((await login(next)).status).toBe(200);
  });

  it("to the address that it is already changes nothing", async () => {
    const { email, token } = await registerUser(harness());
    expect((await change(token, email)).status).toBe(200);
    expect(await mailsAbout(harness(), email, "change_email")).toEqual([]);
    expect(await profile(token)).toMatchObject({ pendingEmail: null });
  });

  it.each([undefined, null, "", "none", 5, "a@b", `${"a".repeat(250)}@example.com`])("to %j is refused", async (email) => {
    const { token } = await registerUser(harness());
    expectIssues(await change(token, email), ["email"]);
  });
});
