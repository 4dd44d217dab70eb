import { afterEach, describe, expect, it, vi } from "vitest";
import { PASSWORD, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";

const harness = useHarness();
afterEach(() => void vi.restoreAllMocks());

/** What the log is told from here on. */
function listen(of = harness()) {
  const { log } = of.app.services;
  const heard = (name: "info" | "warn") => vi.spyOn(log, name).mock.calls as unknown as [Record<string, unknown>, string][];
  const [info, warn] = [heard("info"), heard("warn")];
  const said = (calls: typeof info, words: string) => calls.filter(([, message]) => message === words).map(([entry]) => entry);
  return { refused: () => said(warn, "refused"), signedIn: () => said(info, "signed in"), all: () => JSON.stringify([info, warn]) };
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

  it("a call beyond its budget", async () => {
    const limited = await startHarness({ RATE_LIMITS: "on" });
    try {
      const heard = listen(limited);
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
    expectIssues(await change("elephant1234"), ["newPassword"]);
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
    const answer = await harness().call("POST", "/api/account/register", {
      body: { email: "lin.nguyen@example.com", password: "lin.nguyen!", firstName: "Lin", lastName: "Nguyen" },
    });
    expectIssues(answer, ["password"]);
  });
});
