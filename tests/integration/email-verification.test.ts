import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { linkIn, mailsAbout, newestToken } from "#tests/factories/mails";
import { signedToken } from "@/server/signed-tokens";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

/** Whose session opens links, unless a test says otherwise: the account that was registered last. */
let signedIn: string;
const verify = (link: unknown, token: string | undefined = signedIn) =>
  harness().call("POST", "/api/user/verify/email", { token, body: { token: link } });
const isVerified = async (token: string) =>
  (await harness().call("GET", "/api/account/my-account", { token })).body.user.emailVerified as boolean;
const sendAgain = (token: string) => harness().call("POST", "/api/user/personalization/account/email/verification/send", { token });

async function newcomer() {
  const person = await registerUser(harness(), {}, { confirmed: false });
  signedIn = person.token;
  return { ...person, link: await newestToken(harness(), person.email, "verify_email") };
}

describe("the link that a registration mails", () => {
  it("confirms the address, and opening it again is no error", async () => {
    const { email, token, link } = await newcomer();
    expect(await isVerified(token)).toBe(false);
    for (let click = 0; click < 3; click++) {
      const answer = await verify(link);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { email } });
      expect(await isVerified(token)).toBe(true);
    }
  });

  it("keeps the first instant of confirmation", async () => {
    const { user, link } = await newcomer();
    await verify(link);
    const read = async () => (await sql`select email_verified_at::text as at from users where id = ${user.uid}`)[0]?.at;
    const first = await read();
    await verify(link);
    expect(await read()).toBe(first);
  });

  it("opened twice at once answers both alike", async () => {
    const { email, token, link } = await newcomer();
    const answers = await Promise.all([verify(link), verify(link), verify(link)]);
    for (const answer of answers) expect(answer.body).toEqual({ data: { email } });
    expect(await isVerified(token)).toBe(true);
  });

  it("works for 24 hours", async () => {
    const { user, token, link } = await newcomer();
    const [row] =
      await sql`select extract(epoch from expires_at - created_at) / 3600 as hours from mailed_links where user_id = ${user.uid}`;
    expect(Number(row?.hours)).toBeCloseTo(24, 1);
    await sql`update mailed_links set expires_at = now() where user_id = ${user.uid}`;
    expectError(await verify(link), 400, "linkInvalid");
    expect(await isVerified(token)).toBe(false);
  });

  it("that was changed anywhere opens nothing", async () => {
    const { token, link } = await newcomer();
    for (let at = 0; at < link.length - 1; at += 6) {
      const other = link[at] === "A" ? "B" : "A";
      expectError(await verify(link.slice(0, at) + other + link.slice(at + 1)), 400, "linkInvalid");
    }
    for (const wrong of [link.slice(0, -2), `${link}AA`, "x", "%00", ".."]) expectError(await verify(wrong), 400, "linkInvalid");
    expect(await isVerified(token)).toBe(false);
  });

  it("of another purpose opens nothing, however it is signed", async () => {
    const { email, token, user } = await newcomer();
    await harness().call("POST", "/api/user/forget/password", { body: { email } });
    const reset = await newestToken(harness(), email, "reset_password");
    expectError(await verify(reset), 400, "linkInvalid");
    const rows = await sql`select id, purpose from mailed_links where user_id = ${user.uid}`;
    const idOf = (purpose: string): string => rows.find((row) => row.purpose === purpose)?.id;
    const { secrets } = harness().env;
    expectError(await verify(signedToken(secrets, "verify_email", idOf("reset_password"))), 400, "linkInvalid");
    expectError(await verify(signedToken(secrets, "change_email", idOf("verify_email"))), 400, "linkInvalid");
    expectError(await verify(signedToken(secrets, "share-link", idOf("verify_email"))), 400, "linkInvalid");
    expectError(await verify(signedToken(["another secret"], "verify_email", idOf("verify_email"))), 400, "linkInvalid");
    expectError(await verify(signedToken(secrets, "verify_email", user.uid)), 400, "linkInvalid");
    expect(await isVerified(token)).toBe(false);
  });

  it("counts only in a session of its account: whoever merely reads mail there confirms nothing", async () => {
    const one = await newcomer();
    const other = await newcomer();
    expectError(await verify(one.link, other.token), 403, "linkNeedsLogin");
    expectError(await harness().call("POST", "/api/user/verify/email", { body: { token: one.link } }), 403, "linkNeedsLogin");
    expect([await isVerified(one.token), await isVerified(other.token)]).toEqual([false, false]);
    expect((await verify(one.link, one.token)).status).toBe(200);
  });

  it("does not confirm an address that the account has left since", async () => {
    const { user, token, link } = await newcomer();
    await sql`update users set email = ${`moved-${user.uid}@example.com`} where id = ${user.uid}`;
    expectError(await verify(link), 400, "linkInvalid");
    expect(await isVerified(token)).toBe(false);
  });

  it("is in the language of the registration", async () => {
    const email = "lecteur@example.com";
    await harness().call("POST", "/api/user/register", {
      body: { email, password: "correct horse battery", firstName: "A", lastName: "B", language: "fr" },
    });
    const [row] = await sql`select locale from outbox_mails order by created_at desc limit 1`;
    expect(row?.locale).toBe("fr");
  });
});

describe("asking for the link once more", () => {
  it("mails a new one, and the earlier one works as well", async () => {
    const { email, token, link } = await newcomer();
    expect((await sendAgain(token)).body).toEqual({ data: { sent: true } });
    const mails = await mailsAbout(harness(), email, "verify_email");
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map((mail) => linkIn(mail).hash)).size).toBe(2);
    expect((await verify(link)).status).toBe(200);
  });

  it("mails five an hour at most", async () => {
    const { email, token, user } = await newcomer();
    // The first one came with the registration.
    for (let asked = 0; asked < 4; asked++) expect((await sendAgain(token)).body).toEqual({ data: { sent: true } });
    for (let asked = 0; asked < 3; asked++) expectError(await sendAgain(token), 429, "tooManyRequests");
    expect(await mailsAbout(harness(), email, "verify_email")).toHaveLength(5);
    await sql`update mailed_links set created_at = created_at - interval '1 hour' where user_id = ${user.uid}`;
    await sendAgain(token);
    expect(await mailsAbout(harness(), email, "verify_email")).toHaveLength(6);
  });

  it("mails nothing to an address that is confirmed", async () => {
    const { email, token, link } = await newcomer();
    await verify(link);
    expect((await sendAgain(token)).body).toEqual({ data: { sent: true } });
    expect(await mailsAbout(harness(), email, "verify_email")).toHaveLength(1);
  });
});
