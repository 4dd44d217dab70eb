import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { type Provider, startProvider } from "#tests/factories/provider";
import { eraseDue } from "@/features/account/deletion/mutations";
import { syncPlayers } from "@/features/account/provider/mutations";

const KEY = "b3NfdjJfYXBwX2tleQ==";
const APP = "7a2f7a3e-0000-4000-8000-0123456789ab";
let provider: Provider;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  provider = await startProvider(KEY);
  harness = await startHarness({ PUSH_PROVIDER_URL: `${provider.url}/`, PUSH_PROVIDER_APP_ID: APP, PUSH_PROVIDER_KEY: KEY });
  sql = postgres(harness.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await provider?.stop();
});

const A = "/api/user/personalization/account";
/** @returns the calls that it made */
async function sync() {
  const from = provider.calls.length;
  await syncPlayers(harness.app.services);
  return provider.calls.slice(from);
}
const rowOf = async (id: string) =>
  (await sql`select *, extract(epoch from due_at - now()) as wait from provider_players where user_id = ${id}`)[0];
const comeDue = () => sql`update provider_players set due_at = now()`;
const choose = (token: string, event: string, enabled: boolean) =>
  harness.call("POST", `${A}/preference/save`, { token, body: { event, channel: "email", enabled } });
/** What a candidate is mailed of unless they choose otherwise. */
const ALL = ["support", "export_ready", "new_device", "community", "community_watched", "peer_review", "trades"] as const;

/** Somebody whom the provider knows. */
async function known() {
  const person = await registerUser(harness);
  const [call] = await sync();
  expect(call?.method).toBe("POST");
  return { ...person, id: person.user.uid, path: `/api/v1/players/${(await rowOf(person.user.uid))?.player_id}` };
}

describe("the notification provider", () => {
  it("is told of a person with a confirmed address once, with the least that it needs", async () => {
    const { email, user } = await registerUser(harness);
    const [call, ...more] = await sync();
    expect(more).toEqual([]);
    expect(call).toMatchObject({ method: "POST", path: "/api/v1/players", status: 200 });
    expect(call?.headers.authorization).toBe(`Basic ${KEY}`);
    expect(call?.headers["content-type"]).toMatch(/^application\/json/);
    expect(call?.body).toEqual({
      app_id: APP,
      identifier: email,
      device_type: 5,
      notification_types: 1,
      tags: { user: expect.stringMatching(/^[0-9a-f]{32}$/), language: "en-GB", role: "candidate" },
    });
    expect(JSON.stringify(call?.body)).not.toContain(user.uid);
    expect(JSON.stringify(call?.body)).not.toContain("Ada");
    expect(await sync()).toEqual([]);
  });

  it("is not told of an address that nobody has confirmed, until somebody does", async () => {
    const { user } = await registerUser(harness, {}, { confirmed: false });
    expect(await sync()).toEqual([]);
    await sql`update users set email_verified_at = now() where id = ${user.uid}`;
    expect(await sync()).toHaveLength(1);
  });

  it("is told what changes, by PUT", async () => {
    const { token, id, path } = await known();
    await harness.call("POST", `${A}/detail/profile/update`, { token, body: { language: "ar" } });
    const [call, ...more] = await sync();
    expect(more).toEqual([]);
    expect(call).toMatchObject({ method: "PUT", path, status: 200 });
    expect(call?.headers.authorization).toBe(`Basic ${KEY}`);
    expect(call?.body).toMatchObject({ app_id: APP, notification_types: 1, tags: { language: "ar-SD" } });
    await sql`update users set email = ${`new-${id}@example.com`} where id = ${id}`;
    expect((await sync())[0]?.body.identifier).toBe(`new-${id}@example.com`);
    await sql`update users set first_name = 'Somebody' where id = ${id}`;
    expect(await sync()).toEqual([]);
  });

  it("is told when somebody wants no mails any more, and when they do again", async () => {
    const { token, path } = await known();
    for (const event of ALL.slice(1)) await choose(token, event, false);
    expect(await sync()).toEqual([]);
    await choose(token, "support", false);
    expect((await sync()).map(({ method, path: at, body }) => [method, at, body])).toEqual([
      ["PUT", path, { app_id: APP, notification_types: -2 }],
    ]);
    expect(await sync()).toEqual([]);
    await choose(token, "recording_played", true);
    expect((await sync())[0]).toMatchObject({ method: "PUT", path, body: { notification_types: 1 } });
  });

  it("is told when an account is erased, and nothing is kept", async () => {
    const { token, id, path } = await known();
    await harness.call("POST", `${A}/deletion/request`, { token });
    await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${id}`;
    await eraseDue(harness.app.services);
    provider.next.push({ status: 503 });
    expect((await sync())[0]).toMatchObject({ method: "PUT", path, status: 503 });
    expect(await rowOf(id)).toBeDefined();
    await comeDue();
    expect((await sync())[0]).toMatchObject({ method: "PUT", path, body: { app_id: APP, notification_types: -2 }, status: 200 });
    expect(await rowOf(id)).toBeUndefined();
    expect(await sync()).toEqual([]);
  });

  it("forgets somebody whose account is erased while it hears of them for the first time", async () => {
    const { email, token, user } = await registerUser(harness);
    await harness.call("POST", `${A}/deletion/request`, { token });
    await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${user.uid}`;
    provider.next.push({ meanwhile: () => eraseDue(harness.app.services) });
    const [made] = await sync();
    expect(made).toMatchObject({ method: "POST", status: 200, body: { identifier: email } });
    const path = `/api/v1/players/${(await rowOf(user.uid))?.player_id}`;
    // It is told until it has heard it; then nothing is kept.
    provider.next.push({ status: 503 });
    expect(await sync()).toMatchObject([{ method: "PUT", path, status: 503 }]);
    await comeDue();
    expect(await sync()).toMatchObject([{ method: "PUT", path, body: { app_id: APP, notification_types: -2 }, status: 200 }]);
    expect(await rowOf(user.uid)).toBeUndefined();
  });

  it("that has trouble is asked again, later and later", async () => {
    const { user } = await registerUser(harness);
    const waits: number[] = [];
    for (const status of [500, 503, 502]) {
      provider.next.push({ status });
      expect(await sync()).toHaveLength(1);
      waits.push(Number((await rowOf(user.uid))?.wait));
      expect(await sync()).toEqual([]);
      await comeDue();
    }
    expect(waits[0]).toBeGreaterThan(60);
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5);
    expect((await sync())[0]).toMatchObject({ method: "POST", status: 200 });
    expect(await rowOf(user.uid)).toMatchObject({ attempts: 0, last_error: null, player_id: expect.stringMatching(/^player-/) });
  });

  it("that asks to wait is waited for", async () => {
    const { user } = await registerUser(harness);
    provider.next.push({ status: 429, headers: { "retry-after": "7200" } });
    await sync();
    const wait = Number((await rowOf(user.uid))?.wait);
    expect(wait).toBeGreaterThan(7100);
    expect(wait).toBeLessThanOrEqual(7200);
    await comeDue();
    await sync();
  });

  it("that refuses is not asked the same again, only what is new", async () => {
    const { user } = await registerUser(harness);
    provider.next.push({ status: 400 });
    expect(await sync()).toHaveLength(1);
    await comeDue();
    expect(await sync()).toEqual([]);
    await sql`update users set language = 'fr' where id = ${user.uid}`;
    expect((await sync())[0]).toMatchObject({ method: "POST", status: 200 });
  });

  it("is given up after a dozen tries", async () => {
    const { user } = await registerUser(harness);
    for (let attempt = 0; attempt < 15; attempt++) {
      provider.next.push({ status: 500 });
      await sync();
      await comeDue();
    }
    provider.next.length = 0;
    expect(await sync()).toEqual([]);
    expect(await rowOf(user.uid)).toMatchObject({ last_error: "status 500" });
  });

  it("that has lost somebody is told of them anew", async () => {
    const { id, token } = await known();
    provider.next.push({ status: 404 });
    await harness.call("POST", `${A}/detail/profile/update`, { token, body: { language: "fr" } });
    const calls = [...(await sync()), ...(await sync())];
    expect(calls.map(({ method, status }) => [method, status])).toEqual([
      ["PUT", 404],
      ["POST", 200],
    ]);
    expect((await rowOf(id))?.player_id).toMatch(/^player-/);
  });

  it.each([
    ["no id", "{}"],
    ["no JSON", "<html>"],
    ["an id that is a path", JSON.stringify({ id: "../../apps" })],
  ])("whose answer makes no sense (%s) is asked again", async (_name, body) => {
    const { user } = await registerUser(harness);
    provider.next.push({ status: 200, body });
    expect(await sync()).toHaveLength(1);
    expect(await rowOf(user.uid)).toMatchObject({ player_id: null, settled: null, attempts: 1 });
    await comeDue();
    expect((await sync())[0]?.status).toBe(200);
  });

  it("gets its key from nobody who sends us on", async () => {
    await registerUser(harness);
    const elsewhere = await startProvider(KEY);
    provider.next.push({ status: 307, headers: { location: `${elsewhere.url}/players` } });
    await sync();
    expect(elsewhere.calls).toEqual([]);
    await elsewhere.stop();
    await comeDue();
    await sync();
  });

  it("hears of each person once, also when several processes look", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => registerUser(harness)));
    const from = provider.calls.length;
    await Promise.all([sync(), sync(), sync()]);
    const told = provider.calls.slice(from).map(({ body }) => body.identifier);
    for (const { email } of people) expect(told.filter((one) => one === email)).toHaveLength(1);
  });
});

describe("without a provider", () => {
  it("nothing is asked and nothing kept", async () => {
    const bare = await startHarness();
    try {
      await registerUser(bare);
      await syncPlayers(bare.app.services);
      expect(bare.app.services.players).toBeNull();
    } finally {
      await bare.close();
    }
  });
});
