import { AppError } from "@/lib/app-error";
import { accessTokens } from "./access-tokens";
import type { Services } from "./api/context";
import { demoPayments, jobs, latestNews, mayHaveUnfinished, notifyOfUnsent, personalData, uploadRoutes } from "./api/root";
import { connect } from "./db/client";
import type { Env } from "./env";
import { type ApiHandler, createApiHandler } from "./http/handler";
import { LiveStreams } from "./http/live";
import { type RateLimits, rateLimits } from "./http/rate-limits";
import { callWebhook } from "./http/webhooks";
import { jobQueue } from "./jobs/queue";
import type { Log } from "./log";
import { createRealtime } from "./realtime";
import { createSettings } from "./settings";
import { OFF, type Telemetry, type Watch } from "./telemetry/telemetry";
import { createIdentityProofs } from "./vendors/identities";
import { createMail, type MailTransport } from "./vendors/mail";
import { createPlayers } from "./vendors/players";
import { createPush } from "./vendors/push";
import { createPayments } from "./vendors/stripe/payments";
import { createFileStore } from "./vendors/uploadthing/file-store";

export interface App {
  handle: ApiHandler;
  services: Services;
  /** Starts the job queue's work in this process. */
  work(): Promise<void>;
  /** Or its clock alone, where the work is others'. */
  keepClock(): Promise<void>;
  /** Ends the open live streams, so that their clients come back to whoever serves next. */
  hangUp(): void;
  /**
   * This process is about to go: it is not ready any more, live streams end and none is opened, no job is begun. Calls are still
   * answered. Settles when the jobs that ran have ended or were given back.
   */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** The API as one object over one database: the process entry serves it, tests drive it without pages. */
export function createApp(env: Env, databaseUrl: string, log: Log, telemetry: Telemetry = OFF): App {
  const watch = telemetry.on ? telemetry.watch : undefined;
  const connection = connect({ url: databaseUrl, max: env.DATABASE_POOL, watch });
  // The emulator of Stripe is asked from within our own transactions: on one pool, ten of those would wait for an eleventh connection.
  const billing = env.payments === "demo" ? connect({ url: databaseUrl, max: 2 }) : connection;
  const queue = jobQueue(databaseUrl, connection.db, log);
  const files = createFileStore({
    env,
    db: connection.db,
    log,
    routes: () => uploadRoutes(services),
    mayHaveUnfinished: (db, account) => mayHaveUnfinished(services, db, account),
    telemetry,
  });
  const realtime = createRealtime(connection, log);
  const services: Services = {
    env,
    db: connection.db,
    tokens: accessTokens(env.secrets),
    files,
    jobs: queue,
    limits: countRefusals(rateLimits(env.RATE_LIMITS, { db: connection.db, secret: env.secrets[0] }), telemetry),
    mail: watchMails(createMail(env, log), telemetry.watch),
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
    latestNews,
    notifyOfUnsent,
    log,
    telemetry,
  };
  const streams = new LiveStreams();
  telemetry.observe({
    liveStreams: () => streams.open,
    jobs: jobs.map(({ name }) => name),
    waiting: () => queue.waiting(),
    connections: env.DATABASE_POOL,
  });
  return {
    handle: createApiHandler(services, files, streams),
    services,
    work: () => queue.work(jobs, services),
    keepClock: () => queue.keepClock(),
    hangUp: () => streams.hangUp(),
    retire: () => {
      streams.closed = true;
      streams.hangUp();
      return queue.stop();
    },
    close: async () => {
      streams.hangUp();
      await queue.stop();
      services.mail.close();
      await Promise.all([connection.close(), billing === connection ? undefined : billing.close()]);
    },
  };
}

const countRefusals = (limits: RateLimits, { refused }: Telemetry): RateLimits => ({
  spend: async (budget, address) => {
    try {
      await limits.spend(budget, address);
    } catch (error) {
      if (error instanceof AppError) refused(budget);
      throw error;
    }
  },
});

const watchMails = (mail: MailTransport, watch: Watch): MailTransport => ({
  ...mail,
  send: (one) => watch({ kind: "mail" }, () => mail.send(one)),
});
