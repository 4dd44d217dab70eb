import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type postgres from "postgres";
import en from "#messages/en.json" with { type: "json" };
import { keepFigures } from "#tests/factories/figures";
import { openLive } from "#tests/factories/live";
import { putFile, resumeAt } from "#tests/factories/uploads";
import { callApi, P, startTake, watchErrors } from "./actions";
import { type RunningApp, startApp, startWithWorker } from "./app";
import { startBalancer } from "./balancer";
import { databaseOf } from "./database";
import { test as base, expect, newAccount, signIn } from "./fixtures";
import { halfSentUpload } from "./half-sent";
import { mailsTo } from "./mails";
import { aBoss, aWorkspace, TRADES } from "./trades-actions";

interface World {
  /** The balancer's address. */
  url: string;
  dataDir: string;
  apps: [RunningApp, RunningApp];
  /** Sends all that comes from now on to these alone. */
  lead(apps: RunningApp[]): void;
  answered(): number[];
  sql: postgres.Sql;
}

/** Two web processes and a worker on one data folder, all started at one moment, behind a balancer that asks them in turn. */
const test = base.extend<{ world: World }>({
  world: async ({ own }, use) => {
    const balancer = await startBalancer();
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "parley-two-"));
    chmodSync(dataDir, 0o755);
    const shared = { DATA_DIR: dataDir, APP_URL: balancer.url, JOBS: "off", TRUST_PROXY: "on" };
    const apps = await Promise.all([own(startWithWorker(shared)), own(startApp(shared))]);
    const lead = (to: RunningApp[]) => balancer.lead(to.map(({ url }) => url));
    lead(apps);
    const sql = await databaseOf({ dataDir });
    await use({
      url: balancer.url,
      dataDir,
      apps,
      lead,
      answered: () => apps.map(({ url }) => balancer.answered().get(url) ?? 0),
      sql,
    });
    await sql.end();
    await balancer.close();
    // None takes the folder from under the others.
    await Promise.all([...apps, apps[0].worker].map((one) => one.terminate()));
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test.setTimeout(180_000);

const me = (url: string, token: string) => fetch(`${url}/api/account/my-account`, { headers: { authorization: `Bearer ${token}` } });

test("two processes are one service: sessions, live streams, uploads, mails", async ({ world, page, context }) => {
  const { url, dataDir, apps, sql } = world;
  // All three began on empty data at one moment: each migration ran once.
  const files = readdirSync("drizzle").filter((name) => name.endsWith(".sql"));
  const [ran] = await sql`select count(*)::int as n, count(distinct hash)::int as once from drizzle.__drizzle_migrations`;
  expect(ran).toEqual({ n: files.length, once: files.length });

  const account = await newAccount(url);
  for (let call = 0; call < 6; call++) expect((await me(url, account.token)).status).toBe(200);
  for (const calls of world.answered()) expect(calls).toBeGreaterThan(0);

  // What one process is told, people at the other hear.
  const streams = await Promise.all(apps.map((app) => openLive(app.url, account.token)));
  for (const live of streams) expect(live.status).toBe(200);
  await callApi(apps[0].url, account.token, "/api/user/personalization/account/detail/profile/update", {
    firstName: "Mona",
    lastName: "Osman",
  });
  for (const live of streams) expect(await live.within(20_000, () => live.events.some(({ data }) => data?.json === "account"))).toBe(true);
  for (const live of streams) live.close();

  // A page whose session ends at the other process is signed out.
  await signIn(context, account);
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const elsewhere = await (
    await fetch(`${url}/api/account/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
  ).json();
  for (const app of apps)
    expect(
      (await callApi(app.url, elsewhere.accessToken, "/api/user/personalization/account/session/end/others", {})).error,
    ).toBeUndefined();
  await expect(page).toHaveURL(/\/auth\/login/);
  for (const app of apps) expect((await me(app.url, account.token)).status).toBe(401);

  // An upload that begins at one goes on at the other, once the first has let go of it.
  const token: string = elsewhere.accessToken;
  const [first, second] = apps.map((app) => (address: string) => address.replace(url, app.url));
  if (!first || !second) throw new Error("there are two processes");
  const upload = await halfSentUpload(url, token, first);
  expect(await resumeAt(second(upload.address))).toBe(3000);
  upload.abandon();
  // Nothing is sent from there on: 423 says that another still writes, 400 that bytes are missing.
  const probe = async () => (await fetch(first(upload.address), { method: "PUT", headers: { range: "bytes=3000-" } })).status;
  await expect.poll(probe).toBe(400);
  expect((await putFile(second(upload.address), upload.bytes, upload.type, 3000)).status).toBe(200);
  const { data } = await callApi(url, token, `${P}/answer/detail/get`, { uid: upload.uid });
  const file = await fetch(data.media.link);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(upload.bytes));

  // Both ask for a mail's job; the worker sends each mail once.
  const people = await Promise.all(Array.from({ length: 10 }, () => newAccount(url)));
  const counts = () => people.map(({ email }) => mailsTo({ dataDir }, email).length);
  await expect.poll(counts).toEqual(people.map(() => 1));
  // What is asked for later is sent later: a second mail to any of them would have come before this one.
  const last = await newAccount(url);
  await expect.poll(() => mailsTo({ dataDir }, last.email).length).toBe(1);
  expect(counts()).toEqual(people.map(() => 1));
});

test("one of two dies in the middle of a take: the take is kept, its page goes on, the other does the work", async ({
  world,
  page,
  context,
}) => {
  const { url, apps } = world;
  const account = await newAccount(url);
  await signIn(context, account);
  await startTake(page, url, account, "audio", 1500);
  await apps[0].kill();
  const killed = performance.now();
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
  await expect(page.getByText(en.practice.review.stored, { exact: true })).toBeVisible({ timeout: 30_000 });
  keepFigures("one of two processes killed in the middle of a take", {
    "the take stopped and stored, ms after it": Math.round(performance.now() - killed),
  });
  for (let call = 0; call < 6; call++) expect((await me(url, account.token)).status).toBe(200);

  // Its page is told of what happens from now on, by the process that is left.
  await page.goto(`${url}/dashboard/settings/account`);
  await expect(page.getByLabel(en.auth.firstName)).toHaveValue("Amal");
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${url}/dashboard/settings/account`);
  await elsewhere.getByLabel(en.auth.firstName).fill("Mona");
  await elsewhere.getByRole("button", { name: en.account.profile.save }).click();
  await expect(elsewhere.getByText(en.common.saved)).toBeVisible();
  await expect(page.getByLabel(en.auth.firstName)).toHaveValue("Mona");

  // Started anew beside the one that serves, it takes its share again.
  await apps[0].restart();
  const [before = 0] = world.answered();
  for (let call = 0; call < 4; call++) expect((await me(url, account.token)).status).toBe(200);
  expect(world.answered()[0]).toBeGreaterThan(before);
});

test("a save under way in the process that dies is done by the other, once, without another press and without a word", async ({
  world,
  page,
  context,
}) => {
  const { url, apps, lead, sql } = world;
  const [first] = apps;
  // Within its own transaction nobody sees who has begun to wait since.
  const watching = await databaseOf(world);
  const waiting = () =>
    watching`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%"workspaces"%for key share'`;
  const boss = await aBoss(first);
  const shop = await aWorkspace(first, boss);
  await signIn(context, boss);
  await page.goto(`${url}${TRADES}/customers?workspace=${shop}`);
  await page.getByRole("link", { name: en.trades.customers.new }).click();
  await page.getByLabel(en.trades.customers.name, { exact: true }).fill("Kitchens by Lan");
  const errors = await watchErrors(page);
  const save = page.getByRole("button", { name: en.common.save });
  lead([first]);
  await sql.begin(async (tx) => {
    // Whoever saves waits for the workspace's row.
    await tx`select 1 from workspaces where id = ${shop} for update`;
    await save.click();
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await first.kill();
  });
  await watching.end();
  lead(apps);
  const died = performance.now();
  await expect(page.getByRole("heading", { level: 2, name: "Kitchens by Lan" })).toBeVisible({ timeout: 30_000 });
  keepFigures("one of two processes killed in the midst of a save", {
    "done by the other without another press, ms after it": Math.round(performance.now() - died),
  });
  const [there] = await sql`select count(*)::int as n from customers where workspace_id = ${shop}`;
  expect(there?.n).toBe(1);
  expect(await errors()).toEqual([]);
});

test("a page whose live stream dies with its process hears from the other what happens next, untouched and without a word of error", async ({
  world,
  page,
  context,
}) => {
  const { url, apps, lead } = world;
  const [first, second] = apps;
  // All goes to the one that is to die, and so does the page's stream.
  lead([first]);
  const account = await newAccount(url);
  await signIn(context, account);
  const streams: number[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/api/trpc/account.live")) streams.push(answer.status());
  });
  await page.goto(`${url}/dashboard/settings/account`);
  const name = page.getByLabel(en.auth.firstName);
  await expect(name).toHaveValue("Amal");
  await expect.poll(() => streams).toEqual([200]);
  const errors = await watchErrors(page);
  lead(apps);

  await first.kill();
  const killed = performance.now();
  const rename = (firstName: string) =>
    callApi(second.url, account.token, "/api/user/personalization/account/detail/profile/update", { firstName, lastName: "Osman" });
  // What is told while the page has no stream, and what comes by the new one.
  await rename("Mona");
  await expect(name).toHaveValue("Mona");
  await expect.poll(() => streams).toEqual([200, 200]);
  keepFigures("one of two processes killed that holds a page's live updates", {
    "the page hears by the other what happened meanwhile, ms after it": Math.round(performance.now() - killed),
  });
  await rename("Huda");
  await expect(name).toHaveValue("Huda");
  expect(await errors()).toEqual([]);
});
