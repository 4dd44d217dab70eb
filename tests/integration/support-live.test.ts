import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerUser } from "#tests/config/harness";
import { type ChatClient, openChat } from "#tests/factories/chat-client";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { answerTo, begun, CONTACT, INBOX, registerAgent, write } from "#tests/factories/support";

/** Two processes of the app on one database: the user is with the one, the team with the other. */
type Process = Awaited<ReturnType<typeof startProcess>>;
let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let here: Process;
let there: Process;
let sql: postgres.Sql;
let user: string;
let agent: string;

beforeAll(async () => {
  database = await startOwnDatabase();
  [here, there] = [await startProcess(database.env, database.url), await startProcess(database.env, database.url)];
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
  user = (await registerUser(here)).token;
  agent = (await registerAgent(there)).token;
}, 60_000);
afterAll(async () => {
  await Promise.all([here?.close(), there?.close(), sql?.end()]);
  await database?.close();
});

const open: ChatClient[] = [];
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

async function talk() {
  const id = await begun(here, user);
  const theirs = openChat(() => here.url, user, id, `${CONTACT}/detail/message/get`);
  const ours = openChat(() => there.url, agent, id, `${INBOX}/conversation/message/get`);
  open.push(theirs, ours);
  for (const client of [theirs, ours]) expect(await client.has(1, 20_000)).toBe(true);
  return { id, theirs, ours };
}

const counted = (to: number) => Array.from({ length: to }, (_, n) => n + 1);
/** Both have all messages: each once, in order. */
async function expectAll({ theirs, ours }: Record<"theirs" | "ours", ChatClient>, last: number): Promise<void> {
  for (const client of [theirs, ours]) {
    expect(await client.has(last, 20_000)).toBe(true);
    expect(client.shown).toEqual(counted(last));
  }
}

/** Writes until it is taken, under one id, as a page does. @returns how many tries it took */
async function insist(process: () => Process, id: string, text: string): Promise<number> {
  const uid = crypto.randomUUID();
  for (let tries = 1; ; tries++) {
    const answer = await write(process(), user, id, text, { uid }).catch(() => undefined);
    if (answer?.status === 200) return tries;
    if (tries > 200) throw new Error(`not taken: ${JSON.stringify(answer?.body)}`);
    await wait(50);
  }
}

describe("between two processes", () => {
  it("messages arrive in order, none twice", async () => {
    const { id, theirs, ours } = await talk();
    for (let n = 0; n < 30; n++) await (n % 2 ? answerTo(there, agent, id, `a${n}`) : write(here, user, id, `u${n}`));
    await expectAll({ theirs, ours }, 31);
  });

  it("also when all of them are written at once", async () => {
    const { id, theirs, ours } = await talk();
    await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? answerTo(here, agent, id, `a${n}`) : write(there, user, id, `u${n}`))));
    await expectAll({ theirs, ours }, 31);
  });
});

describe("nothing is lost and nothing comes twice", () => {
  it("when the clients' connections drop", async () => {
    const { id, theirs, ours } = await talk();
    for (let round = 0; round < 3; round++) {
      here.dropConnections();
      there.dropConnections();
      for (let n = 0; n < 3; n++) await insist(() => (n % 2 ? here : there), id, `${round} ${n}`);
    }
    await expectAll({ theirs, ours }, 10);
    expect(theirs.connections()).toBeGreaterThan(1);
  });

  it("when a process ends and another takes its place", async () => {
    const { id, theirs, ours } = await talk();
    await write(here, user, id, "before");
    await there.close();
    for (let n = 0; n < 3; n++) await insist(() => here, id, `meanwhile ${n}`);
    there = await startProcess(database.env, database.url);
    await answerTo(there, agent, id, "after");
    await expectAll({ theirs, ours }, 6);
    await expect.poll(() => ours.connections()).toBe(2);
  });

  it("when the processes lose the connection on which they hear", async () => {
    const { id, theirs, ours } = await talk();
    const [streams, teams] = [theirs.connections(), ours.connections()];
    for (let round = 0; round < 3; round++) {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
      expect(ended.length).toBeGreaterThanOrEqual(2);
      // At once, while nobody hears, and again later.
      for (let n = 0; n < 3; n++) await insist(() => there, id, `${round} ${n}`);
      await expectAll({ theirs, ours }, 4 + round * 3);
    }
    // The streams themselves stayed: they were told that something may have been missed.
    expect([theirs.connections(), ours.connections()]).toEqual([streams, teams]);
  });

  it.each([
    ["for a moment", 0],
    ["for three seconds", 3000],
  ])(
    "when the database is gone %s",
    async (_how, ms) => {
      const { id, theirs, ours } = await talk();
      await write(here, user, id, "before");
      await database.halt();
      const writing = insist(() => here, id, "while it is gone");
      await wait(ms);
      await database.resume();
      expect(await writing).toBeGreaterThan(ms > 0 ? 1 : 0);
      await expectAll({ theirs, ours }, 3);
      // And from now on all is as before, in both processes.
      for (const [n, process] of [here, there].entries()) {
        await write(process, user, id, `after ${n}`);
        await expectAll({ theirs, ours }, 4 + n);
      }
    },
    60_000,
  );
});
