import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** One request, from its arrival to the end of its answer, as logs, metrics and traces name it. */
export interface Call {
  requestId: string;
  method: string;
  /** Which of the app's routes it is for, as a pattern: never an address that somebody typed. */
  route: string;
  /** The procedures that a batch asks for. */
  procedures?: string[];
  /** Of its answer; 0 while there is none, and where the caller went before it was whole. */
  status: number;
  /** A stream tells that it is open: what follows may last for hours and counts for no duration. */
  opened(): void;
}

/** What whatever runs now belongs to. */
export interface Scope {
  call?: Call;
  /** The name of a job of the queue. */
  job?: string;
  traceId?: string;
  /** OpenTelemetry's context; only `traces.ts` knows what it is. */
  trace?: unknown;
}

const scopes = new AsyncLocalStorage<Scope>();

const PREFIX = randomBytes(6).toString("base64url");
let counter = 0;

/** Unique in this process and, by its random beginning, among all of them. */
export const nextRequestId = (): string => `${PREFIX}-${(++counter).toString(36)}`;

export const newCall = (method = "GET"): Call => ({
  requestId: nextRequestId(),
  method,
  route: "page",
  status: 0,
  opened: () => {},
});

export const currentScope = (): Scope | undefined => scopes.getStore();
export const currentCall = (): Call | undefined => scopes.getStore()?.call;

export const inScope = <T>(scope: Scope, run: () => T): T => scopes.run(scope, run);

/**
 * Runs what outlives the call that happens to begin it, such as the process's one LISTEN: what it does later would count and
 * be logged as that call's for ever.
 */
export const outOfScope = <T>(run: () => T): T => scopes.exit(run);
