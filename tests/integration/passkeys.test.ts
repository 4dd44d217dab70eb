import { generateKeyPairSync } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { type Bend, type SoftAuthenticator, softAuthenticator } from "#tests/factories/authenticator";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { SECURITY } from "#tests/factories/factors";
import { mailsAbout } from "#tests/factories/mails";
import { suspend } from "#tests/factories/standing";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const post = (path: string, body: unknown = {}, token?: string) => harness().call("POST", path, { token, body });
const login = (email: string, code?: string) => post("/api/account/login", { email, password: PASSWORD, ...(code ? { code } : {}) });
const security = async (token: string) => (await harness().call("GET", `${SECURITY}/get`, { token })).body.data;
const longAgo = (userId: string) => sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${userId}`;
const begin = async (path: string, token?: string) => (await post(path, {}, token)).body.data;

async function add(token: string, key: SoftAuthenticator, bend: Bend = {}) {
  const { challengeId, options } = await begin(`${SECURITY}/passkey/begin`, token);
  return post(`${SECURITY}/passkey/add`, { challengeId, response: key.create(options, bend), name: "Laptop" }, token);
}

async function loginWith(key: SoftAuthenticator, bend: Bend = {}) {
  const { challengeId, options } = await begin("/api/user/passkey/begin");
  return post("/api/user/passkey/login", { challengeId, response: key.get(options, bend) });
}

async function reauthenticateWith(token: string, key: SoftAuthenticator) {
  const { challengeId, options } = await begin(`${SECURITY}/passkey/reauthenticate/begin`, token);
  return post(`${SECURITY}/passkey/reauthenticate`, { challengeId, response: key.get(options) }, token);
}

async function equipped() {
  const person = await registerUser(harness());
  const key = softAuthenticator(harness().url);
  const added = await add(person.token, key);
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return { ...person, key, recoveryCodes: added.body.data.recoveryCodes as string[] };
}

describe("a passkey", () => {
  it("is added, brings recovery codes the first time, and is told by mail", async () => {
    const { email, token, key, recoveryCodes } = await equipped();
    expect(recoveryCodes).toHaveLength(10);
    const second = softAuthenticator(harness().url);
    expect((await add(token, second)).body).toEqual({ data: { recoveryCodes: [] } });
    expect((await security(token)).passkeys).toEqual([
      { id: key.id, name: "Laptop", backedUp: false, createdAt: expect.any(String), lastUsedAt: null },
      expect.objectContaining({ id: second.id }),
    ]);
    expect(await mailsAbout(harness(), email, "factors_changed")).toHaveLength(2);
  });

  it("leaves no more than ten of one account's dialogs open, and those are the newest", async () => {
    const { user, token } = await registerUser(harness());
    const key = softAuthenticator(harness().url);
    const begun: { challengeId: string; options: never }[] = [];
    for (let count = 0; count < 12; count++) begun.push(await begin(`${SECURITY}/passkey/begin`, token));
    expect(await sql`select id from challenges where user_id = ${user.uid}`).toHaveLength(10);
    const add = (at: number) => {
      const { challengeId, options } = begun.at(at) ?? { challengeId: "", options: {} as never };
      return post(`${SECURITY}/passkey/add`, { challengeId, response: key.create(options), name: "Laptop" }, token);
    };
    expectError(await add(0), 400, "passkeyFailed");
    expect((await add(11)).status).toBe(200);
  });

  it("logs in without a name, a password or a code", async () => {
    const { user, key } = await equipped();
    for (let times = 0; times < 2; times++) {
      const answer = await loginWith(key);
      expect(answer.status).toBe(200);
      expect(answer.body.user.uid).toBe(user.uid);
      const { passkeys } = await security(answer.body.accessToken);
      expect(passkeys[0].lastUsedAt).toEqual(expect.any(String));
      const list = await harness().call("GET", "/api/user/personalization/account/session/get", { token: answer.body.accessToken });
      expect(list.body.data[0]).toMatchObject({ current: true, method: "passkey" });
    }
  });

  it("makes the password alone too little: a recovery code, or the passkey", async () => {
    const { email, key, recoveryCodes } = await equipped();
    expectError(await login(email), 401, "secondFactorRequired");
    expectError(await login(email, "123456"), 401, "wrongCode");
    expect((await login(email, recoveryCodes[0])).status).toBe(200);
    expectError(await login(email, recoveryCodes[0]), 401, "wrongCode");
    expect((await loginWith(key)).status).toBe(200);
  });

  it("proves its owner anew in a session", async () => {
    const { token, user, key } = await equipped();
    await longAgo(user.uid);
    expectError(await post(`${SECURITY}/passkey/begin`, {}, token), 403, "reauthenticationRequired");
    expect((await reauthenticateWith(token, key)).body).toEqual({ data: { done: true } });
    expect((await post(`${SECURITY}/passkey/begin`, {}, token)).status).toBe(200);
  });

  it("of somebody else proves nothing in one's own session", async () => {
    const [one, other] = [await equipped(), await equipped()];
    await longAgo(one.user.uid);
    expectError(await reauthenticateWith(one.token, other.key), 400, "passkeyFailed");
    expectError(await post(`${SECURITY}/passkey/begin`, {}, one.token), 403, "reauthenticationRequired");
  });

  it("of a suspended account opens nothing", async () => {
    const { user, key } = await equipped();
    await suspend(harness().app.services.db, user.uid, "a reason");
    expectError(await loginWith(key), 403, "accountSuspended", "en", { reason: "a reason" });
  });
});

const HOSTILE: [string, Bend][] = [
  ["for another site", { origin: "https://evil.example" }],
  ["for another relying party", { rpId: "evil.example" }],
  ["with another challenge", { challenge: Buffer.from("another challenge").toString("base64url") }],
  ["without a finger or a PIN", { flags: 0b001 }],
  ["without anybody present", { flags: 0b000 }],
  ["of another kind", { type: "webauthn.other" }],
];

describe("an answer that is not the authenticator's", () => {
  it.each(HOSTILE)("%s adds nothing", async (_kind, bend) => {
    const { token } = await registerUser(harness());
    expectError(await add(token, softAuthenticator(harness().url), bend), 400, "passkeyFailed");
    expect((await security(token)).passkeys).toEqual([]);
  });

  it.each([
    ...HOSTILE,
    ["signed by another key", { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
    ["with a counter that went back, as a copy's would", { counter: 1 }],
  ] as [string, Bend][])("%s logs nobody in", async (_kind, bend) => {
    const { key } = await equipped();
    await loginWith(key);
    expectError(await loginWith(key, bend), 400, "passkeyFailed");
    expect((await loginWith(key)).status).toBe(200);
  });

  it.each([
    ["nothing", {}],
    ["texts", { clientDataJSON: "x", authenticatorData: "x", signature: "x" }],
    ["numbers", { clientDataJSON: 1, authenticatorData: 2, signature: 3 }],
    ["null", null],
  ])("that holds %s is refused, for a known key and an unknown one", async (_kind, response) => {
    const { token, key } = await equipped();
    for (const id of [key.id, "unknown"]) {
      const credential = { id, rawId: id, type: "public-key", response };
      const { challengeId } = await begin("/api/user/passkey/begin");
      expectError(await post("/api/user/passkey/login", { challengeId, response: credential }), 400, "passkeyFailed");
      const added = await begin(`${SECURITY}/passkey/begin`, token);
      const body = { challengeId: added.challengeId, response: credential, name: "x" };
      expectError(await post(`${SECURITY}/passkey/add`, body, token), 400, "passkeyFailed");
    }
  });

  it("names the field that is wrong in form", async () => {
    const { token } = await registerUser(harness());
    expectIssues(await post("/api/user/passkey/login", {}), ["challengeId", "response"]);
    expectIssues(await post("/api/user/passkey/login", { challengeId: "x", response: { id: "x", rawId: "x", type: "password" } }), [
      "challengeId",
      "response.type",
    ]);
    const { challengeId, options } = await begin(`${SECURITY}/passkey/begin`, token);
    const response = softAuthenticator(harness().url).create(options);
    for (const name of ["", "  ", "x".repeat(61), 5])
      expectIssues(await post(`${SECURITY}/passkey/add`, { challengeId, response, name }, token), ["name"]);
  });
});

describe("a challenge", () => {
  it("is taken once: an answer that was overheard opens nothing", async () => {
    const { key } = await equipped();
    const { challengeId, options } = await begin("/api/user/passkey/begin");
    const body = { challengeId, response: key.get(options) };
    const answers = await Promise.all([post("/api/user/passkey/login", body), post("/api/user/passkey/login", body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expectError(await post("/api/user/passkey/login", body), 400, "passkeyFailed");
  });

  it("waits for five minutes", async () => {
    const { key } = await equipped();
    const { challengeId, options } = await begin("/api/user/passkey/begin");
    const [row] = await sql`select extract(epoch from expires_at - now()) / 60 as minutes from challenges where id = ${challengeId}`;
    expect(Number(row?.minutes)).toBeCloseTo(5, 0);
    await sql`update challenges set expires_at = now() where id = ${challengeId}`;
    expectError(await post("/api/user/passkey/login", { challengeId, response: key.get(options) }), 400, "passkeyFailed");
  });

  it("of one person, or of one purpose, is of no use to another", async () => {
    const [one, other] = [await equipped(), await equipped()];
    const forLogin = await begin("/api/user/passkey/begin");
    const proof = { challengeId: forLogin.challengeId, response: one.key.get(forLogin.options) };
    expectError(await post(`${SECURITY}/passkey/reauthenticate`, proof, one.token), 400, "passkeyFailed");
    const forOther = await begin(`${SECURITY}/passkey/reauthenticate/begin`, other.token);
    const stolen = { challengeId: forOther.challengeId, response: one.key.get(forOther.options) };
    expectError(await post(`${SECURITY}/passkey/reauthenticate`, stolen, one.token), 400, "passkeyFailed");
    expectError(await post("/api/user/passkey/login", stolen), 400, "passkeyFailed");
    const registration = await begin(`${SECURITY}/passkey/begin`, other.token);
    const body = {
      challengeId: registration.challengeId,
      response: softAuthenticator(harness().url).create(registration.options),
      name: "x",
    };
    expectError(await post(`${SECURITY}/passkey/add`, body, one.token), 400, "passkeyFailed");
  });
});

describe("keeping passkeys", () => {
  it("one opens one account: added again, or to another, it is refused", async () => {
    const { token, user, key } = await equipped();
    expectError(await add(token, key), 400, "passkeyFailed");
    const other = await registerUser(harness());
    expectError(await add(other.token, key), 400, "passkeyFailed");
    expect((await loginWith(key)).body.user.uid).toBe(user.uid);
  });

  it("sent again, because the first answer was lost, one is kept once and brings codes that can be kept", async () => {
    const { email, token } = await registerUser(harness());
    const { challengeId, options } = await begin(`${SECURITY}/passkey/begin`, token);
    const body = { challengeId, response: softAuthenticator(harness().url).create(options), name: "Laptop" };
    const [unseen = ""]: string[] = (await post(`${SECURITY}/passkey/add`, body, token)).body.data.recoveryCodes;
    const [seen = ""]: string[] = (await post(`${SECURITY}/passkey/add`, { ...body, name: "Old laptop" }, token)).body.data.recoveryCodes;
    expect((await security(token)).passkeys).toMatchObject([{ name: "Old laptop" }]);
    expectError(await login(email, unseen), 401, "wrongCode");
    expect((await login(email, seen)).status).toBe(200);
    // Of another key by the same name nothing is told.
    const forged = { ...softAuthenticator(harness().url).create(options), id: body.response.id, rawId: body.response.id };
    expectError(await post(`${SECURITY}/passkey/add`, { ...body, response: forged }, token), 400, "passkeyFailed");
    const other = await registerUser(harness());
    expectError(await post(`${SECURITY}/passkey/add`, body, other.token), 400, "passkeyFailed");
  });

  it("they are named and removed by their owner only", async () => {
    const { email, token, key } = await equipped();
    const stranger = await registerUser(harness());
    const rename = (as: string) => post(`${SECURITY}/passkey/rename`, { id: key.id, name: " Phone 📱 " }, as);
    const remove = (as: string) => post(`${SECURITY}/passkey/remove`, { id: key.id }, as);
    expectError(await rename(stranger.token), 404, "notFound");
    expectError(await remove(stranger.token), 404, "notFound");
    expect((await rename(token)).body).toEqual({ data: { done: true } });
    expect((await security(token)).passkeys[0].name).toBe("Phone 📱");
    expect((await remove(token)).body).toEqual({ data: { done: true } });
    expectError(await remove(token), 404, "notFound");
    expectError(await loginWith(key), 400, "passkeyFailed");
    // With the last factor go the codes that stood for it.
    expect(await security(token)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await login(email)).status).toBe(200);
  });

  it("the last way in stays", async () => {
    const { token, user, key } = await equipped();
    await sql`update users set password_hash = null where id = ${user.uid}`;
    expectError(await post(`${SECURITY}/passkey/remove`, { id: key.id }, token), 409, "lastWayIn");
    expect((await loginWith(key)).status).toBe(200);
    const second = softAuthenticator(harness().url);
    await add(token, second);
    const answers = await Promise.all([key, second].map(({ id }) => post(`${SECURITY}/passkey/remove`, { id }, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
