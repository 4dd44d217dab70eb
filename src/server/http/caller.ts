import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/app-error";
import { type Locale, negotiateLocale } from "@/lib/locales";
import type { Context, Services } from "../api/context";
import { type Actor, authenticate } from "../auth";

export interface RequestCaller {
  actor: Actor | null;
  authError: AppError | null;
  locale: Locale;
  requestId: string;
}

const PREFIX = randomBytes(6).toString("base64url");
let counter = 0;

/** Unique in this process and, by its random beginning, among all of them. */
export const nextRequestId = (): string => `${PREFIX}-${(++counter).toString(36)}`;

/** Who sent a bearer header. A missing or bad one is no failure yet: open procedures do not care. */
async function identify(services: Services, authorization: string | undefined): Promise<Pick<RequestCaller, "actor" | "authError">> {
  const token = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!token) return { actor: null, authError: null };
  try {
    return { actor: await authenticate(services.db, services.tokens, token), authError: null };
  } catch (error) {
    if (error instanceof AppError) return { actor: null, authError: error };
    throw error;
  }
}

export async function nodeContext(services: Services, req: IncomingMessage, requestId: string): Promise<Context> {
  const { headers } = req;
  const key = headers["idempotency-key"];
  return {
    ...services,
    ...(await identify(services, headers.authorization)),
    locale: negotiateLocale(headers["accept-language"]),
    requestId,
    address: peerAddress(services, req),
    userAgent: headers["user-agent"] ?? "",
    idempotencyKey: Array.isArray(key) ? key[0] : key,
    cookies: headers.cookie ?? "",
  };
}

export async function actorOfRequest(services: Services, request: Request): Promise<RequestCaller> {
  const { headers } = request;
  return {
    ...(await identify(services, headers.get("authorization") ?? undefined)),
    locale: negotiateLocale(headers.get("accept-language") ?? undefined),
    requestId: nextRequestId(),
  };
}

/** Behind a trusted proxy, the last address of X-Forwarded-For: the one that proxy itself saw. */
function peerAddress({ env }: Services, req: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY
    ? String(req.headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded || (req.socket.remoteAddress ?? "unknown");
}
