import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Harness, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { answerDetail } from "#tests/factories/answers";
import { issued } from "#tests/factories/invoices";
import { aShop, type Shop } from "#tests/factories/isolation/shop";
import { callProcedure } from "#tests/factories/permissions/calls";
import { startProcess } from "#tests/factories/processes";
import { storedAnswer } from "#tests/factories/uploads";
import { whileHeld } from "#tests/factories/waiting";
import { makeBackup } from "@/server/backup/backup";
import { BACKUP_LOCK, heldFolder } from "@/server/backup/held";
import { type Manifest, tableFile } from "@/server/backup/manifest";
import { checkBackup, readManifest, requireNew, restoreFiles, restoreTables } from "@/server/backup/restore";
import { endRestore } from "@/server/backup/unfinished";
import type { Transaction } from "@/server/db/client";
import { readEnv } from "@/server/env";
import { filesFolder } from "@/server/vendors/uploadthing/disk";

const harness = useHarness();
let root: string;
let admin: postgres.Sql;
const made: string[] = [];

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-backups-"));
  admin = postgres(harness().databaseUrl.replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  for (const name of made) await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(root, { recursive: true, force: true });
});

/** A database in which nothing is, and a folder for what was in the data folder. */
async function somewhereNew() {
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(`create database ${name}`);
  made.push(name);
  return { url: harness().databaseUrl.replace(/\/[^/]*$/, `/${name}`), dataDir: path.join(root, name) };
}

const backUp = () => makeBackup(harness().env, harness().databaseUrl, path.join(root, randomBytes(4).toString("hex")));

async function restored(folder: string, given?: Awaited<ReturnType<typeof somewhereNew>>) {
  const place = given ?? (await somewhereNew());
  const manifest = readManifest(folder);
  await restoreFiles(folder, manifest, place.dataDir);
  const leftOut = await restoreTables(folder, manifest, place.url);
  endRestore(place.dataDir);
  return { ...place, leftOut };
}

/** Asks a database something, by a connection of its own. */
async function asked(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return sql.unsafe(statement).finally(() => sql.end());
}

/** What guards the rows: the same list before and after. */
const GUARDS = `
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text as guard
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'rows of ' || oid::regclass || ' ' || relrowsecurity::text || relforcerowsecurity::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'grant ' || table_name || ' ' || grantee || ' ' || privilege_type from information_schema.role_table_grants
    where table_schema = 'public' and grantee = 'parley_trades'
  order by 1`;

/** A whole database is made anew in some of these. */
const SLOW = { timeout: 240_000 };

describe("a backup", SLOW, () => {
  let shop: Shop;
  let person: Awaited<ReturnType<typeof registerUser>>;
  let answer: Awaited<ReturnType<typeof storedAnswer>>;
  let folder: string;
  let manifest: Manifest;

  beforeAll(async () => {
    shop = await aShop(harness());
    await issued(shop.ask);
    person = await registerUser(harness());
    answer = await storedAnswer(harness(), person.token, 300_000);
    ({ folder, manifest } = await backUp());
  });

  it("holds every table, every recording and the keys, for its owner's eyes alone", async () => {
    const [counted] = await asked(
      harness().databaseUrl,
      "select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    expect(manifest.tables).toHaveLength(counted?.tables);
    expect(manifest.tables.find(({ name }) => name === "job_invoices")?.rows).toBe(1);
    expect(manifest.files.map(({ path: name }) => name)).toContain("secrets.json");
    expect(manifest.files.filter(({ path: name }) => name.startsWith("files/")).map(({ bytes }) => bytes)).toContain(300_000);
    expect(readManifest(folder)).toEqual(manifest);
    for (const name of ["manifest.json", "data/secrets.json", tableFile("users")])
      expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(existsSync(heldFolder(harness().env.dataDir))).toBe(false);
  });

  it("brings everything back: logins, recordings, shops, and all that guards them", async () => {
    const { url, dataDir } = await restored(folder);
    expect(await asked(url, GUARDS)).toEqual(await asked(harness().databaseUrl, GUARDS));
    const app = await startProcess(againIn(dataDir), url);
    try {
      const login = await app.call("POST", "/api/account/login", { body: { email: person.email, password: PASSWORD } });
      expect(login.status).toBe(200);
      // The token of before is good, too: the keys came along.
      const { media } = await answerDetail(app, person.token, answer.uid);
      const played = await fetch(media.link.replace(harness().url, app.url));
      expect(Buffer.from(await played.arrayBuffer()).equals(answer.bytes)).toBe(true);
      const heard = await callProcedure(app, shop.owner.token, "trades.invoices.list", { workspaceId: shop.workspaceId });
      expect(heard.given.data).toMatchObject([{ number: 1 }]);
      // What was issued stays as it is, and numbers go on.
      await expect(asked(url, "update job_invoices set title = 'Other'")).rejects.toThrow();
      const own = { ...shop, ask: inApp(app, shop) };
      expect((await issued(own.ask)).number).toBe(2);
      const sent = await app.call("POST", "/api/account/register", {
        body: { email: "after@example.com", password: "correct horse battery", firstName: "A", lastName: "B" },
      });
      expect(sent.status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it("of what was brought back is the same again, table by table", async () => {
    const { url, dataDir } = await restored(folder);
    const again = await makeBackup(againIn(dataDir), url, path.join(root, "again"));
    expect(again.manifest.tables).toEqual(manifest.tables);
    expect(again.manifest.sequences).toEqual(manifest.sequences);
    expect(again.manifest.files.toSorted(byPath)).toEqual(manifest.files.toSorted(byPath));
  });

  it("is made by one at a time", async () => {
    const other = postgres(harness().databaseUrl, { max: 1, onnotice: () => {} });
    await other`select pg_advisory_lock(${BACKUP_LOCK})`;
    await expect(backUp()).rejects.toThrow("Another backup");
    await other.end();
    await backUp();
  });

  it("that is refused takes nothing away from the one that is being made, were it of the same moment", async () => {
    atOneTime();
    const into = path.join(root, "refused");
    const made = () => makeBackup(harness().env, harness().databaseUrl, into);
    const held = async (tx: Transaction) => {
      await tx.execute(sql`lock table users in access exclusive mode`);
      return () => expect(made()).rejects.toThrow("Another backup");
    };
    const [first] = await whileHeld(harness().app.services.db, held, made);
    expect(readdirSync(into)).toEqual([path.basename(first?.folder ?? "")]);
    await checkBackup(first?.folder ?? "", first?.manifest ?? expect.fail("none was made"));
  });

  it("is made of recordings that have a disk of their own, too", async ({ skip }) => {
    const files = filesFolder(harness().env.dataDir);
    // In memory, wherever Linux is.
    const disk = "/dev/shm";
    if (!existsSync(disk) || statSync(disk).dev === statSync(files).dev) skip();
    const other = path.join(mkdtempSync(path.join(disk, "parley-files-")), "files");
    onTestFinished(() => {
      rmSync(files, { recursive: true, force: true });
      cpSync(other, files, { recursive: true });
      rmSync(path.dirname(other), { recursive: true });
    });
    cpSync(files, other, { recursive: true });
    rmSync(files, { recursive: true });
    symlinkSync(other, files);
    const recordings = (all: Manifest["files"]) => all.filter(({ path: name }) => name.startsWith("files/")).toSorted(byPath);
    expect(recordings((await backUp()).manifest.files)).toEqual(recordings(manifest.files));
  });

  it("and another installation's that begin in one folder at the same moment are two", async () => {
    const { url, dataDir } = await restored(folder);
    atOneTime();
    const into = path.join(root, "shared");
    const both = await Promise.all([
      makeBackup(harness().env, harness().databaseUrl, into),
      makeBackup({ ...harness().env, dataDir }, url, into),
    ]);
    for (const one of both) await checkBackup(one.folder, one.manifest);
    expect(readdirSync(into).toSorted()).toEqual(both.map((one) => path.basename(one.folder)).toSorted());
  });

  it("is none where a new release changed the database meanwhile: a table that was written anew would be empty in it", async () => {
    const { db } = harness().app.services;
    const changing = async (tx: Transaction) => {
      await tx.execute(sql`lock table videos in access exclusive mode`);
      return () => tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`);
    };
    const made = () =>
      backUp().then(
        () => "made",
        (error: Error) => error.message,
      );
    try {
      expect(await whileHeld(db, changing, made)).toEqual([expect.stringContaining("A new release changed the database")]);
    } finally {
      await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
    }
  });

  it("is of one moment, while people go on", async () => {
    const stop = new AbortController();
    const going = Array.from({ length: 3 }, async () => {
      while (!stop.signal.aborted) {
        const { token } = await registerUser(harness());
        await storedAnswer(harness(), token, 2000);
      }
    });
    const made = await backUp();
    stop.abort();
    await Promise.all(going);
    const { url, dataDir } = await restored(made.folder);
    // Each row that another names is there, or nothing would stand; and so is each file that a row says has arrived.
    const stored = await asked(url, "select key, size_bytes::int as size from stored_files where state = 'uploaded'");
    expect(stored.length).toBeGreaterThan(0);
    for (const { key, size } of stored) expect(statSync(path.join(dataDir, "files", key.slice(-2), key)).size).toBe(size);
  });
});

describe("bringing back", SLOW, () => {
  let folder: string;
  beforeAll(async () => {
    await registerUser(harness());
    ({ folder } = await backUp());
  });

  /** The same backup, but for what is done to it. */
  function other(change: (copy: string) => void): string {
    const copy = path.join(root, randomBytes(4).toString("hex"));
    cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  }
  const users = tableFile("users");
  const rewritten = (copy: string, work: (text: string) => string) =>
    writeFileSync(path.join(copy, users), gzipSync(work(gunzipSync(readFileSync(path.join(copy, users))).toString())));

  it.each<[string, (copy: string) => void]>([
    ["a row was changed", (copy) => rewritten(copy, (text) => text.replace("Amal", "Amir").replace("Lan", "Lin").replace("@", "_@"))],
    ["a row is missing", (copy) => rewritten(copy, (text) => text.slice(text.indexOf("\n") + 1))],
    ["a table ends in the middle", (copy) => writeFileSync(path.join(copy, users), readFileSync(path.join(copy, users)).subarray(0, -20))],
    ["a table is missing", (copy) => rmSync(path.join(copy, users))],
    ["a file was changed", (copy) => writeFileSync(path.join(copy, "data/secrets.json"), "{}")],
    ["a file is missing", (copy) => rmSync(path.join(copy, "data/secrets.json"))],
    ["it was not written to its end", (copy) => rmSync(path.join(copy, "manifest.json"))],
    ["a path leads out of it", (copy) => manifestOf(copy, (text) => text.replace('"secrets.json"', '"../secrets.json"'))],
    ["a newer release made it", (copy) => manifestOf(copy, (text) => text.replace(/"migrations": \[\s+"\w/, "$&0"))],
  ])("refuses a backup where %s, and leaves database and data folder new", async (_, change) => {
    const place = await somewhereNew();
    await expect(
      (async () => {
        const copy = other(change);
        const manifest = readManifest(copy);
        await checkBackup(copy, manifest);
        await restoreFiles(copy, manifest, place.dataDir);
        await restoreTables(copy, manifest, place.url);
      })(),
    ).rejects.toThrow(/damaged|holds no backup|newer release/);
    const [there] = await asked(place.url, "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace");
    expect(there?.n).toBe(0);
    expect(existsSync(place.dataDir)).toBe(false);
  });

  it("leaves out what somebody made beside the app's tables, and what extensions have, by name, and brings the rest", async () => {
    const { databaseUrl } = harness();
    const EXTENSION = `create extension if not exists btree_gist; create table of_extension (id serial primary key);
      alter extension btree_gist add table of_extension; alter extension btree_gist add sequence of_extension_id_seq`;
    await asked(
      databaseUrl,
      `${EXTENSION}; create table users_before as select * from users; create table "Our notes" (id serial primary key, text text);
      insert into "Our notes" (text) values ('one'); create view names as select first_name from users;
      alter table users add column note text, add column mark bytea;
      update users set note = chr(92) || chr(9) || email, mark = convert_to(email, 'UTF8')`,
    );
    const { folder } = await backUp().finally(() =>
      asked(
        databaseUrl,
        `drop view names; drop table users_before, "Our notes"; alter table users drop column note, drop column mark;
        alter extension btree_gist drop table of_extension; alter extension btree_gist drop sequence of_extension_id_seq; drop table of_extension`,
      ),
    );
    const place = await somewhereNew();
    await asked(place.url, EXTENSION);
    await requireNew(place.url);
    const { url, leftOut } = await restored(folder, place);
    expect(leftOut).toEqual(["Our notes", "users.note", "users.mark", "users_before"]);
    for (const table of ["users", "stored_files", "audit_events"]) {
      const rows = `select * from ${table} order by 1`;
      expect(await asked(url, rows)).toEqual(await asked(databaseUrl, rows));
    }
  });

  it.each([
    ["a table", (text: string) => text.replace('"users"', '"people"')],
    ["a column", (text: string) => text.replace('"email"', '"address"')],
  ])("refuses a backup in which %s of the app's is not there", async (_, change) => {
    const { url } = await somewhereNew();
    const copy = other((made) => manifestOf(made, change));
    await expect(restoreTables(copy, readManifest(copy), url)).rejects.toThrow("is not as it was written");
  });

  it("writes over nothing", async () => {
    const { url, dataDir } = await restored(folder);
    const manifest = readManifest(folder);
    await expect(restoreTables(folder, manifest, url)).rejects.toThrow("holds something already");
    await expect(restoreFiles(folder, manifest, dataDir)).rejects.toThrow("holds something already");
    const [there] = await asked(url, "select count(*)::int as n from users");
    expect(there?.n).toBeGreaterThan(0);
  });

  it("does not begin where the database would hide rows from it", async () => {
    const role = `reader_${randomBytes(4).toString("hex")}`;
    await asked(
      harness().databaseUrl,
      `create role ${role} login password 'x'; grant select on all tables in schema public to ${role};
      grant usage on schema drizzle to ${role}; grant select on all tables in schema drizzle to ${role}`,
    );
    const url = new URL(harness().databaseUrl);
    [url.username, url.password] = [role, "x"];
    const into = path.join(root, "hidden");
    await expect(makeBackup(harness().env, url.href, into)).rejects.toThrow("BYPASSRLS");
    expect(readdirSync(into)).toEqual([]);
    expect(existsSync(heldFolder(harness().env.dataDir))).toBe(false);
    await asked(harness().databaseUrl, `drop owned by ${role}; drop role ${role}`);
  });
});

/** The clock stands still until the test is over. */
function atOneTime(): void {
  vi.setSystemTime(new Date());
  onTestFinished(() => void vi.useRealTimers());
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

function manifestOf(copy: string, change: (text: string) => string): void {
  const file = path.join(copy, "manifest.json");
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after === before) throw new Error("nothing was changed");
  writeFileSync(file, after);
}

/** The same settings over another data folder, whose keys it finds there. */
const againIn = (dataDir: string) =>
  readEnv({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    APP_URL: harness().url,
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
  } as unknown as NodeJS.ProcessEnv);

const inApp =
  (app: Harness, { owner, workspaceId }: Shop): Shop["ask"] =>
  async (procedure, input) => {
    const heard = await callProcedure(app, owner.token, `trades.${procedure}`, { workspaceId, ...input });
    if (heard.code) throw new Error(`${procedure}: ${heard.text}`);
    return heard.given.data;
  };
