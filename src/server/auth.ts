import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import type { Role } from "@/lib/enums";
import { type Database, type Executor, prepared } from "./db/client";
import { sessions, users } from "./db/schema";

/** Who makes a call, read from the session row on every call. */
export interface Actor {
  id: string;
  role: Role;
  sessionId: string;
}

export interface AccessTokens {
  issue(userId: string, sessionId: string, expiresAt: Date): Promise<string>;
  /** @throws AppError tokenExpired | unauthorized */
  verify(token: string): Promise<{ userId: string; sessionId: string }>;
}

const ALGORITHM = "HS256";

/** Tokens whose proven signature a process remembers: about 5 MB when full. */
const REMEMBERED = 10_000;

interface Proven {
  userId: string;
  sessionId: string;
  /** Seconds since 1970, as in the token. */
  exp: number;
}

/** Access tokens: JSON Web Tokens (RFC 7519) with sub, sid and exp, signed with HMAC-SHA-256 and nothing else. */
export function accessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret);
  // Proving the same bytes again gives the same result until they expire, for a sixth of a call's time. Only sound tokens
  // get in, so junk pushes nobody out; whether the session is still live is asked of its row on every call.
  const proven = new Map<string, Proven>();
  const remember = (token: string, claims: Proven) => {
    // A Map keeps the order of insertion: the first key is the oldest.
    if (proven.size >= REMEMBERED) proven.delete(proven.keys().next().value ?? "");
    proven.set(token, claims);
  };
  return {
    issue: (userId, sessionId, expiresAt) =>
      new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: ALGORITHM }).setSubject(userId).setExpirationTime(expiresAt).sign(key),
    verify: async (token) => {
      const known = proven.get(token);
      if (known && known.exp * 1000 > Date.now()) return known;
      proven.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ["sub", "sid", "exp"] });
        const claims = { userId: String(payload.sub), sessionId: String(payload.sid), exp: Number(payload.exp) };
        remember(token, claims);
        return claims;
      } catch (cause) {
        throw new AppError(cause instanceof joseErrors.JWTExpired ? "tokenExpired" : "unauthorized", { cause });
      }
    },
  };
}

const liveSession = prepared((db) =>
  db
    .select({ id: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        eq(sessions.userId, sql.placeholder("userId")),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .prepare("live_session"),
);

/**
 * The actor of a bearer token, or an error that says why there is none.
 * The signature alone never suffices: the session row must still be live.
 */
export async function authenticate(db: Database, tokens: AccessTokens, token: string): Promise<Actor> {
  const { userId, sessionId } = await tokens.verify(token);
  const [row] = await liveSession(db).execute({ sessionId, userId });
  if (!row) throw new AppError("sessionEnded");
  return { id: row.id, role: row.role, sessionId };
}

export async function openSession(
  db: Executor,
  tokens: AccessTokens,
  args: { userId: string; userAgent: string; hours: number; now: Date },
): Promise<string> {
  const id = uuidv7();
  const expiresAt = new Date(args.now.getTime() + args.hours * 3_600_000);
  await db.insert(sessions).values({ id, userId: args.userId, userAgent: args.userAgent.slice(0, 400), expiresAt });
  return tokens.issue(args.userId, id, expiresAt);
}

export async function endSession(db: Executor, actor: Actor): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)));
}
