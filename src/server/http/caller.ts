import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/app-error";
import type { Area } from "@/lib/enums/service";
import { MOST_UNANSWERED, UNANSWERED_HEADER, UNATTENDED_HEADER } from "@/lib/intent";
import { type Locale, negotiateLocale } from "@/lib/locales";
import { admit } from "../admission";
import type { Context, Services } from "../api/context";
import { toAppError } from "../api/errors";
import { type Actor, authenticate } from "../auth";
import { currentCall, nextRequestId } from "../telemetry/scope";

export interface RequestCaller {
  actor: Actor | null;
  /** Why there is no actor. */
  authError: AppError | null;
  locale: Locale;
  requestId: string;
}

/** Who sent a bearer header. A missing or bad one is no failure yet: open procedures do not care. */
async function identify(
  services: Services,
  header: (name: string) => string | null | undefined,
): Promise<Pick<RequestCaller, "actor" | "authError">> {
  const authorization = header("authorization");
  const token = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!token) return { actor: null, authError: null };
  try {
    return { actor: await authenticate(services, token, { unattended: Boolean(header(UNATTENDED_HEADER)) }), authError: null };
  } catch (error) {
    if (error instanceof AppError) return { actor: null, authError: error };
    throw error;
  }
}

export async function nodeContext(services: Services, req: IncomingMessage, requestId: string): Promise<Context> {
  const { headers } = req;
  const key = headers["idempotency-key"];
  const unanswered = headers[UNANSWERED_HEADER];
  return {
    ...services,
    ...(await identify(services, (name) => [headers[name]].flat()[0])),
    locale: negotiateLocale(headers["accept-language"]),
    requestId,
    address: peerAddress(services, req),
    userAgent: headers["user-agent"] ?? "",
    idempotencyKey: Array.isArray(key) ? key[0] : key,
    unanswered: typeof unanswered === "string" ? unanswered.split(",", MOST_UNANSWERED).map((one) => one.trim()) : [],
    answerHeaders: {},
    cookies: headers.cookie ?? "",
  };
}

/**
 * Who begins an upload.
 * @param into the area that it belongs to, null for the account's: while that is closed, or the service is worked on, nobody begins
 * one. What has begun may finish, because its bytes go by a signed address. Not given where those who run the service send files.
 */
export async function actorOfRequest(services: Services, request: Request, into?: Area | null): Promise<RequestCaller> {
  const { headers } = request;
  const who = await identify(services, (name) => headers.get(name)).catch((error: unknown) => ({
    actor: null,
    authError: passing(error),
  }));
  const locale = negotiateLocale(headers.get("accept-language") ?? undefined);
  const authError = who.actor ? await refusal({ ...services, actor: who.actor, locale }, into) : who.authError;
  return { actor: authError ? null : who.actor, authError, locale, requestId: currentCall()?.requestId ?? nextRequestId() };
}

async function refusal(caller: Omit<Parameters<typeof admit>[0], "authError">, area: Area | null | undefined): Promise<AppError | null> {
  if (caller.actor?.viewing) return new AppError("viewOnly");
  if (area === undefined) return null;
  try {
    await admit({ ...caller, authError: null }, { area, changes: true });
    return null;
  } catch (error) {
    return passing(error);
  }
}

/** What is told to whoever came at a bad moment, or may not. @throws the error where it is a fault of ours */
function passing(error: unknown): AppError {
  const known = toAppError(error);
  if (known.code === "internal") throw error;
  return known;
}

/** Behind a trusted proxy, the last address of X-Forwarded-For: the one that proxy itself saw. */
export function peerAddress({ env }: Services, req: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY
    ? String(req.headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded || (req.socket.remoteAddress ?? "unknown");
}
