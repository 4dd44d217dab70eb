import { initTRPC, TRPCError } from "@trpc/server";
import { middlewareMarker } from "@trpc/server/unstable-core-do-not-import";
import superjson from "superjson";
import type { OpenApiMeta } from "trpc-to-openapi";
import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums/account";
import type { WorkspaceRole } from "@/lib/enums/trades";
import { REPLAYED_HEADER, savedBy } from "@/lib/intent";
import { admit, areaOf, IN_MAINTENANCE, WAYS_IN } from "../admission";
import type { LimitClass } from "../http/rate-limits";
import { keyedQueue } from "../keyed-queue";
import { VIEWABLE } from "../viewable";
import { type Context, requireActor, requireRole } from "./context";
import { errorBody } from "./errors";
import { once } from "./idempotency";

export interface RestMeta extends OpenApiMeta {
  /** Who alone may call it, among those who run the service. */
  tier?: "admin" | "super";
  /** What somebody has to be in the workspace that the call names. */
  workspace?: WorkspaceRole;
  /** A second method that the same path answers to. */
  alias?: "POST";
  /** This call creates something: it takes an Idempotency-Key. */
  creates?: true;
  /** This call is refused, or done twice, when it comes again, because what it acts on has moved on: it takes an Idempotency-Key, too. */
  once?: true;
  /** This call proves who somebody is by what works once: under a key that nobody can guess the same try is answered again. */
  attempt?: true;
  /** What a token does at a call that is open: with it the answer is about its account, or the call is refused without. */
  token?: "helps" | "needed";
  /** A request written by hand: what the schema alone says of one, or its required fields by themselves, would be refused. */
  example?: Record<string, unknown>;
  /** Whoever calls proved lately that it is them. */
  recent?: true;
  /** Whoever calls has confirmed their address. */
  confirmed?: true;
  /**
   * Over REST the answer is the file itself, of this type; its name and bytes (base64) are what the procedure gives as
   * `name` and `content`.
   */
  file?: string;
}

const TRPC_CODES: Record<number, TRPCError["code"]> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  408: "TIMEOUT",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** The body that REST sends is what a tRPC error carries as `data`: one form for both. */
const t = initTRPC
  .context<Context>()
  .meta<RestMeta>()
  .create({
    transformer: superjson,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const body = errorBody(error, ctx);
      return { ...shape, message: body.message, data: { ...shape.data, ...body } };
    },
  });

export const router = t.router;

export const trpcError = (cause: AppError): TRPCError =>
  new TRPCError({ code: TRPC_CODES[cause.status] ?? "INTERNAL_SERVER_ERROR", message: cause.code, cause });

/** The one place where the domain's errors become tRPC's. */
const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof AppError)) return result;
  return { ...result, error: trpcError(result.error.cause) };
});

/** Who looks at somebody's account reads what is listed for that, whatever else the owner could do; nothing follows them live. */
const readingOnly = t.middleware(({ ctx, path, type, next }) => {
  if (ctx.actor?.viewing && !(type === "query" && VIEWABLE.has(path))) throw new AppError("viewOnly");
  return next();
});

/** Areas that are switched off, and changes while the service is worked on, are refused here for every procedure. */
const admitted = t.middleware(async ({ ctx, path, type, meta, next }) => {
  // Those who run the service go on, so that they can end what they began.
  if (!meta?.tier)
    await admit(ctx, { area: areaOf(path), way: WAYS_IN.get(path), changes: type === "mutation" && !IN_MAINTENANCE.has(path) });
  return next();
});

/** Who pays for a call: whoever looks at somebody's account for themselves, a person, or the address of whoever is not signed in. */
const payerOf = ({ actor, address }: Context): string => actor?.viewing?.adminId ?? actor?.id ?? address;

/** Nobody's calls take everybody's share: what is read and what is changed has a budget per person, what visitors do one per address. */
const fair = t.middleware(async ({ ctx, type, next }) => {
  const budget = type === "mutation" ? "change" : "read";
  await ctx.limits.spend(ctx.actor ? budget : "visit", payerOf(ctx));
  return next();
});

const base = t.procedure.use(mapErrors).use(fair).use(readingOnly).use(admitted);

/** Anybody. */
export const publicProcedure = base;

/** Whether what could make something changes what is there: it names the version that was seen, or the uid of what it saves. */
const isChange = (path: string, input: unknown): boolean =>
  (input as { version?: unknown } | undefined)?.version !== undefined || savedBy(path, input) !== undefined;

/** A signed-in person: `ctx.actor` is theirs. Calls that are to be done once keep their answer under the Idempotency-Key sent. */
export const userProcedure = base.use(async ({ ctx, next, path, meta, getRawInput }) => {
  const actor = requireActor(ctx);
  const proceed = () => next({ ctx: { actor } });
  if (!(meta?.creates || meta?.once) || !ctx.idempotencyKey) return proceed();
  let ran: Awaited<ReturnType<typeof proceed>> | undefined;
  const input = await getRawInput();
  const unanswered = meta.creates && !isChange(path, input) ? ctx.unanswered : [];
  const call = { userId: actor.id, key: ctx.idempotencyKey, path, input, unanswered };
  const { value: data, answeredAt } = await once({ db: ctx.db, secrets: ctx.env.secrets }, call, async () => {
    ran = await proceed();
    if (!ran.ok) throw ran.error;
    return ran.data;
  });
  if (answeredAt) ctx.answerHeaders[REPLAYED_HEADER] = answeredAt.toUTCString();
  return ran ?? { ok: true as const, data, marker: middlewareMarker };
});

/** Slows down flooding: each class of call has its own budget per person. */
export const spending = (budget: LimitClass) =>
  t.middleware(async ({ ctx, next }) => {
    await ctx.limits.spend(budget, payerOf(ctx));
    return next();
  });

/** So many of the process' connections may wait for a payment service: the others are for everybody else. */
const PAYING_AT_ONCE = 3;
const payments = keyedQueue({
  atOnce: PAYING_AT_ONCE,
  patience: { ms: 10_000, refusal: () => new AppError("paymentsUnavailable", { retryAfter: 10 }) },
});

/**
 * The same of what has a payment service work for us. It is asked while a transaction holds a connection of the database, so that a person's
 * calls go one after the other, and few of all at once: they would take all that the process has, and wait for one another with them.
 */
export const paying = t.middleware(async ({ ctx, next }) => {
  const payer = payerOf(ctx);
  await ctx.limits.spend("payment", payer);
  return payments.take(payer, () => next());
});

/** Anybody, within a budget of their address: a token that comes along, of one's own many accounts, buys no guesses. */
export const limited = (budget: LimitClass) =>
  base.use(async ({ ctx, next }) => {
    await ctx.limits.spend(budget, ctx.address);
    return next();
  });

/** How long a proof of identity counts for changes that could shut somebody out. */
export const RECENT_MINUTES = 10;

/** A signed-in person who proved lately that it is them: for e-mail, factors, third parties and the account's end. */
export const recentProcedure = userProcedure.meta({ recent: true }).use(({ ctx, next }) => {
  if (Date.now() - ctx.actor.authenticatedAt.getTime() > RECENT_MINUTES * 60_000) throw new AppError("reauthenticationRequired");
  return next();
});

/**
 * The same, for an account whose address is confirmed: whoever registered in a stranger's name must not set up ways in that
 * outlive the stranger's coming.
 */
export const confirmedProcedure = recentProcedure.meta({ confirmed: true }).use(({ ctx, next }) => {
  if (!ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  return next();
});

const withRole = (...roles: Role[]) =>
  userProcedure.use(({ ctx, next }) => {
    requireRole(ctx.actor, roles);
    return next();
  });

export const adminProcedure = withRole("admin", "super_admin").meta({ tier: "admin" });
export const superProcedure = withRole("super_admin").meta({ tier: "super" });

interface RestOptions extends Pick<RestMeta, "alias" | "creates" | "once" | "attempt" | "token" | "example" | "file"> {
  summary: string;
  tag: string;
  description?: string;
  open?: true;
}

/** Publishes a procedure at a REST path; `open` ones need no bearer header. */
export function rest(method: "GET" | "POST", path: `/${string}`, { summary, tag, description, open, ...meta }: RestOptions): RestMeta {
  return {
    openapi: { method, path, summary, tags: [tag], protect: !open, ...(description ? { description } : {}) },
    ...meta,
  };
}
