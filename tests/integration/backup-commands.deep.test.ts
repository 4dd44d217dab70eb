import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { storedAnswer } from "#tests/factories/uploads";
import { runCommand } from "@/features/admin/commands";
import { backup, restore } from "@/server/backup/commands";
import { heldFolder } from "@/server/backup/held";
import { readManifest } from "@/server/backup/restore";
import { newVapidKeys } from "@/server/vapid";

const harness = useHarness();
let root: string;
let admin: postgres.Sql;
let sql: postgres.Sql;
const made: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-commands-"));
  admin = postgres(harness().databaseUrl.replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {} });
  sql = postgres(harness().databaseUrl, { max: 1, onnotice: () => {} });
  const { token } = await registerUser(harness());
  for (const size of [20_000, 30_000, 40_000]) await storedAnswer(harness(), token, size);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await sql.end();
  for (const name of made) await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(root, { recursive: true, force: true });
});

/** A folder or a database's name that nobody had. */
const fresh = () => `commands_${randomBytes(6).toString("hex")}`;

async function emptyDatabase(): Promise<string> {
  const name = fresh();
  await admin.unsafe(`create database ${name}`);
  made.push(name);
  return harness().databaseUrl.replace(/\/[^/]*$/, `/${name}`);
}

const OF_THE_APP = () => ({ DATA_DIR: harness().env.dataDir, DATABASE_URL: harness().databaseUrl });

/** A command of the terminal with these settings: its exit code, and what it says on either stream. */
async function run(command: typeof backup, folder: string, settings: Record<string, string>) {
  const all = { NODE_ENV: "test", DEMO: "", SECRET: "", STORAGE_KEY: "", UPLOADTHING_TOKEN: "", ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const heard: { out: string; err: string } = { out: "", err: "" };
  const hear = (stream: "out" | "err") => (line: unknown) => {
    heard[stream] += `${line instanceof Error ? (line.stack ?? line) : line}\n`;
  };
  const spies = [vi.spyOn(console, "log").mockImplementation(hear("out")), vi.spyOn(console, "error").mockImplementation(hear("err"))];
  const code = await command([folder]);
  for (const spy of spies) spy.mockRestore();
  return { code, ...heard };
}

const fileOf = (key: string) => path.join(harness().env.dataDir, "files", key.slice(-2), key);

describe("a command beside the app", () => {
  const place = () => ({ DATA_DIR: path.join(root, fresh()), DATABASE_URL: harness().databaseUrl });
  const NONE = /^.* holds no Parley: is DATA_DIR the folder of the app\?\n$/;

  it("makes neither data folder nor keys nor database where there is none", async () => {
    const lone = place();
    const into = path.join(root, fresh());
    for (const DATABASE_URL of [harness().databaseUrl, ""]) {
      expect(await run(backup, into, { ...lone, DATABASE_URL })).toEqual({ code: 1, out: "", err: expect.stringMatching(NONE) });
      expect([existsSync(lone.DATA_DIR), existsSync(into)]).toEqual([false, false]);
    }
    const grant = (settings: Record<string, string>) => run(() => runCommand(["grant", "a@example.com", "admin"]), "", settings);
    expect(await grant({ ...lone, DATABASE_URL: "" })).toEqual({ code: 1, out: "", err: expect.stringMatching(NONE) });
    // With a database of one's own there is nothing for which it would need the folder.
    expect(await grant(lone)).toEqual({ code: 1, out: "", err: "No account has the e-mail a@example.com.\n" });
    expect(existsSync(lone.DATA_DIR)).toBe(false);

    mkdirSync(lone.DATA_DIR);
    expect(await run(backup, into, lone)).toEqual({ code: 1, out: "", err: expect.stringMatching(NONE) });
    expect(readdirSync(lone.DATA_DIR)).toEqual([]);
  });

  it("needs no file of keys where all of them are given", async () => {
    const { publicKey, privateKey } = newVapidKeys();
    const given = { SECRET: "s".repeat(40), STORAGE_KEY: "k".repeat(40), VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
    const settings = { ...place(), ...given };
    mkdirSync(settings.DATA_DIR);
    cpSync(path.join(harness().env.dataDir, "files"), path.join(settings.DATA_DIR, "files"), { recursive: true });
    const into = path.join(root, fresh());
    expect(await run(backup, into, { ...settings, STORAGE_KEY: "" })).toMatchObject({ code: 1, err: expect.stringMatching(NONE) });
    expect(await run(backup, into, settings)).toMatchObject({ code: 0, err: "" });
    const { files } = readManifest(path.join(into, readdirSync(into)[0] ?? ""));
    expect(files.length).toBeGreaterThan(0);
    expect(files.map((file) => file.path)).not.toContain("secrets.json");
    expect(readdirSync(settings.DATA_DIR)).toEqual(["files"]);
  });

  it("says of a database in which nothing is that it is not the app's", async () => {
    const heard = await run(backup, path.join(root, fresh()), { ...OF_THE_APP(), DATABASE_URL: await emptyDatabase() });
    expect(heard).toEqual({ code: 1, out: "", err: "The database holds no Parley: is DATABASE_URL that of the app?\n" });
  });
});

describe("an ordinary mistake is answered with one sentence", () => {
  let folder: string;
  beforeAll(async () => {
    const into = path.join(root, fresh());
    await run(backup, into, OF_THE_APP());
    folder = path.join(into, readdirSync(into)[0] ?? "");
  });
  const one = (text: string) => ({ code: 1, out: "", err: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)) });

  it("where a file stands in the backup's place, or no folder can be made", async () => {
    const file = path.join(root, fresh());
    writeFileSync(file, "");
    for (const into of [file, path.join(file, "below"), "/proc/parley/backups"])
      expect(await run(backup, into, OF_THE_APP())).toEqual(one("No backup can be written into"));
  });

  it("where the database is away", async () => {
    const DATABASE_URL = "postgres://a:b@127.0.0.1:1/parley";
    const into = path.join(root, fresh());
    expect(await run(backup, into, { ...OF_THE_APP(), DATABASE_URL })).toEqual(one("at 127.0.0.1:1 cannot be reached"));
    expect(readdirSync(into)).toEqual([]);
    const DATA_DIR = path.join(root, fresh());
    expect(await run(restore, folder, { DATA_DIR, DATABASE_URL })).toEqual(one("at 127.0.0.1:1 cannot be reached"));
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it("where the database's user may not make the role of the workspaces", async () => {
    const role = fresh();
    const url = new URL(await emptyDatabase());
    await admin.unsafe(`create role ${role} login password 'x'`);
    await admin.unsafe(`alter database ${url.pathname.slice(1)} owner to ${role}`);
    [url.username, url.password] = [role, "x"];
    const heard = await run(restore, folder, { DATA_DIR: path.join(root, fresh()), DATABASE_URL: url.href });
    expect(heard).toEqual(one("create role parley_trades nologin; grant parley_trades to"));
    await admin.unsafe(`drop database ${made.pop()} with (force)`);
    await admin.unsafe(`drop role ${role}`);
  });
});

describe("a backup onto a disk without room", () => {
  let disk: string;
  let mounted = false;
  beforeAll(() => {
    disk = mkdtempSync(path.join(os.tmpdir(), "parley-no-room-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=160k", "parley-test", disk], { stdio: "ignore" });
      mounted = true;
    } catch {
      // It needs root and the right to mount.
    }
  });
  afterAll(() => {
    if (mounted) execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it("says that, and leaves nothing there, nor anything held", async ({ skip }) => {
    if (!mounted) skip();
    const none = expect.stringMatching(/^There is no room for the backup in .*: nothing of it is left\.\n$/);
    expect(await run(backup, disk, OF_THE_APP())).toEqual({ code: 1, out: "", err: none });
    expect(readdirSync(disk)).toEqual([]);
    expect(existsSync(heldFolder(harness().env.dataDir))).toBe(false);
    expect(await run(backup, path.join(root, fresh()), OF_THE_APP())).toMatchObject({ code: 0 });
  });

  it("takes nothing of what is kept free there for the database and the app", async ({ skip }) => {
    if (!mounted) skip();
    const whole = path.join(root, fresh());
    expect(await run(backup, whole, OF_THE_APP())).toMatchObject({ code: 0 });
    execFileSync("mount", ["-o", "remount,size=64m", disk]);
    // All of it would fit, and nothing would be left.
    const bytes = Number(execFileSync("du", ["-s", "-B1", whole]).toString().split("\t")[0]);
    const filler = path.join(disk, "filler");
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes - 1024 ** 2));
    const heard = await run(backup, disk, OF_THE_APP());
    expect(heard).toEqual({ code: 1, out: "", err: expect.stringContaining("There is no room for the backup") });
    expect(readdirSync(disk)).toEqual(["filler"]);
    rmSync(filler);
    expect(await run(backup, disk, OF_THE_APP())).toMatchObject({ code: 0, err: "" });
  });
});

describe("a table that somebody made beside the app's", () => {
  it("is in backups, and left out where one is brought back, which says so", async () => {
    await sql`create table answers_before as select * from answers`;
    const into = path.join(root, fresh());
    expect(await run(backup, into, OF_THE_APP())).toMatchObject({ code: 0, err: "" });
    await sql`drop table answers_before`;
    const place = { DATA_DIR: path.join(root, fresh()), DATABASE_URL: await emptyDatabase() };
    const back = await run(restore, path.join(into, readdirSync(into)[0] ?? ""), place);
    expect(back).toEqual({
      code: 0,
      out: expect.stringContaining("Restored"),
      err: expect.stringMatching(/^Left out, .*: answers_before\. .*\n$/),
    });
  });
});

describe("a backup of which files are missing or cut short", () => {
  it("is written, names them and is no success; what it has comes back, and the same is said of it", async () => {
    const keys = (await sql<{ key: string }[]>`select key from stored_files order by size_bytes`).map(({ key }) => key);
    const [gone = "", short = "", whole = ""] = keys;
    const into = path.join(root, fresh());
    expect(await run(backup, into, OF_THE_APP())).toMatchObject({ code: 0, err: "" });

    rmSync(fileOf(gone));
    truncateSync(fileOf(short), 100);
    const told = `1 are missing and 1 are cut short (${gone}, ${short})`;
    const broken = path.join(root, fresh());
    const heard = await run(backup, broken, OF_THE_APP());
    expect(heard).toEqual({ code: 1, out: expect.stringContaining("holds"), err: expect.stringContaining(told) });
    expect(heard.err.trim().split("\n")).toHaveLength(1);
    const folder = path.join(broken, readdirSync(broken)[0] ?? "");
    expect(readManifest(folder).lacking).toEqual({ missing: [gone], short: [short] });

    const dataDir = path.join(root, fresh());
    const back = await run(restore, folder, { DATA_DIR: dataDir, DATABASE_URL: await emptyDatabase() });
    expect(back).toEqual({ code: 0, out: expect.stringContaining("Restored"), err: heard.err });
    expect(existsSync(path.join(dataDir, "files", whole.slice(-2), whole))).toBe(true);

    // What nobody knows any more lacks nobody.
    await sql`delete from stored_files where key in ${sql([gone, short])}`;
    expect(await run(backup, path.join(root, fresh()), OF_THE_APP())).toMatchObject({ code: 0, err: "" });
  });
});
