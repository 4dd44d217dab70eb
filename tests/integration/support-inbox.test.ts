import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { capturedAnswer } from "#tests/factories/answers";
import { expectError } from "#tests/factories/catalogues";
import { picture } from "#tests/factories/pictures";
import { looksOf } from "#tests/factories/plans";
import { settleTables } from "#tests/factories/settled";
import { answerTo, attach, begin, begun, INBOX, mine, REPORT, registerAgent, team, write } from "#tests/factories/support";
import { listInbox } from "@/features/support/inbox/queries";
import { inboxInput } from "@/features/support/inbox/schema";
import { PAGE_SIZE } from "@/lib/constants";
import type { Actor } from "@/server/auth";

const harness = useHarness();
let sql: postgres.Sql;
let user: string;
let agent: Awaited<ReturnType<typeof registerAgent>>;
let colleague: Awaited<ReturnType<typeof registerAgent>>;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = (await registerUser(harness())).token;
  agent = await registerAgent(harness());
  colleague = await registerAgent(harness(), "Binh", "super_admin");
});
afterAll(() => sql.end());

const get = async (path: string, token = agent.token) => (await harness().call("GET", `${INBOX}/${path}`, { token })).body;
const list = async (query: string, token = agent.token): Promise<string[]> =>
  (await get(`conversation/get?${query}`, token)).data.map(({ uid }: { uid: string }) => uid);
const found = (search: string) => list(`search=${encodeURIComponent(search)}`);
const view = async (conversationId: string) => (await team(harness(), agent.token, "conversation/view", { conversationId })).body.data;
const assign = (token: string, conversationId: string, assigneeId: string | null, expected: string | null) =>
  team(harness(), token, "conversation/assign", { conversationId, assigneeId, expected });

describe("giving a conversation to somebody", () => {
  it("two who take it at once do not both get it", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await begun(harness(), user);
      const [a, b] = await Promise.all([
        assign(agent.token, id, agent.user.uid, null),
        assign(colleague.token, id, colleague.user.uid, null),
      ]);
      const [won, lost] = a.status === 200 ? [a, b] : [b, a];
      expectError(lost, 409, "conversationTaken");
      const { assignee, state, notes } = await view(id);
      expect({ assignee, state }).toEqual({ assignee: won.body.data.assignee, state: "open" });
      expect(notes).toMatchObject([{ kind: "assigned", subject: assignee.name.split(" ")[0] }]);
    }
  });

  it("again to the same one changes nothing; back to all, and on to another", async () => {
    const id = await begun(harness(), user);
    await assign(agent.token, id, agent.user.uid, null);
    expect((await assign(agent.token, id, agent.user.uid, null)).status).toBe(200);
    expectError(await assign(colleague.token, id, null, null), 409, "conversationTaken");
    expect((await assign(colleague.token, id, null, agent.user.uid)).body.data.assignee).toBeNull();
    await assign(colleague.token, id, colleague.user.uid, null);
    const { state, notes } = await view(id);
    expect(state).toBe("open");
    expect(notes.map(({ kind }: { kind: string }) => kind)).toEqual(["assigned", "released", "assigned"]);
  });

  it("by whoever has just answered, and so looks after it, before they have seen that", async () => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent.token, id, "I look at it.");
    expectError(await assign(colleague.token, id, colleague.user.uid, null), 409, "conversationTaken");
    expect((await assign(agent.token, id, colleague.user.uid, null)).body.data.assignee).toMatchObject({ uid: colleague.user.uid });
  });

  it("is told to whoever is given it by somebody else, until they have looked at it", async () => {
    const id = await begun(harness(), user);
    const told = async ({ user: { uid } }: typeof agent) =>
      (
        await sql`select kind from notifications
          where user_id = ${uid} and group_key = ${`conversation:${id}`} and read_at is null and mail_due_at is not null`
      ).map(({ kind }) => kind);
    const read = ({ token }: typeof agent) => team(harness(), token, "conversation/read", { conversationId: id, seq: 1 });
    await read(agent);
    expect(await told(colleague)).toEqual([]);
    await assign(agent.token, id, colleague.user.uid, null);
    expect([await told(agent), await told(colleague)]).toEqual([[], ["support_assigned"]]);
    await read(colleague);
    expect(await told(colleague)).toEqual([]);
    // Nobody is told of what they took themselves, or gave back.
    await assign(agent.token, id, agent.user.uid, colleague.user.uid);
    await assign(agent.token, id, null, agent.user.uid);
    expect([await told(agent), await told(colleague)]).toEqual([[], []]);
    // Nor is anybody of what has gone on to the next one meanwhile.
    await assign(agent.token, id, colleague.user.uid, null);
    await assign(agent.token, id, agent.user.uid, colleague.user.uid);
    expect(await told(colleague)).toEqual([]);
  });

  it("to the team only", async () => {
    const id = await begun(harness(), user);
    const candidate = await registerUser(harness());
    const suspended = await registerAgent(harness());
    await sql`update users set suspended_at = now() where id = ${suspended.user.uid}`;
    for (const uid of [candidate.user.uid, suspended.user.uid, randomUUID()])
      expectError(await assign(agent.token, id, uid, null), 404, "notFound");
    const members = (await get("team/get")).data.map(({ uid }: { uid: string }) => uid);
    expect(members).toContain(colleague.user.uid);
    expect(members).not.toContain(candidate.user.uid);
    expect(members).not.toContain(suspended.user.uid);
    expect((await view(id)).assignee).toBeNull();
  });

  it("nobody of the team works on their own, nor is it given to them", async () => {
    const id = await begun(harness(), colleague.token);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    for (const [path, more] of [
      ["assign", { assigneeId: agent.user.uid, expected: null }],
      ["resolve", {}],
      ["snooze", { until }],
      ["note", { text: "Mine" }],
    ] as const)
      expectError(await team(harness(), colleague.token, `conversation/${path}`, { conversationId: id, ...more }), 403, "forbidden");
    expectError(await answerTo(harness(), colleague.token, id, "Of course"), 403, "forbidden");
    expectError(await assign(agent.token, id, colleague.user.uid, null), 403, "forbidden");
    expect(await view(id)).toMatchObject({ state: "new", assignee: null, notes: [], person: { uid: colleague.user.uid } });
    expect((await assign(agent.token, id, agent.user.uid, null)).status).toBe(200);
  });

  it("nobody of the team reads what the others note about them", async () => {
    const own = await begun(harness(), agent.token);
    const text = "Wants more than their part.";
    expect((await team(harness(), colleague.token, "conversation/note", { conversationId: own, uid: randomUUID(), text })).status).toBe(
      200,
    );
    expect((await view(own)).notes).toEqual([]);
    const { notes } = (await team(harness(), colleague.token, "conversation/view", { conversationId: own })).body.data;
    expect(notes).toMatchObject([{ text }]);
  });

  it("nobody of the team has seen their own for the others", async () => {
    const own = await begun(harness(), agent.token);
    const waits = async () => {
      const [row] =
        await sql`select read_at from notifications where user_id = ${colleague.user.uid} and group_key = ${`conversation:${own}`}`;
      return { unread: (await view(own)).unread, told: row?.read_at === null };
    };
    expect((await team(harness(), agent.token, "conversation/read", { conversationId: own, seq: 1 })).status).toBe(200);
    expect(await waits()).toEqual({ unread: 1, told: true });
    await team(harness(), colleague.token, "conversation/read", { conversationId: own, seq: 1 });
    expect(await waits()).toEqual({ unread: 0, told: false });
  });

  it("nobody of the team has seen what a colleague looks after for them", async () => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent.token, id, "Which browser?");
    await write(harness(), user, id, "The blue one.");
    const waits = async () => {
      const [row] = await sql`select mail_due_at from notifications
        where user_id = ${agent.user.uid} and group_key = ${`conversation:${id}`} and read_at is null`;
      return { unread: (await view(id)).unread, mailed: Boolean(row?.mail_due_at) };
    };
    expect((await team(harness(), colleague.token, "conversation/read", { conversationId: id, seq: 3 })).status).toBe(200);
    expect(await waits()).toEqual({ unread: 1, mailed: true });
    await team(harness(), agent.token, "conversation/read", { conversationId: id, seq: 3 });
    expect(await waits()).toEqual({ unread: 0, mailed: false });
  });

  it("what was solved waits for nobody of the team any more", async () => {
    const id = await begun(harness(), user);
    const told = () =>
      sql`select kind from notifications where user_id in (${agent.user.uid}, ${colleague.user.uid}) and group_key = ${`conversation:${id}`}
        and read_at is null and mail_due_at is not null`;
    expect(await told()).toHaveLength(2);
    await team(harness(), agent.token, "conversation/resolve", { conversationId: id });
    expect(await told()).toEqual([]);
  });

  it("whoever answers what nobody has looks after it; what somebody has stays theirs", async () => {
    const id = await begun(harness(), user);
    await Promise.all([answerTo(harness(), agent.token, id, "a"), answerTo(harness(), colleague.token, id, "b")]);
    const first = (await view(id)).messages[1].author;
    expect((await view(id)).assignee.name).toBe(`${first} Test`);
  });

  it("whoever answers what was left by somebody who is not of the team now looks after it", async () => {
    const gone = await registerAgent(harness());
    const id = await begun(harness(), user);
    await answerTo(harness(), gone.token, id, "Which browser?");
    await answerTo(harness(), agent.token, id, "And which device?");
    expect((await view(id)).assignee.uid).toBe(gone.user.uid);
    await sql`update users set suspended_at = now() where id = ${gone.user.uid}`;
    await answerTo(harness(), agent.token, id, "I have found it.");
    expect((await view(id)).assignee.uid).toBe(agent.user.uid);
  });
});

describe("queues", () => {
  it("stand in the order of waiting, then of moving", async () => {
    await sql`delete from support_conversations`;
    const own = (await registerUser(harness())).token;
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await begun(harness(), own, { subject: `Q${n}` }));
    const [a = "", b = "", c = "", d = ""] = ids;
    // b has been answered and waits for its author; the others have waited in the order d, a, c.
    await answerTo(harness(), agent.token, b, "yes");
    for (const [id, minutes] of [
      [d, 30],
      [a, 20],
      [c, 10],
    ] as const)
      await sql`update support_conversations set waiting_since = now() - make_interval(mins => ${minutes}) where id = ${id}`;
    expect(await list("queue=all")).toEqual([d, a, c, b]);
    expect(await list("")).toEqual([d, a, c, b]);
    expect(await list("queue=new")).toEqual([d, a, c]);
    expect(await list("queue=mine")).toEqual([b]);
    expect(await list("queue=mine", colleague.token)).toEqual([]);
    await team(harness(), agent.token, "conversation/snooze", { conversationId: a, until: new Date(Date.now() + 3_600_000).toISOString() });
    await team(harness(), agent.token, "conversation/resolve", { conversationId: c });
    expect(await list("queue=snoozed")).toEqual([a]);
    expect(await list("queue=resolved")).toEqual([c]);
    expect(await list("queue=all")).toEqual([d, b]);
    expect((await get("queue/get")).data).toEqual({ new: 1, mine: 1, all: 2, snoozed: 1, resolved: 1 });
    expect((await get("queue/get", colleague.token)).data).toMatchObject({ mine: 0, all: 2 });
    // Somebody who writes again has waited since their first word.
    const { waitingSince } = (await view(d)) as { waitingSince: string };
    await write(harness(), own, d, "Hello?");
    expect((await view(d)).waitingSince).toBe(waitingSince);
  });

  it("show as new what nobody looks after while somebody waits, however it came there; the console counts all that wait", async () => {
    await sql`delete from support_conversations`;
    const own = (await registerUser(harness())).token;
    const gone = await registerAgent(harness());
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push(await begun(harness(), own));
    const [untouched = "", woken = "", givenBack = "", reopened = "", left = "", taken = "", answered = ""] = ids;
    const act = async (path: string, conversationId: string, more: Record<string, unknown> = {}) =>
      expect((await team(harness(), agent.token, `conversation/${path}`, { conversationId, ...more })).status).toBe(200);
    await act("snooze", woken, { until: new Date(Date.now() + 3_600_000).toISOString() });
    await act("wake", woken);
    await act("assign", givenBack, { assigneeId: agent.user.uid, expected: null });
    await act("assign", givenBack, { assigneeId: null, expected: agent.user.uid });
    await act("resolve", reopened);
    await act("reopen", reopened);
    await act("assign", left, { assigneeId: gone.user.uid, expected: null });
    await sql`update users set suspended_at = now() where id = ${gone.user.uid}`;
    await act("assign", taken, { assigneeId: agent.user.uid, expected: null });
    await act("answer", answered, { message: "Like this" });
    await act("assign", answered, { assigneeId: null, expected: agent.user.uid });
    expect((await list("queue=new")).sort()).toEqual([untouched, woken, givenBack, reopened, left].sort());
    expect((await get("queue/get")).data).toMatchObject({ new: 5, all: 7 });

    const waiting = async ({ token }: { token: string }) =>
      (await harness().call("GET", "/api/admin/home/waiting/get", { token })).body.data.inbox;
    expect(await waiting(agent)).toBe(6);
    await act("snooze", woken, { until: new Date(Date.now() + 3_600_000).toISOString() });
    await begun(harness(), colleague.token);
    expect([await waiting(agent), await waiting(colleague)]).toEqual([6, 5]);
  });

  it("show who it is, what was said last, with how many files, and what nobody has seen", async () => {
    const own = await registerUser(harness(), { firstName: "Zoë", lastName: "Last" });
    const { uid: file } = await attach(harness(), own.token, await picture("png"), { name: "a.png", type: "image/png" });
    const id = await begun(harness(), own.token, { subject: "Shown", message: "x".repeat(200), attachments: [file] });
    const row = (await get("conversation/get?search=Shown")).data[0];
    expect(row).toMatchObject({
      uid: id,
      locale: "en",
      person: { name: "Zoë Last", email: own.email, guest: false, confirmed: true },
      assignee: null,
      unread: 1,
      last: { side: "user", text: "x".repeat(140), files: 1 },
    });
    const users = (await harness().call("GET", "/api/user/personalization/contact/us/get", { token: own.token })).body.data[0];
    expect(users.last).toEqual(row.last);
    expect((await view(id)).others).toBe(0);
    await begun(harness(), own.token);
    expect((await view(id)).others).toBe(1);
  });
});

describe("a queue of thousands", () => {
  it("looks up what was said last for those that a page shows alone", async () => {
    const { db } = harness().app.services;
    await sql`insert into support_conversations (id, guest_name, guest_email, locale, subject, state, last_seq, search)
      select gen_random_uuid(), 'G', 'g' || n || '@example.com', 'en', 'Old', 'closed', 3, ''::tsvector from generate_series(1, 3000) n`;
    await sql`insert into support_messages (id, conversation_id, seq, side, text, search)
      select gen_random_uuid(), c.id, n, 'user', 'Once', ''::tsvector from support_conversations c, generate_series(1, 3) n where c.subject = 'Old'`;
    await settleTables(db, ["support_conversations", "support_messages"]);
    const asked = await looksOf(harness().databaseUrl, (own) =>
      listInbox(own, { id: agent.user.uid, role: "admin" } as Actor, inboxInput.parse({ queue: "resolved", page: 2 })),
    );
    const read = asked.flatMap(({ looks }) => looks).filter(({ table }) => table === "support_messages");
    expect(read.length).toBeGreaterThan(0);
    expect(read.reduce((all, { rows }) => all + rows, 0)).toBeLessThan(20 * PAGE_SIZE);
    const { data, meta } = await get("conversation/get?queue=resolved&page=2");
    expect(data.map(({ last }: { last: unknown }) => last)).toEqual(Array(PAGE_SIZE).fill({ side: "user", text: "Once", files: 0 }));
    expect(meta.total).toBeGreaterThanOrEqual(3000);
    await sql`delete from support_conversations where subject = 'Old'`;
  });
});

describe("search", () => {
  it("finds somebody by what they are called now, as it shows them, and by what they were called when they wrote", async () => {
    const word = () => `w${randomUUID().slice(0, 8)}`;
    const [then, now, address] = [word(), word(), word()];
    const own = await registerUser(harness(), { lastName: then });
    const id = await begun(harness(), own.token);
    await sql`update users set last_name = ${now}, email = ${`${address}@example.com`} where id = ${own.user.uid}`;
    for (const words of [then, now, address.toUpperCase(), `${address}@example.com`]) expect(await found(words)).toEqual([id]);
    expect(await found(word())).toEqual([]);
  });

  it("finds by any message, subject, name or address, in every language and queue", async () => {
    const own = await registerUser(harness(), { firstName: "Nguyễn", lastName: "Đặng" });
    const id = await begun(harness(), own.token, { subject: "Không có âm thanh", message: "عندي مُشكِلةٌ في الميكروفون" });
    await write(harness(), own.token, id, "录音没有声音，请帮忙");
    await answerTo(harness(), agent.token, id, "L’été dernier, ça marchait");
    await team(harness(), agent.token, "conversation/resolve", { conversationId: id });
    for (const words of [
      "khong co am thanh",
      "âm thanh",
      "مشكلة",
      "الميكروفون",
      "مشكله",
      "录音",
      "没有声音",
      "ete dernier",
      "ÇA MARCHAIT",
      "nguyen dang",
      own.email.split("@")[0] ?? "",
      "micro khong",
    ]) {
      if (words === "micro khong") expect({ words, found: await found(words) }).toEqual({ words, found: [] });
      else expect({ words, found: await found(words) }).toEqual({ words, found: [id] });
    }
    expect(await found("声录")).toEqual([]);
    for (const odd of ["' or 1=1 --", "%", "***", "\\", ":* & |", "()"]) expect(await found(odd)).not.toContain(id);
  });

  it("does not look into the team's notes: what they say is found by nobody else", async () => {
    const id = await begun(harness(), user);
    await team(harness(), agent.token, "conversation/note", { conversationId: id, text: "Zweifelhaftigkeit" });
    expect(await found("Zweifelhaftigkeit")).toEqual([]);
  });
});

describe("ready answers", () => {
  it("come in the conversation's language with its names filled in", async () => {
    const words = (text: string) =>
      sql.json({ en: `${text} {name}`, fr: `FR ${text} {name} {subject}`, cn: "", vi: "", ar: `AR {agent} {unknown}` });
    await sql`delete from support_canned_replies`;
    await sql`insert into support_canned_replies (id, slug, position, title, text) values
      (${randomUUID()}, 'second', 2, ${words("Two")}, ${words("Two")}), (${randomUUID()}, 'first', 1, ${words("One")}, ${words("One")})`;
    const own = (await registerUser(harness(), { firstName: "{subject}" })).token;
    const inLanguage = async (language: string) => {
      const answer = await harness().call("POST", "/api/user/personalization/contact/us/save", {
        token: own,
        headers: { "accept-language": language },
        body: { subject: "Le micro", message: "x" },
      });
      return (await get(`canned/get?conversationId=${answer.body.data.uid}`)).data.map(({ text }: { text: string }) => text);
    };
    // A name that looks like a placeholder is a name.
    expect(await inLanguage("fr")).toEqual(["FR One {subject} Le micro", "FR Two {subject} Le micro"]);
    expect(await inLanguage("ar")).toEqual(["AR Noor {unknown}", "AR Noor {unknown}"]);
    expect(await inLanguage("zh-CN")).toEqual(["One {subject}", "Two {subject}"]);
    expect((await get("canned/get")).data[0].text).toBe("One {name}");
    expect((await get(`canned/get?conversationId=${randomUUID()}`)).code).toBe("notFound");
  });
});

describe("the device report in the inbox", () => {
  it("comes with the last uploads as the server has them: nothing of what was asked or said", async () => {
    const own = (await registerUser(harness())).token;
    await capturedAnswer(harness(), own, 4321);
    const id = await begun(harness(), own);
    await mine(harness(), own, "detail/device/save", { conversationId: id, report: REPORT });
    const { device } = await view(id);
    expect(device.uploads).toHaveLength(1);
    expect(Object.keys(device.uploads[0]).sort()).toEqual(["createdAt", "sizeBytes", "state", "type"]);
    // Shared for one conversation is shared for no other.
    expect((await view(await begun(harness(), own))).device).toBeNull();
  });
});

describe("what is not there", () => {
  it("is not found on each of the team's calls", async () => {
    const conversationId = randomUUID();
    const body = {
      conversationId,
      message: "x",
      text: "x",
      seq: 1,
      until: new Date(Date.now() + 3_600_000).toISOString(),
      assigneeId: null,
      expected: null,
    };
    for (const what of ["view", "answer", "note", "assign", "snooze", "wake", "resolve", "read", "typing"])
      expectError(await team(harness(), agent.token, `conversation/${what}`, body), 404, "notFound");
    expectError(
      await harness().call("GET", `${INBOX}/conversation/message/get?conversationId=${conversationId}`, { token: agent.token }),
      404,
      "notFound",
    );
    expectError(await team(harness(), agent.token, "file/view", { uid: randomUUID() }), 404, "notFound");
    expectError(await begin(harness(), user, { attachments: [randomUUID()] }), 409, "attachmentGone");
  });
});
