import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { answer } from "./child";

export interface ListenPlan {
  url: string;
  path: string;
  /** One stream per token. */
  tokens: string[];
  databaseUrl: string;
}

export interface Rounds {
  /** Milliseconds from the NOTIFY to an event's last byte at a stream, over all events and streams. */
  p50: number;
  p99: number;
  /** Events that did not come within ten seconds. */
  missing: number;
}

/** Streams that are opened at the same time: a thousand at once would measure the server's doorway. */
const AT_ONCE = 50;
const LONGEST_MS = 10_000;

let sql: postgres.Sql;
let streams = 0;
let told = 0;
/** The event that is under way: when it was told, and when each stream had it. */
let marker = "";
let begun = 0;
let times: number[] = [];

/** Raw HTTP/1.1, as the load of lists is. */
function openStream(url: URL, path: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let text = "";
    socket.setEncoding("latin1");
    socket.once("error", reject);
    socket.once("connect", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`),
    );
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (!text.startsWith("HTTP/1.1 200")) return void socket.destroy(new Error(text.slice(0, 300)));
      if (text.includes("event: connected")) resolve();
      if (marker !== "" && text.includes(marker)) times.push(performance.now() - begun);
      // What an event ends with is the end of what is of interest.
      if (text.endsWith("\n\n\r\n") || text.endsWith("\n\n")) text = "HTTP/1.1 200";
    });
  });
}

async function open({ url, path, tokens, databaseUrl }: ListenPlan): Promise<void> {
  sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`select 1`;
  for (let from = 0; from < tokens.length; from += AT_ONCE)
    await Promise.all(tokens.slice(from, from + AT_ONCE).map((token) => openStream(new URL(url), path, token)));
  streams = tokens.length;
}

/** Tells some events, one after the other has arrived everywhere. */
async function tell({ events, pauseMs }: { events: number; pauseMs: number }): Promise<Rounds> {
  const all: number[] = [];
  for (let n = 0; n < events; n++) {
    times = [];
    marker = `support 0190a5f0-0000-7000-8000-000000000000 message ${1_000_000 + ++told}`;
    begun = performance.now();
    await sql`select pg_notify('parley', ${`staff ${marker}`})`;
    for (const until = begun + LONGEST_MS; times.length < streams && performance.now() < until; ) await wait(5);
    all.push(...times);
    marker = "";
    await wait(pauseMs);
  }
  all.sort((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.POSITIVE_INFINITY;
  return { p50: at(0.5), p99: at(0.99), missing: events * streams - all.length };
}

answer({ open, tell });
