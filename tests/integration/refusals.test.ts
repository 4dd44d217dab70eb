import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { softAuthenticator } from "#tests/factories/authenticator";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, wrongCode } from "#tests/factories/factors";
import { captureLog } from "#tests/factories/log-lines";

const harness = useHarness({ LOG_LEVEL: "info" });
let lines: string[];
beforeAll(() => {
  lines = captureLog(harness().app.services.log);
});

/** What the log is told from here on. */
function listen(written = lines) {
  const from = written.length;
  const said = (words: string) =>
    written
      .slice(from)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === words)
      .map(({ level: _level, time: _time, msg: _msg, ...facts }) => facts);
  return { refused: () => said("refused"), signedIn: () => said("signed in"), all: () => written.slice(from).join("\n") };
}

const login = (body: object, of = harness()) => of.call("POST", "/api/account/login", { body });

describe("the log tells of", () => {
  it("a login and what was used for it, and of a password that was wrong, with nothing that was typed", async () => {
    const { email, user } = await registerUser(harness());
    const heard = listen();
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
    expect(heard.signedIn()).toEqual([{ requestId: expect.any(String), account: user.uid, method: "password" }]);
    const wrong = await login({ email, password: "a wrong password" });
    expectError(wrong, 401, "wrongCredentials");
    expect(heard.refused()).toEqual([
      { requestId: wrong.headers.get("x-request-id"), code: "wrongCredentials", account: null, path: "account.login" },
    ]);
    for (const typed of [email, PASSWORD, "a wrong password"]) expect(heard.all()).not.toContain(typed);
  });

  it("other ways in, those that led in and those that did not, and never by what", async () => {
    const { email, token, user } = await registerUser(harness());
    const { secret, recoveryCodes } = await enableTotp(harness(), token);
    const key = softAuthenticator(harness().url);
    const added = await harness().call("POST", `${SECURITY}/passkey/begin`, { token, body: {} });
    const { challengeId, options } = added.body.data;
    const body = { challengeId, name: "Key", response: key.create(options) };
    expect((await harness().call("POST", `${SECURITY}/passkey/add`, { token, body })).status).toBe(200);
    const passkey = async (bend = {}) => {
      const begun = (await harness().call("POST", "/api/user/passkey/begin", { body: {} })).body.data;
      const response = key.get(begun.options, bend);
      return harness().call("POST", "/api/user/passkey/login", { body: { challengeId: begun.challengeId, response } });
    };
    const heard = listen();
    expectError(await login({ email, password: PASSWORD, code: wrongCode(secret) }), 401, "wrongCode");
    expect((await login({ email, password: PASSWORD, code: recoveryCodes[0] })).status).toBe(200);
    expectError(await passkey({ challenge: "another" }), 400, "passkeyFailed");
    expect((await passkey()).status).toBe(200);
    expect(heard.refused().map(({ code, path }) => `${path}: ${code}`)).toEqual([
      "account.login: wrongCode",
      "account.factors.loginWithPasskey: passkeyFailed",
    ]);
    expect(heard.signedIn().map(({ account, method }) => ({ account, method }))).toEqual([
      { account: user.uid, method: "password" },
      { account: user.uid, method: "passkey" },
    ]);
    for (const typed of [email, PASSWORD, recoveryCodes[0] ?? ""]) expect(heard.all()).not.toContain(typed);
  });

  it("a call that is not for whoever makes it: says which call, and whose, over REST and tRPC", async () => {
    const { token, user } = await registerUser(harness());
    const heard = listen();
    expect((await harness().call("GET", "/api/trpc/admin.people.list", { token })).status).toBe(403);
    expect((await harness().call("GET", "/api/admin/people/get", { token })).status).toBe(403);
    expect((await harness().call("GET", "/api/trpc/account.profile")).status).toBe(401);
    expect(heard.refused()).toEqual([
      { requestId: expect.any(String), code: "forbidden", account: user.uid, path: "admin.people.list" },
      { requestId: expect.any(String), code: "forbidden", account: user.uid, path: "admin.people.list" },
      { requestId: expect.any(String), code: "unauthorized", account: null, path: "account.profile" },
    ]);
  });

  it("input that fits no schema: where and why, and nothing of what was sent", async () => {
    const { token, user } = await registerUser(harness());
    const heard = listen();
    const body = { currentPassword: { $ne: "<script>" }, newPassword: "smoke", "mother's maiden name": "Osman" };
    expect((await harness().call("POST", "/api/user/personalization/account/detail/password/update", { token, body })).status).toBe(400);
    expect((await login({ email: "nobody", password: 7 })).status).toBe(400);
    const [first, second] = heard.refused();
    expect(first).toMatchObject({ code: "invalidInput", account: user.uid });
    expect(first?.issues).toEqual(expect.arrayContaining([expect.stringMatching(/^currentPassword: \w+$/)]));
    expect(second).toMatchObject({ code: "invalidInput", account: null, path: "account.login" });
    expect(second?.issues).toEqual(expect.arrayContaining([expect.stringMatching(/^password: \w+$/)]));
    for (const word of ["$ne", "script", "smoke", "maiden", "Osman", "nobody"]) expect(heard.all()).not.toContain(word);
  });

  it("a call beyond its budget", async () => {
    const limited = await startHarness({ RATE_LIMITS: "on", LOG_LEVEL: "info" });
    try {
      const heard = listen(captureLog(limited.app.services.log));
      const answers = await Promise.all(Array.from({ length: 31 }, () => login({ email: "nobody@example.com", password: "x" }, limited)));
      expect(answers.some(({ body }) => body.code === "tooManyRequests")).toBe(true);
      expect(heard.refused().map(({ code }) => code)).toContain("tooManyRequests");
    } finally {
      await limited.close();
    }
  });
});

describe("a new password that is tried first", () => {
  it("is refused when it is made of its owner's name, also where it is changed, and the old one stays", async () => {
    const { email, token } = await registerUser(harness(), { firstName: "Amal", lastName: "Haddad" });
    const change = (newPassword: string) =>
      harness().call("POST", "/api/user/personalization/account/detail/password/update", {
        token,
        body: { currentPassword: PASSWORD, newPassword },
      });
    expectIssues(await change("Amal.Haddad1"), ["newPassword"]);
    // Whoever looks for a good one guesses at nothing: no number of these locks the account.
    for (const weak of ["elephant1234", "Haddad.Amal", "haddadhaddad", "HaddadAmal99", "amal haddad"])
      expectIssues(await change(weak), ["newPassword"]);
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
    const answer = await harness().call("POST", "/api/account/register", {
      body: { email: "lin.nguyen@example.com", password: "lin.nguyen!", firstName: "Lin", lastName: "Nguyen" },
    });
    expectIssues(answer, ["password"]);
  });
});
