import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "#tests/factories/busy-world";
import { until } from "#tests/factories/faults";
import { keepFigures, tally } from "#tests/factories/figures";
import { violations } from "#tests/factories/invariants";
import { filesOf, leftOver } from "#tests/factories/invariants-files";
import { type Killable, startKillable } from "#tests/factories/killable";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { startPeople } from "#tests/factories/promises";
import { chance } from "#tests/factories/random";
import { seedContent } from "@/server/db/seed";
import { platformJobs } from "@/server/jobs/platform";

/** A few here, fifty by `npm test -- faults`. The seed decides when each comes. */
const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 20_261_125);

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let app: Killable;
let sql: postgres.Sql;
let world: World;
let people: ReturnType<typeof startPeople>;
beforeAll(async () => {
  database = await startOwnDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
  const helper = await startProcess(database.env, database.url);
  await seedContent(helper.app.services.db);
  world = await makeWorld(helper, Math.min(KILLS * 3, 40));
  await helper.close();
  app = await startKillable({
    DATABASE_URL: database.url,
    DATA_DIR: database.env.dataDir,
    APP_URL: database.env.publicUrl,
    SECRET: database.env.secrets[0],
    DEMO_PAYMENTS: "on",
  });
  people = startPeople(app.url, world, chance(SEED));
}, 180_000);
afterAll(async () => {
  await people?.stop();
  await Promise.all([app?.close(), sql?.end()]);
  await database?.close();
});

/** As it stands once a month of nights has been swept: an upload that was begun, and not gone on with, may wait for so long. */
async function swept(): Promise<void> {
  const then = new Date(Date.now() - 31 * 86_400_000);
  await sql`update stored_files set created_at = ${then}, uploaded_at = case when uploaded_at is null then null else ${then}::timestamptz end`;
  for (const file of filesOf(world)) utimesSync(file, then, then);
  await sql`insert into settings (key, value, version) values ('sweeps', jsonb_build_array(${then.getTime() + 86_400_000}::float8), 1)
    on conflict (key) do update set value = excluded.value`;
  const sweeper = await startProcess(database.env, database.url);
  for (const { run } of platformJobs) await run(sweeper.app.services);
  await sweeper.close();
}

const check = (settled = false) => violations(sql, world, people.accepted, settled);

describe("an app that is killed hard again and again while people use it", { retry: 0 }, () => {
  it(
    "keeps all that it said yes to, does nothing twice and leaves no file behind",
    async () => {
      const random = chance(SEED);
      // Another try goes on where the one before has failed.
      people.resume();
      const restarts: number[] = [];
      for (let n = 0; n < KILLS; n++) {
        await wait(random.between(100, 4000));
        await app.kill();
        people.pause();
        const begun = performance.now();
        await app.start();
        restarts.push(Math.round(performance.now() - begun));
        expect({ kill: n, wrong: await check() }).toEqual({ kill: n, wrong: [] });
        people.resume();
      }
      // Whoever comes again with the key of a call that was killed waits for the rest of its claim.
      await people.end();
      // As long as some are handled, others wait for their turn.
      for (let open = Number.POSITIVE_INFINITY; open > 0; ) {
        const left = async () => sql`select attempts, last_error, due_at from stripe_events where handled_at is null`;
        await until(`fewer than ${open} events wait`, async () => (await left()).length < open).catch(async (error) => {
          throw new Error(`${error.message}: ${JSON.stringify((await left()).slice(0, 3))}`);
        });
        open = (await left()).length;
      }
      expect(await check(true)).toEqual([]);
      const left = new Map<string, number>();
      for (const one of await leftOver(sql, world)) left.set(one, (left.get(one) ?? 0) + 1);
      await swept();
      expect(await leftOver(sql, world)).toEqual([]);
      expect(await check(true)).toEqual([]);
      const { saves, takes, messages, files, pictures, events, quotes } = people.accepted;
      for (const kind of [saves, takes, messages, files, pictures, events, quotes]) expect(kind.size).toBeGreaterThan(0);
      const sorted = restarts.toSorted((a, b) => a - b);
      keepFigures(`the app killed hard ${KILLS} times at random moments under load`, {
        "saves acknowledged, each there once": saves.size,
        "takes acknowledged, each there whole": takes.size,
        "chat messages acknowledged, each there once": messages.size,
        "files of messages and of the shop acknowledged, each there whole": files.size,
        "profile pictures acknowledged": pictures.size,
        "files that nobody had any more, all swept": tally(left),
        "payments' events acknowledged, each handled once": events.size,
        "quotes acknowledged, each with one job at most": quotes.size,
        tries: people.figures.tries,
        "of which once more": people.figures.again,
        "uploads resumed": people.figures.resumed,
        "restart, median, ms": sorted[KILLS >> 1] ?? 0,
        "restart, longest, ms": sorted.at(-1) ?? 0,
        "what was not answered": tally(people.refusals),
      });
    },
    KILLS * 20_000 + 180_000,
  );
});

/** What must not be is brought about by hand: each kind of harm is named. */
describe("the look at what is wrong", { retry: 0 }, () => {
  const first = <K>(of: Map<K, unknown>): K => {
    const [key] = of.keys();
    if (key === undefined) throw new Error("nothing was accepted");
    return key;
  };
  const folder = () => path.join(world.dataDir, "files");
  const fileOf = async (table: "support_attachments" | "workspace_files") => {
    const [{ key } = { key: "" }] = await sql`select file_key as key from ${sql(table)} order by file_key limit 1`;
    return String(filesOf(world).find((file) => path.basename(file) === key));
  };
  it.each<[string, () => Promise<unknown> | unknown, RegExp]>([
    ["a save that is gone", () => sql`delete from answers where comments = ${first(people.accepted.saves)}`, /^save:\S+ is lost$/],
    [
      "a save that is there twice",
      () => sql`update answers set comments = (select max(comments) from answers where comments like 'save:%')
        where id = (select id from answers where comments like 'save:%' order by comments limit 1)`,
      /^an answer save:\S+ is there 2 times$/,
    ],
    [
      "a take whose row forgot its file",
      () => sql`update answers set file_key = null where id = ${first(people.accepted.takes)}`,
      /^the take \S+ is lost$/,
    ],
    ["a file that is cut off", async () => writeFileSync(await fileOf("support_attachments"), "half"), /^the file \S+ is not whole$/],
    ["a file that is gone", async () => rmSync(await fileOf("workspace_files")), /^the file \S+ is not whole$/],
    ["a file without a row", () => writeFileSync(path.join(folder(), "orphanorphan"), "x"), /^the file orphanorphan is nobody's$/],
    [
      "a stored file without its row",
      () => sql`delete from stored_files where key = (select file_key from answers where file_key is not null limit 1)`,
      /^the answer \S+ has a file that is not there$/,
    ],
    [
      "a message's file that is gone",
      () => sql`delete from support_attachments where message_id is not null`,
      /^the message's file \S+ is lost$/,
    ],
    ["a shop's file that is gone", () => sql`delete from workspace_files`, /^the shop's file \S+ is lost$/],
    [
      "a picture that was told of and is not the profile's",
      () => people.accepted.pictures.add("told"),
      /^the profile has a picture from before$/,
    ],
    ["a profile without its picture", () => sql`update users set avatar_id = null`, /^the profile has 0 pictures$/],
    [
      "a message that is gone",
      () => sql`delete from support_messages where id = ${first(people.accepted.messages)}`,
      /^the message \S+ is lost$/,
    ],
    [
      "a message that is there twice",
      () => sql`update support_messages set text = (select max(text) from support_messages where text like 'message %')
        where id = (select id from support_messages where text like 'message %' and conversation_id = ${world.conversationId}
          order by text limit 1)`,
      /^a message message \S+ is there 2 times$/,
    ],
    ["an event that is gone", () => sql`delete from stripe_events where id = ${first(people.accepted.events)}`, /^the event \S+ is lost$/],
    [
      "a receipt that was given twice",
      () => sql`insert into notifications (id, user_id, event, kind, values, href)
        select gen_random_uuid(), user_id, event, kind, values, href from notifications where kind = 'receipt' limit 1`,
      /has a receipt twice$/,
    ],
    ["an effect that is missing", () => sql`delete from invoices`, /^the event \S+ had no effect$/],
    [
      "a quote's number that is missing",
      async () => {
        await sql`alter table quotes disable trigger all`;
        await sql`alter table quotes drop constraint if exists quotes_number`;
        await sql`delete from quotes where number = 1`;
        await sql`alter table quotes enable trigger all`;
      },
      /^a quote has the number 2 in the place of 1$/,
    ],
    [
      "two jobs of one quote",
      () => sql`update jobs set title = (select max(title) from jobs where title like 'quote %')
        where title = (select min(title) from jobs where title like 'quote %')`,
      /^quote \S+ has 2 jobs$/,
    ],
    [
      "a quote that was mailed twice",
      () => sql`insert into outbox_mails (id, recipient, locale, template, values)
        select gen_random_uuid(), recipient, locale, template, values from outbox_mails where template = 'quote_sent' limit 1`,
      /^\d+ mails bring \d+ quotes$/,
    ],
  ])("sees %s", async (_what, harm, told) => {
    expect(existsSync(folder())).toBe(true);
    const before = new Set(await check(true));
    await harm();
    const found = (await check(true)).filter((one) => !before.has(one));
    expect(found.filter((one) => told.test(one)).length, found.slice(0, 5).join("\n")).toBeGreaterThan(0);
  });
});
