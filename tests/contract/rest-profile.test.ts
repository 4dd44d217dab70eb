import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";

const harness = useHarness();
const A = "/api/user/personalization/account/detail";
let token: string;
beforeAll(async () => {
  ({ token } = await registerUser(harness()));
});

const get = (as = token) => harness().call("GET", `${A}/profile/get`, { token: as });
const update = (body: unknown, as = token) => harness().call("POST", `${A}/profile/update`, { token: as, body });
const username = () => `u${randomUUID().slice(0, 8)}`;

describe("GET profile (row 11)", () => {
  it("answers with the own profile and nothing secret", async () => {
    const person = await registerUser(harness());
    const answer = await get(person.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        uid: person.user.uid,
        email: person.email,
        username: null,
        firstName: "Ada",
        lastName: "Test",
        role: "candidate",
        needsFactor: false,
        language: "en",
        emailVerified: true,
        avatar: null,
        erasedOn: null,
        profession: "",
        timeZone: null,
        interviewDate: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        pendingEmail: null,
      },
    });
  });
});

describe("POST profile/update (row 12)", () => {
  it("changes what is given, leaves the rest, and answers with the profile", async () => {
    const person = await registerUser(harness());
    const before = (await get(person.token)).body.data;
    const name = username();
    const change = {
      firstName: " Nguyễn Thị ",
      lastName: "عثمان",
      username: name.toUpperCase(),
      profession: "护士 👩‍⚕️",
      timeZone: "Africa/Khartoum",
      language: "ar",
      interviewDate: "2028-02-29",
    };
    const expected = { ...before, ...change, firstName: "Nguyễn Thị", username: name };
    expect((await update(change, person.token)).body).toEqual({ data: expected });
    expect((await get(person.token)).body).toEqual({ data: expected });
    expect((await update({ profession: "" }, person.token)).body).toEqual({ data: { ...expected, profession: "" } });
    const me = await harness().call("GET", "/api/account/my-account", { token: person.token });
    expect(me.body.user).toMatchObject({ firstName: "Nguyễn Thị", username: name, language: "ar" });
  });

  it("changes nothing when nothing is given", async () => {
    const before = (await get()).body;
    expect((await update({})).body).toEqual(before);
  });

  it("clears what may be empty by null", async () => {
    const person = await registerUser(harness());
    await update({ username: username(), timeZone: "Asia/Shanghai", interviewDate: "2026-12-24" }, person.token);
    const answer = await update({ username: null, timeZone: null, interviewDate: null }, person.token);
    expect(answer.body.data).toMatchObject({ username: null, timeZone: null, interviewDate: null });
  });

  it("frees a username that was cleared or changed, and refuses one that is taken", async () => {
    const [one, two] = [await registerUser(harness()), await registerUser(harness())];
    const name = username();
    await update({ username: name }, one.token);
    const refused = await update({ username: name.toUpperCase(), firstName: "Changed" }, two.token);
    expectError(refused, 409, "usernameTaken");
    expect(refused.body.issues).toEqual([{ path: ["username"], message: expect.any(String) }]);
    // All or nothing.
    expect((await get(two.token)).body.data).toMatchObject({ username: null, firstName: "Ada" });
    expect((await update({ username: name }, one.token)).status).toBe(200);
    await update({ username: null }, one.token);
    expect((await update({ username: name }, two.token)).status).toBe(200);
    const login = await harness().call("POST", "/api/user/login", { body: { username: name, password: PASSWORD } });
    expect(login.body.user.uid).toBe(two.user.uid);
  });

  it("gives a username that two ask for at once to one of them", async () => {
    const [one, two] = [await registerUser(harness()), await registerUser(harness())];
    const name = username();
    const answers = await Promise.all([update({ username: name }, one.token), update({ username: name }, two.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is one's own alone", async () => {
    const [one, two] = [await registerUser(harness()), await registerUser(harness())];
    await update({ firstName: "Grace" }, one.token);
    expect((await get(two.token)).body.data.firstName).toBe("Ada");
  });

  it.each([
    ["role", "super_admin"],
    ["id", randomUUID()],
    ["uid", randomUUID()],
    ["userId", randomUUID()],
    ["email", "other@example.com"],
    ["emailVerified", true],
    ["emailVerifiedAt", "2026-01-01"],
    ["passwordHash", "x"],
    ["avatar", "/api/user/avatar/x"],
    ["avatarId", randomUUID()],
    ["suspendedAt", null],
    ["createdAt", "2020-01-01"],
    ["totpEnabledAt", null],
  ])("refuses %s by name, and changes nothing beside it", async (field, value) => {
    const before = (await get()).body;
    expectIssues(await update({ firstName: "Changed", [field]: value }), [field]);
    expect((await get()).body).toEqual(before);
  });

  it.each([
    ["firstName", ""],
    ["firstName", "   "],
    ["firstName", null],
    ["firstName", "x".repeat(81)],
    ["firstName", "x".repeat(10_000)],
    ["firstName", 5],
    ["firstName", ["Ada"]],
    ["lastName", "https://evil.example"],
    ["lastName", "Www.evil.example"],
    ["lastName", "<b>Ada</b>"],
    ["lastName", "Ada\r\nBcc: x@example.com"],
    ["username", "ab"],
    ["username", "a".repeat(31)],
    ["username", "ada@example.com"],
    ["username", "-ada"],
    ["username", "adà"],
    ["username", "ada test"],
    ["username", ""],
    ["profession", "x".repeat(121)],
    ["profession", null],
    ["timeZone", "Mars/Olympus"],
    ["timeZone", ""],
    ["timeZone", "../../etc/passwd"],
    ["timeZone", "x".repeat(65)],
    ["timeZone", 2],
    ["language", "zh"],
    ["language", null],
    ["interviewDate", "2026-02-30"],
    ["interviewDate", "2027-02-29"],
    ["interviewDate", "0000-01-01"],
    ["interviewDate", "2026-13-01"],
    ["interviewDate", "24.12.2026"],
    ["interviewDate", "2026-12-24T10:00:00Z"],
    ["interviewDate", ""],
    ["interviewDate", 20261224],
  ])("refuses %s: %j", async (field, value) => {
    const before = (await get()).body;
    expectIssues(await update({ [field]: value }), [field]);
    expect((await get()).body).toEqual(before);
  });

  it("a NUL character in a profession is a 400", async () => {
    expectError(await update({ profession: "A\u0000da" }), 400, "invalidInput");
  });

  it.each([
    ["firstName", "x".repeat(80)],
    ["lastName", "O’Brien-Đặng, Jr."],
    ["profession", "</script><script>alert(1)</script>"],
    ["profession", "x".repeat(120)],
    ["username", "a.b_c-9"],
    ["timeZone", "Pacific/Auckland"],
    ["interviewDate", "1999-12-31"],
  ])("takes %s: %s, as it is", async (field, value) => {
    expect((await update({ [field]: value })).body.data[field]).toBe(value);
  });
});

describe("POST password/update (row 13)", () => {
  const change = (body: unknown, as: string) => harness().call("POST", `${A}/password/update`, { token: as, body });
  const login = (email: string, password: string) => harness().call("POST", "/api/account/login", { body: { email, password } });

  it("takes the current password and a new one", async () => {
    const person = await registerUser(harness());
    const answer = await change({ currentPassword: PASSWORD, newPassword: "面试练习面试练习二十" }, person.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { updated: true } });
    expect((await login(person.email, "面试练习面试练习二十")).status).toBe(200);
    expectError(await login(person.email, PASSWORD), 401, "wrongCredentials");
  });

  it("refuses a wrong current password, names the field, and locks guessing", async () => {
    const person = await registerUser(harness());
    const body = { currentPassword: "a wrong password", newPassword: "another good password" };
    for (let guess = 0; guess < 5; guess++) {
      const answer = await change(body, person.token);
      expectError(answer, 401, "wrongCredentials");
      expect(answer.body.issues).toEqual([{ path: ["currentPassword"], message: expect.any(String) }]);
    }
    expectError(await change({ ...body, currentPassword: PASSWORD }, person.token), 429, "accountLocked", "en", { minutes: 15 });
    expectError(await login(person.email, PASSWORD), 429, "accountLocked", "en", { minutes: 15 });
    expect((await get(person.token)).status).toBe(200);
  });

  it.each([
    [{}, ["currentPassword", "newPassword"]],
    [{ currentPassword: PASSWORD }, ["newPassword"]],
    [{ newPassword: "another good password" }, ["currentPassword"]],
    [{ currentPassword: PASSWORD, newPassword: "short" }, ["newPassword"]],
    [{ currentPassword: PASSWORD, newPassword: "x".repeat(129) }, ["newPassword"]],
    [{ currentPassword: PASSWORD, newPassword: "password123" }, ["newPassword"]],
    [{ currentPassword: PASSWORD, newPassword: 1234567890 }, ["newPassword"]],
    [{ currentPassword: "x".repeat(1001), newPassword: "another good password" }, ["currentPassword"]],
    [{ currentPassword: PASSWORD, newPassword: "another good password", userId: randomUUID() }, ["userId"]],
  ])("refuses %j", async (body, fields) => {
    const person = await registerUser(harness());
    expectIssues(await change(body, person.token), fields);
    expect((await login(person.email, PASSWORD)).status).toBe(200);
  });
});

describe("POST forget/password (row 9) and reset/password (row 10)", () => {
  it.each([{}, { email: null }, { email: "none" }, { email: ["a@example.com"] }, { email: "x".repeat(300) }])(
    "forget/password refuses %j",
    async (body) => {
      expectIssues(await harness().call("POST", "/api/user/forget/password", { body }), ["email"]);
    },
  );

  it.each([
    [{}, ["password", "token"]],
    [{ token: "x" }, ["password"]],
    [{ token: "", password: "another good password" }, ["token"]],
    [{ token: "x".repeat(201), password: "another good password" }, ["token"]],
    [{ token: "x", password: "another good password", email: "a@example.com" }, ["email"]],
  ])("reset/password refuses %j", async (body, fields) => {
    expectIssues(await harness().call("POST", "/api/user/reset/password", { body }), fields);
  });

  it("take no more than their fields", async () => {
    const answer = await harness().call("POST", "/api/user/forget/password", { body: { email: "a@example.com", language: "fr" } });
    expectIssues(answer, ["language"]);
    expectError(
      await harness().call("POST", "/api/user/reset/password", { body: { token: "\u0000", password: "another good password" } }),
      400,
      "linkInvalid",
    );
  });
});

describe("what is told by mail", () => {
  const P = "/api/user/personalization/account/preference";
  const save = (body: unknown, as = token) => harness().call("POST", `${P}/save`, { token: as, body });

  it("lists every event with its default, and keeps a choice", async () => {
    const person = await registerUser(harness());
    const defaults = [
      { event: "support", channel: "email", enabled: true },
      { event: "support", channel: "push", enabled: true },
      { event: "recording_played", channel: "email", enabled: false },
      { event: "recording_played", channel: "push", enabled: false },
      { event: "export_ready", channel: "email", enabled: true },
      { event: "export_ready", channel: "push", enabled: true },
      { event: "billing", channel: "push", enabled: true },
      { event: "new_device", channel: "email", enabled: true },
      { event: "new_device", channel: "push", enabled: true },
      { event: "security", channel: "push", enabled: true },
      { event: "community", channel: "email", enabled: true },
      { event: "community", channel: "push", enabled: true },
      { event: "community_watched", channel: "email", enabled: true },
      { event: "community_watched", channel: "push", enabled: false },
      { event: "peer_review", channel: "email", enabled: true },
      { event: "peer_review", channel: "push", enabled: true },
    ];
    // Nothing of trades, which is for those alone who are in a workspace.
    expect((await harness().call("GET", `${P}/get`, { token: person.token })).body).toEqual({ data: defaults });
    const chosen = defaults.map((entry) =>
      entry.event === "recording_played" && entry.channel === "email" ? { ...entry, enabled: true } : entry,
    );
    for (let times = 0; times < 2; times++)
      expect((await save({ event: "recording_played", channel: "email", enabled: true }, person.token)).body).toEqual({ data: chosen });
    expect((await harness().call("GET", `${P}/get`, { token })).body).toEqual({ data: defaults });
  });

  it.each([
    ["security", "email"],
    ["billing", "email"],
    ["support_inbox", "email"],
  ])("has no choice about %s by %s", async (event, channel) => {
    expectError(await save({ event, channel, enabled: false }), 404, "notFound");
  });

  it.each([
    [{}, ["channel", "enabled", "event"]],
    [{ event: "password_changed", channel: "email", enabled: false }, ["event"]],
    [{ event: "new_device", channel: "sms", enabled: false }, ["channel"]],
    [{ event: "new_device", channel: "email", enabled: "no" }, ["enabled"]],
    [{ event: "new_device", channel: "email", enabled: false, userId: randomUUID() }, ["userId"]],
  ])("refuses %j", async (body, fields) => {
    expectIssues(await save(body), fields);
  });
});
