import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import type postgres from "postgres";
import en from "#messages/en.json" with { type: "json" };
import { keepFigures } from "#tests/factories/figures";
import { openLive } from "#tests/factories/live";
import { finish } from "#tests/factories/uploads";
import { BUILD_HEADER } from "@/lib/build";
import { callApi, P, watchErrors } from "./actions";
import { startApp } from "./app";
import { startBalancer } from "./balancer";
import { databaseOf } from "./database";
import { type Account, anyQuestion, expect, newAccount, signIn, test } from "./fixtures";
import { halfSentUpload } from "./half-sent";
import { mailsTo } from "./mails";
import { nextRelease } from "./other-build";

const PROFILE = "/api/user/personalization/account/detail/profile/update";
/**
 * A folder in which an earlier release was built, to run beside this one with the migrations that really came since: by hand, as a build of
 * it takes minutes. Otherwise this one runs beside a next one that is made of it.
 */
const { EARLIER } = process.env;
/** What the next release adds, as migrations do. */
const MIGRATION = [
  'ALTER TABLE "answers" ADD COLUMN "later" text DEFAULT \'kept\' NOT NULL;',
  'CREATE TABLE "later_things" ("id" uuid PRIMARY KEY, "answer_id" uuid REFERENCES "answers" ("id") ON DELETE CASCADE);',
];
/** Of every minute, and asked for by the clock alone. */
const BY_THE_CLOCK = ["support.clock", "notifications.mail", "subscription.demo"];

test.setTimeout(300_000);

/** People who save and read without a pause. @returns what was not answered as it should be, once they have stopped */
function startUsing(url: string, { token }: Account, question: string) {
  const failures: string[] = [];
  let calls = 0;
  let over = false;
  const ask = async (path: string, body?: unknown) => {
    try {
      const answer = await fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": randomUUID() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.json();
      calls++;
      if (answer.status !== 200) failures.push(`${path}: ${answer.status}`);
    } catch (error) {
      failures.push(`${path}: ${String(error)}, ${String((error as Error).cause)}`);
    }
  };
  const one = async () => {
    while (!over) {
      await ask(`${P}/answer/save`, { question_id: question });
      await ask(`${P}/answer/get`);
      await ask("/api/account/my-account");
    }
  };
  const working = Promise.all([one(), one(), one()]);
  return {
    answered: () => calls,
    end: async () => {
      over = true;
      await working;
      return failures;
    },
  };
}

/** How often each job of the clock was due, all in all and since then; how often it ran, and what is still on its way. */
const ticks = (sql: postgres.Sql, since: Date) => sql<{ name: string; due: number; lately: number; ran: number; open: number }[]>`
  with sent as (select data ->> 'name' as name, state, singleton_on, created_on from pgboss.job where name = '__pgboss__send-it')
  select name,
    (select count(distinct singleton_on)::int from sent where sent.name = clock.name) as due,
    (select count(distinct singleton_on)::int from sent where sent.name = clock.name and created_on > ${since}) as lately,
    (select count(*)::int from pgboss.job where job.name = clock.name and state = 'completed') as ran,
    (select count(*)::int from pgboss.job where job.name = clock.name and state <> 'completed')
      + (select count(*)::int from sent where sent.name = clock.name and state <> 'completed') as open
  from pgboss.schedule clock where name in ${sql(BY_THE_CLOCK)} order by name`;

test("the next release beside the one before: migrated once, nobody's call fails, saves, uploads, streams, jobs and open pages go on", async ({
  own,
  browser,
  page,
  context,
}) => {
  const release = EARLIER ? undefined : await nextRelease({}, MIGRATION);
  const balancer = await startBalancer();
  const { url } = balancer;
  const settings = { APP_URL: url, TRUST_PROXY: "on" };
  const old = await own(startApp(settings, undefined, EARLIER));
  balancer.lead([old.url]);
  const sql = await databaseOf(old);
  const account = await newAccount(url);
  const { token } = account;
  const question = (await anyQuestion(url, token)).uid;

  // A page from before, with something typed.
  await signIn(context, account);
  await page.goto(`${url}/dashboard/settings/account`);
  const name = page.getByLabel(en.auth.firstName);
  await expect(name).toHaveValue("Amal");
  const errors = await watchErrors(page);

  // Two of the next release start at one moment, while the one before is in use.
  const direct = startUsing(old.url, account, question);
  const people = startUsing(url, account, question);
  const begun = performance.now();
  const next = await Promise.all([1, 2].map(() => own(startApp({ ...settings, DATA_DIR: old.dataDir }, undefined, release?.folder))));
  const readyMs = Math.round(performance.now() - begun);
  const [{ now: together } = { now: new Date() }] = await sql<{ now: Date }[]>`select now()`;
  const files = readdirSync("drizzle").filter((file) => file.endsWith(".sql"));
  const [ran] = await sql`select count(*)::int as n, count(distinct hash)::int as once from drizzle.__drizzle_migrations`;
  const all = files.length + (release ? 1 : 0);
  expect(ran).toEqual({ n: all, once: all });
  const apps = [old, ...next];
  balancer.lead(apps.map((app) => app.url));
  const builds = await Promise.all(apps.map(async (app) => (await fetch(`${app.url}/api/health/live`)).headers.get(BUILD_HEADER)));
  expect([builds[1] === builds[2], builds[0] === builds[1]]).toEqual([true, false]);

  // Saves through each, into the tables of both; what one is told, people at all of them hear.
  for (const app of apps) {
    const { data } = await callApi(app.url, token, `${P}/answer/save`, { question_id: question });
    if (release) expect(await sql`select later from answers where id = ${data.uid}`).toEqual([{ later: "kept" }]);
    else expect(await sql`select id from answers where id = ${data.uid}`).toHaveLength(1);
  }
  const streams = await Promise.all(apps.map((app) => openLive(app.url, token)));
  for (const [n, app] of apps.entries()) {
    const before = streams.map((live) => live.events.length);
    await callApi(app.url, token, PROFILE, { firstName: `Mona${n}`, lastName: "Osman" });
    for (const [at, live] of streams.entries())
      expect(await live.within(20_000, () => live.events.slice(before[at]).some(({ data }) => data?.json === "account"))).toBe(true);
  }
  for (const live of streams) live.close();
  await expect(name).toHaveValue("Mona2");
  // Mails that any of them asks for are sent once, though all three work.
  const newcomers = await Promise.all(apps.map((app) => newAccount(app.url)));
  await expect.poll(() => newcomers.map(({ email }) => mailsTo(old, email).length)).toEqual(newcomers.map(() => 1));

  // A page of before saves, and one that is opened now works, from whichever release its parts come.
  await name.fill("Huda");
  await page.getByRole("button", { name: en.account.profile.save }).click();
  await expect(page.getByText(en.common.saved)).toBeVisible();
  // Browsers that have nothing yet: each page's document comes from another process, and so does each of its files.
  for (const _ of apps) {
    const fresh = await browser.newContext();
    await signIn(fresh, account);
    const opened = await fresh.newPage();
    await opened.goto(`${url}/dashboard/settings/account`);
    await expect(opened.getByLabel(en.auth.firstName)).toHaveValue("Huda");
    const shown = await watchErrors(opened);
    await opened.getByRole("button", { name: en.appearance.title }).first().click();
    await expect(opened.getByRole("heading", { name: en.appearance.title })).toBeVisible();
    expect(await shown()).toEqual([]);
    await fresh.close();
  }

  // An upload that began at the old one goes on at the new one.
  const [renewed] = next;
  if (!renewed) throw new Error("there are two of the next release");
  const upload = await halfSentUpload(url, token, (address) => address.replace(url, old.url));
  expect((await direct.end()).slice(0, 5)).toEqual([]);
  expect(await old.terminate()).toBe(0);
  await upload.cut;
  const rest = upload.address.replace(url, renewed.url);
  expect((await finish(rest, upload.bytes, upload.type)).put.status).toBe(200);
  const { data } = await callApi(url, token, `${P}/answer/detail/get`, { uid: upload.uid });
  expect(Buffer.from(await (await fetch(data.media.link)).arrayBuffer())).toEqual(Buffer.from(upload.bytes));

  // The page goes on: it hears what happens, and its next page comes.
  await callApi(renewed.url, token, PROFILE, { firstName: "Zahra", lastName: "Osman" });
  await expect(name).toHaveValue("Zahra");
  expect(await errors()).toEqual([]);
  await page.getByRole("link", { name: en.shell.places.answers, exact: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(en.pageError.title)).toHaveCount(0);
  expect((await people.end()).slice(0, 5)).toEqual([]);

  // What is due every minute has run once in each, whoever of them looked at the clock.
  const done = async () => (await ticks(sql, together)).map(({ lately, open }) => lately > 0 && open === 0);
  await expect.poll(done, { timeout: 150_000 }).toEqual(BY_THE_CLOCK.map(() => true));
  const clock = await ticks(sql, together);
  for (const { due, ran: runs } of clock) expect(runs).toBe(due);
  keepFigures("two processes of the next release beside one of this, which then ends", {
    "both ready and migrated once, ms": readyMs,
    "calls answered meanwhile, none of them failed": direct.answered() + people.answered(),
    "jobs due by the clock, each ran once": clock.reduce((sum, { due }) => sum + due, 0),
  });
  await sql.end();
  await Promise.all(apps.map((app) => app.terminate()));
  await balancer.close();
  release?.remove();
});
