import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { runCommand } from "@/features/admin/commands";
import { TERMINAL } from "@/lib/terminal";
import { auditEvents } from "@/server/db/schema";

const harness = useHarness();
let out: MockInstance<typeof console.log>;
let err: MockInstance<typeof console.error>;
beforeAll(() => {
  // As at a terminal beside the running app.
  vi.stubEnv("DATABASE_URL", harness().databaseUrl);
  vi.stubEnv("DATA_DIR", harness().env.dataDir);
});
beforeEach(() => {
  out = vi.spyOn(console, "log").mockImplementation(() => {});
  err = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => vi.unstubAllEnvs());

const said = (spy: MockInstance) => spy.mock.calls.map((call) => call.join(" ")).join("\n");
const login = (email: string) => harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });

describe("the administrator's commands", () => {
  it("grant a role, to an address in any spelling", async () => {
    const { email, token } = await registerUser(harness());
    expect(await runCommand(["grant", ` ${email.toUpperCase()} `, "super_admin"])).toBe(0);
    expect(said(out)).toBe(`${email} is super_admin now.`);
    expect((await harness().call("GET", "/api/account/my-account", { token })).body.user.role).toBe("super_admin");
  });

  it("suspend with a reason of several words, and restore", async () => {
    const { email, token } = await registerUser(harness());
    expect(await runCommand(["suspend", email, "spam", "and", "more"])).toBe(0);
    expectError(await harness().call("GET", "/api/account/my-account", { token }), 401, "sessionEnded");
    expectError(await login(email), 403, "accountSuspended", "en", { reason: "spam and more" });
    expect(await runCommand(["suspend", email, "again"])).toBe(1);
    expect(said(err)).toBe("The account is not in a state that allows this.");
    expect(await runCommand(["restore", email])).toBe(0);
    expect((await login(email)).status).toBe(200);
    expect(await runCommand(["restore", email])).toBe(1);
  });

  it("end a lock", async () => {
    const { email } = await registerUser(harness());
    for (let tried = 0; tried < 6; tried++)
      await harness().call("POST", "/api/account/login", { body: { email, password: "a wrong password" } });
    expect((await login(email)).status).toBe(429);
    expect(await runCommand(["unlock", email])).toBe(0);
    expect((await login(email)).status).toBe(200);
  });

  it("stand in the log without an actor, as done at a terminal; what changed nothing does not", async () => {
    const { email, user } = await registerUser(harness());
    for (const [command, ...words] of [
      ["grant", "admin"],
      ["grant", "admin"],
      ["suspend", "too", "loud"],
      ["restore"],
      ["restore"],
      ["unlock"],
      ["drop-factors"],
      ["grant", "owner"],
    ] as [string, ...string[]][])
      await runCommand([command, email, ...words]);
    const entries = await harness()
      .app.services.db.select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, user.uid))
      .orderBy(asc(auditEvents.at), asc(auditEvents.id));
    expect(entries.map(({ action }) => action)).toEqual([
      "people.grantRole",
      "people.suspend",
      "people.restore",
      "people.unlock",
      "people.dropFactors",
    ]);
    expect(entries.every(({ actorId, address }) => actorId === null && address === TERMINAL)).toBe(true);
    expect(entries[0]).toMatchObject({ before: { role: "candidate" }, after: { role: "admin" } });
    expect(entries[1]).toMatchObject({ after: { state: "suspended" }, detail: { reason: "too loud" } });
    expect(entries[2]).toMatchObject({ before: { state: "suspended" }, detail: { reason: "too loud" } });
  });

  it.each([
    [[], /^Usage:/],
    [["help"], /^Usage:/],
    [["toString", "a@example.com"], /^Usage:/],
    [["grant"], /^Usage:/],
    [["unlock", "nobody@example.com"], /^No account has the e-mail nobody@example\.com\.$/],
  ])("%j is answered with one sentence and a failure", async (args, sentence) => {
    expect(await runCommand(args)).toBe(1);
    expect(said(err)).toMatch(sentence);
    expect(said(out)).toBe("");
  });

  it("refuse a role that is none, and a suspension without a reason", async () => {
    const { email, token } = await registerUser(harness());
    expect(await runCommand(["grant", email, "owner"])).toBe(1);
    expect(await runCommand(["grant", email])).toBe(1);
    expect(said(err)).toMatch(/^The role must be one of: candidate, admin, super_admin\.$/m);
    expect(await runCommand(["suspend", email])).toBe(1);
    expect((await harness().call("GET", "/api/account/my-account", { token })).body.user.role).toBe("candidate");
  });
});
