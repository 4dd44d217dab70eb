import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { storedAnswer } from "#tests/factories/uploads";
import { makeBackup } from "@/server/backup/backup";
import { restore } from "@/server/backup/commands";
import { migrateDatabase } from "@/server/db/migrate";
import { readEnv } from "@/server/env";
import { bundleOptions } from "../../src/bin/bundle.mjs";

const harness = useHarness();
let root: string;
let outdir: string;
let folder: string;
let admin: postgres.Sql;
const made: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-unfinished-"));
  // The embedded database's own user must get in.
  chmodSync(root, 0o755);
  // Below node_modules, so that the bundle finds its packages.
  mkdirSync("node_modules/.cache", { recursive: true });
  outdir = mkdtempSync(path.resolve("node_modules/.cache/parley-restore-"));
  await build({ ...bundleOptions, entryPoints: { commands: "src/server/backup/commands.ts" }, outdir });
  const code = `import { restore } from "./commands.mjs"; process.exit(await restore(process.argv.slice(2)));`;
  writeFileSync(path.join(outdir, "run.mjs"), code);
  admin = postgres(harness().databaseUrl.replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {} });
  const { token } = await registerUser(harness());
  await storedAnswer(harness(), token, 20_000);
  ({ folder } = await makeBackup(harness().env, harness().databaseUrl, path.join(root, "backups")));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  for (const name of made) await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  for (const one of [root, outdir]) rmSync(one, { recursive: true, force: true });
});

async function somewhereNew() {
  const name = `unfinished_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(`create database ${name}`);
  made.push(name);
  return { url: harness().databaseUrl.replace(/\/[^/]*$/, `/${name}`), dataDir: path.join(root, name) };
}

async function asked(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return sql.unsafe(statement).finally(() => sql.end());
}

/** The command of the terminal with these settings. */
async function restoring({ url, dataDir }: { url: string; dataDir: string }) {
  const settings = { NODE_ENV: "test", DATA_DIR: dataDir, DATABASE_URL: url, SECRET: "", UPLOADTHING_TOKEN: "" };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const said: string[] = [];
  const hear = (line: unknown) => void said.push(String(line));
  const heard = [vi.spyOn(console, "log").mockImplementation(hear), vi.spyOn(console, "error").mockImplementation(hear)];
  const code = await restore([folder]);
  for (const one of heard) one.mockRestore();
  return { code, said: said.join("\n") };
}

const start = (dataDir: string) => readEnv({ NODE_ENV: "test", DATA_DIR: dataDir } as unknown as NodeJS.ProcessEnv);
const markOf = ({ dataDir }: { dataDir: string }) => path.join(dataDir, "restore-unfinished");
const users = async (url: string) => (await asked(url, "select count(*)::int as n from users"))[0]?.n;

describe("a restore that does not end", () => {
  it("for a reason that could be known before has written nothing", async () => {
    const place = await somewhereNew();
    const full = { ...place, url: harness().databaseUrl };
    expect(await restoring(full)).toEqual({ code: 1, said: expect.stringContaining("holds something already") });
    expect(existsSync(place.dataDir)).toBe(false);
    expect(await restoring(place)).toEqual({ code: 0, said: expect.stringContaining("Restored") });
  });

  it("leaves a data folder with which nothing starts, until the next try has brought everything", async () => {
    const place = await somewhereNew();
    const role = `restorer_${randomBytes(4).toString("hex")}`;
    await asked(place.url, `create role ${role} login password 'x'`);
    // Somebody who may make nothing in there: known only when it is tried.
    const url = new URL(place.url);
    [url.username, url.password] = [role, "x"];
    expect((await restoring({ ...place, url: url.href })).code).toBe(1);
    expect(existsSync(path.join(place.dataDir, "secrets.json"))).toBe(true);
    expect(() => start(place.dataDir)).toThrow("restore did not end");
    const marked = readFileSync(markOf(place), "utf8");
    // One that runs still is not taken for one that was ended.
    writeFileSync(markOf(place), marked.replace(/\n\d+/, `\n${process.ppid}`));
    expect(await restoring(place)).toEqual({ code: 1, said: expect.stringContaining(`Process ${process.ppid}`) });
    writeFileSync(markOf(place), marked);
    writeFileSync(path.join(place.dataDir, "half"), "of it");

    expect(await restoring(place)).toEqual({ code: 0, said: expect.stringContaining("Restored") });
    expect(existsSync(path.join(place.dataDir, "half"))).toBe(false);
    expect(start(place.dataDir).kept).toEqual(harness().env.kept);
    expect(await users(place.url)).toBe(await users(harness().databaseUrl));
    await asked(place.url, `drop role ${role}`);
  });

  it("with the embedded database is gone over, too, which the killed one left running", async () => {
    const dataDir = path.join(root, "embedded");
    const env = { ...process.env, NODE_ENV: "test", DATA_DIR: dataDir, DATABASE_URL: "", SECRET: "" } as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [path.join(outdir, "run.mjs"), folder], { env, stdio: "inherit" });
    const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
    // All files are there by then, and the tables are being made.
    await until("its database runs", async () => existsSync(pidFile) && readFileSync(pidFile, "utf8").includes("ready"));
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(() => start(dataDir)).toThrow("restore did not end");
    expect(await restoring({ url: "", dataDir })).toEqual({ code: 0, said: expect.stringContaining("Restored") });
    expect(start(dataDir).kept).toEqual(harness().env.kept);
    expect(existsSync(pidFile)).toBe(false);
  });

  it("because it was killed is gone over by the next one, in the database, too", async () => {
    const place = await somewhereNew();
    // As it stands between the tables and their rows.
    await asked(place.url, "create schema parley_restore");
    await migrateDatabase(place.url);
    expect(await restoring(place)).toEqual({ code: 0, said: expect.stringContaining("Restored") });
    expect(await users(place.url)).toBe(await users(harness().databaseUrl));
    expect(await asked(place.url, "select 1 from pg_namespace where nspname = 'parley_restore'")).toHaveLength(0);

    // A database that somebody uses since is not gone over, and neither is a folder with another backup's half.
    await asked(place.url, "create schema parley_restore");
    const elsewhere = { url: place.url, dataDir: `${place.dataDir}-again` };
    expect(await restoring(elsewhere)).toEqual({ code: 1, said: expect.stringContaining("holds something already") });
    expect(await users(place.url)).toBe(await users(harness().databaseUrl));
    writeFileSync(markOf(place), "of another backup\n1\n");
    const other = await somewhereNew();
    expect(await restoring({ ...other, dataDir: place.dataDir })).toEqual({ code: 1, said: expect.stringContaining("another backup") });
  });
});
