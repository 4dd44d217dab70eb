import type { AppError, ErrorCode } from "@/lib/app-error";
import type { Context } from "../api/context";

/**
 * Refusals that may be somebody who tries what is not theirs. A session that has run out, or a factor that is still to be asked for, is
 * everyday life; what does not exist for somebody is a 404 on the line of its call.
 */
const NOTED: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "wrongCredentials",
  "wrongCode",
  "accountLocked",
  "accountSuspended",
  "reauthenticationRequired",
  "proofMissing",
  "passkeyFailed",
  "linkInvalid",
  "linkNeedsLogin",
  "forbidden",
  "viewOnly",
  "tooManyRequests",
  "webhookRefused",
]);

/** Notes that a call was refused and whose it was, so that attempts can be followed. The request's id leads to the line of its call. */
export function noteRefusal(
  { log, requestId, actor }: Pick<Context, "log" | "requestId"> & Partial<Pick<Context, "actor">>,
  { code }: AppError,
  path?: string,
): void {
  if (!NOTED.has(code)) return;
  const account = actor?.viewing?.adminId ?? actor?.id ?? null;
  log.warn({ requestId, code, account, ...(path === undefined ? {} : { path }) }, "refused");
}
