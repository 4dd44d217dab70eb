import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "@/server/db/embedded";

const ROOT = process.getuid?.() === 0;
const OPTIONS = { password: "test", settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } };
/** A cluster is made and a server started in each test. */
const SLOW = 90_000;

/** A folder that only this user may enter, as mkdtemp makes it. */
let privateDir: string;
let dir: string;
let children: ChildProcess[];
let handles: EmbeddedDatabase[];
let made: Promise<void> | undefined;

beforeEach(() => {
  privateDir = mkdtempSync(path.join(os.tmpdir(), "parley-embedded-"));
  // The server's own user must get in, as in most places where people put their data.
  chmodSync(privateDir, 0o755);
  dir = path.join(privateDir, "postgres");
  children = [];
  handles = [];
  made = undefined;
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const handle of handles) await handle.stop();
  rmSync(home(), { recursive: true, force: true });
  rmSync(privateDir, { recursive: true, force: true });
}, SLOW);

/** Where the cluster really is. */
const home = () => {
  const moved = path.join(dir, "moved-to");
  return existsSync(moved) ? readFileSync(moved, "utf8").trim() : dir;
};

const postmaster = () => Number(readFileSync(path.join(home(), "cluster", "postmaster.pid"), "utf8").split("\n")[0]);

async function start(options: Partial<typeof OPTIONS> = {}): Promise<EmbeddedDatabase> {
  const handle = await startEmbedded({ dir, ...OPTIONS, ...options });
  handles.push(handle);
  return handle;
}

/** Which server answers: its start and its process tell one from the next. */
async function identity(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql`select pg_postmaster_start_time()::text || current_database() as id`.finally(() => sql.end());
  return row?.id;
}

const listens = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** What another process runs. Made once for each test, also where several begin at once. */
async function makeChild(work: string): Promise<void> {
  mkdirSync(work);
  symlinkSync(path.resolve("node_modules"), path.join(work, "node_modules"));
  await build({
    entryPoints: ["src/server/db/embedded.ts"],
    outfile: path.join(work, "embedded.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const code = `import { startEmbedded } from "./embedded.mjs";
    const { url } = await startEmbedded(JSON.parse(process.argv[2]));
    console.log(url);
    setInterval(() => {}, 60_000);`;
  writeFileSync(path.join(work, "child.mjs"), code);
}

/** Another process of the app that has the same database open; resolves once it has. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const work = path.join(privateDir, "child");
  made ??= makeChild(work);
  await made;
  const child = spawn(process.execPath, [path.join(work, "child.mjs"), JSON.stringify({ dir, ...OPTIONS })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (chunk) => resolve(String(chunk).trim()));
    child.once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
  });
  return { child, url };
}

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });

describe("the embedded PostgreSQL", () => {
  it(
    "started twice on one folder is one server, and after both have left none",
    async () => {
      const first = await start();
      const second = await start();
      expect(second.url).toBe(first.url);
      expect(await identity(second.url)).toBe(await identity(first.url));
      await second.stop();
      await first.stop();
      expect(await listens(first.url)).toBe(false);
    },
    SLOW,
  );

  it(
    "keeps its data over a stop, and asks for its password",
    async () => {
      const first = await start();
      let sql = postgres(first.url, { max: 1 });
      await sql`create table kept as select 42 as answer`;
      await sql.end();
      const wrong = postgres(first.url.replace(":test@", ":wrong@"), { max: 1 });
      await expect(wrong`select 1`.execute()).rejects.toMatchObject({ code: "28P01" });
      await wrong.end();
      await first.stop();
      expect(await listens(first.url)).toBe(false);

      const second = await start();
      sql = postgres(second.url, { max: 1 });
      expect(await sql`select answer from kept`).toEqual([{ answer: 42 }]);
      await sql.end();
    },
    SLOW,
  );

  it(
    "that was made with another password says so, and does not go on without anybody",
    async () => {
      await (await start()).stop();
      await expect(start({ password: "another" })).rejects.toThrow(/was made with another password .* bring back the secrets\.json/);
      expect(existsSync(path.join(home(), "cluster", "postmaster.pid"))).toBe(false);
      // One that others use goes on for them.
      const { url } = await start();
      await expect(start({ password: "another" })).rejects.toThrow("another password");
      expect(await listens(url)).toBe(true);
    },
    SLOW,
  );

  it(
    "that was being made as the power went is made anew",
    async () => {
      const work = path.join(privateDir, "child");
      await makeChild(work);
      // With all that it starts in one group, so that all of it ends at once.
      const child = spawn(process.execPath, [path.join(work, "child.mjs"), JSON.stringify({ dir, ...OPTIONS })], {
        stdio: "ignore",
        detached: true,
      });
      children.push(child);
      const begun = () => ["cluster", "cluster.new"].some((name) => existsSync(path.join(home(), name, "PG_VERSION")));
      await expect.poll(begun, { timeout: 60_000, interval: 5 }).toBe(true);
      const gone = new Promise((resolve) => child.once("exit", resolve));
      process.kill(-Number(child.pid), "SIGKILL");
      await gone;
      expect(existsSync(path.join(home(), "cluster", "PG_VERSION"))).toBe(false);
      const { url } = await start();
      expect(await identity(url)).toContain("parley");
    },
    SLOW,
  );

  it(
    "writes no values of statements that fail into its log, and begins a long one anew",
    async () => {
      const first = await start();
      const sql = postgres(first.url, { max: 1, onnotice: () => {} });
      await sql`create table people (email text primary key)`;
      for (const refused of [false, true])
        await sql`insert into people values ('amal@example.org')`.catch((error) => expect([refused, error.code]).toEqual([true, "23505"]));
      await expect(sql.unsafe("select 'amal@example.org'::int")).rejects.toMatchObject({ code: "22P02" });
      await sql.end();
      await first.stop();
      const log = path.join(home(), "cluster", "server.log");
      expect(readFileSync(log, "utf8")).toContain("database system is ready");
      expect(readFileSync(log, "utf8")).not.toContain("amal");
      truncateSync(log, 11 * 1024 ** 2);
      await start();
      expect(statSync(log).size).toBeLessThan(100_000);
    },
    SLOW,
  );

  it(
    "of a process that was killed goes on, is used by the next, and ends with it",
    async () => {
      const { child, url } = await startInChild();
      const before = await identity(url);
      await killed(child);
      expect(await listens(url)).toBe(true);

      const next = await start();
      expect(next.url).toBe(url);
      expect(await identity(next.url)).toBe(before);
      await next.stop();
      expect(await listens(url)).toBe(false);
      expect(existsSync(path.join(home(), "cluster", "postmaster.pid"))).toBe(false);
    },
    SLOW,
  );

  it(
    "is left to another process that still uses it",
    async () => {
      const mine = await start();
      const other = await startInChild();
      expect(other.url).toBe(mine.url);
      await mine.stop();
      expect(await listens(mine.url)).toBe(true);
      await killed(other.child);
      const last = await start();
      expect(last.url).toBe(mine.url);
      await last.stop();
      expect(await listens(mine.url)).toBe(false);
    },
    SLOW,
  );

  it(
    "that dies is started again at its address, with all that was in it, and no more once it was stopped",
    async () => {
      // As it runs for people: what was answered for is on the disk.
      const handle = await start({ settings: undefined });
      const told: string[] = [];
      handle.keepRunning({ restarted: () => told.push("restarted"), failed: (error) => told.push(String(error)) });
      const sql = postgres(handle.url, { max: 1, onnotice: () => {} });
      await sql`create table kept as select 42 as answer`;
      const before = await identity(handle.url);
      process.kill(postmaster(), "SIGKILL");
      // What it leaves behind goes after it by itself; until then a start is refused, and tried again.
      await expect.poll(() => told.at(-1), { timeout: 60_000 }).toBe("restarted");
      expect(await identity(handle.url)).not.toBe(before);
      expect(await sql`select answer from kept`).toEqual([{ answer: 42 }]);
      await sql.end();
      await handle.stop();
      expect(await listens(handle.url)).toBe(false);
    },
    SLOW,
  );

  it(
    "comes back at the port of last time, for those who look for it there",
    async () => {
      const first = await start();
      await first.stop();
      const second = await start();
      expect(second.url).toBe(first.url);
    },
    SLOW,
  );

  it.each<[string, string | undefined, number]>([
    ["a process of the same number, as in a container that began anew", undefined, 0],
    ["a process that was cut off as it wrote it", "", 60],
    ["a process whose number another program has by now", String(process.ppid), 3600],
    ["a process that is gone", "4194300", 0],
  ])(
    "starts beside a claim that was left by %s",
    async (_what, claim, secondsAgo) => {
      await (await start()).stop();
      const file = path.join(home(), "starting");
      writeFileSync(file, claim ?? String(process.pid));
      const then = new Date(Date.now() - secondsAgo * 1000);
      utimesSync(file, then, then);
      const { url } = await start();
      expect(await listens(url)).toBe(true);
      expect(readdirSync(home()).filter((name) => name.startsWith("starting"))).toEqual([]);
    },
    SLOW,
  );

  it(
    "is one server for all who start at once, in this process and others, beside a claim that was left",
    async () => {
      await (await start()).stop();
      writeFileSync(path.join(home(), "starting"), "4194300");
      const mine = [start(), start()];
      const others = [startInChild(), startInChild(), startInChild()];
      const urls = [...(await Promise.all(mine)), ...(await Promise.all(others))].map(({ url }) => url);
      expect(new Set(urls).size).toBe(1);
      expect(new Set(await Promise.all(urls.map(identity))).size).toBe(1);
    },
    SLOW,
  );

  it.skipIf(!ROOT)(
    "as root stands in the folder asked for, when its own user can reach that",
    async () => {
      // Only the folder itself is private here, and that is the server's own.
      mkdirSync(dir, { mode: 0o700 });
      const { url } = await start();
      expect(await identity(url)).toContain("parley");
      expect(existsSync(path.join(dir, "cluster", "PG_VERSION"))).toBe(true);
      expect(existsSync(path.join(dir, "moved-to"))).toBe(false);
    },
    SLOW,
  );

  it.skipIf(!ROOT)(
    "as root leaves a cluster to whoever began it, and its folder",
    async () => {
      await (await start()).stop();
      handles = [];
      const nobody = 65_534;
      for (const name of [".", ...readdirSync(dir, { recursive: true, encoding: "utf8" })]) chownSync(path.join(dir, name), nobody, nobody);
      const { url } = await start();
      expect(await identity(url)).toContain("parley");
      for (const place of [dir, path.join(dir, "cluster")]) expect(statSync(place).uid).toBe(nobody);
    },
    SLOW,
  );

  it.skipIf(!ROOT)(
    "as root under a private folder and a mask that shuts others out begins anew where an earlier clone stood, and not where its own is gone",
    async () => {
      chmodSync(privateDir, 0o700);
      const mask = process.umask(0o077);
      const left: string[] = [];
      try {
        await (await start()).stop();
        left.push(home());
        rmSync(dir, { recursive: true });
        const again = await start({ password: "another" });
        expect(await identity(again.url)).toContain("parley");
        await again.stop();
        left.push(home());
        handles = [];
        expect(new Set(left).size).toBe(2);
        rmSync(home(), { recursive: true });
        await expect(startEmbedded({ dir, ...OPTIONS })).rejects.toThrow("which is gone");
      } finally {
        process.umask(mask);
        for (const folder of left) rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOW,
  );

  it.skipIf(!ROOT)(
    "as root under a private folder stands elsewhere, in the same place each time (needs root)",
    async () => {
      chmodSync(privateDir, 0o700);
      const first = await start();
      const elsewhere = home();
      expect(elsewhere).not.toBe(dir);
      expect(await identity(first.url)).toContain("parley");
      await first.stop();
      const second = await start();
      expect(home()).toBe(elsewhere);
      expect(await identity(second.url)).toContain("parley");
    },
    SLOW,
  );
});
