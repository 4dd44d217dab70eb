import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { z } from "zod";
import { AppError } from "@/lib/app-error";
import type { Context } from "../api/context";
import { headersOf, isFault, restBody, toAppError } from "../api/errors";
import type { RestMeta } from "../api/trpc";
import { readJson, sendJson } from "./body";
import { noteRefusal } from "./refusals";

/**
 * The REST API: a thin dispatch over the procedures and the same metadata as the OpenAPI document. trpc-to-openapi's own
 * handler would serve too, at half the speed; it also switches the procedures' shared schemas to coercion on a first hit,
 * and answers a wrong method with 404.
 */
interface Route {
  path: string;
  procedure: AnyTRPCProcedure;
  coerce: Coercion;
}

type Plain = "number" | "boolean" | "text";
/** What a name in a query or path stands for, and whether it may stand there several times: then it is a list. */
type Coercion = Map<string, { kind: Plain; list: boolean }>;

interface Pattern {
  expression: RegExp;
  names: string[];
  methods: Map<string, Route>;
}

export interface RestRoutes {
  /** Undefined when no procedure has this path. */
  match(pathname: string): { methods: Map<string, Route>; params: Record<string, string> } | undefined;
}

export function restRoutes(router: AnyTRPCRouter): RestRoutes {
  const fixed = new Map<string, Map<string, Route>>();
  const patterns = new Map<string, Pattern>();
  for (const [path, procedure] of Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>)) {
    const meta = procedure._def.meta as RestMeta | undefined;
    if (!meta?.openapi) continue;
    const route: Route = { path, procedure, coerce: coercionOf(procedure) };
    const methods = meta.openapi.path.includes("{") ? patternFor(patterns, meta.openapi.path) : methodsFor(fixed, meta.openapi.path);
    methods.set(meta.openapi.method, route);
    if (meta.alias) methods.set(meta.alias, route);
  }
  return {
    match: (pathname) => {
      const methods = fixed.get(pathname);
      if (methods) return { methods, params: {} };
      for (const pattern of patterns.values()) {
        const match = pattern.expression.exec(pathname);
        if (match)
          return {
            methods: pattern.methods,
            params: Object.fromEntries(pattern.names.map((name, at) => [name, decode(match[at + 1] ?? "")])),
          };
      }
      return undefined;
    },
  };
}

function methodsFor(fixed: Map<string, Map<string, Route>>, path: string): Map<string, Route> {
  const methods = fixed.get(path) ?? new Map<string, Route>();
  fixed.set(path, methods);
  return methods;
}

function patternFor(patterns: Map<string, Pattern>, path: string): Map<string, Route> {
  const known = patterns.get(path);
  if (known) return known.methods;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const source = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "([^/]+)");
  const pattern: Pattern = { expression: new RegExp(`^${source}$`), names, methods: new Map() };
  patterns.set(path, pattern);
  return pattern.methods;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Which top-level inputs arrive as text in a query or path but are numbers or booleans: read off the schema, never set on it. */
function coercionOf(procedure: AnyTRPCProcedure): Coercion {
  const coercion: Coercion = new Map();
  const inputs = procedure._def.inputs as unknown as z.core.$ZodType[];
  for (const input of inputs) {
    const shape = (unwrap(input)._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape ?? {};
    for (const [name, field] of Object.entries(shape)) {
      const inner = unwrap(field);
      const list = inner._zod.def.type === "array";
      coercion.set(name, { kind: plainOf(list ? (inner._zod.def as unknown as { element: z.core.$ZodType }).element : inner), list });
    }
  }
  return coercion;
}

function plainOf(schema: z.core.$ZodType): Plain {
  const { type } = unwrap(schema)._zod.def;
  if (type === "number" || type === "int") return "number";
  return type === "boolean" ? "boolean" : "text";
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  return inner ? unwrap(inner) : schema;
}

/** Text that is no number stays text, so that the schema names the field and says what it should be. */
function coerceText(text: string, kind: Plain | undefined): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

async function readInput(req: IncomingMessage, route: Route, params: Record<string, string>, query: string): Promise<unknown> {
  const body = await readJson(req);
  if (body !== undefined && (typeof body !== "object" || body === null || Array.isArray(body))) throw new AppError("malformedJson");
  const open = (route.procedure._def.meta as RestMeta).openapi?.protect === false;
  // Addresses stand in logs: what visitors send, as a password, comes in the body, whose content type no other site's page may send.
  const address = query === "" || (open && req.method === "POST") ? [] : new URLSearchParams(query);
  const texts: [string, string][] = [...address, ...Object.entries(params)];
  const given = new Map<string, unknown>();
  const repeated = new Set<string>();
  for (const [name, text] of texts) {
    const { kind, list } = route.coerce.get(name) ?? {};
    const value = coerceText(text, kind);
    const before = given.get(name);
    if (list) given.set(name, [...(Array.isArray(before) ? before : []), value]);
    else if (given.has(name)) repeated.add(name);
    else given.set(name, value);
  }
  for (const name of Object.keys(body ?? {})) if (given.has(name)) repeated.add(name);
  refuse(repeated);
  if (body === undefined && texts.length === 0) return {};
  return { ...body, ...Object.fromEntries(given) };
}

/** Which of two would count is for nobody to guess: neither in the query, nor where path, query and body say the same name. */
function refuse(repeated: Set<string>): void {
  if (repeated.size > 0) throw new AppError("invalidInput", { issues: [...repeated].map((name) => ({ path: [name], key: "repeated" })) });
}

export async function serveRest(
  found: NonNullable<ReturnType<RestRoutes["match"]>>,
  req: IncomingMessage,
  res: ServerResponse,
  query: string,
  makeContext: () => Promise<Context>,
): Promise<void> {
  const method = req.method === "HEAD" ? "GET" : (req.method ?? "GET");
  const route = found.methods.get(method);
  // Some change something by GET, as the contract has it; whoever asks for headers alone changes nothing.
  if (!route || (req.method === "HEAD" && route.procedure._def.type !== "query")) {
    const allow = [...found.methods.keys()].join(", ");
    sendError(res, new AppError("methodNotAllowed", { allow }), await makeContext());
    return;
  }
  const ctx = await makeContext();
  try {
    const input = await readInput(req, route, found.params, query);
    const result = await route.procedure({
      ctx,
      path: route.path,
      type: route.procedure._def.type,
      getRawInput: async () => input,
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    } as never);
    const { file } = route.procedure._def.meta as RestMeta;
    if (file) sendFile(res, file, result as FileAnswer);
    else sendJson(res, 200, result, ctx.answerHeaders);
  } catch (error) {
    sendError(res, error, ctx, {}, route.path);
  }
}

interface FileAnswer {
  name: string;
  /** Base64. */
  content: string;
}

function sendFile(res: ServerResponse, type: string, { name, content }: FileAnswer): void {
  const body = Buffer.from(content, "base64");
  res.writeHead(200, {
    "content-type": type,
    "content-length": body.length,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
  res.end(body);
}

export function sendError(
  res: ServerResponse,
  thrown: unknown,
  ctx: Pick<Context, "locale" | "requestId" | "log"> & Partial<Pick<Context, "actor">>,
  headers: Record<string, string> = {},
  path?: string,
): void {
  const error = toAppError(thrown);
  noteRefusal(ctx, error, path);
  if (isFault(error)) ctx.log.error({ err: error.cause ?? thrown, requestId: ctx.requestId }, "call failed");
  sendJson(res, error.status, restBody(error, ctx), { ...headers, ...headersOf(error) });
}
