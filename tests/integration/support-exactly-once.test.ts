import { randomUUID } from "node:crypto";
import postgres from "postgres";
import superjson from "superjson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { answerTo, begin, begun, CONTACT, historyOf, INBOX, mine, registerAgent, standing, team, write } from "#tests/factories/support";

const harness = useHarness();
let sql: postgres.Sql;
let user: string;
let agent: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = (await registerUser(harness())).token;
  agent = (await registerAgent(harness())).token;
});
afterAll(() => sql.end());

const rowsOf = (id: string) => sql`select seq, id, text from support_messages where conversation_id = ${id} order by seq`;
const countOf = async () => Number((await sql`select count(*) from support_messages`)[0]?.count);
const byTrpc = (token: string, procedure: string, input: unknown) =>
  harness().call("POST", `/api/trpc/${procedure}`, { token, body: superjson.serialize(input) });

describe("numbers", () => {
  it("have no gaps and no doubles when twenty write at once", async () => {
    const id = await begun(harness(), user);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? answerTo(harness(), agent, id, `a${n}`) : write(harness(), user, id, `u${n}`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await rowsOf(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    const told = answers.map(({ body }) => `${body.data.seq} ${body.data.text}`).sort();
    expect(
      (await rowsOf(id))
        .slice(1)
        .map(({ seq, text }) => `${seq} ${text}`)
        .sort(),
    ).toEqual(told);
    expect((await standing(harness(), user, id)).lastSeq).toBe(21);
  });

  it("are not used up by a message that failed", async () => {
    const id = await begun(harness(), user);
    expectError(await write(harness(), user, id, "with a file", { attachments: [randomUUID()] }), 409, "attachmentGone");
    expect((await write(harness(), user, id, "without")).body.data.seq).toBe(2);
  });
});

describe("a message sent again under its id", () => {
  it("five times at once is one, and each is told the same", async () => {
    const id = await begun(harness(), user);
    const uid = randomUUID();
    const send = () => write(harness(), user, id, "Once", { uid });
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
    expect((await send()).body).toEqual(answers[0]?.body);
    expect(await rowsOf(id)).toHaveLength(2);
  });

  it("by REST and tRPC, in capitals, with other words: one, as it was first", async () => {
    const id = await begun(harness(), user);
    const uid = randomUUID();
    const first = await write(harness(), user, id, "First words", { uid });
    const second = await byTrpc(user, "support.chat.send", { conversationId: id, message: "Other words", uid, attachments: [] });
    expect(superjson.deserialize(second.body.result.data)).toEqual(first.body);
    expect((await write(harness(), user, id.toUpperCase(), "Shouted", { uid: uid.toUpperCase() })).body).toEqual(first.body);
    expect((await rowsOf(id)).map(({ text }) => text)).toEqual(["It stays silent.", "First words"]);
  });

  it("still answers when the conversation was closed meanwhile", async () => {
    const id = await begun(harness(), user);
    const uid = randomUUID();
    await write(harness(), user, id, "Sent, but the answer was lost", { uid });
    await team(harness(), agent, "conversation/resolve", { conversationId: id });
    await sql`update support_conversations set state = 'closed' where id = ${id}`;
    expect((await write(harness(), user, id, "again", { uid })).body.data).toMatchObject({ uid, seq: 2 });
  });

  it("an answer of the team's too", async () => {
    const id = await begun(harness(), user);
    const uid = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => answerTo(harness(), agent, id, "Once", { uid })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await rowsOf(id)).toHaveLength(2);
  });

  it("and a note", async () => {
    const id = await begun(harness(), user);
    const uid = randomUUID();
    const note = (conversationId = id) => team(harness(), agent, "conversation/note", { conversationId, uid, text: "Check the logs" });
    const answers = await Promise.all([note(), note(), note()]);
    for (const { status, body } of answers) expect({ status, notes: body.data.notes.length }).toEqual({ status: 200, notes: 1 });
    const other = await begun(harness(), user);
    expectError(await note(other), 409, "conflict");
    const fresh = randomUUID();
    const race = await Promise.all(
      [id, other].map((conversationId) => team(harness(), agent, "conversation/note", { conversationId, uid: fresh, text: "Both" })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a conversation begun again under its ids", () => {
  it("is one, however often and at once", async () => {
    const ids = { uid: randomUUID(), messageUid: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(harness(), user, ids)));
    for (const { status, body } of answers)
      expect({ status, uid: body.data.uid, lastSeq: body.data.lastSeq }).toEqual({ status: 200, uid: ids.uid, lastSeq: 1 });
    expect(await rowsOf(ids.uid)).toHaveLength(1);
    expectError(await begin(harness(), user, { uid: ids.uid }), 409, "conflict");
    expectError(await begin(harness(), user, { messageUid: ids.messageUid }), 409, "conflict");
    expect(
      (
        await sql`select count(*)::int as n from support_conversations where user_id = (select user_id from support_conversations where id = ${ids.uid}) and last_seq = 0`
      )[0]?.n,
    ).toBe(0);
  });

  it("takes an Idempotency-Key as every call that creates", async () => {
    const call = () =>
      harness().call("POST", `${CONTACT}/save`, {
        token: user,
        headers: { "idempotency-key": "support-1" },
        body: { subject: "Keyed", message: "Once" },
      });
    const [one, two] = [await call(), await call()];
    expect(two.body).toEqual(one.body);
  });
});

describe("another's id", () => {
  it("of a message or a conversation is a conflict, and tells nothing of what it is", async () => {
    const other = await registerUser(harness());
    const theirs = await begun(harness(), other.token, { message: "SECRET words", subject: "SECRET subject" });
    const [message] = await rowsOf(theirs);
    const id = await begun(harness(), user);
    const before = await countOf();
    const answers = [
      await write(harness(), user, id, "mine", { uid: message?.id }),
      await begin(harness(), user, { uid: theirs }),
      await begin(harness(), user, { uid: theirs, messageUid: message?.id }),
      await begin(harness(), user, { messageUid: message?.id }),
      await answerTo(harness(), agent, theirs, "mine", { uid: message?.id }),
      // One's own, but in another conversation.
      await write(harness(), user, id, "mine", { uid: (await rowsOf(await begun(harness(), user)))[0]?.id }),
    ];
    for (const answer of answers) {
      expectError(answer, 409, "conflict");
      expect(JSON.stringify(answer.body)).not.toMatch(/SECRET/);
    }
    expect(await countOf()).toBe(before + 1);
  });
});

describe("history", () => {
  it("of five hundred messages comes whole by pages, backwards and forwards", async () => {
    const id = await begun(harness(), user);
    await sql`
      insert into support_messages (id, conversation_id, seq, side, text, search)
      select gen_random_uuid(), ${id}, n, (case when n % 3 = 0 then 'support' else 'user' end)::conversation_side, 'message ' || n, '' from generate_series(2, 500) n`;
    await sql`update support_conversations set last_seq = 500 where id = ${id}`;
    for (const [token, path] of [
      [user, `${CONTACT}/detail/message/get`],
      [agent, `${INBOX}/conversation/message/get`],
    ] as const) {
      const seen: number[] = [];
      for (let before = "", more = true; more; before = `&before=${seen[0]}`) {
        const page = await historyOf(harness(), token, id, before, path);
        seen.unshift(...page.messages.map(({ seq }: { seq: number }) => seq));
        expect(page.messages.length).toBeLessThanOrEqual(30);
        ({ more } = page);
      }
      expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
      const missed: number[] = [];
      for (let more = true; more; ) {
        const page = await historyOf(harness(), token, id, `&after=${missed.at(-1) ?? 0}`, path);
        missed.push(...page.messages.map(({ seq }: { seq: number }) => seq));
        ({ more } = page);
      }
      expect(missed).toEqual(seen);
      expect(await historyOf(harness(), token, id, "&after=500", path)).toEqual({ messages: [], more: false });
      expect(await historyOf(harness(), token, id, "&before=1", path)).toEqual({ messages: [], more: false });
    }
    const page = await mine(harness(), user, "detail/view", { conversationId: id, before: 31 });
    expect(page.body.data.messages).toHaveLength(30);
    // What stands further down was not shown, and is not read.
    expect(page.body.data.unread).toBe(166 - 10);
  });
});
