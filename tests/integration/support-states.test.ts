import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { answerTo, begun, historyOf, INBOX, mine, registerAgent, standing, team, write } from "#tests/factories/support";
import { runClock } from "@/features/support/chat/jobs";

const harness = useHarness();
let sql: postgres.Sql;
let user: string;
let agent: string;
let agentId: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = (await registerUser(harness())).token;
  const member = await registerAgent(harness());
  agent = member.token;
  agentId = member.user.uid;
});
afterAll(() => sql.end());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const stateOf = async (id: string) => (await sql`select state from support_conversations where id = ${id}`)[0]?.state;
const clock = () => runClock(harness().app.services);
const aged = (id: string, interval: string) =>
  sql`update support_conversations set resolved_at = now() - ${interval}::interval where id = ${id}`;
const waitsOf = (id: string) =>
  sql`select answered, ended_at is not null as ended from support_waits where conversation_id = ${id} order by started_at, id`;

/** A conversation in each state, made by the calls that lead there. */
const REACH: Record<string, (id: string) => Promise<unknown>> = {
  new: async () => {},
  open: (id) => team(harness(), agent, "conversation/assign", { conversationId: id, assigneeId: agentId, expected: null }),
  waiting_user: (id) => answerTo(harness(), agent, id, "Which browser?"),
  snoozed: (id) => team(harness(), agent, "conversation/snooze", { conversationId: id, until: inDays(1) }),
  resolved: (id) => team(harness(), agent, "conversation/resolve", { conversationId: id }),
  closed: async (id) => {
    await team(harness(), agent, "conversation/resolve", { conversationId: id });
    await aged(id, "7 days");
    await clock();
  },
};
const STATES = Object.keys(REACH);

const DEEDS: Record<string, (id: string) => Promise<{ status: number; body: { code?: string } }>> = {
  write: (id) => write(harness(), user, id, "One more thing"),
  answer: (id) => answerTo(harness(), agent, id, "Try this"),
  snooze: (id) => team(harness(), agent, "conversation/snooze", { conversationId: id, until: inDays(2) }),
  wake: (id) => team(harness(), agent, "conversation/wake", { conversationId: id }),
  resolve: (id) => team(harness(), agent, "conversation/resolve", { conversationId: id }),
  reopen: (id) => team(harness(), agent, "conversation/reopen", { conversationId: id }),
  rate: (id) => mine(harness(), user, "detail/rate", { conversationId: id, satisfaction: "good" }),
};

/** Where each deed leads from each state; what is not allowed names its refusal. */
const LEADS: Record<string, Record<string, string>> = {
  write: {
    new: "new",
    open: "open",
    waiting_user: "open",
    snoozed: "open",
    resolved: "open",
    closed: "conversationClosed",
  },
  answer: {
    new: "waiting_user",
    open: "waiting_user",
    waiting_user: "waiting_user",
    snoozed: "waiting_user",
    resolved: "waiting_user",
    closed: "conversationClosed",
  },
  snooze: {
    new: "snoozed",
    open: "snoozed",
    waiting_user: "snoozed",
    snoozed: "snoozed",
    resolved: "wrongState",
    closed: "wrongState",
  },
  wake: {
    new: "wrongState",
    open: "open",
    waiting_user: "wrongState",
    snoozed: "open",
    resolved: "wrongState",
    closed: "wrongState",
  },
  resolve: {
    new: "resolved",
    open: "resolved",
    waiting_user: "resolved",
    snoozed: "resolved",
    resolved: "resolved",
    closed: "wrongState",
  },
  reopen: {
    new: "wrongState",
    open: "open",
    waiting_user: "wrongState",
    snoozed: "wrongState",
    resolved: "open",
    closed: "conversationClosed",
  },
  rate: {
    new: "wrongState",
    open: "wrongState",
    waiting_user: "wrongState",
    snoozed: "wrongState",
    resolved: "resolved",
    closed: "closed",
  },
};

describe("what is called solved, or put aside, by somebody who has not read its author's last message", () => {
  it.each(["resolve", "snooze"])("%s: stays as it is, and shows them what is new", async (deed) => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent, id, "Try it again.");
    await write(harness(), user, id, "Still silent.");
    const body = { conversationId: id, ...(deed === "snooze" ? { until: inDays(1) } : {}) };
    // The question and the answer have been seen.
    const refused = await team(harness(), agent, `conversation/${deed}`, { ...body, seq: 2 });
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.current).toMatchObject({ uid: id, state: "open", unread: 1 });
    expect(await stateOf(id)).toBe("open");
    // An own answer that came after the last message of its author hides nothing.
    await answerTo(harness(), agent, id, "And now?");
    const done = deed === "snooze" ? "snoozed" : "resolved";
    expect((await team(harness(), agent, `conversation/${deed}`, { ...body, seq: 3 })).body.data.state).toBe(done);
    // The answer was lost on its way.
    expect((await team(harness(), agent, `conversation/${deed}`, { ...body, seq: 3 })).body.data.state).toBe(done);
  });
});

describe("an answer that goes out late", () => {
  const seenBy = async (seq: number) => {
    const id = await begun(harness(), user);
    await write(harness(), user, id, "That deleted my recording.");
    expect((await answerTo(harness(), agent, id, "Try this", { seq })).status).toBe(200);
    const { data } = (await team(harness(), agent, "conversation/view", { conversationId: id })).body;
    const [row] = await sql`select waiting_since as waits, support_read as read from support_conversations where id = ${id}`;
    return { state: data.state, unread: data.unread, waits: row?.waits !== null, read: row?.read, of: await waitsOf(id) };
  };

  it("leaves what came since its author looked unread and waiting", async () =>
    expect(await seenBy(1)).toEqual({
      ...{ state: "open", unread: 1, waits: true, read: 1 },
      of: [
        { answered: true, ended: true },
        { answered: false, ended: false },
      ],
    }));

  it("answers all that its author has seen", async () =>
    expect(await seenBy(2)).toEqual({
      ...{ state: "waiting_user", unread: 0, waits: false, read: 3 },
      of: [{ answered: true, ended: true }],
    }));
});

describe.each(Object.keys(DEEDS))("to %s", (deed) => {
  it.each(STATES)("what is %s", async (state) => {
    const id = await begun(harness(), user);
    await REACH[state]?.(id);
    expect(await stateOf(id)).toBe(state);
    const answer = await DEEDS[deed]?.(id);
    const leads = LEADS[deed]?.[state] ?? "";
    if (STATES.includes(leads)) expect({ status: answer?.status, state: await stateOf(id) }).toEqual({ status: 200, state: leads });
    else expect({ status: answer?.status, code: answer?.body.code, state: await stateOf(id) }).toEqual({ status: 409, code: leads, state });
  });
});

describe("solving", () => {
  it("twice is once, and is read above what was said", async () => {
    const id = await begun(harness(), user);
    await REACH.resolved?.(id);
    await REACH.resolved?.(id);
    const { messages } = await historyOf(harness(), user, id);
    expect(messages.map(({ kind, side }: Record<string, string>) => `${kind} ${side}`)).toEqual(["text user", "resolved support"]);
    const { state, reopensUntil, waitingSince, delivered, read } = await standing(harness(), user, id);
    expect({ state, waitingSince, delivered, read }).toEqual({ state: "resolved", waitingSince: null, delivered: 2, read: 2 });
    expect((new Date(reopensUntil).getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  });

  it("a message within seven days opens it again, for both to see", async () => {
    const id = await begun(harness(), user);
    await REACH.resolved?.(id);
    await aged(id, "6 days 23 hours 59 minutes");
    await clock();
    expect((await write(harness(), user, id, "It is back")).body.data.seq).toBe(4);
    const { messages } = await historyOf(harness(), user, id);
    expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(["text", "resolved", "reopened", "text"]);
    expect(await standing(harness(), user, id)).toMatchObject({ state: "open", reopensUntil: null });
  });

  it("by a slip is taken back: its author goes on waiting since they asked, and both see it opened again", async () => {
    const id = await begun(harness(), user);
    const { waitingSince } = await standing(harness(), user, id);
    await REACH.resolved?.(id);
    const { body } = await team(harness(), agent, "conversation/reopen", { conversationId: id });
    expect(body.data).toMatchObject({ state: "open", waitingSince });
    const { messages } = await historyOf(harness(), user, id);
    expect(messages.map(({ kind, side }: Record<string, string>) => `${kind} ${side}`)).toEqual([
      "text user",
      "resolved support",
      "reopened support",
    ]);
    expect(await standing(harness(), user, id)).toMatchObject({ state: "open", waitingSince, reopensUntil: null });
    expect(await waitsOf(id)).toEqual([{ answered: false, ended: false }]);
    const told =
      await sql`select kind from notifications where group_key = ${`conversation:${id}`} and kind = 'support_resolved' and read_at is null`;
    expect(told).toEqual([]);
  });

  it("what had been answered is opened again without anybody waiting, and not once its week is over", async () => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent, id, "Try this");
    await REACH.resolved?.(id);
    const { body } = await team(harness(), agent, "conversation/reopen", { conversationId: id });
    expect(body.data).toMatchObject({ state: "open", waitingSince: null });
    expect(await waitsOf(id)).toEqual([{ answered: true, ended: true }]);
    await REACH.resolved?.(id);
    await aged(id, "7 days");
    expectError(await team(harness(), agent, "conversation/reopen", { conversationId: id }), 409, "conversationClosed");
  });

  it("an answer that was not read yet is told of as before", async () => {
    const id = await begun(harness(), user);
    await answerTo(harness(), agent, id, "Try this");
    await REACH.resolved?.(id);
    await team(harness(), agent, "conversation/reopen", { conversationId: id });
    const told = await sql`select kind from notifications where group_key = ${`conversation:${id}`} and read_at is null`;
    expect(told).toMatchObject([{ kind: "support_reply" }]);
  });

  it.each([
    ["nothing", [], []],
    ["the answer that they have not read", ["Try this"], [{ kind: "support_reply", due: true }]],
  ])("is opened again by its author, who is told of %s from then on", async (_, answers, left) => {
    const id = await begun(harness(), user);
    for (const text of answers) await answerTo(harness(), agent, id, text);
    await REACH.resolved?.(id);
    const told = () => sql`
      select kind, mail_due_at is not null as due from notifications n join support_conversations c on c.user_id = n.user_id
      where c.id = ${id} and group_key = ${`conversation:${id}`} and read_at is null`;
    expect(await told()).toEqual([{ kind: "support_resolved", due: true }]);
    await write(harness(), user, id, "It is not");
    expect(await told()).toEqual(left);
  });

  it("after seven days it is closed, also where the clock has not come by", async () => {
    const id = await begun(harness(), user);
    await REACH.resolved?.(id);
    await aged(id, "7 days");
    expect(await stateOf(id)).toBe("resolved");
    expect((await standing(harness(), user, id)).state).toBe("closed");
    expectError(await write(harness(), user, id, "Too late"), 409, "conversationClosed");
    expectError(await answerTo(harness(), agent, id, "Too late"), 409, "conversationClosed");
    expect((await historyOf(harness(), user, id)).messages).toHaveLength(2);
  });

  it("the clock closes once, whoever runs it, and as often as it runs", async () => {
    const ids = await Promise.all([begun(harness(), user), begun(harness(), user), begun(harness(), user)]);
    for (const id of ids) await REACH.resolved?.(id);
    for (const id of ids) await aged(id, "8 days");
    await Promise.all([clock(), clock(), clock()]);
    await clock();
    for (const id of ids) {
      expect(await stateOf(id)).toBe("closed");
      expect((await historyOf(harness(), user, id)).messages).toHaveLength(2);
    }
  });
});

describe("sleeping", () => {
  it("ends by the clock, once, with a note for the team", async () => {
    const id = await begun(harness(), user);
    await REACH.snoozed?.(id);
    await clock();
    expect(await stateOf(id)).toBe("snoozed");
    await sql`update support_conversations set snoozed_until = now() - interval '1 second' where id = ${id}`;
    await Promise.all([clock(), clock()]);
    const { body } = await team(harness(), agent, "conversation/view", { conversationId: id });
    expect(body.data).toMatchObject({ state: "open", snoozedUntil: null });
    expect(body.data.notes.map(({ kind }: { kind: string }) => kind)).toEqual(["snoozed", "woken"]);
  });

  it("is nothing that its author sees: for them it is open, and they go on waiting", async () => {
    const id = await begun(harness(), user);
    const { waitingSince } = await standing(harness(), user, id);
    await REACH.snoozed?.(id);
    expect(await standing(harness(), user, id)).toMatchObject({ state: "open", waitingSince });
    const list = await harness().call("GET", `${INBOX}/conversation/get?queue=snoozed`, { token: agent });
    expect(list.body.data.map(({ uid }: { uid: string }) => uid)).toContain(id);
  });

  it.each([["2020-01-01T00:00:00.000Z"], [inDays(93)], [new Date(Date.now() + 30_000).toISOString()]])("not until %s", async (until) => {
    const id = await begun(harness(), user);
    expectError(await team(harness(), agent, "conversation/snooze", { conversationId: id, until }), 400, "snoozeTime");
    expectIssues(await team(harness(), agent, "conversation/snooze", { conversationId: id, until: "tomorrow" }), ["until"]);
    expect(await stateOf(id)).toBe("new");
  });
});

describe("waits", () => {
  it("begin with a question and end with an answer; what is solved without one was not answered", async () => {
    const id = await begun(harness(), user);
    await write(harness(), user, id, "And another");
    expect(await waitsOf(id)).toEqual([{ answered: false, ended: false }]);
    await answerTo(harness(), agent, id, "Yes");
    await answerTo(harness(), agent, id, "And no");
    expect(await waitsOf(id)).toEqual([{ answered: true, ended: true }]);
    await write(harness(), user, id, "Why?");
    await REACH.resolved?.(id);
    expect(await waitsOf(id)).toEqual([
      { answered: true, ended: true },
      { answered: false, ended: true },
    ]);
    await write(harness(), user, id, "Not solved");
    expect((await waitsOf(id)).at(-1)).toEqual({ answered: false, ended: false });
  });

  it("are what the estimate is made from, unanswered ones too, of four weeks", async () => {
    await sql`delete from support_waits`;
    const waiting = async () =>
      (await harness().call("GET", "/api/user/personalization/contact/us/waiting/get", { token: user })).body.data;
    expect(await waiting()).toEqual({ seconds: null });
    const id = await begun(harness(), user);
    await sql`delete from support_waits`;
    const insert = (minutes: number, answered: boolean, ago = "1 day") => sql`
      insert into support_waits (id, conversation_id, started_at, ended_at, answered)
      select gen_random_uuid(), ${id}, now() - ${ago}::interval, now() - ${ago}::interval + make_interval(mins => ${minutes}), ${answered}`;
    for (const minutes of [1, 2, 3, 4]) await insert(minutes, true);
    expect(await waiting()).toEqual({ seconds: null });
    for (const minutes of [5, 6, 7, 8]) await insert(minutes, true);
    expect(await waiting()).toEqual({ seconds: 360 });
    await insert(5000, true, "29 days");
    expect(await waiting()).toEqual({ seconds: 360 });
    // A question that has waited for an hour and has no answer yet.
    await sql`insert into support_waits (id, conversation_id, started_at) select gen_random_uuid(), ${id}, now() - interval '1 hour'`;
    expect(await waiting()).toEqual({ seconds: 420 });
  });
});

describe("satisfaction", () => {
  it("is said once; the comment may follow", async () => {
    const id = await begun(harness(), user);
    await REACH.resolved?.(id);
    const rate = (body: object) => mine(harness(), user, "detail/rate", { conversationId: id, ...body });
    const [one, two] = await Promise.all([rate({ satisfaction: "good" }), rate({ satisfaction: "bad" })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const said = one.status === 200 ? "good" : "bad";
    expect((await rate({ satisfaction: said, comment: "Thank you" })).body.data.satisfaction).toBe(said);
    expectError(await rate({ satisfaction: "dismissed" }), 409, "wrongState");
    expectIssues(await rate({ satisfaction: "excellent" }), ["satisfaction"]);
    const { body } = await team(harness(), agent, "conversation/view", { conversationId: id });
    expect(body.data.satisfaction).toEqual({ word: said, comment: "Thank you" });
  });
});
