import type { AppError, ErrorCode, ErrorIssue } from "@/lib/app-error";
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
  // Forms say so before they send: what comes here nevertheless is a program's mistake, or somebody who tries what is taken.
  "invalidInput",
]);

/** Where an input was wrong, and why: names of fields alone, since any other key may be what somebody wrote. */
const placesOf = (issues: readonly ErrorIssue[]): string[] =>
  issues.slice(0, MOST_PLACES).map(({ path, key }) => {
    const names = path.map((part) => (typeof part === "number" ? "#" : /^[a-z]\w{0,39}$/i.test(String(part)) ? String(part) : "?"));
    return `${names.join(".")}: ${key}`;
  });
const MOST_PLACES = 10;

/** Notes that a call was refused and whose it was, so that attempts can be followed. The request's id leads to the line of its call. */
export function noteRefusal(
  { log, requestId, actor }: Pick<Context, "log" | "requestId"> & Partial<Pick<Context, "actor">>,
  { code, issues }: AppError,
  path?: string,
): void {
  if (!NOTED.has(code)) return;
  const account = actor?.viewing?.adminId ?? actor?.id ?? null;
  log.warn({ requestId, code, account, ...(path !== undefined && { path }), ...(issues && { issues: placesOf(issues) }) }, "refused");
}
