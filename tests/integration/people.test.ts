import { randomUUID } from "node:crypto";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { insertAnswers, insertPerson } from "#tests/factories/bulk";
import { expectError } from "#tests/factories/catalogues";
import { mailsAbout } from "#tests/factories/mails";
import type { Role } from "@/lib/enums/account";
import { auditEvents, identities, loginFailures, passkeys, users } from "@/server/db/schema";

const harness = useHarness();
const P = "/api/admin/people";
const ROLE = "/api/super/admin/people/role/update";
const ME = "/api/account/my-account";

/** Somebody of the team, or a candidate. */
async function someone(role: Role = "candidate", overrides: Record<string, unknown> = {}) {
  const person = await registerUser(harness(), overrides);
  if (role !== "candidate") await change(person.user.uid, { role });
  return person;
}
const change = (uid: string, set: Partial<typeof users.$inferInsert>) =>
  harness().app.services.db.update(users).set(set).where(eq(users.id, uid));
type Someone = Awaited<ReturnType<typeof someone>>;

let admin: Someone;
let chief: Someone;
beforeAll(async () => {
  admin = await someone("admin", { firstName: "Adam", lastName: "Inistrator" });
  chief = await someone("super_admin", { firstName: "Carla", lastName: "Chief" });
});

const act = (path: string, body: unknown, token = admin.token) => harness().call("POST", `${P}${path}`, { token, body });
const list = async (query: Record<string, string>, token = admin.token) =>
  (await harness().call("GET", `${P}/get?${new URLSearchParams(query)}`, { token })).body;
const names = async (query: Record<string, string>) => (await list(query)).data.map(({ name }: { name: string }) => name);
const view = async (uid: string, token = admin.token) => (await act("/detail/view", { uid }, token)).body.data;
const login = (email: string) => harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
const actsAbout = (uid: string) => harness().app.services.db.select().from(auditEvents).where(eq(auditEvents.subjectId, uid));
const lock = (uid: string) =>
  harness()
    .app.services.db.insert(loginFailures)
    .values({ subject: uid, failures: 6, lockedUntil: new Date(Date.now() + 600_000) });

describe("the list of people", () => {
  it("finds by beginnings of names, username and parts of the address, without accents and case", async () => {
    const word = `z${randomUUID().replaceAll("-", "").slice(0, 10)}`;
    await insertPerson(harness().app.services.db, {
      firstName: "Thị Ánh",
      lastName: `Nguyễn${word}`,
      email: `anh.${word}@mail.example.com`,
      username: `anh_${word}`,
    });
    for (const search of [`nguyen${word}`, `NGUYỄN${word.slice(0, 6)}`, word, `anh ${word}`, `anh.${word}@mail.exam`, `anh_${word}`])
      expect({ search, found: await names({ search }) }).toEqual({ search, found: [`Thị Ánh Nguyễn${word}`] });
    for (const search of [word.slice(2), `${word}x`, "&|!()<->:*'", "' or 1=1", "\\"])
      expect({ search, found: await names({ search }) }).toEqual({ search, found: [] });
  });

  it("finds a Chinese name as it is written, and an Arabic one without its vowels", async () => {
    const { db } = harness().app.services;
    await insertPerson(db, { firstName: "小明", lastName: "欧阳" });
    await insertPerson(db, { firstName: "مُحَمَّد", lastName: "إدريس" });
    expect(await names({ search: "欧阳小" })).toEqual(["欧阳小明"]);
    expect(await names({ search: "محمد ادر" })).toEqual(["مُحَمَّد إدريس"]);
  });

  it("filters by state, role, plan, language and days of registration", async () => {
    const lastName = `Filter${randomUUID().slice(0, 8)}`;
    const search = lastName;
    const person = async (firstName: string, overrides: Partial<typeof users.$inferInsert> = {}) =>
      insertPerson(harness().app.services.db, { firstName, lastName, emailVerifiedAt: new Date(), ...overrides });
    await person("Active", { language: "fr" });
    await person("New", { emailVerifiedAt: null });
    await person("Out", { suspendedAt: new Date(), suspensionReason: "x" });
    await person("Leaving", { deletionRequestedAt: new Date() });
    await person("Team", { role: "admin", createdAt: new Date("2020-03-10T23:59:59.999Z") });
    await lock(await person("Locked"));
    const gifted = await person("Gifted");
    await harness().call("POST", "/api/admin/subscription/complimentary/grant", {
      token: admin.token,
      body: { user: gifted, plan: "pro", days: 3, reason: "A gift" },
    });
    const found = async (query: Record<string, string>) =>
      (await names({ search, order: "name", descending: "false", ...query })).map((name: string) => name.split(" ")[0]);
    expect(await found({})).toEqual(["Active", "Gifted", "Leaving", "Locked", "New", "Out", "Team"]);
    expect(await found({ state: "active" })).toEqual(["Active", "Gifted", "Team"]);
    expect(await found({ state: "unverified" })).toEqual(["New"]);
    expect(await found({ state: "suspended" })).toEqual(["Out"]);
    expect(await found({ state: "pending_deletion" })).toEqual(["Leaving"]);
    expect(await found({ state: "locked" })).toEqual(["Locked"]);
    expect(await found({ role: "admin" })).toEqual(["Team"]);
    expect(await found({ plan: "pro" })).toEqual(["Gifted"]);
    expect(await found({ plan: "plus" })).toEqual([]);
    expect(await found({ plan: "free", language: "fr" })).toEqual(["Active"]);
    expect(await found({ from: "2020-03-10", to: "2020-03-10" })).toEqual(["Team"]);
    expect(await found({ to: "2020-03-09" })).toEqual([]);
    // By the clocks of whoever asks, where they say whose.
    expect(await found({ from: "2020-03-11", to: "2020-03-11" })).toEqual([]);
    expect(await found({ from: "2020-03-11", to: "2020-03-11", timeZone: "Asia/Ho_Chi_Minh" })).toEqual(["Team"]);
    const { data } = await list({ search });
    expect(Object.fromEntries(data.map(({ name, state }: { name: string; state: string }) => [name.split(" ")[0], state]))).toEqual({
      Active: "active",
      Gifted: "active",
      Team: "active",
      New: "unverified",
      Out: "suspended",
      Leaving: "pending_deletion",
      Locked: "locked",
    });
  });

  it("has no erased account, and neither has a page", async () => {
    const uid = await insertPerson(harness().app.services.db, { lastName: "Ghost", erasedAt: new Date() });
    expect(await names({ search: "Ghost" })).toEqual([]);
    expectError(await act("/detail/view", { uid }), 404, "notFound");
    expectError(await act("/suspend", { uids: [uid], reason: "A reason" }), 404, "notFound");
  });

  it.each([{ state: "erased" }, { order: "password" }, { from: "yesterday" }, { before: "x" }, { descending: "perhaps" }])(
    "refuses %j",
    async (query) => {
      const { status } = await harness().call("GET", `${P}/get?${new URLSearchParams(query as never)}`, { token: admin.token });
      expect(status).toBe(400);
    },
  );

  it("knows when somebody was last here", async () => {
    const { user, token } = await someone();
    await change(user.uid, { lastSeenAt: new Date("2020-01-01") });
    expect((await view(user.uid)).seenAt).toBe("2020-01-01T00:00:00.000Z");
    await harness().call("GET", ME, { token });
    expect(Date.now() - Date.parse((await view(user.uid)).seenAt)).toBeLessThan(60_000);
  });
});

describe("a person's page", () => {
  it("tells how the account stands, in numbers and without what is private", async () => {
    const { db } = harness().app.services;
    const { user, email } = await someone();
    await insertAnswers(db, { userId: user.uid, howMany: 3 });
    await change(user.uid, { totpSecret: "sealed-secret-of-theirs", totpEnabledAt: new Date() });
    await db.insert(passkeys).values({
      id: `key-${user.uid}`,
      userId: user.uid,
      name: "Secret laptop",
      publicKey: Buffer.from("public"),
      counter: 0,
      transports: [],
      backedUp: false,
    });
    await db.insert(identities).values({ provider: "github", providerAccountId: `git-${user.uid}`, userId: user.uid });
    const person = await view(user.uid);
    expect(person).toMatchObject({
      uid: user.uid,
      email,
      state: "active",
      role: "candidate",
      plan: "free",
      suspension: null,
      factors: { password: true, totp: true, recoveryCodes: 0, passkeys: 1, thirdParties: ["github"] },
      conversations: [],
      acts: ["suspend", "endSessions", "view"],
      history: true,
    });
    // No number that moves as somebody's review comes in.
    expect(person.holdings).toEqual({ answers: 3, recordings: 3, simulations: 0, communityMessages: 0, conversations: 0 });
    expect(person.sessions).toHaveLength(1);
    expect(person.sessions[0]).toMatchObject({ method: "password", endedAt: null });
    await act("/suspend", { uids: [user.uid], reason: "Because" });
    const history = await harness().call("GET", `${P}/history/get?uid=${user.uid}`, { token: admin.token });
    const rows = await list({ search: email });
    const [row] = await db.select().from(users).where(eq(users.id, user.uid));
    const all = JSON.stringify([person, await view(user.uid), history.body, rows]);
    const hidden = [row?.passwordHash, "$argon2", "sealed-secret", "Secret laptop", `key-${user.uid}`, `git-${user.uid}`];
    // Nothing of the answers: neither their names, nor what was said of them, nor where they are.
    hidden.push("bulk", "Attempt 1", "audio/webm", "fileKey", "media", "accessToken", "127.0.0.1");
    for (const secret of hidden) expect({ secret, told: all.includes(secret ?? "?") }).toEqual({ secret, told: false });
  });

  it("has the history of what was done, by whom and why", async () => {
    const { user } = await someone();
    await act("/suspend", { uids: [user.uid], reason: "Recordings of others" });
    await act("/restore", { uids: [user.uid] });
    await harness().call("POST", ROLE, { token: chief.token, body: { uid: user.uid, role: "admin" } });
    // What was done about one of the team, oneself included, is the super admins' to read.
    const read = (token: string) => harness().call("GET", `${P}/history/get?uid=${user.uid}`, { token });
    expectError(await read(admin.token), 404, "notFound");
    expect((await view(user.uid)).history).toBe(false);
    const { body } = await read(chief.token);
    expect(body.data).toMatchObject([
      { action: "people.grantRole", by: { name: "Carla Chief" }, before: { role: "candidate" }, after: { role: "admin" } },
      { action: "people.restore", by: { name: "Adam Inistrator" }, before: { state: "suspended" }, after: { state: "active" } },
      { action: "people.suspend", reason: "Recordings of others", before: { state: "active" }, after: { state: "suspended" } },
    ]);
    expect(body.meta.next).toBeNull();
  });
});

describe("keeping people out", () => {
  it("signs them out, tells them why in a mail and at the login, and is taken back", async () => {
    const { user, token, email } = await someone();
    const { body } = await act("/suspend", { uids: [user.uid], reason: "Recordings of others" });
    expect(body.data).toEqual([{ uid: user.uid, state: "suspended", reason: "Recordings of others" }]);
    expectError(await harness().call("GET", ME, { token }), 401, "sessionEnded");
    expectError(await login(email), 403, "accountSuspended", "en", { reason: "Recordings of others" });
    expect(await mailsAbout(harness(), email, "account_suspended")).toHaveLength(1);
    expectError(await act("/suspend", { uids: [user.uid], reason: "Again" }), 409, "wrongState");
    const back = await act("/restore", { uids: [user.uid] });
    // With why they were out, so that taking this back gives it again.
    expect(back.body.data).toEqual([{ uid: user.uid, state: "active", reason: "Recordings of others" }]);
    expect((await login(email)).status).toBe(200);
    expect(await mailsAbout(harness(), email, "account_restored")).toHaveLength(1);
    expectError(await act("/restore", { uids: [user.uid] }), 409, "wrongState");
    expect((await actsAbout(user.uid)).map(({ action, detail }) => [action, detail.reason])).toEqual([
      ["people.suspend", "Recordings of others"],
      ["people.restore", "Recordings of others"],
    ]);
  });

  it("works for many at once: those who are out already stay as they are", async () => {
    const people = await Promise.all([someone(), someone(), someone()]);
    const uids = people.map(({ user }) => user.uid);
    await act("/suspend", { uids: uids.slice(0, 1), reason: "First" });
    const { body } = await act("/suspend", { uids, reason: "Second" });
    expect(body.data.map(({ uid }: { uid: string }) => uid).sort()).toEqual(uids.slice(1).sort());
    expect((await view(uids[0] ?? "")).suspension.reason).toBe("First");
    const back = await act("/restore", { uids });
    expect(back.body.data.map(({ reason }: { reason: string }) => reason).sort()).toEqual(["First", "Second", "Second"]);
  });

  it("does nothing to any of them where one may not be acted on, or is nobody", async () => {
    const [one, other] = await Promise.all([someone(), someone("admin")]);
    expectError(await act("/suspend", { uids: [one.user.uid, other.user.uid], reason: "Both" }), 403, "forbidden");
    expectError(await act("/suspend", { uids: [one.user.uid, admin.user.uid], reason: "Both" }), 403, "forbidden");
    expectError(await act("/suspend", { uids: [one.user.uid, randomUUID()], reason: "Both" }), 404, "notFound");
    expect((await view(one.user.uid)).state).toBe("active");
    expect(await actsAbout(one.user.uid)).toEqual([]);
  });

  it.each([[{ reason: "" }], [{ reason: "x".repeat(501) }], [{ uids: [] }], [{ uids: ["x"] }], [{ uids: Array(501).fill(randomUUID()) }]])(
    "refuses %j",
    async (wrong) => {
      const { user } = await someone();
      expect((await act("/suspend", { uids: [user.uid], reason: "A reason", ...wrong })).status).toBe(400);
    },
  );
});

describe("the other acts", () => {
  it("a lock ends before its time, once", async () => {
    const { user, email } = await someone();
    await lock(user.uid);
    expect((await view(user.uid)).acts).toEqual(["suspend", "unlock", "endSessions", "view"]);
    expect((await login(email)).status).toBe(429);
    expect((await act("/unlock", { uid: user.uid })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expectError(await act("/unlock", { uid: user.uid }), 409, "wrongState");
    expect((await actsAbout(user.uid)).map(({ action }) => action)).toEqual(["people.unlock"]);
  });

  it("the confirming mail comes again, within its bounds, until the address is confirmed", async () => {
    const { user, email } = await registerUser(harness(), {}, { confirmed: false });
    const answers = [];
    for (let time = 0; time < 5; time++) answers.push((await act("/verification/send", { uid: user.uid })).status);
    // The registration's own was the first of the five of an hour.
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    expect(await mailsAbout(harness(), email, "verify_email")).toHaveLength(5);
    expect(await actsAbout(user.uid)).toHaveLength(4);
    await change(user.uid, { emailVerifiedAt: new Date() });
    expectError(await act("/verification/send", { uid: user.uid }), 409, "wrongState");
  });

  it("all devices are signed out, and their owner is told at the next login", async () => {
    const { user, token, email } = await someone();
    const other = (await login(email)).body.accessToken;
    expect((await act("/session/end/all", { uid: user.uid })).body.data).toEqual({ ended: 2 });
    for (const one of [token, other]) expectError(await harness().call("GET", ME, { token: one }), 401, "sessionEnded");
    const again = (await login(email)).body.accessToken;
    const { body } = await harness().call("GET", "/api/user/notifications/get", { token: again });
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain("signed_out");
  });

  it("roles are given by super admins alone, and not to oneself", async () => {
    const { user, token } = await someone();
    const grant = (uid: string, role: string, by: Someone) => harness().call("POST", ROLE, { token: by.token, body: { uid, role } });
    expectError(await grant(user.uid, "admin", admin), 403, "forbidden");
    expectError(await grant(chief.user.uid, "candidate", chief), 403, "forbidden");
    expect((await grant(user.uid, "admin", chief)).status).toBe(200);
    expect((await harness().call("GET", ME, { token })).body.user.role).toBe("admin");
    expectError(await grant(user.uid, "admin", chief), 409, "wrongState");
    // An admin does not act on another one.
    expectError(await act("/session/end/all", { uid: user.uid }), 403, "forbidden");
    expect((await view(user.uid)).acts).toEqual([]);
    expect((await grant(user.uid, "candidate", chief)).status).toBe(200);
    expect(await actsAbout(user.uid)).toMatchObject([
      { action: "people.grantRole", before: { role: "candidate" }, after: { role: "admin" } },
      { action: "people.grantRole", before: { role: "admin" }, after: { role: "candidate" } },
    ]);
  });

  it("a role is changed from what was seen: who was lowered meanwhile is not raised by a page that has not heard of it", async () => {
    const { user } = await someone("admin");
    const grant = (body: object) => harness().call("POST", ROLE, { token: chief.token, body: { uid: user.uid, ...body } });
    expect((await grant({ from: "admin", role: "candidate" })).status).toBe(200);
    expectError(await grant({ from: "admin", role: "super_admin" }), 409, "conflict");
    expect((await grant({ from: "candidate", role: "admin" })).status).toBe(200);
  });

  it("two super admins who take each other's role at once leave one of them", async () => {
    const [one, other] = await Promise.all([someone("super_admin"), someone("super_admin")]);
    const demote = (by: Someone, whom: Someone) =>
      harness().call("POST", ROLE, { token: by.token, body: { uid: whom.user.uid, role: "candidate" } });
    const answers = await Promise.all([demote(one, other), demote(other, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it("whoever is about to go does not take the role from the last other one, nor keep them out: somebody has to be left who gives roles", async () => {
    const [going, staying] = await Promise.all([someone("super_admin"), someone("super_admin")]);
    const { db } = harness().app.services;
    // Whoever else has the role in this database has it not for the time being.
    const others = await db
      .update(users)
      .set({ role: "admin" })
      .where(and(eq(users.role, "super_admin"), notInArray(users.id, [going.user.uid, staying.user.uid])))
      .returning({ id: users.id });
    const demote = () =>
      harness().call("POST", ROLE, { token: going.token, body: { uid: staying.user.uid, role: "candidate", from: "super_admin" } });
    const suspend = () => act("/suspend", { uids: [staying.user.uid], reason: "x" }, going.token);
    try {
      await change(going.user.uid, { deletionRequestedAt: new Date() });
      expectError(await demote(), 409, "lastSuperAdmin");
      expectError(await suspend(), 409, "lastSuperAdmin");
      await change(going.user.uid, { deletionRequestedAt: null });
      expect((await suspend()).status).toBe(200);
      expect((await demote()).status).toBe(200);
    } finally {
      const ids = others.map(({ id }) => id);
      await db.update(users).set({ role: "super_admin" }).where(inArray(users.id, ids));
    }
  });

  it.each(["/detail/view", "/suspend", "/restore", "/unlock", "/verification/send", "/session/end/all"])(
    "are closed to others: %s",
    async (path) => {
      const { token, user } = await someone();
      expectError(await act(path, { uid: user.uid, uids: [user.uid], reason: "x" }, token), 403, "forbidden");
      expect((await harness().call("POST", `${P}${path}`, { body: {} })).status).toBe(401);
    },
  );
});
