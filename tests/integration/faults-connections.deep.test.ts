import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql as text } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answered, expectAway, expectEachOnce, refuseCrashes, saveAnswer, startSaver, startSaving, until } from "#tests/factories/faults";
import { keepFigures, tally } from "#tests/factories/figures";
import { startOwnDatabase, type startProcess } from "#tests/factories/processes";
import { connect, type Database } from "@/server/db/client";

/** A server that has few connections to give. */
const CONNECTIONS = 30;

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let app: Awaited<ReturnType<typeof startProcess>>;
let sql: postgres.Sql;
let person: { token: string; email: string };
let questionId: string;
refuseCrashes();
beforeAll(async () => {
  database = await startOwnDatabase({ max_connections: String(CONNECTIONS) });
  ({ app, sql, person, questionId } = await startSaver(database));
}, 120_000);
afterAll(async () => {
  await Promise.all([app?.close(), sql?.end()]);
  await database?.close();
});

const me = () => app.call("GET", "/api/account/my-account", person);
const save = () => saveAnswer(app, person, questionId, randomUUID(), "x");
const ready = () => app.call("GET", "/api/health/ready");

/** Others who take every connection that the server has, and those that the app had, too. @returns what gives them back */
async function takeAll(): Promise<() => Promise<void>> {
  const others: postgres.Sql[] = [];
  const giveBack = async () => {
    await Promise.all(others.splice(0).map((one) => one.end({ timeout: 5 })));
  };
  const take = async () => {
    const one = postgres(database.url, { max: 1, onnotice: () => {}, connection: { application_name: "others" } });
    others.push(one);
    await one`select 1`;
  };
  try {
    await until("others have all connections", async () => {
      const refused = await take().then(
        () => false,
        () => true,
      );
      const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and application_name <> 'others' and pid <> pg_backend_pid()`;
      return refused && ended.length === 0;
    });
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}

describe("while others have all of the server's connections", { retry: 0 }, () => {
  it("calls are told to come back, and all is well by itself once some are given back", async () => {
    const writing = startSaving(app, person, questionId);
    let before = 0;
    let slowest = 0;
    let back = 0;
    try {
      await until("people save", () => writing.saved.length > 30);
      const giveBack = await takeAll();
      before = writing.saved.length;
      try {
        for (let round = 0; round < 3; round++) {
          const asked = performance.now();
          const told = await Promise.all([me(), save(), app.call("GET", "/api/trpc/account.me,practice.categories?batch=1", person)]);
          slowest = Math.max(slowest, Math.round(performance.now() - asked));
          for (const [at, answer] of told.entries()) expectAway(["a read", "a save", "a batch"][at] ?? "", answer);
          expect([(await ready()).status, (await app.call("GET", "/api/health/live")).status]).toEqual([503, 200]);
        }
      } finally {
        await giveBack();
      }
      back = await until("calls again", async () => (await me()).status === 200);
      expect([(await save()).status, (await ready()).status]).toEqual([200, 200]);
    } finally {
      await answered("what was not taken", writing.end());
    }
    expect(writing.saved.length).toBeGreaterThan(before);
    const again = writing.saved.filter(({ tries }) => tries > 1);
    expect(again.length).toBeGreaterThan(0);
    await expectEachOnce(sql, writing.saved);
    keepFigures("others have all of PostgreSQL's connections", {
      "slowest refusal, ms": slowest,
      "calls again after some are given back, ms": back,
      "saves acknowledged before": before,
      "saves acknowledged in all, each there once": writing.saved.length,
      "of which tried more than once": again.length,
      "what was not answered": tally(writing.refusals),
    });
    await until("jobs run", async () => {
      const [{ count } = { count: 0 }] = await sql`select count(*)::int from pg_stat_activity where application_name = 'parley-jobs'`;
      return count > 0;
    });
  });
});

describe("while somebody holds what everybody writes", { retry: 0 }, () => {
  it("no call waits for ever: not those that wait for the lock, nor those for which no connection is left", async () => {
    const holder = postgres(database.url, { max: 1, onnotice: () => {} });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = holder.begin(async (tx) => {
      await tx`lock table answers in access exclusive mode`;
      await held;
    });
    try {
      await until("it is held", async () => (await sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted`).length > 0);
      const saves = Array.from({ length: 30 }, save);
      await until("connections are taken", async () => (await sql`select 1 from pg_locks where not granted`).length >= 10);
      const [read, told] = await Promise.all([answered("a read", me()), answered("ready", ready())]);
      // What finds no connection is told so; it is no fault that the database has.
      expectAway("a read", read);
      expect(told.status).toBe(503);
      for (const answer of await Promise.all(saves.map((one) => answered("a save", one)))) expectAway("a save", answer);
      expect((await me()).status).toBe(200);
    } finally {
      release();
      await holding;
      await holder.end();
    }
    expect([(await save()).status, (await ready()).status]).toEqual([200, 200]);
  }, 120_000);
});

describe("while the server stands still", { retry: 0 }, () => {
  it("calls are told to come back, and go on when it does", async () => {
    expect((await me()).status).toBe(200);
    database.freeze();
    try {
      const told = await Promise.all(Array.from({ length: 12 }, (_, n) => answered("a call", n % 2 ? me() : save())));
      for (const answer of told) expectAway("a call", answer);
      expect([(await answered("ready", ready())).status, (await app.call("GET", "/api/health/live")).status]).toEqual([503, 200]);
    } finally {
      database.thaw();
    }
    await until("calls again", async () => (await me()).status === 200);
    expect((await save()).status).toBe(200);
  }, 120_000);
});

describe("a transaction whose connection is lost", { retry: 0 }, () => {
  const pidIn = async (db: Pick<Database, "execute">) =>
    Number((await db.execute<{ pid: number }>(text`select pg_backend_pid() as pid`))[0]?.pid);
  const end = (pid: number) => sql`select pg_terminate_backend(${pid}) from pg_stat_activity where pid = ${pid}`;

  beforeEach(async () => {
    await sql`create table if not exists notes_of_a_test (text text not null)`;
    await sql`truncate notes_of_a_test`;
  });

  it.each(["while a statement runs", "between two statements"])("%s fails at once, and what is left of it writes nothing", async (when) => {
    const { db, close } = connect({ url: database.url, max: 1 });
    const late: string[] = [];
    let rest: Promise<void> | undefined;
    const lost = db.transaction(async (tx) => {
      await tx.execute(text`insert into notes_of_a_test values ('early')`);
      const pid = await pidIn(tx);
      const write = (word: string) =>
        tx.execute(text`insert into notes_of_a_test values (${word})`).then(
          () => "written",
          ({ cause }) => String(cause.code),
        );
      rest = (async () => {
        if (when === "between two statements") await end(pid);
        else {
          const running = tx.execute(text`select pg_sleep(30)`).catch(() => {});
          await wait(100);
          await end(pid);
          await running;
        }
        await wait(100);
        late.push(await write("late"));
        // The connection is another's by now, in the midst of a transaction of its own.
        await db.transaction(async (other) => {
          await other.execute(text`select 1`);
          late.push(await write("later"));
        });
      })();
      await rest;
      return "committed";
    });
    await expect(lost).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await rest;
    expect(late).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED"]);
    expect(await sql`select text from notes_of_a_test`).toHaveLength(0);
    // One after the other on the same place of the pool: none meets what the lost one left.
    for (let n = 0; n < 5; n++) expect(await pidIn(db)).toBeGreaterThan(0);
    await close();
  });

  it("is as any other where a part of it failed and was taken back", async () => {
    const { db, close } = connect({ url: database.url, max: 2 });
    await db.transaction(async (tx) => {
      await tx.execute(text`insert into notes_of_a_test values ('kept')`);
      await expect(
        tx.transaction(async (part) => {
          await part.execute(text`insert into notes_of_a_test values ('not kept')`);
          await part.execute(text`select 1 / 0`);
        }),
      ).rejects.toMatchObject({ cause: { code: "22012" } });
    });
    // A statement that failed fails the whole, though the work went on as if it had not.
    const careless = db.transaction(async (tx) => {
      await tx.execute(text`insert into notes_of_a_test values ('lost')`);
      await tx.execute(text`select 1 / 0`).catch(() => {});
    });
    await expect(careless).rejects.toMatchObject({ code: "22012" });
    expect((await sql`select text from notes_of_a_test`).map((row) => row.text)).toEqual(["kept"]);
    await close();
    await expect(db.execute(text`select 1`)).rejects.toMatchObject({ cause: { code: "CONNECTION_ENDED" } });
  });
});
