import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import Provider from "oidc-provider";
import { expect } from "./fixtures";

export interface OpenIdServer {
  issuer: string;
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Who the provider says that a login is: whatever is typed there as login, with that as address. */
const claimsOf = (id: string) => ({
  sub: id,
  email: id,
  email_verified: true,
  given_name: "Sami",
  family_name: "Bakri",
});

/**
 * A certified OpenID Connect provider (the oidc-provider package) with its own login and consent pages, and one client: the
 * app at `appUrl`.
 */
export async function startOpenId(appUrl: string): Promise<OpenIdServer> {
  let handle: http.RequestListener = (_req, res) => void res.writeHead(503).end();
  const server = http.createServer((req, res) => handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: "parley", client_secret: "a secret that only these two know" };
  const provider = new Provider(issuer, {
    clients: [
      { ...client, redirect_uris: [`${appUrl}/api/auth/callback/oidc`], grant_types: ["authorization_code"], response_types: ["code"] },
    ],
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    // Its claims come with the ID token, as with the large providers.
    conformIdTokenClaims: false,
    cookies: { keys: ["a key for tests"] },
    features: { devInteractions: { enabled: true } },
  });
  handle = provider.callback();
  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret, OIDC_NAME: "Campus" },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Logs in at the provider, to which a page was led, and agrees that the app may know. */
export async function logInAt({ issuer }: OpenIdServer, page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${issuer}/interaction/`));
  await page.getByPlaceholder(/login/i).fill(login);
  await page.getByPlaceholder(/password/i).fill("any");
  await page.getByRole("button", { name: /sign-in/i }).click();
  await page.getByRole("button", { name: /continue/i }).click();
}
