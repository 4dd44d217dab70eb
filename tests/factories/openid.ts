import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import postgres from "postgres";
import { startHarness } from "#tests/config/harness";

export const CLIENT_ID = "parley-tests";

export interface OpenIdProvider {
  issuer: string;
  /** What its document says that it is called, where that is something else. */
  calledItself?: string;
  /** The settings by which the app knows it. */
  settings: Record<string, string>;
  /** The public key as text, which attackers may use as a shared secret. */
  publicKey: string;
  /** An ID token as a provider gives it; `change` overrides claims, undefined drops one. */
  idToken(claims: JWTPayload, change?: Change): Promise<string>;
  /** While away, nothing is answered but 503. */
  away: boolean;
  /** How often something was asked of it. */
  asked: number;
  /** Where its discovery document is said to be instead, if anywhere. */
  movedTo?: string;
  stop(): Promise<void>;
}

interface Change {
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

/** A provider's discovery document and keys over HTTP, and the ID tokens that it would give. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", use: "sig", alg: "RS256" };
  const server = http.createServer((req, res) => {
    provider.asked++;
    const bodies: Record<string, unknown> = {
      "/.well-known/openid-configuration": {
        issuer: provider.calledItself ?? provider.issuer,
        jwks_uri: `${provider.issuer}/keys`,
        authorization_endpoint: `${provider.issuer}/authorize`,
      },
      "/keys": { keys: [jwk] },
    };
    if (provider.movedTo && req.url === "/.well-known/openid-configuration")
      return void res.writeHead(302, { location: provider.movedTo }).end();
    const body = provider.away ? undefined : bodies[req.url ?? ""];
    res.writeHead(provider.away ? 503 : body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OpenIdProvider = {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: "a secret of the tests", OIDC_NAME: "Example login" },
    publicKey: await exportSPKI(publicKey),
    away: false,
    asked: 0,
    idToken: (claims, { header = {}, key = privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      // No two tokens are alike, as with real providers.
      const payload = { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300, jti: randomUUID(), ...claims };
      return new SignJWT(JSON.parse(JSON.stringify(payload))).setProtectedHeader({ alg: "RS256", kid: "one", ...header }).sign(key);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** The API as it runs where one provider is set up, that provider, and the API's database. */
export async function startOpenIdHarness(settings: Record<string, string> = {}) {
  const provider = await startOpenIdProvider();
  const harness = await startHarness({ ...provider.settings, ...settings });
  const sql = postgres(harness.databaseUrl, { max: 2 });
  const stop = async () => {
    await sql.end();
    await harness.close();
    await provider.stop();
  };
  return { provider, harness, sql, stop };
}

/** The claims of somebody whom the provider knows, with a confirmed address. */
export function somebody(change: JWTPayload = {}): JWTPayload & { sub: string; email: string } {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, given_name: "Lin", family_name: "Nguyen", ...change };
}

/** What a third party has just proved of somebody new, as next-auth's cookie carries it. */
export const proofClaims = () => ({
  id: randomUUID(),
  provedAt: Math.floor(Date.now() / 1000),
  provider: "oidc",
  providerAccountId: randomUUID(),
  email: `${randomUUID()}@example.com`,
  emailVerified: true,
  firstName: "Lin",
  lastName: "Nguyen",
});
