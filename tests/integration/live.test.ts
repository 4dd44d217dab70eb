import { sql as statement } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORD, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { type Live, openLive } from "#tests/factories/live";
import { suspend } from "#tests/factories/standing";
import { badTokens } from "#tests/factories/tokens";
import { whileHeld } from "#tests/factories/waiting";
import { type App, createApp } from "@/server/app";
import { endSessionsOf } from "@/server/auth";
import { createLog } from "@/server/log";

const harness = useHarness();
let sql: postgres.Sql;
let elsewhere: App;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  // Another process of the same app: its own connections, its own streams.
  elsewhere = createApp(harness().env, harness().databaseUrl, createLog("silent"));
});
afterAll(async () => {
  await elsewhere.close();
  await sql.end();
});

const open: Live[] = [];
afterEach(() => {
  for (const live of open.splice(0)) live.close();
});
async function listen(token: string | undefined, path?: string, url = harness().url): Promise<Live> {
  const live = await openLive(url, token, path);
  open.push(live);
  return live;
}

const errorsOf = (live: Live) => live.events.filter(({ event }) => event === "serialized-error").map(({ data }) => data.json.data.code);
const messagesOf = (live: Live) => live.events.filter(({ event }) => event === "message").map(({ data }) => data.json);
const update = (token: string, body: unknown) =>
  harness().call("POST", "/api/user/personalization/account/detail/profile/update", { token, body });

async function expectEnded(live: Live): Promise<void> {
  expect(await live.within(10_000, () => live.ended())).toBe(true);
  expect(errorsOf(live)).toEqual(["sessionEnded"]);
  const [error] = live.events.filter(({ event }) => event === "serialized-error");
  expect(error?.data.json.data).toMatchObject({ httpStatus: 401, path: "account.live" });
  expect(live.text()).not.toMatch(/stack|node_modules/);
}

describe("opening the live stream", () => {
  it("answers an event stream that says it is connected", async () => {
    const { token } = await registerUser(harness());
    const live = await listen(token);
    expect(live.status).toBe(200);
    expect(live.headers["content-type"]).toMatch(/^text\/event-stream/);
    expect(live.headers["cache-control"]).toContain("no-cache");
    expect(await live.within(10_000, () => live.events.length > 0)).toBe(true);
    expect(live.text()).toMatch(/^event: connected\nretry: \d+\ndata: \{.*\}\n\n/);
  });

  it("says when to come back after its end, which is not the same for all", async () => {
    const { token } = await registerUser(harness());
    const waits: number[] = [];
    for (let at = 0; at < 8; at++) {
      const live = await listen(token);
      expect(await live.within(10_000, () => live.events.length > 0)).toBe(true);
      waits.push(Number(/^retry: (\d+)$/m.exec(live.text())?.[1]));
    }
    for (const wait of waits) expect(wait > 1000 && wait < 5000).toBe(true);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  it("more often than a session may ends its oldest stream, and no other one's", async () => {
    const { token, email } = await registerUser(harness());
    const elsewhereToken = (await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } })).body.accessToken;
    const other = await listen(elsewhereToken);
    const streams: Live[] = [];
    for (let at = 0; at < 12; at++) {
      const live = await listen(token);
      expect(live.status).toBe(200);
      streams.push(live);
    }
    const [first, second, ...rest] = streams as [Live, Live, ...Live[]];
    for (const gone of [first, second]) {
      expect(await gone.within(10_000, () => gone.ended())).toBe(true);
      expect(errorsOf(gone)).toEqual(["tooManyRequests"]);
    }
    await update(token, { firstName: "Beyond" });
    for (const live of [...rest, other]) expect(await live.within(10_000, () => messagesOf(live).includes("account"))).toBe(true);
    // A place that was left is free.
    for (const live of rest.slice(1)) live.close();
    const again = await listen(token);
    expect(again.status).toBe(200);
    await update(token, { firstName: "Again" });
    const [kept] = rest as [Live];
    const times = () => messagesOf(kept).filter((message) => message === "account").length;
    expect(await kept.within(10_000, () => times() > 1)).toBe(true);
  });

  it("is refused without a bearer header: neither a cookie nor a query will do", async () => {
    const { token } = await registerUser(harness());
    for (const path of ["/api/trpc/account.live", `/api/trpc/account.live?connectionParams=${token}&token=${token}`]) {
      const live = await listen(undefined, path);
      expect(live.status).toBe(401);
      expect(JSON.parse(live.text()).error.json.data).toMatchObject({ code: "unauthorized", httpStatus: 401 });
    }
  });

  it("is refused to every bad token", async () => {
    for (const { name, token, code } of await badTokens(harness())) {
      const live = await listen(token);
      const told = JSON.parse(live.text()).error.json.data.code;
      expect({ name, status: live.status, code: told }).toEqual({ name, status: 401, code });
    }
  });

  it("takes GET only, and no input that is no JSON", async () => {
    const { token } = await registerUser(harness());
    const posted = await openLive(harness().url, token, undefined, "POST");
    expect(posted.status).toBe(405);
    const malformed = await listen(token, "/api/trpc/account.live?input=%7B");
    expect(malformed.status).toBe(400);
  });
});

describe("what the stream tells", () => {
  it("changes of the own account, from whatever process, and of nobody else's", async () => {
    const one = await registerUser(harness());
    const other = await registerUser(harness());
    const live = await listen(one.token);
    const stranger = await listen(other.token);
    await update(one.token, { firstName: "Grace" });
    expect(await live.within(10_000, () => messagesOf(live).length === 1)).toBe(true);
    expect(messagesOf(live)).toEqual(["account"]);
    await sql`select pg_notify('parley', ${`user:${one.user.uid} export`})`;
    expect(await live.within(10_000, () => messagesOf(live).length === 2)).toBe(true);
    expect(messagesOf(live)).toEqual(["account", "export"]);
    // What was told to the one would have reached the other before this.
    await update(other.token, { firstName: "Barbara" });
    expect(await stranger.within(10_000, () => messagesOf(stranger).length > 0)).toBe(true);
    expect(messagesOf(stranger)).toEqual(["account"]);
  });

  it("goes to each device of one account", async () => {
    const { email, token } = await registerUser(harness());
    const second = (await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } })).body.accessToken;
    const streams = [await listen(token), await listen(second), await listen(second)];
    await update(token, { profession: "Engineer" });
    for (const live of streams) expect(await live.within(10_000, () => messagesOf(live).includes("account"))).toBe(true);
  });
});

describe("a stream ends with its session", () => {
  it("after a logout", async () => {
    const { token } = await registerUser(harness());
    const live = await listen(token);
    await harness().call("GET", "/api/user/logout", { token });
    await expectEnded(live);
  });

  it("after the others were signed out; this one's stays", async () => {
    const { email, token } = await registerUser(harness());
    const second = (await harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } })).body.accessToken;
    const [own, other] = [await listen(token), await listen(second)];
    await harness().call("POST", "/api/user/personalization/account/session/end/others", { token });
    await expectEnded(other);
    await update(token, { firstName: "Still" });
    expect(await own.within(10_000, () => messagesOf(own).length > 0)).toBe(true);
    expect(own.ended()).toBe(false);
  });

  it("after a suspension", async () => {
    const { token, user } = await registerUser(harness());
    const live = await listen(token);
    await suspend(harness().app.services.db, user.uid, "a reason");
    await expectEnded(live);
  });

  it("when another process ends it", async () => {
    const { token, user } = await registerUser(harness());
    const live = await listen(token);
    await elsewhere.services.db.transaction((tx) => endSessionsOf(tx, user.uid));
    await expectEnded(live);
  });

  it("when its time is over", async () => {
    const { token, user } = await registerUser(harness());
    await sql`update sessions set expires_at = now() + interval '3 seconds' where user_id = ${user.uid}`;
    const live = await listen(token);
    expect(live.status).toBe(200);
    expect(live.ended()).toBe(false);
    expect(await live.within(20_000, () => live.ended())).toBe(true);
    expect(errorsOf(live)).toEqual(["tokenExpired"]);
  });

  it("also when it ends while the stream is being opened", async () => {
    const { token } = await registerUser(harness());
    const { services } = harness().app;
    const { realtime } = services;
    const thrown: unknown[] = [];
    services.realtime = {
      subscribe: async (topic, listener) => {
        const stop = await realtime.subscribe(topic, listener);
        // The ending is told before the session's row was looked at once more.
        if (topic.startsWith("session:"))
          setImmediate(() => {
            try {
              listener("");
            } catch (error) {
              thrown.push(error);
            }
          });
        return stop;
      },
    };
    try {
      const live = await listen(token);
      const ended = await live.within(10_000, () => live.ended());
      expect({ ended, thrown: thrown.map(String) }).toEqual({ ended: true, thrown: [] });
    } finally {
      services.realtime = realtime;
    }
  });
});

describe("hanging up", () => {
  it("ends every stream without an error, so that clients come back", async () => {
    const own = await startHarness();
    try {
      const { token } = await registerUser(own);
      const streams = [await listen(token, undefined, own.url), await listen(token, undefined, own.url)];
      own.app.hangUp();
      for (const live of streams) {
        expect(await live.within(10_000, () => live.ended())).toBe(true);
        expect(live.events.map(({ event }) => event)).toEqual(["connected"]);
      }
      const again = await listen(token, undefined, own.url);
      expect(again.status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it("a client that goes leaves nothing behind", async () => {
    const { token } = await registerUser(harness());
    const live = await listen(token);
    expect(await live.within(10_000, () => live.events.length > 0)).toBe(true);
    live.close();
    // What is told now goes to nobody; the next call and the next stream work as ever.
    expect((await update(token, { firstName: "Later" })).status).toBe(200);
    const next = await listen(token);
    await update(token, { firstName: "Again" });
    expect(await next.within(10_000, () => messagesOf(next).length > 0)).toBe(true);
  });

  it("nor does one that goes while its session is looked at", async () => {
    const { token } = await registerUser(harness());
    const { services } = harness().app;
    const { realtime } = services;
    let mayHaveMissed = () => {};
    let over = false;
    services.realtime = {
      subscribe: async (topic, listener) => {
        const stop = await realtime.subscribe(topic, listener);
        if (!topic.startsWith("session:")) return stop;
        mayHaveMissed = () => listener(null);
        return () => {
          over = true;
          stop();
        };
      },
    };
    const timers = vi.spyOn(globalThis, "setTimeout");
    const forSessions = () => timers.mock.calls.filter(([, ms]) => Number(ms) > 3_600_000).length;
    try {
      const live = await listen(token);
      expect(forSessions()).toBe(1);
      await whileHeld<unknown>(
        services.db,
        (tx) => tx.execute(statement`lock table sessions in access exclusive mode`),
        async () => mayHaveMissed(),
        async () => {
          live.close();
          await until("the stream is over", () => over);
          // Waits behind the look, and is answered after it.
          return update(token, { firstName: "Gone" });
        },
      );
      expect(forSessions()).toBe(1);
    } finally {
      timers.mockRestore();
      services.realtime = realtime;
    }
  });
});
