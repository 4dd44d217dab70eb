import type { IncomingMessage, ServerResponse } from "node:http";
import { parse } from "cookie";
import NextAuth, { type AuthOptions } from "next-auth";
import type { Env } from "../env";
import { MAX_JSON_BYTES, readBytes } from "../http/body";
import type { Log } from "../log";
import { decodeWith, hasSecureCookies, nextAuthCookie, nextAuthProviders, PROOF_SECONDS, type Proof } from "./identities";

type Handler = (req: IncomingMessage, res: ServerResponse, pathname: string, query: string) => Promise<void>;
type NodeHandler = (req: object, res: object, options: AuthOptions) => Promise<unknown>;

/**
 * next-auth v4 under /api/auth. It only proves a third-party identity: Parley's own session is the access token, so its
 * sessions are short and nothing is read from them but the provider's proof.
 */
export function nextAuthHandler(env: Env, log: Log): Handler {
  const { publicUrl } = env;
  // The library reads the address for its callbacks from this variable only.
  process.env.NEXTAUTH_URL = publicUrl;
  const authOptions: AuthOptions = {
    secret: env.secrets[0],
    jwt: { decode: decodeWith(env.secrets) },
    providers: nextAuthProviders(env) as AuthOptions["providers"],
    session: { strategy: "jwt", maxAge: PROOF_SECONDS },
    pages: { signIn: "/auth/login", signOut: "/auth/login", error: "/auth/login" },
    useSecureCookies: hasSecureCookies(env),
    cookies: cookiesOf(env),
    callbacks: {
      // Only the proof is kept: no access or refresh token of the third party.
      jwt: ({ token, user }) => {
        const proof = (user as { proof?: Proof } | undefined)?.proof;
        return proof ? { proof } : { proof: token.proof };
      },
      // What the page needs to greet somebody and to fill in their names.
      session: ({ session, token }) => {
        const { provider, email, firstName, lastName } = (token.proof ?? {}) as Partial<Proof>;
        return { expires: session.expires, proof: { provider, email, firstName, lastName } };
      },
    },
    // Codes only: what comes with them may hold what a third party sent.
    logger: { error: (code) => log.warn({ code: String(code).slice(0, 60) }, "third-party login"), warn: () => {}, debug: () => {} },
  };
  // Called with a request, a response and options it acts as a handler of Next's pages API, which is Node's plus a few helpers.
  // It is CommonJS: Node hands over its exports, bundlers the default among them.
  const exported = NextAuth as unknown as NodeHandler | { default: NodeHandler };
  const handler = "default" in exported ? exported.default : exported;

  return async (req, res, pathname, query) => {
    const segments = pathname.slice("/api/auth/".length).split("/").filter(Boolean);
    // Where its browser part reports errors: anybody could fill the log with it, and what matters the server sees itself.
    if (segments[0] === "_log") return void res.writeHead(204).end();
    const body = req.method === "POST" ? parseBody(req, (await readBytes(req, MAX_JSON_BYTES)).toString("utf8")) : {};
    const request = Object.assign(req, {
      body,
      cookies: parse(req.headers.cookie ?? ""),
      query: { ...Object.fromEntries(new URLSearchParams(query)), nextauth: segments },
    });
    await handler(request, withHelpers(res), authOptions);
  };
}

/** Seconds that somebody may take at the third party. */
const AWAY_SECONDS = 15 * 60;

/** The library's own cookies, all under names that bind them to this host: it would give that to one of them alone. */
function cookiesOf(env: Env): NonNullable<AuthOptions["cookies"]> {
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: hasSecureCookies(env) };
  const cookie = (name: string, maxAge?: number) => ({
    name: nextAuthCookie(env, name),
    options: maxAge === undefined ? options : { ...options, maxAge },
  });
  return {
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    csrfToken: cookie("csrf-token"),
    pkceCodeVerifier: cookie("pkce.code_verifier", AWAY_SECONDS),
    state: cookie("state", AWAY_SECONDS),
    nonce: cookie("nonce"),
  };
}

function parseBody(req: IncomingMessage, text: string): Record<string, unknown> {
  if (!req.headers["content-type"]?.startsWith("application/json")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The helpers of Next's pages API that next-auth calls. */
function withHelpers(res: ServerResponse) {
  const send = (body: unknown) => {
    res.setHeader("cache-control", "no-store");
    if (body === undefined || body === null || typeof body === "string") return res.end(body ?? "");
    res.setHeader("content-type", "application/json; charset=utf-8");
    return res.end(JSON.stringify(body));
  };
  const helpers = Object.assign(res, {
    status: (code: number) => {
      res.statusCode = code;
      return helpers;
    },
    json: send,
    send,
  });
  return helpers;
}
