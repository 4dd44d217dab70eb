import type { IncomingMessage, ServerResponse } from "node:http";
import { type AnyTRPCProcedure, type AnyTRPCRouter, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { AppError } from "@/lib/app-error";
import type { Context } from "../api/context";
import { toAppError } from "../api/errors";
import { readJson, sendJson } from "./body";
import { serialize } from "./serialize";

/** One request may carry this many calls: what a page asks for at once, and no lever for a flood. */
const MAX_BATCH = 20;

/**
 * tRPC over HTTP (queries and mutations, single or batched), straight from Node's request to the procedures. The library's
 * Node adapter rebuilds each request and answer as web streams, which costs more than the rest of a call together; the wire
 * format is the one of httpLink and httpBatchLink. See https://trpc.io/docs/rpc.
 */
export async function serveRpc(
  router: AnyTRPCRouter,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
  ctx: Context,
): Promise<void> {
  const batched = query.includes("batch=1");
  let status = 200;
  try {
    const paths = batched ? decodeURIComponent(path).split(",") : [decodeURIComponent(path)];
    if (paths.length > MAX_BATCH) throw new AppError("badRequest");
    const inputs = await readInputs(req, query, batched);
    const answers = await Promise.all(paths.map((name, at) => call(router, req, name, inputs[at], at, ctx)));
    const statuses = new Set(answers.map((answer) => answer.status));
    status = statuses.size === 1 ? (answers[0]?.status ?? 200) : 207;
    const wait = Math.max(0, ...answers.map((answer) => answer.retryAfter ?? 0));
    const bodies = answers.map((answer) => answer.body);
    sendJson(res, status, batched ? bodies : bodies[0], wait > 0 ? { "retry-after": String(wait) } : {});
  } catch (error) {
    const answer = failure(router, error, undefined, undefined, "unknown", ctx);
    sendJson(res, answer.status, batched ? [answer.body] : answer.body);
  }
}

interface Answer {
  status: number;
  body: unknown;
  retryAfter?: number | undefined;
}

async function call(
  router: AnyTRPCRouter,
  req: IncomingMessage,
  path: string,
  raw: unknown,
  batchIndex: number,
  ctx: Context,
): Promise<Answer> {
  const procedure = (router._def.procedures as Record<string, AnyTRPCProcedure>)[path];
  const type = procedure?._def.type ?? "unknown";
  let input: unknown;
  try {
    if (!procedure || !Object.hasOwn(router._def.procedures, path)) throw new TRPCError({ code: "NOT_FOUND" });
    if (type === "subscription" || (type === "query") !== (req.method === "GET")) throw new TRPCError({ code: "METHOD_NOT_SUPPORTED" });
    input = raw === undefined ? undefined : superjson.deserialize(raw as never);
    const data: unknown = await procedure({
      ctx,
      path,
      type,
      getRawInput: async () => input,
      input: undefined,
      signal: undefined,
      batchIndex,
    } as never);
    return { status: 200, body: { result: { data: serialize(data) } } };
  } catch (error) {
    return failure(router, error, path, input, type, ctx);
  }
}

function failure(
  router: AnyTRPCRouter,
  thrown: unknown,
  path: string | undefined,
  input: unknown,
  type: "query" | "mutation" | "subscription" | "unknown",
  ctx: Context,
): Answer {
  const error = getTRPCErrorFromUnknown(thrown);
  const known = toAppError(error);
  if (known.status >= 500) ctx.log.error({ err: known.cause ?? thrown, requestId: ctx.requestId, path }, "call failed");
  const shape = getTRPCErrorShape({ config: router._def._config, error, path, input, type, ctx });
  return { status: known.status, retryAfter: known.retryAfter, body: { error: superjson.serialize(shape) } };
}

async function readInputs(req: IncomingMessage, query: string, batched: boolean): Promise<unknown[]> {
  let raw: unknown;
  if (req.method === "GET") {
    const text = new URLSearchParams(query).get("input");
    try {
      raw = text === null ? undefined : JSON.parse(text);
    } catch (cause) {
      throw new AppError("malformedJson", { cause });
    }
  } else raw = await readJson(req);
  if (!batched) return [raw];
  // A batch's inputs are an object keyed by position; spreading it into an array needs its length only by the paths.
  return Object.assign([], raw as Record<number, unknown> | undefined);
}
