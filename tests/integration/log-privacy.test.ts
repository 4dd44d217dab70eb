import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type call, type Harness, PASSWORD, registerUser, startHarness } from "#tests/config/harness";
import { PRACTICE } from "#tests/factories/answers";
import { until } from "#tests/factories/faults";
import { COMMUNITY } from "#tests/factories/forum";
import { captureLog } from "#tests/factories/log-lines";
import { SETTINGS_PATH } from "#tests/factories/service";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { begun, CONTACT, write } from "#tests/factories/support";
import { requestUpload, storedAnswer } from "#tests/factories/uploads";
import { eraseDue } from "@/features/account/deletion/mutations";
import { DAY_MS } from "@/lib/durations";
import { settings, users } from "@/server/db/schema";

/** What people type below: any of it in a line of the log is a fault. */
const TYPED = {
  firstName: "Zebedeus",
  lastName: "Quarrington",
  message: "Marmalade in strict confidence",
  subject: "About my marmalade",
  wrong: "wrong-horse-battery",
  comments: "I stammered at Quillfeather Ltd",
  path: "quentin@elsewhere.example",
  query: "hidden-query-word",
  malformed: "brokenjsonsecret",
};

/** What becomes of accounts that end: after a restore it is looked for by whose they were. */
const ENDS = ["end of an account asked for", "end of an account taken back", "account erased"];

/** What the service itself keeps secret: its keys, and what opens its database and its demo logins. */
function secretsOf({ env, databaseUrl }: Harness): string[] {
  const { secret, databasePassword, storageKey, demoPaymentsKey, demoPasswords, vapid } = env.kept;
  const own = [
    ...env.secrets,
    ...env.storageKeys,
    secret,
    databasePassword,
    storageKey,
    demoPaymentsKey,
    ...Object.values(demoPasswords),
    vapid.privateKey,
  ];
  return [...own, databaseUrl];
}

describe("at its most talkative, the log of typical calls", () => {
  let harness: Harness;
  let mailServer: MailServer;
  let lines: string[];
  const secrets: string[] = [...Object.values(TYPED)];
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofCall = (answer: Answer | undefined) => parsed().filter(({ requestId }) => requestId === answer?.headers.get("x-request-id"));
  let failed: Answer;
  let broken: Answer;
  let malformed: Answer;
  let unknown: Answer;
  let batch: Answer;

  beforeAll(async () => {
    mailServer = await startMailServer();
    harness = await startHarness({ LOG_LEVEL: "trace", SMTP_URL: mailServer.url, SECRET: randomBytes(48).toString("base64url") });
    lines = captureLog(harness.app.services.log);
    secrets.push(...secretsOf(harness));
    const { db } = harness.app.services;
    const { firstName, lastName } = TYPED;
    const { email, token, user } = await registerUser(harness, { firstName, lastName });
    secrets.push(email, token, PASSWORD, user.uid);
    mailServer.refused.add(email);
    const post = (path: string, body: unknown, more: Parameters<typeof call>[3] = {}) =>
      harness.call("POST", path, { body, token, ...more });

    const login = await post("/api/account/login", { email, password: PASSWORD });
    secrets.push(login.body.accessToken);
    await post("/api/account/login", { email, password: TYPED.wrong });
    await post("/api/account/login", { email: TYPED.path, password: TYPED.wrong });
    await post("/api/account/register", { email, password: PASSWORD, firstName, lastName });
    await harness.call("GET", "/api/account/my-account", { token: `${token}x` });
    await post("/api/user/forget/password", { email });

    const conversation = await begun(harness, token, { subject: TYPED.subject, message: TYPED.message });
    await write(harness, token, conversation, TYPED.message);
    await harness.call("POST", `${CONTACT}/save`, { token, body: { subject: TYPED.subject, message: 7 } });
    await harness.call("GET", `${COMMUNITY}/topic/get?search=${TYPED.query}`, { token });

    const answer = await storedAnswer(harness, token);
    secrets.push(new URL(answer.address).searchParams.get("signature") ?? answer.address);
    await post(`${PRACTICE}/answer/save`, { uid: answer.uid, comments: TYPED.comments });
    await requestUpload(harness, undefined, answer.uid, { name: `${TYPED.lastName}.webm`, size: 5, type: "video/webm" });
    await fetch(`${answer.address}0`, { method: "HEAD" });
    const leaving = await registerUser(harness, { lastName });
    secrets.push(leaving.email, leaving.token, leaving.user.uid);
    for (const step of ["request", "cancel", "request"])
      expect((await post(`/api/user/personalization/account/deletion/${step}`, {}, { token: leaving.token })).status).toBe(200);
    await db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 15 * DAY_MS) })
      .where(eq(users.id, leaving.user.uid));
    await eraseDue(harness.app.services);
    // Mails go out, and one is refused in words that name its address.
    await harness.app.work();
    await until("a mail is refused", () => parsed().some(({ msg }) => msg === "mail not sent"));

    malformed = await harness.call("POST", "/api/account/login", { raw: `{"email":"${email}","password":"${TYPED.malformed}` });
    unknown = await harness.call("GET", `/api/user/${TYPED.path}?q=${TYPED.query}`, { token });
    batch = await harness.call("GET", `/api/trpc/account.me,${TYPED.malformed}?batch=1`, { token });
    await harness.call("GET", `/api/trpc/account.me?input=${TYPED.malformed}`, { token });
    await harness.call("GET", `/api/user/avatar/${TYPED.path}`);
    await harness.call("POST", `/api/user/notifications/unsubscribe/${TYPED.malformed}`);
    await harness.call("GET", `/api/trades/calendar/${randomUUID()}/${TYPED.malformed}.ics`);

    // A setting that does not fit is told of deep below the call that needs it.
    await db.insert(settings).values({ key: "registration", value: { open: TYPED.malformed }, version: 1 });
    const admin = await registerUser(harness);
    secrets.push(admin.email, admin.token);
    await db.update(users).set({ role: "super_admin" }).where(eq(users.id, admin.user.uid));
    broken = await harness.call("GET", `${SETTINGS_PATH}/get`, { token: admin.token });
    // The bluntest way to a true 500: the code is right, its table is gone.
    const sql = postgres(harness.databaseUrl, { max: 1 });
    await sql`alter table answers rename to gone`;
    failed = await harness.call("POST", `${PRACTICE}/answer/save`, { token, body: { uid: answer.uid, comments: TYPED.comments } });
    await sql.end();
  });
  afterAll(async () => {
    await harness?.close();
    await mailServer?.stop();
  });

  it("says something of every kind of them", () => {
    const messages = new Set(parsed().map(({ msg }) => msg));
    for (const message of ["call", "call failed", "job done", "mail not sent", "a setting that is stored does not fit", ...ENDS])
      expect([...messages]).toContain(message);
    expect(parsed().filter(({ msg }) => msg === "call").length).toBeGreaterThan(25);
  });

  it("holds no address, name, password, token, text or id of anybody, but an account's own number where somebody signs in, is refused or goes", () => {
    for (const whole of lines) {
      const { msg } = JSON.parse(whole) as { msg: string };
      const line = ["signed in", "proved again", "refused", ...ENDS].includes(msg) ? whole.replace(/"account":"[\w-]+"/, "") : whole;
      for (const secret of secrets) expect(line).not.toContain(secret);
      expect(line).not.toMatch(/[\w.]@[\w-]+\.\w/);
      expect(line).not.toMatch(/eyJ[\w-]+\./);
      expect(line).not.toMatch(/argon2/);
      expect(line).not.toMatch(/(^|[^:\d])127\.0\.0\.1(?!:)/);
    }
  });

  it("names each call by its id and its route, also those that failed", () => {
    for (const line of parsed().filter(({ msg }) => msg === "call")) {
      expect(line).toMatchObject({
        requestId: expect.stringMatching(/^[\w-]{10,}$/),
        route: expect.any(String),
        status: expect.any(Number),
      });
      expect(line.route).toMatch(/^[\w./{}*-]+$/);
    }
    const callLine = (answer: Answer) => ofCall(answer).find(({ msg }) => msg === "call");
    expect(callLine(malformed)).toMatchObject({ route: "/api/account/login", status: 400 });
    expect(callLine(unknown)).toMatchObject({ route: "unknown", status: 404 });
    expect(callLine(batch)).toMatchObject({ route: "batch", procedures: ["account.me", "unknown"] });
  });

  it("carries a call's id in what is said below it", () => {
    expect(failed.status).toBe(500);
    expect(ofCall(failed).map(({ msg }) => msg)).toEqual(["call failed", "call"]);
    expect(broken.status).toBe(200);
    expect(ofCall(broken).map(({ msg }) => msg)).toContain("a setting that is stored does not fit");
  });

  it("carries a job's name in what is said below it, and no call's id", () => {
    const said = parsed().filter(({ msg }) => msg === "mail not sent");
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(line).toMatchObject({ job: "mail.send" });
    for (const line of parsed().filter(({ job }) => job)) expect(line).not.toHaveProperty("requestId");
  });
});
