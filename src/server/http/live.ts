import type { IncomingMessage, ServerResponse } from "node:http";
import { type AnyTRPCProcedure, type AnyTRPCRouter, isTrackedEnvelope } from "@trpc/server";
import superjson from "superjson";
import { AppError } from "@/lib/app-error";
import { type Context, requireActor } from "../api/context";
import { headersOf } from "../api/errors";
import { REOPEN, sessionEnd, sessionTopic } from "../auth";
import { currentCall } from "../telemetry/scope";
import { sendJson } from "./body";
import { deserialize } from "./deserialize";
import { type Caller, errorShape, failure, readQueryInput } from "./rpc";
import { serialize } from "./serialize";

/** Silence for longer than this would let proxies, and the server's own idle time-out, cut the stream. */
export const PING_MS = 25_000;
/** A client that hears nothing for this long connects again. */
const RECONNECT_MS = 60_000;
/**
 * A client whose stream ends comes back after about so many milliseconds: less and more by up to a half, so that all whom a process had do not
 * come to the others at once.
 */
const RETRY_MS = 3000;
/** A client that does not read is cut off when this much waits for it: it comes back and catches up. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Streams that one session may have open in a process: a browser needs one, and a few while it reloads. */
const MAX_PER_SESSION = 10;
/** setTimeout's longest delay. */
const MAX_DELAY = 2 ** 31 - 1;

/** The streams that are open in this process. */
export class LiveStreams {
  private readonly ends = new Set<() => void>();
  /** What ends each stream of a session, the oldest first. */
  private readonly perSession = new Map<string, Set<() => void>>();
  /** None is opened any more: this process is about to go. */
  closed = false;

  get open(): number {
    return this.ends.size;
  }

  /**
   * Where a session has as many as it may, its oldest makes room: a phone that changed networks leaves streams behind that look open until
   * the connection is given up, and its page is not to be kept out for that.
   * @returns how to give the place back
   */
  take(sessionId: string, end: () => void): () => void {
    const open = this.perSession.get(sessionId) ?? new Set();
    this.perSession.set(sessionId, open);
    const [oldest] = open;
    if (oldest && open.size >= MAX_PER_SESSION) {
      open.delete(oldest);
      oldest();
    }
    open.add(end);
    return () => {
      open.delete(end);
      if (open.size === 0 && this.perSession.get(sessionId) === open) this.perSession.delete(sessionId);
    };
  }

  /** @throws AppError unavailable */
  add(end: () => void): () => void {
    if (this.closed) throw new AppError("unavailable", { retryAfter: 1 });
    this.ends.add(end);
    return () => this.ends.delete(end);
  }

  hangUp(): void {
    for (const end of this.ends) end();
  }
}

const procedureOf = (router: AnyTRPCRouter, path: string): AnyTRPCProcedure | undefined =>
  Object.hasOwn(router._def.procedures, path) ? (router._def.procedures as Record<string, AnyTRPCProcedure>)[path] : undefined;

export const isSubscription = (router: AnyTRPCRouter, path: string): boolean => procedureOf(router, path)?._def.type === "subscription";

/**
 * A tRPC subscription as server-sent events, in the wire format of httpSubscriptionLink. The bearer header is asked for as
 * on any call; when its session ends, by whatever process, the stream ends with it.
 */
export async function serveLive(
  router: AnyTRPCRouter,
  streams: LiveStreams,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
  caller: Caller,
  makeContext: () => Promise<Context>,
): Promise<void> {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  let input: unknown;
  let ended: unknown;
  /** Says goodbye, once: with the reason, or for a reason that the client need not know. */
  const end = (error?: unknown) => {
    ended ??= error;
    gone.abort();
    if (!res.headersSent || res.writableEnded || res.destroyed) return;
    if (error) send(res, superjson.serialize(errorShape(router, error, path, input, "subscription", caller)), "serialized-error");
    res.end();
  };
  const stoppers: (() => void)[] = [];
  try {
    stoppers.push(streams.add(() => end()));
    if (req.method !== "GET") throw new AppError("methodNotAllowed", { allow: "GET" });
    const ctx = { ...(await makeContext()), signal: gone.signal };
    if (ctx.actor?.viewing) throw new AppError("viewOnly");
    input = deserialize(readQueryInput(query));
    stoppers.push(streams.take(requireActor(ctx).sessionId, () => end(new AppError("tooManyRequests", { retryAfter: 5 }))));
    stoppers.push(await guard(ctx, end));
    const values = (await procedureOf(
      router,
      path,
    )?.({
      ctx,
      path,
      type: "subscription",
      getRawInput: async () => input,
      input: undefined,
      signal: gone.signal,
      batchIndex: 0,
    } as never)) as AsyncIterable<unknown>;
    // It may have ended while it was being opened: then it is refused like any other call.
    if (ended) throw ended;
    res.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    send(res, { reconnectAfterInactivityMs: RECONNECT_MS }, "connected", undefined, Math.round(RETRY_MS * (0.5 + Math.random())));
    currentCall()?.opened();
    const ping = setInterval(() => send(res, "", "ping"), PING_MS);
    stoppers.push(() => clearInterval(ping));
    await pump(values, res);
    // The values are over; a stream that was ended meanwhile needs no goodbye.
    if (!gone.signal.aborted) send(res, "", "return");
    end();
  } catch (error) {
    if (res.headersSent) return end(error);
    const answer = failure(router, error, path, input, "subscription", caller);
    sendJson(res, answer.status, answer.body, headersOf(answer));
  } finally {
    for (const stop of stoppers) stop();
  }
}

async function pump(values: AsyncIterable<unknown>, res: ServerResponse): Promise<void> {
  for await (const value of values) {
    if (res.writableEnded || res.destroyed) return;
    if (isTrackedEnvelope(value)) send(res, serialize(value[1]), undefined, value[0]);
    else send(res, serialize(value));
    if (res.writableLength > MAX_WAITING_BYTES) res.destroy();
  }
}

function send(res: ServerResponse, data: unknown, event?: string, id?: string, retryMs?: number): void {
  if (res.writableEnded || res.destroyed) return;
  const field = (name: string, value: string | number | undefined) => (value ? `${name}: ${value}\n` : "");
  const head = `${field("event", event)}${field("id", id)}${field("retry", retryMs)}`;
  res.write(`${head}data: ${data === "" ? "" : JSON.stringify(data)}\n\n`);
}

/** Watches the session that opened a stream, from before it was last seen alive. @returns how to stop watching */
async function guard(ctx: Context, end: (error?: AppError) => void): Promise<() => void> {
  const actor = requireActor(ctx);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const check = async () => {
    const left = (await sessionEnd(ctx.db, actor)).getTime() - Date.now();
    // Meanwhile another look may have set a timer, or the stream may be over: then nobody would clear one.
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => (left > MAX_DELAY ? recheck() : end(new AppError("tokenExpired"))), Math.min(left, MAX_DELAY));
  };
  const recheck = () => void check().catch((error) => end(error));
  const unsubscribe = await ctx.realtime.subscribe(sessionTopic(actor.sessionId), (message) => {
    if (message === null) recheck();
    // What was told in the same moment goes out first.
    else if (message === REOPEN) setImmediate(() => end());
    else end(new AppError("sessionEnded"));
  });
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  await check().catch((error) => {
    stop();
    throw error;
  });
  return stop;
}
