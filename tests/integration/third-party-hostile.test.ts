import { exportJWK, generateKeyPair } from "jose";
import type postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { CLIENT_ID, type OpenIdProvider, somebody, startOpenIdHarness, startOpenIdProvider } from "#tests/factories/openid";

let provider: OpenIdProvider;
let other: OpenIdProvider;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  const { stop, ...world } = await startOpenIdHarness();
  ({ provider, harness, sql } = world);
  return stop;
});
beforeAll(async () => {
  other = await startOpenIdProvider();
  return other.stop;
});

const P = "/api/user/personalization/account";
const PATHS = ["/api/user/social/register", "/api/user/social/login"];
const post = (path: string, body: unknown, token?: string) => harness.call("POST", path, { body, token });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
const text = (value: string) => new TextEncoder().encode(value);
const counts = async () =>
  (await sql`select (select count(*)::int from users) as users, (select count(*)::int from identities) as identities`)[0];

const unsigned = (alg: string) => {
  const payload = { ...somebody(), iss: provider.issuer, aud: CLIENT_ID, iat: seconds(0), exp: seconds(300) };
  return `${base64({ alg, kid: "one" })}.${base64(payload)}.`;
};

const HOSTILE: [string, () => Promise<string> | string][] = [
  ["for another audience", () => provider.idToken(somebody({ aud: "another-client" }))],
  ["for nobody", () => provider.idToken(somebody({ aud: undefined }))],
  ["of another issuer", () => provider.idToken(somebody({ iss: "https://accounts.google.com" }))],
  ["of an issuer that differs by a slash", () => provider.idToken(somebody({ iss: `${provider.issuer}/x` }))],
  ["without an issuer", () => provider.idToken(somebody({ iss: undefined }))],
  ["of another provider that says it is this one", () => other.idToken(somebody({ iss: provider.issuer }))],
  ["of another provider", () => other.idToken(somebody())],
  ["signed by an unknown key", async () => provider.idToken(somebody(), { key: (await generateKeyPair("RS256")).privateKey })],
  ["under an unknown key id", () => provider.idToken(somebody(), { header: { kid: "two" } })],
  [
    "that brings its own key",
    async () => {
      const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
      return provider.idToken(somebody(), { key: privateKey, header: { jwk: await exportJWK(publicKey) } });
    },
  ],
  ["that says where its key is", () => other.idToken(somebody({ iss: provider.issuer }), { header: { jku: `${other.issuer}/keys` } })],
  ["with alg none", () => unsigned("none")],
  ["with alg None", () => unsigned("None")],
  ["with an empty signature", () => unsigned("RS256")],
  [
    "signed with the public key as a shared secret",
    () => provider.idToken(somebody(), { header: { alg: "HS256" }, key: text(provider.publicKey) }),
  ],
  ["signed with the client's secret", () => provider.idToken(somebody(), { header: { alg: "HS256" }, key: text("a secret of the tests") })],
  ["that has run out", () => provider.idToken(somebody({ exp: seconds(-1) }))],
  ["without an expiry", () => provider.idToken(somebody({ exp: undefined }))],
  ["without its time", () => provider.idToken(somebody({ iat: undefined }))],
  ["that does not count yet", () => provider.idToken(somebody({ nbf: seconds(600) }))],
  ["about nobody", () => provider.idToken(somebody({ sub: undefined }))],
  ["about an empty name", () => provider.idToken(somebody({ sub: " " }))],
  ["that was changed", async () => (await provider.idToken(somebody())).replace(/\.[^.]+\./, `.${base64(somebody())}.`)],
  ["that is garbage", () => "a.b.c"],
];

describe("an ID token", () => {
  it.each(HOSTILE)("%s proves nothing", async (_kind, make) => {
    const before = await counts();
    const idToken = await make();
    for (const path of PATHS) expectError(await post(path, { provider: "oidc", idToken }), 401, "proofMissing");
    const { token } = await registerUser(harness);
    expectError(await post(`${P}/third-party/link`, { provider: "oidc", idToken }, token), 401, "proofMissing");
    expect(await counts()).toEqual({ users: before?.users + 1, identities: before?.identities });
  });

  it("opens something once, however its signature is spelt", async () => {
    const claims = somebody();
    expect((await post(PATHS[0] ?? "", { provider: "oidc", idToken: await provider.idToken(claims) })).status).toBe(200);
    const idToken = await provider.idToken(claims);
    expect((await post(PATHS[1] ?? "", { provider: "oidc", idToken })).status).toBe(200);
    // The last letter of 256 bytes has four bits to spare.
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const spare = letters[letters.indexOf(idToken.at(-1) ?? "") ^ 1] ?? "";
    for (const copy of [
      idToken,
      `${idToken}=`,
      `${idToken} `,
      `${idToken.slice(0, -4)} ${idToken.slice(-4)}`,
      idToken.slice(0, -1) + spare,
    ])
      expectError(await post(PATHS[1] ?? "", { provider: "oidc", idToken: copy }), 401, "proofMissing");
  });

  it("that is our own access token proves nothing", async () => {
    const { token } = await registerUser(harness);
    for (const path of PATHS) expectError(await post(path, { provider: "oidc", idToken: token }), 401, "proofMissing");
  });

  it("opens nothing as a bearer token", async () => {
    const idToken = await provider.idToken(somebody());
    expectError(await harness.call("GET", "/api/account/my-account", { token: idToken }), 401, "unauthorized");
  });

  it("beside a cookie of somebody else counts alone", async () => {
    const claims = somebody();
    const idToken = await provider.idToken(claims);
    const headers = { cookie: "next-auth.session-token=whatever" };
    const answer = await harness.call("POST", PATHS[0] ?? "", { body: { provider: "oidc", idToken }, headers });
    expect(answer.body.user.email).toBe(claims.email);
  });
});

describe("a request", () => {
  it.each(["google", "linkedin", "github"])("for %s, which is not set up, is refused", async (name) => {
    const idToken = await provider.idToken(somebody());
    for (const path of PATHS) expectError(await post(path, { provider: name, idToken }), 404, "providerUnavailable");
  });

  it.each([
    ["email", "victim@example.com"],
    ["providerAccountId", "1"],
    ["role", "super_admin"],
    ["emailVerified", true],
    ["uid", "0190a5f0-0000-7000-8000-000000000000"],
    ["sub", "1"],
  ])("that says who somebody is by %s is refused by name", async (field, value) => {
    const idToken = await provider.idToken(somebody());
    for (const path of PATHS) expectIssues(await post(path, { provider: "oidc", idToken, [field]: value }), [field]);
  });

  it.each([
    [{}, ["provider"]],
    [{ provider: "facebook" }, ["provider"]],
    [{ provider: ["oidc"] }, ["provider"]],
    [{ provider: "oidc", idToken: "" }, ["idToken"]],
    [{ provider: "oidc", idToken: 5 }, ["idToken"]],
    [{ provider: "oidc", idToken: "x".repeat(10_001) }, ["idToken"]],
  ])("%j is refused", async (body, fields) => {
    for (const path of PATHS) expectIssues(await post(path, body), fields);
  });
});

describe("a provider that is away", () => {
  it("opens nothing, and works as soon as it is back", async () => {
    const away = await startOpenIdProvider();
    away.away = true;
    const fresh = await startHarness(away.settings);
    try {
      const body = { provider: "oidc", idToken: await away.idToken(somebody()) };
      expectError(await fresh.call("POST", PATHS[0] ?? "", { body }), 401, "proofMissing");
      away.away = false;
      expect((await fresh.call("POST", PATHS[0] ?? "", { body })).status).toBe(200);
    } finally {
      await fresh.close();
      await away.stop();
    }
  });
});

describe("a provider's document", () => {
  it("that sends us on to another place is not followed", async () => {
    const [moved, elsewhere] = [await startOpenIdProvider(), await startOpenIdProvider()];
    moved.movedTo = `${elsewhere.issuer}/.well-known/openid-configuration`;
    // What stands there would do: it names the provider that is set up, and that one's keys.
    elsewhere.issuer = moved.issuer;
    const fresh = await startHarness(moved.settings);
    try {
      const body = { provider: "oidc", idToken: await moved.idToken(somebody()) };
      expectError(await fresh.call("POST", PATHS[0] ?? "", { body }), 401, "proofMissing");
      delete moved.movedTo;
      expect((await fresh.call("POST", PATHS[0] ?? "", { body })).status).toBe(200);
    } finally {
      await fresh.close();
      await moved.stop();
      await elsewhere.stop();
    }
  });
});

describe("a provider's document that names another issuer", () => {
  it("opens nothing, though that one's keys signed it", async () => {
    const other = await startOpenIdProvider();
    other.calledItself = "https://elsewhere.example";
    const fresh = await startHarness(other.settings);
    try {
      for (const iss of [other.calledItself, other.issuer]) {
        const body = { provider: "oidc", idToken: await other.idToken({ ...somebody(), iss }) };
        expectError(await fresh.call("POST", PATHS[0] ?? "", { body }), 401, "proofMissing");
      }
    } finally {
      await fresh.close();
      await other.stop();
    }
  });
});

describe("GET /api/user/login/options", () => {
  it("tells the providers that are set up, and nothing secret", async () => {
    const answer = await harness.call("GET", "/api/user/login/options");
    expect(answer.body).toEqual({ data: { providers: [{ provider: "oidc", name: "Example login" }], sessionRefetchSeconds: 0 } });
  });

  it("tells none where none is", async () => {
    const plain = await startHarness({ SESSION_REFETCH_SECONDS: "90" });
    try {
      const answer = await plain.call("GET", "/api/user/login/options");
      expect(answer.body).toEqual({ data: { providers: [], sessionRefetchSeconds: 90 } });
    } finally {
      await plain.close();
    }
  });
});

describe("GET /auth/check-provider-account-id/{id} (row 14)", () => {
  it.each(["%00", "%E0%A4%A", "a/../b", "' or 1=1 --", "x".repeat(255), "身份"])("answers false to %s", async (id) => {
    const answer = await harness.call("GET", `/auth/check-provider-account-id/${encodeURIComponent(id)}`);
    expect(answer.body).toEqual({ data: { exists: false } });
  });

  it("refuses a NUL character", async () => {
    expectError(await harness.call("GET", "/auth/check-provider-account-id/a%00b"), 400, "invalidInput");
  });

  it("refuses one that is too long, and names the field", async () => {
    expectIssues(await harness.call("GET", `/auth/check-provider-account-id/${"x".repeat(256)}`), ["id"]);
  });
});
