import { readFileSync } from "node:fs";
import type http from "node:http";
import next from "next";
import { announcement } from "./announcement";
import type { App } from "./app";
import { startEmbedded } from "./db/embedded";
import { migrateDatabase } from "./db/migrate";
import { seedContent, seedDemoLogins } from "./db/seed";
import { type Env, readEnv, type StartFacts } from "./env";
import { readBuiltPages } from "./http/built-pages";
import { drain } from "./http/drain";
import { createFrontDoor } from "./http/front-door";
import { createHttpServer } from "./http/server";
import { staticFiles } from "./http/static-files";
import { createLog, type Log } from "./log";
import { isOpenLine } from "./origins";
import { StartError } from "./start-error";
import { startLogShipping } from "./telemetry/logs";
import { createTelemetry } from "./telemetry/telemetry";

export interface ServeOptions {
  mode: "web" | "worker";
  /** In development the pages compile on demand and the API is replaced whenever its code changes. */
  dev: boolean;
  /** Loads the API's module; called again for each change in development. */
  loadApp(): Promise<typeof import("./app")>;
  /** What the start command knows of its surroundings. */
  facts?: StartFacts;
  /** Hands out what replaces the API. */
  onReady?(reload: () => Promise<void>): void;
}

/** Within it, another signal says the same once more. */
const INSIST_MS = 2_000;
/** A stop that is not over by now is ended where it is, with code 1: supervisors kill soon after. */
const STOP_MS = 10_000;
/** Runs the whole product in this process until a signal stops it. */
export async function serve(options: ServeOptions): Promise<void> {
  const stoppers: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (code: number): Promise<void> => {
    stopping ??= (async () => {
      setTimeout(() => {
        console.error(`Parley did not stop within ${STOP_MS / 1000} seconds and was ended.`);
        process.exit(1);
      }, STOP_MS).unref();
      // What came last leans on what came before it.
      for (const stopper of stoppers.toReversed()) await stopper().catch((error) => console.error(error));
      process.exit(code);
    })();
    return stopping;
  };
  let told: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A terminal or a supervisor tells npm and this process alike, after which bin/setup.mjs misses npm and tells it once more: only a
      // later word is of somebody who insists.
      told ??= performance.now();
      if (performance.now() - told > INSIST_MS) process.exit(1);
      void stop(0);
    });
  }
  try {
    await start(options, stoppers);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    await stop(1);
  }
}

const OPEN_LINE =
  "DATABASE_URL leads to another machine and does not say whether to encrypt: sslmode=verify-full does, and checks whose server it is.";

async function start(options: ServeOptions, stoppers: (() => Promise<void>)[]): Promise<void> {
  const env = readEnv(process.env, options.facts);
  const shipping = await startLogShipping(env);
  if (shipping) stoppers.push(shipping.close);
  const log = createLog(env.LOG_LEVEL, shipping);
  const telemetry = await createTelemetry(env, log);
  stoppers.push(telemetry.close);
  if (env.DATABASE_URL && isOpenLine(env.DATABASE_URL)) log.warn(OPEN_LINE);
  if (telemetry.metricsUrl) log.info({ metrics: telemetry.metricsUrl }, "metrics");
  const door = createFrontDoor(env, log, telemetry);
  // The port first: when it is taken, nothing else needs to start.
  const server = options.mode === "web" ? await listen(env, door.handle, log) : undefined;

  const databaseUrl = await openDatabase(env, log, stoppers);
  await migrateDatabase(databaseUrl);
  const loaded = await options.loadApp();
  let app: App = loaded.createApp(env, databaseUrl, log, telemetry);
  stoppers.push(() => app.close());
  await seedContent(app.services.db);
  const logins = env.demo ? await seedDemoLogins(app.services.db, env.kept.demoPasswords) : [];

  const work = (current: App) => {
    const begun = options.mode === "worker" || env.JOBS === "inline" ? current.work() : current.keepClock();
    begun.catch((error) => log.error({ err: error }, "job queue"));
  };
  if (server) {
    const pages = next({ dev: options.dev, dir: process.cwd(), hostname: env.HOST, port: env.PORT, httpServer: server });
    await pages.prepare();
    stoppers.push(() => pages.close());
    // Pushed last, so that it comes first at a stop: running calls need everything that is stopped after them.
    stoppers.push(async () => {
      door.close();
      await Promise.all([app.retire(), drain(server)]);
    });
    const built = options.dev ? undefined : readBuiltPages();
    const build = options.dev ? undefined : readFileSync(".next/BUILD_ID", "utf8").trim();
    const files = options.dev ? undefined : staticFiles();
    door.open({ api: (req, res) => app.handle(req, res), pages: pages.getRequestHandler(), files, built, build });
  }
  work(app);
  if (options.mode === "worker") console.log("Parley's worker runs. Ctrl-C stops it.");
  else console.log(announcement({ ...env, logins, isTerminal: process.stdout.isTTY === true }));
  options.onReady?.(async () => {
    const old = app;
    const fresh = await options.loadApp();
    app = fresh.createApp(env, databaseUrl, log, telemetry);
    work(app);
    await old.close();
  });
}

async function openDatabase(env: Env, log: Log, stoppers: (() => Promise<void>)[]): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const embedded = await startEmbedded({ dir: `${env.dataDir}/postgres`, password: env.kept.databasePassword });
  stoppers.push(embedded.stop);
  embedded.keepRunning({
    restarted: () => log.warn("The embedded PostgreSQL was gone, and was started again."),
    failed: (error) => log.error({ err: error }, "The embedded PostgreSQL is gone, and does not start."),
  });
  return embedded.url;
}

function listen(env: Env, handle: http.RequestListener, log: Log): Promise<http.Server> {
  const server = createHttpServer(handle, log);
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(new StartError(listenError(env, cause), { cause })));
    server.listen(env.PORT, env.HOST, () => resolve(server));
  });
}

function listenError({ PORT, HOST }: Env, cause: NodeJS.ErrnoException): string {
  if (cause.code === "EADDRINUSE") return `Port ${PORT} is taken by another program: stop it, or choose another with PORT.`;
  if (cause.code === "EACCES") return `Port ${PORT} needs rights that this user lacks: choose one above 1023 with PORT.`;
  return `The address ${HOST}:${PORT} cannot be served (${cause.code ?? cause.message}): check HOST and PORT.`;
}
