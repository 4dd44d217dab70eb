import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { enableTotp } from "#tests/factories/factors";
import { tell } from "#tests/factories/notifications";
import { type PushService, startPushService } from "#tests/factories/push-service";
import { sendDuePushes } from "@/features/account/push/mutations";

let service: PushService;
/** Somewhere that is no push service, and must not be called. */
let bystander: http.Server;
let bystanderUrl: string;
const bystanderCalls: string[] = [];
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  service = await startPushService();
  bystander = http.createServer((req, res) => {
    bystanderCalls.push(req.url ?? "");
    res.end();
  });
  await new Promise<void>((resolve) => bystander.listen(0, "127.0.0.1", resolve));
  bystanderUrl = `http://127.0.0.1:${(bystander.address() as AddressInfo).port}`;
  harness = await startHarness({ PUSH_SERVICES: service.origin, VAPID_SUBJECT: "mailto:push@parley.example", ADMIN_SECOND_FACTOR: "on" });
  sql = postgres(harness.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await service?.stop();
  bystander?.close();
});

const P = "/api/user/notifications/push";
const post = (path: string, token: string, body: unknown) => harness.call("POST", P + path, { token, body });
const send = () => sendDuePushes(harness.app.services);
const subscriptions = async (id: string) => Number((await sql`select count(*) as n from push_subscriptions where user_id = ${id}`)[0]?.n);
const waiting = async (endpoint: string) =>
  (
    await sql`select o.*, extract(epoch from o.due_at - now()) as wait from outbox_pushes o
      join push_subscriptions s on s.id = o.subscription_id where s.endpoint = ${endpoint}`
  )[0];
const comeDue = () => sql`update outbox_pushes set due_at = now()`;

async function person() {
  const made = await registerUser(harness);
  const browser = service.subscribe();
  expect((await post("/subscribe", made.token, browser)).body).toEqual({ data: { subscribed: true } });
  return { ...made, id: made.user.uid, browser };
}

describe("a push", () => {
  it("arrives encrypted for this browser, signed by this server, with a title and nothing more", async () => {
    const { id, browser } = await person();
    await tell(harness, id, { values: { subject: "A private matter" }, groupKey: "conversation:7" });
    await send();
    const [push, ...more] = service.taken(browser.endpoint);
    expect(more).toEqual([]);
    expect(push?.message).toEqual({
      title: sentence("en", "notifications.kinds.support_reply.title", { count: 1 }),
      href: "/dashboard/support?conversation=1",
      tag: "conversation:7",
      lang: "en-GB",
      dir: "ltr",
    });
    expect(push?.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
    expect(Number(push?.headers.ttl)).toBeGreaterThan(86_000);
    expect(push?.headers.topic).toMatch(/^[\w-]{1,32}$/);
    expect(push?.headers.topic).not.toContain("conversation");
    const published = (await harness.call("GET", `${P}/key/get`, { token: (await person()).token })).body.data.publicKey;
    expect(push?.sender).toBe(published);
    expect(push?.claims.aud).toBe(service.origin);
    expect(push?.claims.sub).toBe("mailto:push@parley.example");
    const hours = ((push?.claims.exp ?? 0) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
    expect(await waiting(browser.endpoint)).toBeUndefined();
  });

  it("about what a newer release tells is left to that one", async () => {
    const { id, browser } = await person();
    await tell(harness, id);
    await sql`update notifications set kind = 'from_tomorrow' where user_id = ${id}`;
    await send();
    expect(service.taken(browser.endpoint)).toEqual([]);
    expect(await waiting(browser.endpoint)).toMatchObject({ attempts: 1, last_error: "unknown" });
    await sql`update notifications set kind = 'support_reply' where user_id = ${id}`;
    await comeDue();
    await send();
    expect(service.taken(browser.endpoint)).toHaveLength(1);
  });

  it("is in the person's language", async () => {
    const { id, browser } = await person();
    await sql`update users set language = 'ar' where id = ${id}`;
    await tell(harness, id);
    await send();
    const title = sentence("ar", "notifications.kinds.support_reply.title", { count: 1 });
    expect(service.taken(browser.endpoint)[0]?.message).toMatchObject({ title, lang: "ar-SD", dir: "rtl" });
  });

  it("goes to each of a person's browsers, and to nobody else's", async () => {
    const { id, token, browser } = await person();
    const second = service.subscribe();
    await post("/subscribe", token, second);
    const other = await person();
    await tell(harness, id);
    await send();
    expect(service.taken(browser.endpoint)).toHaveLength(1);
    expect(service.taken(second.endpoint)).toHaveLength(1);
    expect(service.calls(other.browser.endpoint)).toBe(0);
  });

  it("goes out anew when its notification is renewed, and not when it was read meanwhile", async () => {
    const { id, token, browser } = await person();
    const groupKey = "conversation:8";
    await tell(harness, id, { groupKey });
    await send();
    await tell(harness, id, { groupKey });
    await send();
    expect(service.taken(browser.endpoint).map(({ message }) => message.title)).toEqual(
      [1, 2].map((count) => sentence("en", "notifications.kinds.support_reply.title", { count })),
    );
    const [first, second] = service.taken(browser.endpoint);
    expect(first?.headers.topic).toBe(second?.headers.topic);
    await tell(harness, id, { groupKey });
    await harness.call("POST", "/api/user/notifications/read/all", { token });
    await send();
    expect(service.calls(browser.endpoint)).toBe(2);
  });

  it("is not sent where it was turned off", async () => {
    const { id, token, browser } = await person();
    const body = { event: "support", channel: "push", enabled: false };
    await harness.call("POST", "/api/user/personalization/account/preference/save", { token, body });
    await tell(harness, id);
    await send();
    expect(service.calls(browser.endpoint)).toBe(0);
  });

  it("tells the team's work to nobody whose account lacks the second factor that it asks for", async () => {
    const { id, token, browser } = await person();
    await sql`update users set role = 'admin' where id = ${id}`;
    const work = { event: "support_inbox", kind: "support_message", values: { subject: "Locked out" } } as const;
    await tell(harness, id, work);
    await send();
    expect(service.calls(browser.endpoint)).toBe(0);
    await enableTotp(harness, token);
    await send();
    const before = service.calls(browser.endpoint);
    await tell(harness, id, work);
    await send();
    expect(service.calls(browser.endpoint)).toBe(before + 1);
  });

  it("is sent once, also when several processes work on it", async () => {
    const { id, browser } = await person();
    for (let at = 0; at < 8; at++) await tell(harness, id);
    await Promise.all([send(), send(), send()]);
    expect(service.calls(browser.endpoint)).toBe(8);
  });
});

describe("a push that is not taken", () => {
  it.each([{ status: 410 }, { status: 404 }])("because the browser is gone ($status) takes the browser off the list", async (answer) => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, answer);
    await tell(harness, id);
    await send();
    expect(await subscriptions(id)).toBe(0);
    await tell(harness, id);
    await send();
    expect(service.calls(browser.endpoint)).toBe(1);
  });

  it("because the service has trouble comes again, later and later", async () => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, { status: 500 }, { status: 503 }, { status: 502 });
    await tell(harness, id);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      await send();
      const row = await waiting(browser.endpoint);
      expect(row?.attempts).toBe(attempt);
      waits.push(Math.round(Number(row?.wait)));
      await send();
      expect(service.calls(browser.endpoint)).toBe(attempt);
      await comeDue();
    }
    expect(waits[0]).toBeGreaterThan(20);
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
    await send();
    expect(service.taken(browser.endpoint)).toHaveLength(1);
    expect(await waiting(browser.endpoint)).toBeUndefined();
  });

  it("because there were too many waits as long as it is told", async () => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, { status: 429, headers: { "retry-after": "4000" } });
    await tell(harness, id);
    await send();
    const wait = Number((await waiting(browser.endpoint))?.wait);
    expect(wait).toBeGreaterThan(3900);
    expect(wait).toBeLessThanOrEqual(4000);
  });

  it("because nobody is there comes again, and holds nobody else up", async () => {
    const { id, token, browser } = await person();
    await sql`update push_subscriptions set endpoint = ${service.origin.replace(/:\d+$/, ":1")} || '/x' where endpoint = ${browser.endpoint}`;
    const second = service.subscribe();
    await post("/subscribe", token, second);
    // Another port of this machine is another service: it is not called at all.
    await tell(harness, id);
    await send();
    expect(service.taken(second.endpoint)).toHaveLength(1);
  });

  it.each([400, 403, 413])("because it is wrong (%i) is dropped, and the browser stays", async (status) => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, { status });
    await tell(harness, id);
    await send();
    expect(await waiting(browser.endpoint)).toBeUndefined();
    expect(await subscriptions(id)).toBe(1);
  });

  it("is given up after a while", async () => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, ...Array.from({ length: 20 }, () => ({ status: 500 })));
    await tell(harness, id);
    for (let attempt = 0; attempt < 12; attempt++) {
      await send();
      await comeDue();
    }
    expect(service.calls(browser.endpoint)).toBe(8);
    await tell(harness, id);
    await sql`update outbox_pushes set created_at = now() - interval '25 hours'`;
    await send();
    expect(service.calls(browser.endpoint)).toBe(8);
  });

  it("is not followed to where it is sent on", async () => {
    const { id, browser } = await person();
    service.answers(browser.endpoint, { status: 307, headers: { location: `${bystanderUrl}/secret` } });
    await tell(harness, id);
    await send();
    expect(bystanderCalls).toEqual([]);
    expect(await waiting(browser.endpoint)).toBeUndefined();
  });
});

describe("a browser's address", () => {
  const keys = () => service.subscribe().keys;

  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://fcm.googleapis.com/wp/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://db5p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ])("is taken of a known push service: %s", async (endpoint) => {
    const { token } = await registerUser(harness);
    expect((await post("/subscribe", token, { endpoint, keys: keys() })).status).toBe(200);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://user@fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://push.apple.com.evil.example/",
    "https://evilpush.services.mozilla.com.example/",
    "https://a.b.notify.windows.com.evil.example/",
    "https://127.0.0.1/x",
    "http://127.0.0.1:5432/",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "https://localhost/x",
  ])("is refused: %s", async (endpoint) => {
    const { token, user } = await registerUser(harness);
    expectError(await post("/subscribe", token, { endpoint, keys: keys() }), 422, "pushServiceUnknown");
    expect(await subscriptions(user.uid)).toBe(0);
  });

  it("is not called any more when its service is no longer allowed", async () => {
    const { id, browser } = await person();
    await sql`update push_subscriptions set endpoint = ${`${bystanderUrl}/inside`} where endpoint = ${browser.endpoint}`;
    await tell(harness, id);
    await send();
    expect(bystanderCalls).toEqual([]);
  });

  it.each([
    [{}, ["endpoint", "keys"]],
    [{ endpoint: "x", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }, ["endpoint"]],
    [{ endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "short", auth: "A".repeat(22) } }, ["keys.p256dh"]],
    [{ endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "A".repeat(87), auth: "?".repeat(22) } }, ["keys.auth"]],
    [{ endpoint: "file:///etc/passwd", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }, ["endpoint"]],
  ])("needs its keys: %j", async (body, fields) => {
    expectIssues(await post("/subscribe", (await registerUser(harness)).token, body), fields);
  });

  it("with a key that is no point of the curve does no harm", async () => {
    const { id, token, browser } = await person();
    const endpoint = `${service.origin}/push/bad`;
    await post("/subscribe", token, { endpoint, keys: { p256dh: randomBytes(65).toString("base64url"), auth: browser.keys.auth } });
    await tell(harness, id);
    await send();
    expect(service.calls(endpoint)).toBe(0);
    expect(service.taken(browser.endpoint)).toHaveLength(1);
  });

  it("belongs to whoever turned pushes on there last", async () => {
    const first = await person();
    const second = await registerUser(harness);
    await post("/subscribe", second.token, first.browser);
    expect(await subscriptions(first.id)).toBe(0);
    await tell(harness, first.id);
    await tell(harness, second.user.uid);
    await send();
    expect(service.calls(first.browser.endpoint)).toBe(1);
  });

  it("is a stranger's to nobody", async () => {
    const { id, browser } = await person();
    const stranger = await registerUser(harness);
    expect((await post("/unsubscribe", stranger.token, { endpoint: browser.endpoint })).status).toBe(200);
    expect(await subscriptions(id)).toBe(1);
    expectError(await post("/test", stranger.token, { endpoint: browser.endpoint }), 404, "notFound");
  });

  it("goes when pushes are turned off, and when its session is ended, but not when that runs out", async () => {
    const { id, token, email, browser } = await person();
    await post("/unsubscribe", token, { endpoint: browser.endpoint });
    expect(await subscriptions(id)).toBe(0);
    await post("/subscribe", token, browser);
    await sql`update sessions set expires_at = now() - interval '1 hour' where user_id = ${id}`;
    await tell(harness, id);
    await send();
    // Whoever sits there now is told nothing of it.
    expect(service.taken(browser.endpoint).map(({ message }) => message.title)).toEqual([sentence("en", "notifications.push.news")]);
    const login = await harness.call("POST", "/api/account/login", { body: { email, password: "correct horse battery" } });
    const again = login.body.accessToken;
    await post("/subscribe", again, browser);
    await tell(harness, id);
    await harness.call("GET", "/api/user/logout", { token: again });
    expect(await subscriptions(id)).toBe(0);
    await send();
    expect(service.calls(browser.endpoint)).toBe(1);
  });

  it("makes room for the twenty-first", async () => {
    const { id, token } = await person();
    for (let at = 0; at < 22; at++) await post("/subscribe", token, service.subscribe());
    expect(await subscriptions(id)).toBe(20);
  });
});

describe("the test", () => {
  it("goes out at once and says whether it was taken", async () => {
    const { token, browser } = await person();
    expect((await post("/test", token, { endpoint: browser.endpoint })).body).toEqual({ data: { taken: true } });
    expect(service.taken(browser.endpoint)[0]?.message).toMatchObject({ title: sentence("en", "notifications.push.test"), always: true });
    service.answers(browser.endpoint, { status: 503 }, { status: 410 });
    for (let times = 0; times < 2; times++)
      expect((await post("/test", token, { endpoint: browser.endpoint })).body).toEqual({ data: { taken: false } });
    expectError(await post("/test", token, { endpoint: browser.endpoint }), 404, "notFound");
  });
});
