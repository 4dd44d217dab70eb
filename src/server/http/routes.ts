import type { AnyTRPCProcedure } from "@trpc/server";
import { appRouter, webhooks } from "../api/root";
import type { RestMeta } from "../api/trpc";
import { UNSUBSCRIBE_PATH } from "../mail/unsubscribe";
import type { Call } from "../telemetry/scope";
import { AVATARS } from "./avatars";
import { CALENDARS } from "./calendar";
import type { RestRoutes } from "./rest";

/** What requests are called in logs, metrics and traces: patterns and names of ours, never what somebody typed. */
const UNKNOWN = "unknown";
const BATCH = "batch";

/** Several calls in one request are one route: which they were stands beside it. */
export function nameProcedures(call: Call, path: string): void {
  const known = path.split(/,|%2C/i).map((name) => (Object.hasOwn(appRouter._def.procedures, name) ? name : UNKNOWN));
  if (known.length === 1) call.route = known[0] ?? UNKNOWN;
  else {
    call.route = BATCH;
    call.procedures = known.slice(0, 20);
  }
}

/** The path of a REST route as the OpenAPI document has it. */
export function patternOf({ methods }: NonNullable<ReturnType<RestRoutes["match"]>>): string {
  const [route] = methods.values() as Iterable<{ procedure: AnyTRPCProcedure }>;
  return (route?.procedure._def.meta as RestMeta | undefined)?.openapi?.path ?? UNKNOWN;
}

const FIXED = new Set(["/api/uploadthing", "/api/openapi.json", "/api/health/live", "/api/health/ready", ...Object.keys(webhooks)]);
/** What stands behind these is a key, a name or a token. */
const BELOW = [AVATARS, CALENDARS, UNSUBSCRIBE_PATH, "/api/auth/", "/api/storage/ingest/", "/api/storage/files/", "/api/stripe/"];

/** The pattern of what is neither tRPC nor REST. */
export function otherRoute(pathname: string): string {
  if (FIXED.has(pathname)) return pathname;
  const prefix = BELOW.find((path) => pathname.startsWith(path));
  return prefix ? `${prefix}*` : UNKNOWN;
}
