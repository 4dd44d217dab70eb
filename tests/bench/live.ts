import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { insertPerson } from "#tests/factories/bulk";
import { accessTokens } from "@/server/access-tokens";
import { openSession } from "@/server/auth";
import { connect } from "@/server/db/client";
import { users } from "@/server/db/schema";
import { type Child, startChild } from "./child";
import type { BenchDatabase } from "./database";
import type { ListenPlan, Rounds } from "./listeners";
import type { Usage } from "./usage";

const ACCOUNTS = 200;
const DEVICES = 5;
const AIM_MS = 150;
const TURNS = 5;
/** Events of one turn, and the time between two of them. */
const EVENTS = 20;
const PAUSE_MS = 100;
const SETTLE_MS = 1500;
const MB = 1024 ** 2;

interface Contestant {
  name: string;
  module: "api" | "bare-live";
  listenPath: string;
}
const CONTESTANTS: Contestant[] = [
  { name: "bare node:http", module: "bare-live", listenPath: "/" },
  { name: "Parley", module: "api", listenPath: "/api/trpc/account.live" },
];

/**
 * One event to 1,000 open streams of one process, from the NOTIFY that tells it to its last byte at each of them; beside a server
 * that hears the same NOTIFY and writes the same bytes. Both stand open all the time and take turns.
 */
export async function measureLive(dir: string, database: BenchDatabase): Promise<void> {
  const tokens = await signIn(database);
  const running: (Contestant & { server: Child; listeners: Child; memory: number; rounds: (Rounds & { cpu: number })[] })[] = [];
  try {
    for (const contestant of CONTESTANTS) {
      const [server, listeners] = await Promise.all([startChild(contestant.module), startChild("listeners")]);
      const one = { ...contestant, server, listeners, memory: 0, rounds: [] };
      running.push(one);
      const options = { databaseUrl: database.url, secret: database.secret, dataDir: path.join(dir, `live-${contestant.module}`) };
      const url = await server.ask<string>("serve", options);
      await wait(SETTLE_MS);
      const idle = await server.ask<Usage>("usage");
      await listeners.ask("open", { url, path: contestant.listenPath, tokens, databaseUrl: database.url } satisfies ListenPlan);
      await listeners.ask("tell", { events: EVENTS, pauseMs: PAUSE_MS });
      await wait(SETTLE_MS);
      one.memory = (await server.ask<Usage>("usage")).rss - idle.rss;
    }
    for (let turn = 0; turn < TURNS; turn++)
      for (const one of running) {
        const before = await one.server.ask<Usage>("usage");
        const round = await one.listeners.ask<Rounds>("tell", { events: EVENTS, pauseMs: PAUSE_MS });
        const after = await one.server.ask<Usage>("usage");
        one.rounds.push({ ...round, cpu: (after.cpu - before.cpu) / (EVENTS * tokens.length) });
      }
  } finally {
    await Promise.all(running.flatMap(({ server, listeners }) => [listeners.stop(), server.stop()]));
  }
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [bare] = running;
  console.log(`\nOne event to ${tokens.length.toLocaleString("en")} open streams: medians of ${TURNS} turns of ${EVENTS} events`);
  console.table(
    running.map(({ name, module, memory, rounds }) => ({
      server: name,
      "p50 ms": median(rounds.map(({ p50 }) => p50)).toFixed(1),
      "p99 ms": median(rounds.map(({ p99 }) => p99)).toFixed(1),
      "worst turn's p99": Math.max(...rounds.map(({ p99 }) => p99)).toFixed(1),
      "p99 to bare": median(rounds.map(({ p99 }, turn) => p99 / (bare?.rounds[turn]?.p99 ?? 1))).toFixed(2),
      aim: module === "api" ? `p99 ≤ ${AIM_MS}` : "",
      "server µs a stream": median(rounds.map(({ cpu }) => cpu)).toFixed(1),
      missing: rounds.reduce((sum, { missing }) => sum + missing, 0),
      "MB for the streams": (memory / MB).toFixed(0),
    })),
  );
}

/** Accounts that all hear one topic, each signed in on several devices. */
async function signIn({ url, secret }: BenchDatabase): Promise<string[]> {
  const { db, close } = connect({ url, max: 2 });
  const issuer = accessTokens([secret]);
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const userId = await insertPerson(db);
    await db.update(users).set({ role: "admin" }).where(eq(users.id, userId));
    for (let device = 0; device < DEVICES; device++)
      tokens.push(await openSession(db, issuer, { userId, userAgent: "bench", method: "password", hours: 12, now: new Date() }));
  }
  await close();
  return tokens;
}
