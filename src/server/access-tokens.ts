import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { AppError } from "@/lib/app-error";
import { type Secrets, secretId } from "./secrets";

export interface AccessTokens {
  issue(userId: string, sessionId: string, expiresAt: Date, viewer?: Viewer): Promise<string>;
  /** @throws AppError tokenExpired | unauthorized */
  verify(token: string): Promise<Claims>;
}

/** Who looks at somebody's account, and in which session of their own: when that ends, they look no more. */
export interface Viewer {
  adminId: string;
  sessionId: string;
}

export interface Claims {
  userId: string;
  /** The session's id; the viewing's, where there is a viewer. */
  sessionId: string;
  viewer?: Viewer | undefined;
}

const ALGORITHM = "HS256";
/** Whom the tokens are for: what is signed for another purpose is none. */
const AUDIENCE = "parley";

/** Tokens whose proven signature a process remembers: about 5 MB when full. */
const REMEMBERED = 10_000;

interface Proven extends Claims {
  /** Seconds since 1970, as in the token. */
  exp: number;
}

/**
 * Access tokens: JSON Web Tokens (RFC 7519) with aud, sub, sid and exp, signed with HMAC-SHA-256 and nothing else; `kid` names the
 * secret. One that lets somebody else act for its subject names them as `act` (RFC 8693, 4.1).
 */
export function accessTokens(secrets: Secrets): AccessTokens {
  const keys = new Map(secrets.map((secret) => [secretId(secret), new TextEncoder().encode(secret)]));
  const kid = secretId(secrets[0]);
  const keyOf = (header: { kid?: string | undefined }): Uint8Array => {
    const key = keys.get(header.kid ?? "");
    if (!key) throw new AppError("unauthorized");
    return key;
  };
  // Proving the same bytes again gives the same result until they expire, for a sixth of a call's time. Only sound tokens
  // get in, so junk pushes nobody out; whether the session is still live is asked of its row on every call.
  const proven = new Map<string, Proven>();
  const remember = (token: string, claims: Proven) => {
    // A Map keeps the order of insertion: the first key is the oldest.
    if (proven.size >= REMEMBERED) proven.delete(proven.keys().next().value ?? "");
    proven.set(token, claims);
  };
  return {
    issue: (userId, sessionId, expiresAt, viewer) =>
      new SignJWT({ sid: sessionId, ...(viewer ? { act: { sub: viewer.adminId, sid: viewer.sessionId } } : {}) })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(keyOf({ kid })),
    verify: async (token) => {
      const known = proven.get(token);
      if (known && known.exp * 1000 > Date.now()) return known;
      proven.delete(token);
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          requiredClaims: ["sub", "sid", "exp"],
        });
        const act = payload.act as { sub: string; sid: string } | undefined;
        const viewer = act && { adminId: act.sub, sessionId: act.sid };
        const claims = { userId: String(payload.sub), sessionId: String(payload.sid), exp: Number(payload.exp), viewer };
        remember(token, claims);
        return claims;
      } catch (cause) {
        throw new AppError(cause instanceof joseErrors.JWTExpired ? "tokenExpired" : "unauthorized", { cause });
      }
    },
  };
}
