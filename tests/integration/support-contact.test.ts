import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { CATALOGUES, expectError } from "#tests/factories/catalogues";
import { wakes } from "#tests/factories/jobs";
import { linkIn, mailsTo, newestToken } from "#tests/factories/mails";
import { picture } from "#tests/factories/pictures";
import { answerTo, attach, begun, INBOX, registerAgent, team } from "#tests/factories/support";
import { LOCALES, localeTag } from "@/lib/locales";
import { GUEST_PURPOSE } from "@/server/mail/templates";
import { signedToken } from "@/server/signed-tokens";

const harness = useHarness();
let sql: postgres.Sql;
let agent: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  agent = (await registerAgent(harness())).token;
});
afterAll(() => sql.end());

const W = "/api/user/web/contact/us";
const post = (what: string, body: object, language = "en") =>
  harness().call("POST", `${W}/${what}`, { body, headers: { "accept-language": language } });
const address = () => `${randomUUID()}@example.com`;
const save = (email: string, more = {}, language?: string) =>
  post("save", { name: "Guest", email, message: "My words\nand more", ...more }, language);
const rowsOf = (email: string) => sql`select * from support_conversations where guest_email = ${email}`;

/** A guest who has written. */
async function guest(more = {}) {
  const email = address();
  expect((await save(email, more)).body).toEqual({ data: { received: true } });
  const [row] = await rowsOf(email);
  return { email, id: row?.id as string, token: await newestToken(harness(), email, "contact_received") };
}

describe("the form", () => {
  it.each([...LOCALES])("keeps what was written and mails a link, in %s", async (locale) => {
    const email = address();
    await save(email.toUpperCase(), {}, localeTag(locale));
    expect(await rowsOf(email)).toMatchObject([
      { guest_name: "Guest", user_id: null, subject: "My words", locale, state: "new", guest_verified_at: null, last_seq: 1 },
    ]);
    const [mail, ...others] = await mailsTo(harness(), email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(CATALOGUES[locale].mails.contact_received.subject);
    const link = linkIn({ text: mail?.text });
    expect(link.origin + link.pathname).toBe(`${harness().url}/contact/conversation`);
  });

  it("mails nothing that was typed, in whatever field", async () => {
    const email = address();
    const WORD = "CHEAP-WATCHES";
    await save(email, { name: WORD, message: WORD, subject: `${WORD} http://evil.example` });
    const [mail] = await mailsTo(harness(), email);
    expect(JSON.stringify(mail)).not.toMatch(/CHEAP|evil/);
  });

  it("a name with line ends is one line, and makes no header", async () => {
    const { email, id } = await guest({ name: "Eve\r\nBcc: victim@example.com\r\n\r\nHi", subject: "a\nb" });
    expect((await rowsOf(email))[0]).toMatchObject({ guest_name: "Eve Bcc: victim@example.com Hi", subject: "a b" });
    const mails = await mailsTo(harness(), email);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain("victim");
    expect(await mailsTo(harness(), "victim@example.com")).toEqual([]);
    const inbox = await harness().call("GET", `${INBOX}/conversation/get?search=victim`, { token: agent });
    expect(inbox.body.data).toMatchObject([{ uid: id, person: { guest: true, confirmed: false, email } }]);
  });

  it("filled in by a program answers the same and keeps nothing", async () => {
    const email = address();
    const honest = await save(address());
    const caught = await save(email, { extra: "http://spam.example" });
    expect({ status: caught.status, body: caught.body }).toEqual({ status: honest.status, body: honest.body });
    expect(await rowsOf(email)).toHaveLength(0);
    expect(await mailsTo(harness(), email)).toEqual([]);
    // An empty field is what browsers send.
    expect((await save(email, { extra: "" })).status).toBe(200);
    expect(await rowsOf(email)).toHaveLength(1);
  });

  it("takes three a day for one address, also when they come at once", async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => save(n % 2 ? email : ` ${email.toUpperCase()} `)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    if (refused) expectError(refused, 429, "tooManyRequests", "en", { seconds: 3600 });
    expect(refused?.headers.get("retry-after")).toBe("3600");
    expect(await rowsOf(email)).toHaveLength(3);
    expect(await mailsTo(harness(), email)).toHaveLength(3);
    await sql`update support_conversations set created_at = now() - interval '25 hours' where guest_email = ${email}`;
    expect((await save(email)).status).toBe(200);
  });
});

describe("the link", () => {
  it("opens what was written, and shows that the address is the guest's", async () => {
    const { id, token } = await guest();
    const { status, body } = await post("detail/view", { token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ uid: id, name: "Guest", subject: "My words", state: "new", lastSeq: 1, more: false });
    expect(body.data.messages).toMatchObject([{ seq: 1, side: "user", author: null, text: "My words\nand more" }]);
    const row = (await team(harness(), agent, "conversation/view", { conversationId: id })).body.data;
    expect(row.person).toMatchObject({ guest: true, confirmed: true });
    const [{ guest_verified_at: at } = { guest_verified_at: null }] =
      await sql`select guest_verified_at from support_conversations where id = ${id}`;
    await post("detail/view", { token });
    expect((await sql`select guest_verified_at from support_conversations where id = ${id}`)[0]?.guest_verified_at).toEqual(at);
  });

  it("forged, for another purpose, of an account's conversation or long over opens nothing", async () => {
    const { id, token } = await guest();
    const { secrets } = harness().env;
    const user = await registerUser(harness());
    const accounts = await begun(harness(), user.token);
    const bad = [
      "x",
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith("A") ? "Q" : "A"}`,
      signedToken(["another secret that is long enough to be one"], GUEST_PURPOSE, id),
      signedToken(secrets, "verify_email", id),
      signedToken(secrets, "reset_password", id),
      signedToken(secrets, GUEST_PURPOSE, randomUUID()),
      signedToken(secrets, GUEST_PURPOSE, accounts),
      "\u0000",
    ];
    for (const one of bad) {
      for (const [what, more] of [
        ["detail/view", {}],
        ["detail/send/message", { message: "x" }],
        ["file/view", { uid: randomUUID() }],
      ] as const)
        expectError(await post(what, { token: one, ...more }), 400, "linkInvalid");
    }
    expect((await post("detail/view", { token })).status).toBe(200);
    await sql`update support_conversations set moved_at = now() - interval '91 days' where id = ${id}`;
    expectError(await post("detail/view", { token }), 400, "linkInvalid");
    expect((await sql`select last_seq from support_conversations where id = ${accounts}`)[0]?.last_seq).toBe(1);
  });

  it("opens one conversation only: other ones of the same address have their own", async () => {
    const email = address();
    await save(email, { message: "FIRST" });
    const first = await newestToken(harness(), email, "contact_received");
    await save(email, { message: "SECOND" });
    expect(JSON.stringify((await post("detail/view", { token: first })).body)).not.toContain("SECOND");
  });

  it("is no way to what the team says to itself", async () => {
    const { id, token } = await guest();
    await team(harness(), agent, "conversation/note", { conversationId: id, text: "SECRET" });
    const { body } = await post("detail/view", { token });
    expect(JSON.stringify(body)).not.toMatch(/SECRET|notes|assignee|email/);
  });
});

describe("an answer", () => {
  it("is mailed once until it was read, without its words", async () => {
    const { email, id, token } = await guest();
    const count = async () => (await mailsTo(harness(), email)).length;
    await answerTo(harness(), agent, id, "SECRET answer");
    expect(await count()).toBe(2);
    await answerTo(harness(), agent, id, "and more");
    expect(await count()).toBe(2);
    const mails = await mailsTo(harness(), email);
    expect(mails[1]?.subject).toBe(CATALOGUES.en.mails.contact_answered.subject);
    expect(JSON.stringify(mails)).not.toContain("SECRET");
    expect(linkIn({ text: mails[1]?.text }).hash.slice(1)).toBe(token);
    const { body } = await post("detail/view", { token });
    expect(body.data.messages.map(({ text, author }: Record<string, string>) => `${author}: ${text}`).slice(1)).toEqual([
      "Noor: SECRET answer",
      "Noor: and more",
    ]);
    await answerTo(harness(), agent, id, "third");
    expect(await count()).toBe(3);
  });

  it("goes out at once, and not with the next minute's round", async () => {
    const { id } = await guest();
    expect(await wakes(harness(), () => answerTo(harness(), agent, id, "Hello"))).toContain("mail.send");
  });

  it("brings files, which the link opens; those of others it does not", async () => {
    const { id, token } = await guest();
    const { uid } = await attach(harness(), agent, await picture("png"), { name: "how.png", type: "image/png" });
    const { uid: unsent } = await attach(harness(), agent, await picture("png"), { name: "x.png", type: "image/png" });
    await answerTo(harness(), agent, id, "Look", { attachments: [uid] });
    const link = await post("file/view", { token, uid });
    expect(link.body.data).toMatchObject({ name: "how.png", type: "image/png" });
    expect((await fetch(link.body.data.url)).status).toBe(200);
    expectError(await post("file/view", { token, uid: unsent }), 404, "notFound");
    expectError(await post("file/view", { token: (await guest()).token, uid }), 404, "notFound");
  });
});

describe("writing on as a guest", () => {
  it("is one message however often it is sent, and reopens what was solved", async () => {
    const { id, token } = await guest();
    await team(harness(), agent, "conversation/resolve", { conversationId: id });
    const uid = randomUUID();
    const send = (message = "Again", by = token) => post("detail/send/message", { token: by, message, uid });
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
    expect(answers[0]?.body.data).toMatchObject({ seq: 4, side: "user", author: null, text: "Again" });
    expectError(await send("Elsewhere", (await guest()).token), 409, "conflict");
    const { body } = await post("detail/view", { token });
    expect(body.data).toMatchObject({ state: "open", lastSeq: 4 });
    await sql`update support_conversations set state = 'closed' where id = ${id}`;
    expectError(await post("detail/send/message", { token, message: "Late" }), 409, "conversationClosed");
  });

  it("takes no id of an account's message", async () => {
    const user = await registerUser(harness());
    const accounts = await begun(harness(), user.token, { message: "SECRET" });
    const [message] = await sql`select id from support_messages where conversation_id = ${accounts}`;
    const answer = await post("detail/send/message", { token: (await guest()).token, message: "x", uid: message?.id });
    expectError(answer, 409, "conflict");
  });
});

describe("with limits", () => {
  const limited = useHarness({ RATE_LIMITS: "on" });
  it("a network address writes six times a minute, whatever addresses it names", async () => {
    const send = () => limited().call("POST", `${W}/save`, { body: { name: "Guest", email: address(), message: "x" } });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.body.code).toBe("tooManyRequests");
  });
});
