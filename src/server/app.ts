import type { Services } from "./api/context";
import { demoPayments, jobs, personalData, uploadRoutes } from "./api/root";
import { accessTokens } from "./auth";
import { connect } from "./db/client";
import type { Env } from "./env";
import { type ApiHandler, createApiHandler } from "./http/handler";
import { LiveStreams } from "./http/live";
import { rateLimits } from "./http/rate-limits";
import { callWebhook } from "./http/webhooks";
import { jobQueue } from "./jobs/queue";
import type { Log } from "./log";
import { createRealtime } from "./realtime";
import { createSettings } from "./settings";
import { createIdentityProofs } from "./vendors/identities";
import { createMail } from "./vendors/mail";
import { createPlayers } from "./vendors/players";
import { createPush } from "./vendors/push";
import { createPayments } from "./vendors/stripe/payments";
import { createFileStore } from "./vendors/uploadthing/file-store";

export interface App {
  handle: ApiHandler;
  services: Services;
  /** Starts the job queue's work in this process. */
  work(): Promise<void>;
  /** Ends the open live streams, so that their clients come back to whoever serves next. */
  hangUp(): void;
  close(): Promise<void>;
}

/** The API as one object over one database: the process entry serves it, tests drive it without pages. */
export function createApp(env: Env, databaseUrl: string, log: Log): App {
  const connection = connect({ url: databaseUrl, max: env.DATABASE_POOL });
  // The emulator of Stripe is asked from within our own transactions: on one pool, ten of those would wait for an eleventh connection.
  const billing = env.payments === "demo" ? connect({ url: databaseUrl, max: 2 }) : connection;
  const queue = jobQueue(databaseUrl, connection.db, log);
  const files = createFileStore({ env, db: connection.db, log, routes: () => uploadRoutes(services) });
  const realtime = createRealtime(connection.sql, log);
  const services: Services = {
    env,
    db: connection.db,
    tokens: accessTokens(env.secret),
    files,
    jobs: queue,
    limits: rateLimits(env.RATE_LIMITS),
    mail: createMail(env),
    realtime,
    settings: createSettings(connection.db, realtime, log),
    identities: createIdentityProofs(env),
    payments: createPayments({
      ...demoPayments,
      env,
      db: billing.db,
      log,
      receive: (body, signature) => callWebhook(services, "/api/stripe/webhook", Buffer.from(body), { "stripe-signature": signature }),
    }),
    push: createPush(env),
    players: createPlayers(env),
    personalData,
    log,
  };
  const streams = new LiveStreams();
  return {
    handle: createApiHandler(services, files, streams),
    services,
    work: () => queue.work(jobs, services),
    hangUp: () => streams.hangUp(),
    close: async () => {
      streams.hangUp();
      await queue.stop();
      services.mail.close();
      await billing.close();
      await connection.close();
    },
  };
}
