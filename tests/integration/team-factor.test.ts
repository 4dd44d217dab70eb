import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { softAuthenticator } from "#tests/factories/authenticator";
import { expectError } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, totpCode } from "#tests/factories/factors";
import { openLive } from "#tests/factories/live";
import { callProcedure, kindOf, PROCEDURES } from "#tests/factories/permissions/calls";
import { resetSetting, saveSetting } from "#tests/factories/service";
import { grantRole } from "#tests/factories/standing";
import { dropFactors } from "@/features/account/factors/mutations";
import type { Role } from "@/lib/enums/account";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { notifications, users } from "@/server/db/schema";

/** Whoever runs the service needs a second factor to do so, as it is wherever there are no demo logins. */
const harness = useHarness({ DEMO: "off" });
const PEOPLE = "admin.people.list";
/** Procedures that ask for a role. */
const TIERED = Object.entries(PROCEDURES).flatMap(([path, { _def }]) => (_def.meta?.tier ? [path] : []));

const db = () => harness().app.services.db;
async function someone(role: Role) {
  const person = await registerUser(harness());
  await db().update(users).set({ role }).where(eq(users.id, person.user.uid));
  return person;
}
const post = (path: string, token: string, body: unknown = {}) => harness().call("POST", path, { token, body });
const me = async (token: string) => (await harness().call("GET", "/api/account/my-account", { token })).body.user;
const anotherSession = async ({ email }: { email: string }, code?: string): Promise<string> =>
  (await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD, code } })).body.accessToken;
const people = (token: string) => callProcedure(harness(), token, PEOPLE, {});

async function addPasskey(token: string) {
  const key = softAuthenticator(harness().url);
  const { challengeId, options } = (await post(`${SECURITY}/passkey/begin`, token)).body.data;
  const added = await post(`${SECURITY}/passkey/add`, token, { challengeId, response: key.create(options), name: "Laptop" });
  expect(added.status).toBe(200);
  return key;
}

describe("without a second factor, whoever runs the service", () => {
  it("is told so by every procedure that asks for their role", async () => {
    const { token } = await someone("super_admin");
    expect(TIERED.length).toBeGreaterThan(100);
    const heard = [];
    for (const path of TIERED) heard.push([path, (await callProcedure(harness(), token, path, {})).code]);
    expect(heard.filter(([, code]) => code !== "secondFactorMissing")).toEqual([]);
  });

  it("is told so in their language, with 403", async () => {
    const { token } = await someone("admin");
    expectError(await harness().call("GET", "/api/admin/people/get", { token }), 403, "secondFactorMissing");
  });

  it("is a candidate in all else, and hears what one hears", async () => {
    const admin = await someone("admin");
    expect(await me(admin.token)).toMatchObject({ role: "admin", needsFactor: true });
    expect((await post("/api/account/login", "", { email: admin.email, password: PASSWORD })).body.user).toMatchObject({
      needsFactor: true,
    });
    // What only the team is told of is not among it.
    const candidate = await someone("candidate");
    const equipped = await someone("admin");
    await enableTotp(harness(), equipped.token);
    const choicesOf = async ({ token }: { token: string }) => (await callProcedure(harness(), token, "account.preferences")).given;
    expect(await choicesOf(admin)).toEqual(await choicesOf(candidate));
    expect(await choicesOf(admin)).not.toEqual(await choicesOf(equipped));
    expect(await me(candidate.token)).toMatchObject({ role: "candidate", needsFactor: false });
    for (const { user } of [admin, equipped])
      for (const event of ["support_inbox", "billing"] as const)
        await harness()
          .app.services.db.insert(notifications)
          .values({ id: uuidv7(), userId: user.uid, event, kind: "support_message", values: { subject: "x" }, href: "/" });
    // That a factor was set up is told as well.
    const heardBy = async ({ token }: { token: string }) => {
      const list = (await callProcedure(harness(), token, "account.notifications.list", { page: 1 })).given.data;
      const { unread } = (await callProcedure(harness(), token, "account.notifications.unread")).given.data;
      return [list.map(({ event }: { event: string }) => event).toSorted(), unread];
    };
    expect(await heardBy(admin)).toEqual([["billing"], 1]);
    expect(await heardBy(equipped)).toEqual([["billing", "security", "support_inbox"], 3]);
    // What is not told stays unread when the rest is marked. A page of an earlier release sends nothing along.
    expect((await callProcedure(harness(), admin.token, "account.notifications.readAll")).given).toEqual({ data: { read: 1 } });
  });
});

describe("a second factor", () => {
  it.each([
    ["an authenticator app", (token: string) => enableTotp(harness(), token).then(() => {})],
    ["a passkey", (token: string) => addPasskey(token).then(() => {})],
  ])("%s opens what the role allows, in the session that set it up, and ends the others", async (_, setUp) => {
    const admin = await someone("admin");
    const other = await anotherSession(admin);
    const live = await openLive(harness().url, admin.token);
    expect((await people(admin.token)).code).toBe("secondFactorMissing");

    await setUp(admin.token);
    expect((await people(admin.token)).code).toBeUndefined();
    expect(await me(admin.token)).toMatchObject({ role: "admin", needsFactor: false });
    expect((await people(other)).code).toBe("sessionEnded");
    // What is open hears what its owner now may hear: it comes back.
    expect(await live.within(10_000, live.closed)).toBe(true);
  });

  it("that is taken away takes it along, at once", async () => {
    const admin = await someone("admin");
    await enableTotp(harness(), admin.token);
    const live = await openLive(harness().url, admin.token);
    expect((await post(`${SECURITY}/totp/disable`, admin.token)).status).toBe(200);
    expect((await people(admin.token)).code).toBe("secondFactorMissing");
    expect(await live.within(10_000, live.closed)).toBe(true);
  });

  it.each([
    ["an authenticator app", (token: string) => enableTotp(harness(), token).then(() => {})],
    ["a passkey", (token: string) => addPasskey(token).then(() => {})],
  ])("%s is set up anew while the service is worked on, so that whoever lost theirs can end that", async (_, setUp) => {
    const boss = await someone("super_admin");
    await enableTotp(harness(), boss.token);
    await saveSetting(harness(), boss.token, "maintenance", { on: true, message: EMPTY_TEXT });
    await db().transaction((tx) => dropFactors(tx, boss.user.uid));
    expect((await people(boss.token)).code).toBe("secondFactorMissing");
    await setUp(boss.token);
    await resetSetting(harness(), boss.token, "maintenance");
    expect((await people(boss.token)).code).toBeUndefined();
  });

  it("of a candidate who becomes one of the team is what rises: sessions in which it was not proved end", async () => {
    const person = await someone("candidate");
    const thiefs = await anotherSession(person);
    const { secret, recoveryCodes } = await enableTotp(harness(), person.token);
    await db().update(users).set({ totpLastStep: 0 }).where(eq(users.id, person.user.uid));
    const later = await anotherSession(person, totpCode(secret));
    const proved = await anotherSession(person, recoveryCodes[0]);
    const again = { password: PASSWORD, code: recoveryCodes[1] };
    expect((await post("/api/user/personalization/account/reauthenticate", person.token, again)).status).toBe(200);

    await grantRole(db(), person.user.uid, "admin");
    expect((await people(thiefs)).code).toBe("sessionEnded");
    for (const token of [person.token, later, proved]) expect((await people(token)).code).toBeUndefined();
    // Within the team nobody rises by that.
    await grantRole(db(), person.user.uid, "super_admin");
    expect((await people(later)).code).toBeUndefined();
  });

  it("of a candidate that is a passkey ends what was signed in before it as well, the session that set it up too", async () => {
    const person = await someone("candidate");
    const thiefs = await anotherSession(person);
    const key = await addPasskey(person.token);
    const { challengeId, options } = (await post("/api/user/passkey/begin", "")).body.data;
    const opened = await post("/api/user/passkey/login", "", { challengeId, response: key.get(options) });
    await grantRole(db(), person.user.uid, "admin");
    for (const token of [thiefs, person.token]) expect((await people(token)).code).toBe("sessionEnded");
    expect((await people(opened.body.accessToken)).code).toBeUndefined();
  });

  it("that is one of two leaves it", async () => {
    const admin = await someone("admin");
    await enableTotp(harness(), admin.token);
    await addPasskey(admin.token);
    const again = await callProcedure(harness(), admin.token, "account.me");
    expect(again.code).toBeUndefined();
    expect((await post(`${SECURITY}/totp/disable`, admin.token)).status).toBe(200);
    expect((await people(admin.token)).code).toBeUndefined();
  });

  it("that the server's operator drops takes it along", async () => {
    const admin = await someone("super_admin");
    await enableTotp(harness(), admin.token);
    await db().transaction((tx) => dropFactors(tx, admin.user.uid));
    expect((await people(admin.token)).code).toBe("secondFactorMissing");
  });

  it("of whoever looks at an account is gone, and so is the look", async () => {
    const admin = await someone("admin");
    await enableTotp(harness(), admin.token);
    const owner = await registerUser(harness());
    const looked = await post("/api/admin/people/viewing/ask", admin.token, { uid: owner.user.uid, reason: "Your recordings don't load" });
    expect(looked.status).toBe(200);
    const [{ uid }] = (await harness().call("GET", "/api/user/personalization/account/viewing/open/get", { token: owner.token })).body.data;
    expect((await post("/api/user/personalization/account/viewing/answer", owner.token, { uid, allow: true })).status).toBe(200);
    const opened = await post("/api/admin/people/viewing/open", admin.token, { uid });
    const { accessToken } = opened.body.data;
    expect((await me(accessToken)).uid).toBe(owner.user.uid);
    await db().transaction((tx) => dropFactors(tx, admin.user.uid));
    expectError(await harness().call("GET", "/api/account/my-account", { token: accessToken }), 403, "secondFactorMissing");
  });
});

describe("beside demo logins", () => {
  const demo = useHarness();
  it("no second factor is asked for", async () => {
    const admin = await registerUser(demo());
    await demo().app.services.db.update(users).set({ role: "super_admin" }).where(eq(users.id, admin.user.uid));
    expect(kindOf(PEOPLE)).toBe("query");
    expect((await callProcedure(demo(), admin.token, PEOPLE, {})).code).toBeUndefined();
  });
});
