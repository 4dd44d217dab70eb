import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { mailsTo, newestToken } from "#tests/factories/mails";

/** What somebody could try who knew a password once, or registered in another's name. */
const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization/account";
const NEW = "a whole other battery";
const post = (path: string, body: unknown, token?: string) => harness().call("POST", path, { body, token });
const login = (email: string, password: string) => post("/api/account/login", { email, password });
const resetPassword = async (email: string) => {
  await post("/api/user/forget/password", { email });
  return post("/api/user/reset/password", { token: await newestToken(harness(), email, "reset_password"), password: NEW });
};
const alive = async (token: string) => (await harness().call("GET", "/api/account/my-account", { token })).status === 200;

describe("a change of the address that was asked for by whoever had the account before", () => {
  it.each(["reset", "change"])("dies with a %s of the password", async (how) => {
    const { email, token } = await registerUser(harness());
    const evil = `${randomUUID()}@evil.example`;
    await post(`${P}/email/change`, { email: evil }, token);
    const link = await newestToken(harness(), evil, "change_email");
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    const done = how === "reset" ? await resetPassword(email) : await post(`${P}/detail/password/update`, body, token);
    expect(done.status).toBe(200);
    const owner = (await login(email, NEW)).body.accessToken;
    for (const session of [token, owner]) {
      const answer = await post("/api/user/verify/email", { token: link }, session);
      expect([400, 403]).toContain(answer.status);
    }
    expect((await login(email, NEW)).status).toBe(200);
  });
});

describe("logins that are under way while the password changes", () => {
  it("open no session that outlives the old password", async () => {
    for (let round = 0; round < 3; round++) {
      const { email } = await registerUser(harness());
      await post("/api/user/forget/password", { email });
      const token = await newestToken(harness(), email, "reset_password");
      const [reset, ...tries] = await Promise.all([
        post("/api/user/reset/password", { token, password: NEW }),
        ...Array.from({ length: 4 }, () => login(email, PASSWORD)),
      ]);
      expect(reset?.status).toBe(200);
      for (const { body } of tries) if (body.accessToken) expect(await alive(body.accessToken)).toBe(false);
    }
  });
});

describe("an account whose address nobody has confirmed", () => {
  it("takes no second factor and no third party", async () => {
    const { token } = await registerUser(harness(), {}, { confirmed: false });
    for (const path of ["totp/begin", "totp/enable", "passkey/begin"])
      expectError(await post(`${P}/security/${path}`, path === "totp/enable" ? { code: "123456" } : {}, token), 403, "emailUnconfirmed");
  });

  it("is sent links only: nothing that carries what somebody typed", async () => {
    const { email, token, user } = await registerUser(harness(), { firstName: "You won, visit" }, { confirmed: false });
    await post(`${P}/detail/password/update`, { currentPassword: PASSWORD, newPassword: NEW }, token);
    await post(`${P}/deletion/request`, {}, token);
    await login(email, NEW);
    const mails = await mailsTo(harness(), email);
    expect(mails).toHaveLength(1);
    expect(mails.map(({ text }) => text).join()).not.toContain("You won");
    expect(await sql`select 1 from outbox_mails where recipient = ${email}`).toHaveLength(0);
    expect(user.uid).toBeTruthy();
  });
});

describe("codes", () => {
  it("are read in the digits of Arabic, Persian and full width too", async () => {
    const { loginInput } = await import("@/features/account/schema");
    const read = (code: string) => loginInput.parse({ email: "a@example.com", password: "x", code }).code;
    for (const code of ["٧١٣٥٦٠", "۷۱۳۵۶۰", "７１３５６０", " 713560 "]) expect(read(code)).toBe("713560");
  });
});
