import { createHash, randomUUID } from "node:crypto";
import { parse } from "cookie";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { decode, getToken, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import type { OAuthConfig } from "next-auth/providers/index";
import { z } from "zod";
import { AppError } from "@/lib/app-error";
import { PROVIDERS, type Provider } from "@/lib/enums/account";
import { asPersonName } from "@/lib/fields";
import type { Env } from "../env";
import type { Secrets } from "../secrets";

/** Who somebody is, as a third party vouches for it. */
const proofSchema = z.object({
  /** The same for every copy of this proof. */
  id: z.string().min(1).max(100),
  /** Seconds since 1970. */
  provedAt: z.number(),
  provider: z.enum(PROVIDERS),
  providerAccountId: z
    .string()
    .max(255)
    .refine((value) => value.trim() !== ""),
  /** Lower case; empty when the third party gave none. */
  email: z.string(),
  /** Whether the third party says that it has seen the person read mail there. */
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
});
export type Proof = z.infer<typeof proofSchema>;

/** How long a proof may wait for the login or registration that it is for, in seconds. */
export const PROOF_SECONDS = 10 * 60;

/** Whether what people see is encrypted, so that cookies may be, too. */
export const hasSecureCookies = ({ publicUrl }: Env): boolean => publicUrl.startsWith("https:");

/** A cookie of next-auth's: of this very host and no part of it, which browsers see to by the name (RFC 6265bis, 4.1.3.2). */
export const nextAuthCookie = (env: Env, name: string): string => `${hasSecureCookies(env) ? "__Host-" : ""}next-auth.${name}`;

/** Reads next-auth's cookies with whichever of our secrets they were made with. */
export const decodeWith =
  ([secret, ...previous]: Secrets) =>
  async (params: JWTDecodeParams): Promise<JWT | null> => {
    try {
      return await decode({ ...params, secret });
    } catch (error) {
      const [next, ...others] = previous;
      if (next === undefined) throw error;
      return decodeWith([next, ...others])(params);
    }
  };

export interface IdentityProofs {
  /** The providers that the operator set up, in the order of their buttons. */
  available: { provider: Provider; name: string }[];
  /**
   * The proof that a call carries: an ID token of the provider, or next-auth's session cookie, which only this server can
   * have written. What else the request says about the person counts for nothing.
   * @throws AppError providerUnavailable | proofMissing
   */
  prove(call: { provider: Provider; idToken?: string | undefined; cookies: string }): Promise<Proof>;
}

interface OpenIdSettings {
  provider: Provider;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The providers that speak OpenID Connect, as far as they have settings. */
function openIdSettings(env: Env): OpenIdSettings[] {
  const all = [
    {
      provider: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
    },
    {
      provider: "linkedin",
      name: "LinkedIn",
      issuer: "https://www.linkedin.com/oauth",
      clientId: env.LINKEDIN_CLIENT_ID,
      clientSecret: env.LINKEDIN_CLIENT_SECRET,
    },
    { provider: "oidc", name: env.OIDC_NAME, issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET },
  ] as const;
  return all.flatMap(({ provider, name, issuer, clientId, clientSecret }) =>
    issuer && clientId && clientSecret ? [{ provider, name, issuer: issuer.replace(/\/$/, ""), clientId, clientSecret }] : [],
  );
}

interface Claims {
  sub?: unknown;
  email?: unknown;
  email_verified?: unknown;
  given_name?: unknown;
  family_name?: unknown;
  name?: unknown;
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** OpenID Connect's standard claims (Core 1.0, 5.1) as a proof. */
function proofOf(provider: Provider, claims: Claims, id: string = randomUUID()): Proof {
  const [first = "", ...rest] = text(claims.name).split(/\s+/);
  return {
    id,
    provedAt: Math.floor(Date.now() / 1000),
    provider,
    // As it is: two people may differ in a blank or in its last letter.
    providerAccountId: typeof claims.sub === "string" ? claims.sub : "",
    email: text(claims.email).toLowerCase(),
    emailVerified: claims.email_verified === true || claims.email_verified === "true",
    firstName: asPersonName(text(claims.given_name) || first),
    lastName: asPersonName(text(claims.family_name) || rest.join(" ")),
  };
}

/** Milliseconds that a third party may take to answer; the library's own 3.5 seconds fail people on a slow day. */
const HTTP_OPTIONS = { timeout: 15_000 };

/** next-auth's providers: the third party's answer becomes a proof in its encrypted session cookie. */
export function nextAuthProviders(env: Env): OAuthConfig<Claims & { proof?: Proof }>[] {
  const openId = openIdSettings(env).map(({ provider, name, issuer, clientId, clientSecret }) => ({
    id: provider,
    name,
    type: "oauth" as const,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    // LinkedIn knows neither PKCE for confidential clients nor nonces.
    checks: provider === "linkedin" ? (["state"] as const) : (["pkce", "state", "nonce"] as const),
    client: { token_endpoint_auth_method: provider === "linkedin" ? "client_secret_post" : "client_secret_basic" },
    httpOptions: HTTP_OPTIONS,
    clientId,
    clientSecret,
    profile: (claims: Claims) => ({ id: String(claims.sub), proof: proofOf(provider, claims) }),
  }));
  const providers =
    env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET ? [...openId, github(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET)] : openId;
  return providers as unknown as OAuthConfig<Claims & { proof?: Proof }>[];
}

/** GitHub speaks OAuth only: who it is comes from its API, and of the addresses only a confirmed primary one counts. */
const github = (clientId: string, clientSecret: string) => ({
  id: "github",
  name: "GitHub",
  type: "oauth" as const,
  authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
  token: "https://github.com/login/oauth/access_token",
  userinfo: {
    url: "https://api.github.com/user",
    request: async ({ tokens }: { tokens: { access_token?: string } }) => {
      const ask = async (path: string) => {
        const answer = await fetch(`https://api.github.com${path}`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
          redirect: "error",
          // `httpOptions` hold for the library's calls alone.
          signal: AbortSignal.timeout(HTTP_OPTIONS.timeout),
        });
        if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`);
        return answer.json();
      };
      const [user, emails] = await Promise.all([ask("/user"), ask("/user/emails")]);
      const primary = (emails as { email: string; primary: boolean; verified: boolean }[]).find((entry) => entry.primary);
      return { sub: String(user.id), name: user.name ?? user.login, email: primary?.email, email_verified: primary?.verified };
    },
  },
  checks: ["pkce", "state"] as const,
  httpOptions: HTTP_OPTIONS,
  clientId,
  clientSecret,
  profile: (claims: Claims) => ({ id: String(claims.sub), proof: proofOf("github", claims) }),
});

export function createIdentityProofs(env: Env): IdentityProofs {
  const settings = openIdSettings(env);
  const available = nextAuthProviders(env).map(({ id, name }) => ({ provider: id as Provider, name }));
  const known = new Map<string, Promise<{ issuer: string; keys: ReturnType<typeof createRemoteJWKSet> }>>();

  /** A provider's exact name and its signing keys, by its discovery document (OpenID Connect Discovery 1.0), which stands where it says. */
  const discover = (address: string) => {
    let found = known.get(address);
    if (!found) {
      found = fetch(`${address}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5000), redirect: "error" })
        .then((answer) => answer.json())
        .then((document) => ({ issuer: String(document.issuer), keys: createRemoteJWKSet(new URL(String(document.jwks_uri))) }));
      // A provider that is away now may be back at the next login.
      found.catch(() => known.delete(address));
      known.set(address, found);
    }
    return found;
  };

  const fromIdToken = async (provider: Provider, idToken: string): Promise<Proof> => {
    const found = settings.find((entry) => entry.provider === provider);
    if (!found) throw new AppError("proofMissing");
    try {
      const { issuer, keys } = await discover(found.issuer);
      // With or without a slash at its end it is the provider that the operator named, and no other.
      if (issuer.replace(/\/$/, "") !== found.issuer) throw new Error("the discovery document names another issuer");
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: found.clientId,
        algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
        requiredClaims: ["sub", "exp", "iat"],
        maxTokenAge: PROOF_SECONDS,
      });
      // By what was signed alone: a signature can be spelt, and for some keys be made, in several ways that all verify.
      const signed = idToken.slice(0, idToken.lastIndexOf("."));
      return proofSchema.parse(proofOf(provider, payload, createHash("sha256").update(signed).digest("hex")));
    } catch (cause) {
      throw new AppError("proofMissing", { cause });
    }
  };

  const fromCookies = async (provider: Provider, header: string): Promise<Proof> => {
    // Only cookies are handed over: the bearer header is our own token and no proof.
    const req = { cookies: parse(header), headers: {} } as never;
    const token = await getToken({
      req,
      secret: env.secrets[0],
      cookieName: nextAuthCookie(env, "session-token"),
      decode: decodeWith(env.secrets),
    });
    const proof = proofSchema.safeParse(token?.proof);
    if (!proof.success || proof.data.provider !== provider) throw new AppError("proofMissing");
    // next-auth gives its cookie new time whenever it is asked for; the proof in it stays as old as it is.
    if (Date.now() / 1000 - proof.data.provedAt > PROOF_SECONDS) throw new AppError("proofMissing");
    return proof.data;
  };

  return {
    available,
    prove: ({ provider, idToken, cookies }) => {
      if (!available.some((entry) => entry.provider === provider)) throw new AppError("providerUnavailable");
      return idToken === undefined ? fromCookies(provider, cookies) : fromIdToken(provider, idToken);
    },
  };
}
