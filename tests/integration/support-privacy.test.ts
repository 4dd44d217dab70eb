import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { picture } from "#tests/factories/pictures";
import { REST_ROUTES } from "#tests/factories/routes";
import { grantRole } from "#tests/factories/standing";
import {
  answerTo,
  attach,
  begin,
  begun,
  CONTACT,
  historyOf,
  INBOX,
  mine,
  REPORT,
  registerAgent,
  standing,
  team,
  write,
} from "#tests/factories/support";

const harness = useHarness();
let sql: postgres.Sql;
let user: string;
let stranger: string;
let agent: string;
let agentId: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = (await registerUser(harness())).token;
  stranger = (await registerUser(harness())).token;
  const member = await registerAgent(harness());
  agent = member.token;
  agentId = member.user.uid;
});
afterAll(() => sql.end());

const texts = (live: { events: { event: string; data: { json?: unknown } }[] }) =>
  live.events.filter(({ event }) => event === "message").map(({ data }) => data.json);
const unread = async (token = user) => (await harness().call("GET", `${CONTACT}/unread/get`, { token })).body.data.conversations;

describe("a stranger's conversation", () => {
  it("does not exist, in whatever way it is asked for", async () => {
    const { uid: file } = await attach(harness(), user, await picture("png"), { name: "a.png", type: "image/png" });
    const id = await begun(harness(), user, { attachments: [file] });
    await team(harness(), agent, "conversation/resolve", { conversationId: id });
    const before = await sql`select * from support_conversations where id = ${id}`;
    const get = (path: string) => harness().call("GET", `${CONTACT}/${path}?conversationId=${id}`, { token: stranger });
    const post = (path: string, body = {}) => mine(harness(), stranger, path, { conversationId: id, ...body });
    const answers = [
      await get("detail/get"),
      await get("detail/message/get"),
      await get("detail/device/get"),
      await post("detail/view"),
      await post("detail/send/message", { message: "hello" }),
      await post("detail/read", { seq: 1 }),
      await post("detail/typing"),
      await post("detail/rate", { satisfaction: "bad" }),
      await post("detail/device/save", { report: null }),
      await post("file/view", { uid: file }),
    ];
    for (const answer of answers) expectError(answer, 404, "notFound");
    // As what never was: word for word.
    const nobodys = await mine(harness(), stranger, "detail/view", { conversationId: randomUUID() });
    expect(answers[3]?.body).toEqual(nobodys.body);
    expect((await harness().call("GET", `${CONTACT}/get`, { token: stranger })).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await mine(harness(), stranger, "received")).body.data).toEqual({ conversations: 0 });
    expect(await sql`select * from support_conversations where id = ${id}`).toEqual(before);
  });

  it("is none of the team's calls' either: a candidate gets 403 on each path of the inbox", async () => {
    const id = await begun(harness(), user);
    const routes = REST_ROUTES.filter(({ path }) => path.startsWith(INBOX));
    expect(routes.length).toBeGreaterThanOrEqual(16);
    for (const { method, path } of routes) {
      const body = {
        conversationId: id,
        message: "x",
        text: "x",
        seq: 1,
        uid: id,
        until: "2027-01-01T00:00:00Z",
        assigneeId: null,
        expected: null,
      };
      for (const token of [user, stranger])
        expectError(await harness().call(method, path, { token, ...(method === "POST" ? { body } : {}) }), 403, "forbidden");
    }
  });

  it("that is an administrator's own is one's like anybody's, by the ways of users only", async () => {
    const id = await begun(harness(), user);
    expectError(await mine(harness(), agent, "detail/view", { conversationId: id }), 404, "notFound");
    expectError(await write(harness(), agent, id, "As if it were mine"), 404, "notFound");
  });
});

describe("what the team writes to itself", () => {
  it("reaches the user in no answer and on no stream", async () => {
    const { token: user } = await registerUser(harness());
    const live = await openLive(harness().url, user);
    const staff = await openLive(harness().url, agent);
    const id = await begun(harness(), user);
    const SECRET = "SECRET: a difficult customer";
    const noted = await team(harness(), agent, "conversation/note", { conversationId: id, text: SECRET });
    expect(noted.body.data.notes).toMatchObject([{ kind: "text", text: SECRET, author: "Noor" }]);
    expect(await staff.within(10_000, () => texts(staff).includes(`support ${id} changed`))).toBe(true);
    await team(harness(), agent, "conversation/assign", { conversationId: id, assigneeId: agentId, expected: null });
    await team(harness(), agent, "conversation/snooze", { conversationId: id, until: new Date(Date.now() + 3_600_000).toISOString() });
    await answerTo(harness(), agent, id, "Good morning");
    expect(await live.within(10_000, () => texts(live).includes("notifications"))).toBe(true);
    // Of the note itself nothing was told; of what moved what its author sees, one word.
    expect(texts(live)).toEqual([`support ${id} message 1`, `support ${id} changed`, `support ${id} message 2`, "notifications"]);
    const seen = [
      await mine(harness(), user, "detail/view", { conversationId: id }),
      await harness().call("GET", `${CONTACT}/get`, { token: user }),
      await harness().call("GET", `${CONTACT}/detail/get?conversationId=${id}`, { token: user }),
      await harness().call("GET", `${CONTACT}/detail/message/get?conversationId=${id}`, { token: user }),
    ];
    for (const { status, body } of seen) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/SECRET|notes|assignee|snoozed|example\.com/);
    }
    expect(live.text()).not.toContain("SECRET");
    live.close();
    staff.close();
  });
});

describe("whoever leaves the team, or joins it", () => {
  it("hears what it hears from that moment on", async () => {
    const { db } = harness().app.services;
    const member = await registerAgent(harness());
    const id = await begun(harness(), user);
    const before = await openLive(harness().url, member.token);
    await write(harness(), user, id, "two");
    expect(await before.within(10_000, () => texts(before).includes(`support ${id} message 2`))).toBe(true);
    await grantRole(db, member.user.uid, "candidate");
    expect(await before.within(10_000, () => before.ended())).toBe(true);
    expect(before.events.filter(({ event }) => event === "serialized-error")).toEqual([]);
    const after = await openLive(harness().url, member.token);
    await write(harness(), user, id, "three");
    await grantRole(db, member.user.uid, "admin");
    expect(await after.within(10_000, () => after.ended())).toBe(true);
    // Of the role that they got, and nothing of what was written meanwhile.
    expect(texts(after)).toEqual(["notifications", "account"]);
    const again = await openLive(harness().url, member.token);
    await write(harness(), user, id, "four");
    expect(await again.within(10_000, () => texts(again).includes(`support ${id} message 4`))).toBe(true);
    again.close();
  });
});

describe("typing", () => {
  it("is told to the other side only, and kept nowhere", async () => {
    const [live, staff, other] = [
      await openLive(harness().url, user),
      await openLive(harness().url, agent),
      await openLive(harness().url, stranger),
    ];
    const id = await begun(harness(), user);
    for (const stream of [live, staff])
      expect(await stream.within(10_000, () => texts(stream).includes(`support ${id} message 1`))).toBe(true);
    const ofTyping = (stream: typeof live) => texts(stream).filter((text) => String(text).includes("typing"));
    const before = await sql`select * from support_conversations where id = ${id}`;
    await mine(harness(), user, "detail/typing", { conversationId: id.toUpperCase() });
    expect(await staff.within(10_000, () => texts(staff).includes(`support ${id} typing user`))).toBe(true);
    await team(harness(), agent, "conversation/typing", { conversationId: id });
    expect(await live.within(10_000, () => texts(live).includes(`support ${id} typing support`))).toBe(true);
    await mine(harness(), user, "detail/read", { conversationId: id, seq: 1 });
    expect(ofTyping(live)).toEqual([`support ${id} typing support`]);
    expect(ofTyping(staff)).toEqual([`support ${id} typing user`]);
    expect(ofTyping(other)).toEqual([]);
    expect(await sql`select * from support_conversations where id = ${id}`).toEqual(before);
    for (const stream of [live, staff, other]) stream.close();
  });
});

describe("marks", () => {
  const marks = async (id: string) => {
    const { delivered, read } = await standing(harness(), user, id);
    return { delivered, read };
  };

  it("of the user's messages: sent, delivered, read; never back, never beyond what there is", async () => {
    const id = await begun(harness(), user);
    await write(harness(), user, id, "two");
    expect(await marks(id)).toEqual({ delivered: 0, read: 0 });
    await team(harness(), agent, "received");
    expect(await marks(id)).toEqual({ delivered: 2, read: 0 });
    await team(harness(), agent, "conversation/read", { conversationId: id, seq: 1 });
    expect(await marks(id)).toEqual({ delivered: 2, read: 1 });
    await team(harness(), agent, "conversation/read", { conversationId: id, seq: 2_000_000_000 });
    expect(await marks(id)).toEqual({ delivered: 2, read: 2 });
    await team(harness(), agent, "conversation/read", { conversationId: id, seq: 0 });
    await write(harness(), user, id, "three");
    expect(await marks(id)).toEqual({ delivered: 2, read: 2 });
  });

  it("of the team's messages, as the inbox shows them", async () => {
    const own = (await registerUser(harness())).token;
    const id = await begun(harness(), own);
    await answerTo(harness(), agent, id, "two");
    const seen = async () => {
      const { delivered, read } = (await team(harness(), agent, "conversation/view", { conversationId: id })).body.data;
      return { delivered, read };
    };
    expect(await seen()).toEqual({ delivered: 1, read: 1 });
    expect((await mine(harness(), own, "received")).body.data).toEqual({ conversations: 1 });
    expect((await mine(harness(), own, "received")).body.data).toEqual({ conversations: 0 });
    expect(await seen()).toEqual({ delivered: 2, read: 1 });
    await mine(harness(), own, "detail/view", { conversationId: id });
    expect(await seen()).toEqual({ delivered: 2, read: 2 });
  });

  it("a message that went out late says nothing of the answers that had come meanwhile", async () => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent, id, "An answer that is not seen yet");
    await write(harness(), user, id, "Written without a connection");
    expect(await standing(harness(), user, id)).toMatchObject({ unread: 1, lastSeq: 3 });
    expect((await team(harness(), agent, "conversation/view", { conversationId: id })).body.data.read).toBe(1);
    await mine(harness(), user, "detail/read", { conversationId: id, seq: 3 });
    expect(await standing(harness(), user, id)).toMatchObject({ unread: 0 });
  });

  it("hundreds at once from both sides end in order, and nothing waits in a circle", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => begun(harness(), user)));
    const calls = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const id = ids[n % 6] ?? "";
        if (n % 4 === 0) return team(harness(), agent, "received");
        if (n % 4 === 1) return answerTo(harness(), agent, id, `${n}`);
        return n % 4 === 2 ? mine(harness(), user, "received") : write(harness(), user, id, `${n}`);
      }),
    );
    expect(calls.map(({ status }) => status)).toEqual(Array(60).fill(200));
    for (const id of ids) {
      const { messages } = await historyOf(harness(), user, id);
      expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(messages.map((_: unknown, n: number) => n + 1));
    }
  });
});

describe("unread", () => {
  it("counts the team's messages, and the conversations that have some", async () => {
    const own = (await registerUser(harness())).token;
    const [one, two] = [await begun(harness(), own), await begun(harness(), own)];
    expect(await unread(own)).toBe(0);
    await answerTo(harness(), agent, one, "a");
    await answerTo(harness(), agent, one, "b");
    await answerTo(harness(), agent, two, "c");
    expect(await unread(own)).toBe(2);
    expect((await standing(harness(), own, one)).unread).toBe(2);
    await mine(harness(), own, "detail/read", { conversationId: one, seq: 2 });
    expect((await standing(harness(), own, one)).unread).toBe(1);
    await mine(harness(), own, "detail/view", { conversationId: one });
    expect(await unread(own)).toBe(1);
    expect(await unread(stranger)).toBe(0);
  });
});

describe("the device report", () => {
  it("is seen by the team once it is shared, with the last uploads, and no more once it is taken back", async () => {
    const id = await begun(harness(), user);
    const device = async () => (await team(harness(), agent, "conversation/view", { conversationId: id })).body.data.device;
    const own = async () => (await harness().call("GET", `${CONTACT}/detail/device/get?conversationId=${id}`, { token: user })).body.data;
    expect(await device()).toBeNull();
    expect(await own()).toEqual({ report: null, sharedAt: null });
    const share = (report: unknown) => mine(harness(), user, "detail/device/save", { conversationId: id, report });
    const shared = await share({ ...REPORT, cookies: "SECRET" });
    expect(shared.body.data.report).toEqual(REPORT);
    expect(await device()).toEqual({ report: REPORT, sharedAt: shared.body.data.sharedAt, uploads: [] });
    expect(await own()).toEqual(shared.body.data);
    await share(null);
    expect(await device()).toBeNull();
    expect((await standing(harness(), user, id)).deviceReportAt).toBeNull();
    expect(
      await sql`select 1 from support_conversations where id = ${id} and device_report is not null and device_report <> 'null'`,
    ).toHaveLength(0);
  });

  it("takes what no database keeps, and refuses what is no report", async () => {
    const id = await begun(harness(), user);
    const share = (report: unknown) => mine(harness(), user, "detail/device/save", { conversationId: id, report });
    const odd = await share({ ...REPORT, browser: "a\u0000b\ud800c", timeZone: "\udfff" });
    expect({ status: odd.status, browser: odd.body.data?.report.browser }).toEqual({ status: 200, browser: "ab\ufffdc" });
    for (const report of [{}, { ...REPORT, codecs: Array(21).fill("x") }, { ...REPORT, browser: "x".repeat(121) }, "text", undefined])
      expect((await share(report)).status).toBe(400);
  });
});

describe("odd letters", () => {
  it("are kept or flattened, and never an error of the server's", async () => {
    const odd = "a\u0000b \ud800 \u202ec\r\nd";
    const answer = await begin(harness(), user, { subject: odd, message: odd });
    expect(answer.status).toBe(200);
    expect(answer.body.data.subject).not.toMatch(/[\r\n\0]/);
    expect((await write(harness(), user, answer.body.data.uid, "x".repeat(5000))).status).toBe(200);
    expect((await write(harness(), user, answer.body.data.uid, "字".repeat(5000))).status).toBe(200);
    expect((await write(harness(), user, answer.body.data.uid, "x".repeat(5001))).status).toBe(400);
    expect((await team(harness(), agent, "conversation/note", { conversationId: answer.body.data.uid, text: odd })).status).toBe(200);
    expect(
      (await harness().call("GET", `${INBOX}/conversation/get?search=${encodeURIComponent("a\u0000':*&|!")}`, { token: agent })).status,
    ).toBe(200);
  });
});
