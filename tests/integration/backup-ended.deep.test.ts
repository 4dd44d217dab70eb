import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { storedAnswer } from "#tests/factories/uploads";
import { makeBackup } from "@/server/backup/backup";
import { BACKUP_LOCK, heldFolder } from "@/server/backup/held";
import { DATA, tableFile } from "@/server/backup/manifest";
import { checkBackup, readManifest } from "@/server/backup/restore";
import { openPlain } from "@/server/backup/tables";
import { dropOrphans } from "@/server/jobs/orphans";
import { filesFolder } from "@/server/vendors/uploadthing/disk";
import { bundleOptions } from "../../src/bin/bundle.mjs";

const harness = useHarness();
let root: string;
let outdir: string;
let sql: postgres.Sql;
const running: ChildProcess[] = [];
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), "parley-ended-"));
  // Below node_modules, so that the bundle finds its packages.
  mkdirSync("node_modules/.cache", { recursive: true });
  outdir = mkdtempSync(path.resolve("node_modules/.cache/parley-backup-"));
  await build({ ...bundleOptions, entryPoints: { commands: "src/server/backup/commands.ts" }, outdir });
  writeFileSync(
    path.join(outdir, "run.mjs"),
    `import { backup } from "./commands.mjs"; process.exit(await backup(process.argv.slice(2)));`,
  );
  sql = postgres(harness().databaseUrl, { max: 1, onnotice: () => {} });
  const { token } = await registerUser(harness());
  await storedAnswer(harness(), token, 20_000);
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await sql.end();
  for (const folder of [root, outdir]) rmSync(folder, { recursive: true, force: true });
});

const held = () => heldFolder(harness().env.dataDir);

/** The command of the terminal, in the middle: it holds files and waits for a table. @param work what is done to it then */
async function inTheMiddle<T>(into: string, work: (child: ChildProcess, letGo: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const other = postgres(harness().databaseUrl, { max: 1, onnotice: () => {} });
  const lock = await other.reserve();
  try {
    await lock`begin`;
    await lock`lock table users in access exclusive mode`;
    const env = {
      ...process.env,
      NODE_ENV: "test",
      DATA_DIR: harness().env.dataDir,
      DATABASE_URL: harness().databaseUrl,
    } as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [path.join(outdir, "run.mjs"), into], { env, stdio: ["ignore", "inherit", "pipe"] });
    running.push(child);
    await until("it waits for the table", async () => {
      const waiting = await sql`select 1 from pg_stat_activity where application_name = 'parley-backup' and wait_event_type = 'Lock'
        and datname = current_database()`;
      return waiting.length > 0;
    });
    expect(existsSync(held())).toBe(true);
    return await work(child, () => lock`rollback`);
  } finally {
    lock.release();
    await other.end({ timeout: 1 });
  }
}

describe("what is deleted while a backup is made", () => {
  it("is in it with its row, as both were at its moment", async () => {
    const { files } = harness().app.services;
    const key = await files.save({ name: "kept.txt", type: "text/plain", bytes: new Blob(["as it was"]) });
    const into = path.join(root, "meanwhile");
    await inTheMiddle(into, async (child, letGo) => {
      await files.remove([key]);
      expect(await sql`select 1 from stored_files where key = ${key}`).toEqual([]);
      const ended = once(child, "exit");
      await letGo();
      expect(await ended).toEqual([0, null]);
    });
    const folder = path.join(into, readdirSync(into)[0] ?? "");
    const manifest = await readManifest(folder);
    await checkBackup(folder, manifest);
    const [copy = ""] = manifest.files.map((file) => file.path).filter((name) => name.endsWith(key));
    expect(readFileSync(path.join(folder, DATA, copy), "utf8")).toBe("as it was");
    const [table = ""] = manifest.tables.map(({ name }) => name).filter((name) => name.endsWith("stored_files"));
    expect(gunzipSync(readFileSync(path.join(folder, tableFile(table)))).toString()).toContain(key);
  });
});

describe("a backup that is ended before its end", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("by %s leaves nothing that it held, and nothing of itself", async (signal) => {
    const into = path.join(root, signal);
    await inTheMiddle(into, async (child, letGo) => {
      let said = "";
      child.stderr?.on("data", (data) => {
        said += String(data);
      });
      const ended = once(child, "exit");
      child.kill(signal);
      await letGo();
      expect(await ended).toEqual([1, null]);
      expect(said).toContain("ended before its end");
    });
    expect(existsSync(held())).toBe(false);
    expect(readdirSync(into)).toEqual([]);
  });

  it("because its connection broke, and its lock with it, says so and is none", async () => {
    // So many that copying them takes longer than to notice that it has begun.
    const folder = path.join(harness().env.dataDir, "files");
    const [row] = await sql`select * from stored_files limit 1`;
    const keys = Array.from({ length: 400 }, (_, at) => `manyfiles${String(at).padStart(6, "0")}`);
    for (const key of keys) {
      mkdirSync(path.join(folder, key.slice(-2)), { recursive: true });
      writeFileSync(path.join(folder, key.slice(-2), key), key);
    }
    await sql`insert into stored_files ${sql(keys.map((key) => ({ ...row, key })))}`;
    const into = path.join(root, "broken");
    const made = makeBackup(harness().env, harness().databaseUrl, into);
    const outcome = expect(made).rejects.toThrow("The database was away while the backup was made");
    await until("it copies, and its line is broken", async () => {
      const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley-backup'
        and datname = current_database() and state = 'idle' and query ilike 'select hash from drizzle%'`;
      return ended.length > 0;
    });
    await outcome;
    expect(readdirSync(into)).toEqual([]);
    expect(existsSync(held())).toBe(false);
    await sql`delete from stored_files where key in ${sql(keys)}`;
  });

  it("keeps its connection, and with it its lock, for as long as it takes", async () => {
    const plain = openPlain(harness().databaseUrl);
    expect(plain.options.max_lifetime).toBeNull();
    await plain.end();
  });

  it("does not begin where the data folder is not that of the recordings", async () => {
    const elsewhere = mkdtempSync(path.join(root, "elsewhere-"));
    const into = path.join(root, "foreign");
    await expect(makeBackup({ ...harness().env, dataDir: elsewhere }, harness().databaseUrl, into)).rejects.toThrow("none of them lies in");
    expect(readdirSync(into)).toEqual([]);
  });

  it("hard is cleared away by the night's sweep, and what of it lies in its folder by a later backup", async () => {
    const into = path.join(root, "hard");
    await inTheMiddle(into, async (child) => {
      // One that is being made is left alone.
      await dropOrphans(harness().app.services);
      expect(existsSync(held())).toBe(true);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    });
    await until("its connection is gone", async () => {
      const [free] = await sql`select pg_try_advisory_lock(${BACKUP_LOCK}) as won`;
      if (free?.won) await sql`select pg_advisory_unlock(${BACKUP_LOCK})`;
      return Boolean(free?.won);
    });
    expect(existsSync(held())).toBe(true);
    const { dataDir } = harness().env;
    const names = () =>
      [dataDir, filesFolder(dataDir)].flatMap((place) => readdirSync(place).filter((name) => /^(held|dropped)/.test(name)));
    // And what a sweep left that was itself ended, and what an earlier release had held.
    mkdirSync(path.join(filesFolder(dataDir), "dropped-before"));
    mkdirSync(path.join(dataDir, "held-for-backup"));
    await dropOrphans(harness().app.services);
    expect(names()).toEqual([]);

    const [left = ""] = readdirSync(into);
    expect(left).toMatch(/\.partial$/);
    const ofYesterday = "parley-2026-01-01T03-00-00.partial";
    const others = ["parley-mine.partial", "parley-2026-01-01T03-00-00"];
    for (const name of [ofYesterday, "parley-2026-01-01T03-00-00-0a1b2c3d.partial", ...others]) mkdirSync(path.join(into, name));
    const { folder } = await makeBackup(harness().env, harness().databaseUrl, into);
    expect(readdirSync(into).toSorted()).toEqual([left, ...others, path.basename(folder)].toSorted());
  });
});
