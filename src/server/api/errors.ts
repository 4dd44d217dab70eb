import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, type ErrorCode, type ErrorIssue } from "@/lib/app-error";
import { DEFAULT_LOCALE, type Locale } from "@/lib/locales";
import { toErrorIssues } from "@/lib/validation";
import { serverText } from "../text";

/** The error form of every answer, over REST and inside tRPC's `data`. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  issues?: { path: (string | number)[]; message: string }[];
  requestId?: string;
  retryAfter?: number;
  /** The row as it is now, for a change that came too late. */
  current?: unknown;
}

interface Caller {
  locale: Locale;
  requestId: string;
}

/** Any thrown value as the domain's error: what is not known is `internal`, and nothing of it is told. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError) return new AppError("invalidInput", { issues: toErrorIssues(error) });
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    // A result that breaks its own schema is the server's fault, not the caller's.
    if (error.cause instanceof z.core.$ZodError)
      return error.code === "INTERNAL_SERVER_ERROR" ? new AppError("internal", { cause: error }) : toAppError(error.cause);
    if (error.code === "NOT_FOUND") return new AppError("unknownPath");
    if (error.code === "METHOD_NOT_SUPPORTED") return new AppError("methodNotAllowed");
    if (error.code === "PARSE_ERROR") return new AppError("malformedJson");
    if (error.code === "BAD_REQUEST") return new AppError("badRequest");
    if (error.code === "UNSUPPORTED_MEDIA_TYPE") return new AppError("wrongContentType");
    if (error.cause && error.cause !== error) return toAppError(error.cause);
  }
  if (hasCode(error, AWAY)) return new AppError("unavailable", { retryAfter: 5, cause: error });
  if (hasCode(error, FULL)) return new AppError("filesFull", { retryAfter: FULL_SECONDS, cause: error });
  if (hasCode(error, UNSTORABLE)) return new AppError("invalidInput", { cause: error });
  return new AppError("internal", { cause: error });
}

/**
 * A database that cannot be reached or has no connection to give: codes of the driver, of our pool and of the system, and PostgreSQL's own
 * "not now" (classes 08, 53, 57P; 57014, 55P03, 25P03: it took too long; 40001, 40P01: two were in each other's way; 25006: it takes no
 * writes, as one that another has taken over from, or whose disk is full).
 */
const AWAY =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|POOL_BUSY|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|53\w{3}|57014|57P\w{2}|55P03|25P03|25006|40001|40P01)$/;

/** Whether what was asked of the database may have been done all the same: the answer to a commit can be lost, as any other. */
export const mayBeDone = (error: unknown): boolean => hasCode(error, AWAY);

/** The disk on which files are kept has no room. */
const FULL = /^(ENOSPC|EDQUOT)$/;
/** When to come back then: somebody has to make room. */
export const FULL_SECONDS = 60;

/**
 * What JSON can carry and PostgreSQL cannot store: text with a NUL character (22021 in text, 22P05 in jsonb), numbers beyond a column's
 * range (22003), and days that its calendar lacks (22008).
 */
const UNSTORABLE = /^(22003|22008|22021|22P05)$/;

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause as Error, depth++) {
    if (codes.test(String((current as { code?: unknown }).code ?? ""))) return true;
  }
  return false;
}

/** What the operator ordered: a closed service says so at each call, and nobody has to look after it. */
const ORDERED: ErrorCode[] = ["maintenance", "paymentsOff"];

/** Whether the fault is the server's: it is logged, for somebody to look after it. */
export const isFault = ({ status, code }: AppError): boolean => status >= 500 && !ORDERED.includes(code);

/** What a refusal says in its answer's headers. */
export const headersOf = ({ status, allow, retryAfter }: Pick<AppError, "status" | "allow" | "retryAfter">): Record<string, string> => ({
  // By what to say who one is (RFC 9110, 15.5.2): some clients read no such answer without it. No browser asks a person for that.
  ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  ...(allow === undefined ? {} : { allow }),
  ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
});

export function errorBody(thrown: unknown, caller: Caller | undefined): ErrorBody {
  const error = toAppError(thrown);
  const locale = caller?.locale ?? DEFAULT_LOCALE;
  const body: ErrorBody = { message: serverText(locale, `errors.${error.code}`, error.values), code: error.code };
  if (error.issues?.length) body.issues = error.issues.map((issue) => translateIssue(locale, issue));
  if (error.retryAfter !== undefined) body.retryAfter = error.retryAfter;
  if (error.current !== undefined) body.current = error.current;
  if (error.code === "internal" && caller) body.requestId = caller.requestId;
  return body;
}

/** The same for REST, where a header says when to come back. */
export function restBody(thrown: unknown, caller: Caller | undefined): Omit<ErrorBody, "retryAfter"> {
  const { retryAfter: _, ...body } = errorBody(thrown, caller);
  return body;
}

const translateIssue = (locale: Locale, issue: ErrorIssue) => ({
  path: issue.path.map((part) => (typeof part === "symbol" ? part.toString() : part)),
  message: serverText(locale, `validation.${issue.key}`, issue.values),
});
