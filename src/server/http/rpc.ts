import type { IncomingMessage, ServerResponse } from "node:http";
import { type AnyTRPCProcedure, type AnyTRPCRouter, getTRPCErrorShape, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { AppError } from "@/lib/app-error";
import type { Context } from "../api/context";
import { headersOf, isFault, toAppError } from "../api/errors";
import { trpcError } from "../api/trpc";
import type { Work } from "../telemetry/telemetry";
import { readJson, sendJson } from "./body";
import { deserialize } from "./deserialize";
import { parseJson } from "./json";
import { noteRefusal } from "./refusals";
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
  caller: Caller,
  makeContext: () => Promise<Context>,
): Promise<void> {
  const batched = /(^|&)batch=1(&|$)/.test(query);
  let status = 200;
  try {
    const ctx = await makeContext();
    const paths = decodePaths(path, batched);
    const inputs = await readInputs(req, query, paths.length, batched);
    const one = (name: string, at: number) => call(router, req, name, inputs[at], at, ctx);
    const answers = await Promise.all(paths.map(paths.length > 1 ? asParts(router, ctx, one) : one));
    const statuses = new Set(answers.map((answer) => answer.status));
    status = statuses.size === 1 ? (answers[0]?.status ?? 200) : 207;
    const wait = Math.max(0, ...answers.map((answer) => answer.retryAfter ?? 0));
    const allow = answers.find((answer) => answer.allow)?.allow;
    const bodies = answers.map((answer) => answer.body);
    const headers = { ...ctx.answerHeaders, ...headersOf({ status, allow, retryAfter: wait > 0 ? wait : undefined }) };
    sendJson(res, status, batched ? bodies : bodies[0], headers);
  } catch (error) {
    const answer = failure(router, error, undefined, undefined, "unknown", caller);
    sendJson(res, answer.status, batched ? [answer.body] : answer.body, headersOf(answer));
  }
}

/** Each call of a batch is watched as one of its own: together they are one request. */
const asParts =
  (router: AnyTRPCRouter, { telemetry }: Context, run: (name: string, at: number) => Promise<Answer>) =>
  (name: string, at: number): Promise<Answer> => {
    const procedure = Object.hasOwn(router._def.procedures, name) ? name : "unknown";
    const part: Extract<Work, { kind: "part" }> = { kind: "part", procedure };
    return telemetry.watch(part, async () => {
      const answer = await run(name, at);
      part.status = answer.status;
      return answer;
    });
  };

/** What an error is told with, also when there is no context because the database is away. */
export type Caller = Pick<Context, "locale" | "requestId" | "log"> & Partial<Pick<Context, "actor">>;

function decodePaths(path: string, batched: boolean): string[] {
  let text: string;
  try {
    text = decodeURIComponent(path);
  } catch (cause) {
    throw new AppError("badRequest", { cause });
  }
  const paths = batched ? text.split(",") : [text];
  if (paths.length > MAX_BATCH) throw new AppError("badRequest");
  return paths;
}

/** The only method by which each type of procedure is called. */
const METHODS: Record<string, string> = { query: "GET", mutation: "POST" };

const methodNotAllowed = (type: string): AppError => new AppError("methodNotAllowed", { allow: METHODS[type] ?? "GET" });

interface Answer {
  status: number;
  body: unknown;
  retryAfter: number | undefined;
  allow: string | undefined;
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
    if (req.method !== METHODS[type]) throw methodNotAllowed(type);
    input = deserialize(raw);
    const data: unknown = await procedure({
      ctx,
      path,
      type,
      getRawInput: async () => input,
      input: undefined,
      signal: undefined,
      batchIndex,
    } as never);
    return { status: 200, body: { result: { data: serialize(data) } }, retryAfter: undefined, allow: undefined };
  } catch (error) {
    return failure(router, error, path, input, type, ctx);
  }
}

type CallType = "query" | "mutation" | "subscription" | "unknown";

export function failure(
  router: AnyTRPCRouter,
  thrown: unknown,
  path: string | undefined,
  input: unknown,
  type: CallType,
  caller: Caller,
): Answer {
  const known = toAppError(thrown);
  const body = { error: superjson.serialize(errorShape(router, known, path, input, type, caller)) };
  return { status: known.status, retryAfter: known.retryAfter, allow: known.allow, body };
}

/** What tRPC sends of an error; one that is the server's fault is logged here. */
export function errorShape(
  router: AnyTRPCRouter,
  thrown: unknown,
  path: string | undefined,
  input: unknown,
  type: CallType,
  caller: Caller,
): unknown {
  const known = toAppError(thrown);
  noteRefusal(caller, known, path);
  if (isFault(known)) caller.log.error({ err: known.cause ?? thrown, requestId: caller.requestId, path }, "call failed");
  return getTRPCErrorShape({ config: router._def._config, error: trpcError(known), path, input, type, ctx: caller });
}

async function readInputs(req: IncomingMessage, query: string, calls: number, batched: boolean): Promise<unknown[]> {
  const raw = req.method === "GET" ? readQueryInput(query) : await readJson(req);
  if (!batched) return [raw];
  // A batch's inputs are an object keyed by position.
  if (raw === undefined) return [];
  if (typeof raw !== "object" || raw === null) throw new AppError("malformedJson");
  return Array.from({ length: calls }, (_, at) => (raw as Record<number, unknown>)[at]);
}

/** @throws AppError malformedJson */
export function readQueryInput(query: string): unknown {
  const text = new URLSearchParams(query).get("input");
  return text === null ? undefined : parseJson(text);
}
