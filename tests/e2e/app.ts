import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { freePort } from "#tests/factories/ports";

/** Where no test lives: a day of a server's own would be another one than anybody's for most of the time. */
const SERVER_ZONE = "Pacific/Kiritimati";

export interface RunningApp {
  url: string;
  dataDir: string;
  /** What it has logged as an error since it was started first, a line each. */
  errors: readonly string[];
  /** SIGKILL: what a power cut looks like to the app. */
  kill(): Promise<void>;
  /** SIGTERM, and waits until everything has stopped. @returns the exit code */
  terminate(): Promise<number | null>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** SIGTERM to whatever still runs, and removes the data. */
  stop(): Promise<void>;
}

export interface RunningWorker {
  /** SIGTERM, and waits until it has ended. @returns the exit code, also of one that has ended already */
  terminate(): Promise<number | null>;
}

/** A worker as `npm run worker` runs it, on what its environment names. */
export function startWorker(env: NodeJS.ProcessEnv): RunningWorker {
  const child = spawn(process.execPath, ["src/bin/start.mjs", "worker"], { env, stdio: ["ignore", "ignore", "inherit"] });
  return { terminate: () => endOf(child, "SIGTERM") };
}

/**
 * The built app without jobs of its own, and a worker beside it that is started at the same moment and stopped with it.
 * @param own settings of the worker alone
 */
export async function startWithWorker(
  settings: Record<string, string> = {},
  own: Record<string, string> = {},
): Promise<RunningApp & { worker: RunningWorker }> {
  const workers: RunningWorker[] = [];
  const start = (env: NodeJS.ProcessEnv) => {
    // Only once: the app alone may be started again.
    if (workers.length === 0) workers.push(startWorker({ ...env, ...own }));
  };
  const endWorkers = () => Promise.all(workers.map((one) => one.terminate()));
  try {
    const app = await startApp({ JOBS: "off", ...settings }, start);
    const [worker] = workers;
    if (!worker) throw new Error("no worker was started");
    const stop = async () => {
      await endWorkers();
      await app.stop();
    };
    return { ...app, worker, stop };
  } catch (error) {
    await endWorkers();
    throw error;
  }
}

/** Sends a signal to a process that runs, and waits for its end. @returns its exit code, null where a signal ended it */
function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}

/**
 * The built app as `npm start` runs it, with data and a port of its own.
 * @param settings of its environment; with DATA_DIR and PORT it goes on where another one was
 * @param folder where it is installed, if not here
 * @param beside called at the moment of the start with the same environment, for what is to start with it
 */
export async function startApp(
  settings: Record<string, string> = {},
  beside?: (env: NodeJS.ProcessEnv) => void,
  folder = process.cwd(),
): Promise<RunningApp> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), "parley-browser-"));
  chmodSync(dataDir, 0o755);
  const port = settings.PORT ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const errors: string[] = [];
  let child: ChildProcess;

  const launch = async () => {
    const env = { ...process.env, TZ: SERVER_ZONE, PORT: port, DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "warn", ...settings };
    child = spawn(process.execPath, ["src/bin/start.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    beside?.(env);
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the app ended with code ${code}`)));
      createInterface({ input: child.stdout as Readable }).on("line", (line) => {
        if (line.includes("Parley is ready")) resolve();
        if (/"level":"(?:error|fatal)"/.test(line)) errors.push(line);
      });
    });
  };
  await launch();
  return {
    url,
    dataDir,
    errors,
    kill: async () => {
      await endOf(child, "SIGKILL");
    },
    terminate: () => endOf(child, "SIGTERM"),
    restart: launch,
    stop: async () => {
      await endOf(child, "SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
