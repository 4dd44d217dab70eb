import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerUser } from "#tests/config/harness";
import { answerDetail, aQuestion, capturedAnswer } from "#tests/factories/answers";
import { givePlan, subscribe } from "#tests/factories/billing";
import {
  answered,
  callsOfEachKind,
  expectAway,
  expectEachOnce,
  type Prepared,
  refuseCrashes,
  sendEvent,
  startSaving,
  until,
} from "#tests/factories/faults";
import { keepFigures, tally } from "#tests/factories/figures";
import { openLive } from "#tests/factories/live";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { putPieces, resumeAt, uploadAddress } from "#tests/factories/uploads";
import { SERVICE_TOPIC } from "@/lib/settings";
import { seedContent } from "@/server/db/seed";

/** How long the database is gone: short here, half a minute by `npm test -- faults`. Nothing of the app depends on it. */
const OUTAGE_SECONDS = Number(process.env.OUTAGE_SECONDS ?? 3);

type Process = Awaited<ReturnType<typeof startProcess>>;
let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let app: Process;
let sql: postgres.Sql;
let customer: string;
let person: { token: string; email: string; user: { uid: string } };
let questionId: string;
refuseCrashes();
beforeAll(async () => {
  database = await startOwnDatabase();
  app = await startProcess(database.env, database.url);
  await seedContent(app.app.services.db);
  void app.app.work();
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
  person = await registerUser(app);
  await givePlan(app, person.user.uid);
  const payer = await registerUser(app);
  await subscribe(app, payer.token);
  const { data } = await app.app.services.payments.call((api) => api.subscriptions.list({ limit: 1 }));
  customer = String(data[0]?.customer);
  questionId = await aQuestion(app, person.token);
}, 120_000);
/** What a test has begun and would run on after it where it fails. */
const running: (() => unknown)[] = [];
afterEach(async () => {
  await sql`select 1`.catch(() => database.resume());
  for (const end of running.splice(0)) await end();
  await sql`delete from settings where key = 'registration'`;
});
afterAll(async () => {
  await Promise.all([app?.close(), sql?.end()]);
  await database?.close();
});

const SIZE = 300_000;

async function prepare(): Promise<Prepared> {
  const take = await capturedAnswer(app, person.token, SIZE);
  const { type } = take.recording;
  const signed = await uploadAddress(app, person.token, take.uid, { name: take.name, size: SIZE, type });
  const address = signed.replace(app.env.publicUrl, app.url);
  return { person, questionId, take: { uid: take.uid, name: take.name, size: SIZE, type, address, bytes: take.bytes } };
}

/** Sends half of a take's bytes now and the other half when it is told to. */
function sendHalves({ take }: Prepared) {
  let go = () => {};
  const told = new Promise<void>((resolve) => {
    go = resolve;
  });
  async function* halves() {
    yield take.bytes.subarray(0, SIZE / 2);
    await told;
    yield take.bytes.subarray(SIZE / 2);
  }
  return { go, answer: putPieces(take.address, halves()) };
}

describe.each([
  ["stopped", () => database.stop()],
  ["killed hard, all of its processes at once", () => database.kill()],
])("PostgreSQL is %s in the middle of everything, and started again", { retry: 0 }, (how, away) => {
  it("each call is told clearly to come back; then all goes on without a restart, and nothing that was accepted is lost", async () => {
    const given = await prepare();
    const begun = await prepare();
    const calls = callsOfEachKind(app, given);
    const stream = await openLive(app.url, person.token);
    const writing = startSaving(app, person, questionId);
    running.push(stream.close, writing.end);
    await until("people save", async () => writing.saved.length > 30);
    const accepted = await sendEvent(app, customer, `evt_before_${Date.now()}`);
    expect(accepted.status).toBe(200);
    const sending = sendHalves(begun);
    running.push(sending.go);
    await until("half of the bytes are there", async () => (await resumeAt(begun.take.address)) === SIZE / 2);

    const before = writing.saved.length;
    await away();
    const gone = performance.now();
    const first = await until("told so", async () => (await app.call("GET", "/api/account/my-account", person)).status === 503);
    // Each kind of call, several at once and again, as long as the database is away.
    const slowest: Record<string, number> = {};
    do {
      await Promise.all(
        Object.entries(calls).map(async ([kind, call]) => {
          const asked = performance.now();
          expectAway(kind, await answered(kind, call()));
          slowest[kind] = Math.max(slowest[kind] ?? 0, Math.round(performance.now() - asked));
        }),
      );
      const ready = await answered("ready", app.call("GET", "/api/health/ready"));
      expect([ready.status, ready.body, ready.headers.get("retry-after")]).toEqual([503, { status: "database unavailable" }, "5"]);
      expect((await app.call("GET", "/api/health/live")).body).toEqual({ status: "live" });
      await wait(200);
    } while (performance.now() - gone < OUTAGE_SECONDS * 1000);
    // Bytes that were on their way are all there, and cannot be recorded yet.
    sending.go();
    expectAway("an upload whose bytes have arrived", await answered("an upload", sending.answer));

    await database.resume();
    // Told while nobody may hear it yet.
    await sql`insert into settings (key, value, version) values ('registration', '{"open": false}', 1)
      on conflict (key) do update set value = excluded.value`;
    await sql`select pg_notify('parley', ${`${SERVICE_TOPIC} `})`;
    const back = await until("calls again", async () => (await app.call("GET", "/api/account/my-account", person)).status === 200);
    const ready = await until("ready again", async () => (await app.call("GET", "/api/health/ready")).status === 200);
    for (const [kind, call] of Object.entries(calls)) {
      // A picture that is not there and an upload that has arrived are told apart from a database that is away.
      const { status } = await answered(kind, call());
      expect({ kind, fine: status < 500 }).toEqual({ kind, fine: true });
    }
    const settings = await until("settings are fresh", async () => {
      const refused = await app.call("POST", "/api/account/register", {
        body: { email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery", firstName: "A", lastName: "B" },
      });
      return refused.body.code === "registrationClosed";
    });
    await sql`delete from settings where key = 'registration'`;
    await sql`select pg_notify('parley', ${`${SERVICE_TOPIC} `})`;

    // The stream that was open all the time hears what is told now.
    const live = await until("live updates", async () => {
      await sql`select pg_notify('parley', ${`user:${person.user.uid} subscription`})`;
      return stream.within(500, () => stream.events.some(({ data }) => data?.json === "subscription"));
    });
    expect(stream.closed()).toBe(false);
    stream.close();

    // A job that is asked for now runs, and the event that was accepted before is handled once.
    await sql`insert into idempotency_keys (user_id, key, request_hash, created_at)
      values (${person.user.uid}, 'of yesterday', 'x', now() - interval '25 hours')`;
    const jobs = await until("jobs run", async () => {
      await sql`select pg_notify('parley', 'jobs platform.expire')`;
      await wait(200);
      return (await sql`select 1 from idempotency_keys where key = 'of yesterday'`).length === 0;
    });
    await until("the event is handled", async () => {
      const rows = await sql`select handled_at from stripe_events where id like 'evt_before_%'`;
      return rows.length > 0 && rows.every(({ handled_at: at }) => at !== null);
    });

    // The upload goes on with what is there already.
    for (const { take } of [begun, given]) {
      const from = await resumeAt(take.address);
      const put = await fetch(take.address, {
        method: "PUT",
        body: new Uint8Array(take.bytes.subarray(from)),
        headers: { range: `bytes=${from}-` },
      });
      expect({ from: from > 0, status: put.status }).toEqual({ from: true, status: 200 });
      expect(await answerDetail(app, person.token, take.uid)).toMatchObject({ state: "stored" });
    }

    await answered("what was not taken", writing.end());
    await expectEachOnce(sql, writing.saved);
    const again = writing.saved.filter(({ tries }) => tries > 1);
    expect(again.length).toBeGreaterThan(0);
    keepFigures(`PostgreSQL ${how}, gone for ${OUTAGE_SECONDS} s`, {
      "first 503 after, ms": first,
      "slowest refusal of any kind of call, ms": Math.max(...Object.values(slowest)),
      "calls again after its start, ms": back,
      "then until ready, ms": ready,
      "then until settings are fresh, ms": settings,
      "then until live updates come, ms": live,
      "then until jobs run, ms": jobs,
      "saves acknowledged before it went": before,
      "saves acknowledged in all, each there once": writing.saved.length,
      "of which tried more than once": again.length,
      "what was not answered": tally(writing.refusals),
    });
  }, 180_000);
});
