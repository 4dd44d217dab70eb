import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import type { Harness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { CLIENT_ID, type OpenIdProvider, proofClaims, startOpenIdHarness } from "#tests/factories/openid";

let provider: OpenIdProvider;
let harness: Harness;
beforeAll(async () => {
  const { stop, ...world } = await startOpenIdHarness({ APP_URL: "https://parley.example" });
  ({ provider, harness } = world);
  return stop;
});

const pair = (line: string) => line.split(";", 1)[0] ?? "";

/** The way to the provider, as a browser goes it under an encrypted address. */
async function begin() {
  const csrf = await fetch(`${harness.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const lines = csrf.headers.getSetCookie();
  const answer = await fetch(`${harness.url}/api/auth/signin/oidc`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: lines.map(pair).join("; ") },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  const { url } = (await answer.json()) as { url: string };
  return { url: new URL(url), lines: [...lines, ...answer.headers.getSetCookie()] };
}

describe("under an encrypted address", () => {
  it("next-auth's cookies are for this host and this site alone, and for no script", async () => {
    const { lines } = await begin();
    const names = new Set(lines.map((line) => line.split("=", 1)[0]));
    for (const name of ["csrf-token", "callback-url", "state", "pkce.code_verifier", "nonce"])
      expect([...names]).toContain(`__Host-next-auth.${name}`);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-/);
      for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(line.split("; ")).toContain(attribute);
      expect(line).not.toMatch(/domain=/i);
    }
  });

  it("the provider's answer is held to the request that this browser made", async () => {
    const { url } = await begin();
    expect(url.origin).toBe(provider.issuer);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: CLIENT_ID,
      response_type: "code",
      redirect_uri: "https://parley.example/api/auth/callback/oidc",
      code_challenge_method: "S256",
    });
    for (const secret of ["state", "nonce", "code_challenge"]) expect(asked[secret]?.length, secret).toBeGreaterThanOrEqual(43);
    // Without the cookies of that request the answer opens nothing.
    const back = `${harness.url}/api/auth/callback/oidc?${new URLSearchParams({ code: "any", state: asked.state ?? "" })}`;
    const answer = await fetch(back, { redirect: "manual" });
    expect(answer.headers.get("location")).toContain("error=OAuthCallback");
    expect(answer.headers.getSetCookie().join()).not.toContain("session-token=ey");
  });

  it("a proof counts in the cookie that is bound to the host, and under no other name", async () => {
    const proof = proofClaims();
    const token = await encode({ token: { proof }, secret: harness.env.secrets[0] });
    const register = (name: string) =>
      harness.call("POST", "/api/user/social/register", { body: { provider: "oidc" }, headers: { cookie: `${name}=${token}` } });
    for (const name of ["next-auth.session-token", "__Secure-next-auth.session-token"])
      expectError(await register(name), 401, "proofMissing");
    expect((await register("__Host-next-auth.session-token")).body.user).toMatchObject({ email: proof.email });
  });
});
