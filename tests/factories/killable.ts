import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions, workers } from "../../src/bin/bundle.mjs";
import { freePort } from "./ports";

export interface Killable {
  url: string;
  /** SIGKILL, at once: nothing of it runs any more. */
  kill(): Promise<void>;
  /** Starts it again at the same port, over the same data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A process of the app by itself, over a database and a data folder that outlive it. */
export async function startKillable(settings: Record<string, string>): Promise<Killable> {
  // Below node_modules, so that the bundle finds its packages.
  const cache = path.resolve("node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(path.join(cache, "parley-killable-"));
  await build({
    ...bundleOptions,
    entryPoints: { api: "tests/factories/api-process.ts", ...workers },
    outdir,
  });
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const env = {
      ...process.env,
      NODE_ENV: "test",
      HOST: "127.0.0.1",
      PORT: String(port),
      RATE_LIMITS: "off",
      LOG_LEVEL: "fatal",
      ...settings,
    } as NodeJS.ProcessEnv;
    // Without the test's own hooks into Node.
    child = fork(path.join(outdir, "api.mjs"), { env, execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const [said] = await Promise.race([once(child, "message"), once(child, "exit")]);
    if (said !== "ready") throw new Error(`the app ended with code ${said}`);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    start,
    close: async () => {
      await kill();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
}
