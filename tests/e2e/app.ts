import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports";

export interface RunningApp {
  url: string;
  dataDir: string;
  /** SIGKILL: what a power cut looks like to the app. */
  kill(): Promise<void>;
  /** SIGTERM, and waits until everything has stopped. @returns the exit code */
  terminate(): Promise<number | null>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
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
  let child: ChildProcess;

  const launch = async () => {
    const env = { ...process.env, PORT: port, DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "warn", ...settings };
    child = spawn(process.execPath, ["src/bin/start.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    beside?.(env);
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the app ended with code ${code}`)));
      child.stdout?.on("data", (data) => String(data).includes("Parley is ready") && resolve());
    });
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.removeAllListeners("exit");
      child.once("exit", (code) => resolve(code));
      child.kill(signal);
    });
  await launch();
  return {
    url,
    dataDir,
    kill: async () => {
      await end("SIGKILL");
    },
    terminate: () => end("SIGTERM"),
    restart: launch,
    stop: async () => {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
