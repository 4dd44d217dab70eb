import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { mailsAbout } from "#tests/factories/mails";
import { platformJobs } from "@/server/jobs/platform";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization/account";
const FIREFOX = (version = 128) => `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

const me = (token: string) => harness().call("GET", "/api/account/my-account", { token });
const list = async (token: string) => (await harness().call("GET", `${P}/session/get`, { token })).body;
const end = (token: string, uid: unknown) => harness().call("POST", `${P}/session/end`, { token, body: { uid } });
const endOthers = (token: string) => harness().call("POST", `${P}/session/end/others`, { token });

async function login(email: string, agent: string, password = PASSWORD): Promise<string> {
  const answer = await harness().call("POST", "/api/account/login", { body: { email, password }, headers: { "user-agent": agent } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.accessToken;
}

async function person() {
  const email = `${randomUUID()}@example.com`;
  const answer = await harness().call("POST", "/api/account/register", {
    body: { email, password: PASSWORD, firstName: "Ada", lastName: "Test" },
    headers: { "user-agent": FIREFOX() },
  });
  // Mails go only to an address that its owner has confirmed.
  await sql`update users set email_verified_at = now() where email = ${email}`;
  return { email, token: answer.body.accessToken as string, uid: answer.body.user.uid as string };
}

describe("the list of devices", () => {
  it("names each by its browser and system, this one first", async () => {
    const { email, token } = await person();
    await login(email, CHROME);
    const phone = await login(email, IPHONE);
    const { data, meta } = await list(phone);
    expect(meta).toEqual({ total: 3 });
    expect(data[0]).toEqual({
      uid: expect.any(String),
      current: true,
      method: "password",
      browser: "Safari 17",
      system: "iOS",
      kind: "mobile",
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(data.slice(1).map((entry: Record<string, unknown>) => [entry.browser, entry.system, entry.kind, entry.current])).toEqual(
      expect.arrayContaining([
        ["Chrome 126", "Windows", "desktop", false],
        ["Firefox 128", "Linux", "desktop", false],
      ]),
    );
    expect((await list(token)).data[0]).toMatchObject({ browser: "Firefox 128", current: true });
  });

  it("shows one's own only, and none that is over", async () => {
    const { email, token, uid } = await person();
    await person();
    const ended = await login(email, CHROME);
    await harness().call("GET", "/api/user/logout", { token: ended });
    await login(email, IPHONE);
    await sql`update sessions set expires_at = now() where user_id = ${uid} and user_agent = ${IPHONE}`;
    const { data } = await list(token);
    expect(data.map((entry: { browser: string }) => entry.browser)).toEqual(["Firefox 128"]);
  });

  it("survives any header", async () => {
    const { email, token } = await person();
    for (const agent of ["", "-", "<script>alert(1)</script>", "x".repeat(5000), "Mozilla/5.0 (((((("]) await login(email, agent);
    const { data } = await list(token);
    expect(data).toHaveLength(6);
    expect(JSON.stringify(data)).not.toContain("<script>");
  });

  it("knows the last use to a few minutes, without a write on each call", async () => {
    const { token, uid } = await person();
    const ageOf = async () => {
      const [row] = await sql`select extract(epoch from now() - last_seen_at) / 60 as minutes from sessions where user_id = ${uid}`;
      return Number(row?.minutes);
    };
    await sql`update sessions set last_seen_at = now() - interval '3 minutes' where user_id = ${uid}`;
    await me(token);
    expect(await ageOf()).toBeGreaterThan(2.9);
    await sql`update sessions set last_seen_at = now() - interval '6 minutes' where user_id = ${uid}`;
    await me(token);
    expect(await ageOf()).toBeLessThan(1);
  });
});

describe("a session that nobody uses", () => {
  const unusedFor = (uid: string, minutes: number) =>
    sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}) where user_id = ${uid}`;

  it.each(["admin", "super_admin"])("ends after an hour for an %s, and not before", async (role) => {
    const { token, uid } = await person();
    await sql`update users set role = ${role} where id = ${uid}`;
    await unusedFor(uid, 59);
    expect((await me(token)).status).toBe(200);
    await unusedFor(uid, 61);
    // By itself, as one that runs out: nobody has ended it.
    expectError(await me(token), 401, "tokenExpired");
    await sql`update users set suspended_at = now() where id = ${uid}`;
    expectError(await me(token), 401, "sessionEnded");
  });

  it("is not used by what a page asks of itself while nobody is there", async () => {
    const { token, uid } = await person();
    await sql`update users set role = 'admin' where id = ${uid}`;
    const asks = (headers = {}) => harness().call("GET", "/api/account/my-account", { token, headers });
    const lastUse = async () => (await sql`select last_seen_at from sessions where user_id = ${uid}`)[0]?.last_seen_at;
    await unusedFor(uid, 59);
    const before = await lastUse();
    expect((await asks({ "parley-unattended": "1" })).status).toBe(200);
    expect(await lastUse()).toEqual(before);
    await unusedFor(uid, 61);
    expectError(await asks({ "parley-unattended": "1" }), 401, "tokenExpired");
    await unusedFor(uid, 59);
    expect((await asks()).status).toBe(200);
    expect((await lastUse()) > before).toBe(true);
  });

  it("stays for a candidate until it runs out: a practice may be left open", async () => {
    const { token, uid } = await person();
    await unusedFor(uid, 600);
    expect((await me(token)).status).toBe(200);
  });
});

describe("signing out devices", () => {
  it("one: its token ends at once, others stay", async () => {
    const { email, token } = await person();
    const chrome = await login(email, CHROME);
    const phone = await login(email, IPHONE);
    const { data } = await list(token);
    const target = data.find((entry: { browser: string }) => entry.browser.startsWith("Chrome"));
    expect((await end(token, target.uid)).body).toEqual({ data: { ended: true } });
    expectError(await me(chrome), 401, "sessionEnded");
    for (const alive of [token, phone]) expect((await me(alive)).status).toBe(200);
    expectError(await end(token, target.uid), 404, "notFound");
  });

  it("this one is a logout", async () => {
    const { token } = await person();
    const { data } = await list(token);
    expect((await end(token, data[0].uid)).status).toBe(200);
    expectError(await me(token), 401, "sessionEnded");
  });

  it("a stranger's, or one that never was, is not found, and stays", async () => {
    const { token } = await person();
    const stranger = await person();
    const { data } = await list(stranger.token);
    expectError(await end(token, data[0].uid), 404, "notFound");
    expectError(await end(token, randomUUID()), 404, "notFound");
    expect((await me(stranger.token)).status).toBe(200);
    for (const uid of [undefined, null, 5, "x", [data[0].uid]]) expectIssues(await end(token, uid), ["uid"]);
  });

  it("all others: how many, and nobody else's", async () => {
    const { email, token } = await person();
    const stranger = await person();
    const others = [await login(email, CHROME), await login(email, IPHONE)];
    expect((await endOthers(token)).body).toEqual({ data: { ended: 2 } });
    for (const other of others) expectError(await me(other), 401, "sessionEnded");
    for (const alive of [token, stranger.token]) expect((await me(alive)).status).toBe(200);
    expect((await endOthers(token)).body).toEqual({ data: { ended: 0 } });
  });

  it("everywhere: this one too, and nobody else's", async () => {
    const { email, token } = await person();
    const stranger = await person();
    const other = await login(email, CHROME);
    expect((await harness().call("POST", `${P}/session/end/all`, { token })).body).toEqual({ data: { ended: 2 } });
    for (const ended of [token, other]) expectError(await me(ended), 401, "sessionEnded");
    expect((await me(stranger.token)).status).toBe(200);
  });

  it("a change of the password ends all others and keeps this one", async () => {
    const { email, token } = await person();
    const stranger = await person();
    const other = await login(email, CHROME);
    const body = { currentPassword: PASSWORD, newPassword: "another good password" };
    const answer = await harness().call("POST", `${P}/detail/password/update`, { token, body });
    expect(answer.body).toEqual({ data: { updated: true } });
    expectError(await me(other), 401, "sessionEnded");
    for (const alive of [token, stranger.token]) expect((await me(alive)).status).toBe(200);
    await login(email, CHROME, "another good password");
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(1);
  });
});

describe("a change of the password whose answer was lost", () => {
  it("is told once more to whoever asks for the same, and changes nothing", async () => {
    const { email, token } = await person();
    const change = (body: object) => harness().call("POST", `${P}/detail/password/update`, { token, body });
    const same = { currentPassword: PASSWORD, newPassword: "another good password" };
    await change(same);
    const later = await login(email, CHROME, "another good password");
    expect((await change(same)).body).toEqual({ data: { updated: true } });
    expect((await me(later)).status).toBe(200);
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(1);
    expectError(await change({ ...same, newPassword: "yet another password" }), 401, "wrongCredentials");
  });
});

describe("a login on a new device", () => {
  const told = async (email: string) => (await mailsAbout(harness(), email, "new_device")).length;
  const choose = (token: string, enabled: boolean) =>
    harness().call("POST", `${P}/preference/save`, { token, body: { event: "new_device", channel: "email", enabled } });

  it("is told by mail; one on a known device is not, whatever its version", async () => {
    const { email } = await person();
    expect(await told(email)).toBe(0);
    await login(email, FIREFOX());
    await login(email, FIREFOX(140));
    expect(await told(email)).toBe(0);
    await login(email, CHROME);
    const [mail] = await mailsAbout(harness(), email, "new_device");
    expect(mail?.text).toContain("Chrome 126, Windows");
    await login(email, CHROME);
    expect(await told(email)).toBe(1);
    // The same browser on another system is another device.
    await login(email, CHROME.replace("Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7"));
    expect(await told(email)).toBe(2);
  });

  it("a device stays known after its session has ended", async () => {
    const { email, token } = await person();
    await harness().call("GET", "/api/user/logout", { token });
    await login(email, FIREFOX());
    expect(await told(email)).toBe(0);
  });

  it("is told after months in which nobody came, of which no device is known any more", async () => {
    const { email, uid } = await person();
    await sql`update sessions set created_at = now() - interval '32 days', expires_at = now() - interval '31 days' where user_id = ${uid}`;
    await sql`update users set created_at = now() - interval '32 days' where id = ${uid}`;
    await platformJobs.find(({ name }) => name === "platform.expire")?.run(harness().app.services);
    expect(await sql`select 1 from sessions where user_id = ${uid}`).toEqual([]);
    await login(email, CHROME);
    expect(await told(email)).toBe(1);
  });

  it("is told only as long as that is chosen", async () => {
    const { email, token } = await person();
    const off = await choose(token, false);
    expect(off.body.data).toContainEqual({ event: "new_device", channel: "email", enabled: false });
    await login(email, CHROME);
    expect(await told(email)).toBe(0);
    await choose(token, true);
    await login(email, IPHONE);
    expect(await told(email)).toBe(1);
  });

  it("is not told for a login that failed", async () => {
    const { email } = await registerUser(harness());
    await harness().call("POST", "/api/account/login", { body: { email, password: "wrong" }, headers: { "user-agent": CHROME } });
    expect(await told(email)).toBe(0);
  });
});
