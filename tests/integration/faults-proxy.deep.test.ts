import { randomUUID } from "node:crypto";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, registerUser } from "#tests/config/harness";
import { answered, expectAway, refuseCrashes, until } from "#tests/factories/faults";
import { openLive } from "#tests/factories/live";
import { picture } from "#tests/factories/pictures";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { takeAttachment } from "@/features/support/attachments/mutations";
import { supportAttachments } from "@/server/db/schema";
import { seedContent } from "@/server/db/seed";
import { publish } from "@/server/realtime";
import { wholeOf } from "@/server/stored-bytes";

/** A proxy before the database: while that is away, it takes connections and closes them again, as proxies do. */
async function startProxy(to: URL) {
  const open = new Set<net.Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  /** As where a server vanished without a word, and another one answers at its address: what is open by now says nothing any more. */
  const silence = () => {
    for (const socket of open) socket.unpipe().pause();
  };
  const proxy = { away: false, taken: 0, port: 0, cut, silence, losesCommitOf: "", lost: 0, close: async () => {} };
  const server = net.createServer((client) => {
    proxy.taken += 1;
    client.on("error", () => {});
    if (proxy.away) return void client.resume().end();
    const behind = net.connect(Number(to.port), to.hostname);
    behind.on("error", () => client.destroy());
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.pipe(behind).pipe(client);
    let wanted = false;
    client.on("data", (bytes) => {
      if (proxy.losesCommitOf === "") return;
      wanted ||= bytes.includes(proxy.losesCommitOf);
      if (!wanted || !/\bcommit\b/i.test(bytes.toString("latin1"))) return;
      // It arrives, and is done; who asked for it hears no more.
      behind.unpipe(client).resume();
      behind.once("data", () => {
        proxy.losesCommitOf = "";
        proxy.lost += 1;
        client.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.port = (server.address() as net.AddressInfo).port;
  proxy.close = async () => {
    proxy.cut();
    await new Promise((resolve) => server.close(resolve));
  };
  return proxy;
}

let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let url: string;
let person: Awaited<ReturnType<typeof registerUser>>;
let app: Harness;

refuseCrashes();
beforeAll(async () => {
  database = await startOwnDatabase();
  const to = new URL(database.url);
  proxy = await startProxy(new URL(to));
  to.port = String(proxy.port);
  url = to.href;
  app = await startProcess(database.env, url);
  await seedContent(app.app.services.db);
  person = await registerUser(app);
});
beforeEach(() => {
  proxy.away = false;
});
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.close();
});

const me = (of: Harness = app) => of.call("GET", "/api/account/my-account", person);

describe("a line that breaks when what was asked for is done, and before that is said", { retry: 0 }, () => {
  it("keeps the file to which a row points by then: it is there, and sent again it is the same", async () => {
    const { db, files } = app.app.services;
    const whose = { userId: person.user.uid, uid: randomUUID() };
    const bytes = await picture("png");
    const sent = async () => {
      const key = await files.save({ name: "board.png", type: "image/png", bytes: new Blob([new Uint8Array(bytes)]) });
      return takeAttachment(app.app.services, whose, { key, name: "board.png", type: "image/png", size: bytes.length });
    };
    proxy.losesCommitOf = 'insert into "support_attachments"';
    await expect(sent()).rejects.toThrow();
    expect(proxy.lost).toBe(1);
    const [row] = await db.select().from(supportAttachments).where(eq(supportAttachments.id, whose.uid));
    const kept = async (key = "") => (await wholeOf(await files.open(key))).length;
    expect(await kept(row?.fileKey)).toBe(row?.sizeBytes);
    expect(await kept(row?.previewKey ?? "")).toBeGreaterThan(0);
    expect(await sent()).toEqual({ taken: true, uid: whose.uid });
    expect(await kept(row?.fileKey)).toBe(row?.sizeBytes);
  });
});

describe("a proxy that takes connections and closes them", { retry: 0 }, () => {
  it("is dialled now and then and not without a pause, calls are told so, and all goes on when the database is back", async () => {
    const live = await openLive(app.url, person.token);
    proxy.away = true;
    proxy.cut();
    proxy.taken = 0;
    const CALLS = 10;
    for (let n = 0; n < CALLS; n++) expectAway("a call", await me());
    await wait(3000);
    // A call dials a few times, for what each of its statements wants; live updates twice a second or so.
    expect(proxy.taken).toBeGreaterThan(0);
    expect(proxy.taken).toBeLessThan(200);
    proxy.away = false;
    await until("calls again", async () => (await me()).status === 200);
    // What was said meanwhile is lost, and whoever listens hears that.
    expect(await live.within(20_000, () => live.events.some(({ event, data }) => event === "message" && data?.json === null))).toBe(true);
    live.close();
  });

  it("while somebody asks for live updates for the first time: they are refused, and hear everything once when it is there", async () => {
    proxy.away = true;
    const late = await startProcess(database.env, url);
    try {
      const { realtime, db } = late.app.services;
      const heard: (string | null)[] = [];
      for (let n = 0; n < 3; n++) await expect(realtime.subscribe("test", () => {})).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
      proxy.away = false;
      await until("it listens", () => realtime.subscribe("test", (message) => heard.push(message)).then(() => true));
      await db.transaction((tx) => publish(tx, "test", "one"));
      await db.transaction((tx) => publish(tx, "test", "last"));
      await until("all is heard", async () => heard.includes("last"));
      expect(heard).toEqual(["one", "last"]);
    } finally {
      await late.close();
    }
  });
});

describe("lines that fall silent, while new ones reach the database", { retry: 0 }, () => {
  it("hold nobody up: calls go on, and so do jobs and whoever asks for one", async () => {
    const { jobs, db } = app.app.services;
    void app.app.work();
    const ran = async () => {
      const rows = await db.execute<{ n: number }>(sql`select count(*)::int as n from pgboss.job where name = 'platform.expire'
        and state = 'completed'`);
      return rows[0]?.n ?? 0;
    };
    await jobs.send("platform.expire");
    await until("it works", async () => (await ran()) > 0);
    const before = await ran();
    // Several lines, of which each call would find another one dead.
    await Promise.all(Array.from({ length: 8 }, () => db.execute(sql`select pg_sleep(0.2)`)));
    proxy.silence();
    await answered("whoever asks for a job", jobs.send("platform.expire"));
    await until("calls again", async () => (await me()).status === 200);
    await jobs.send("platform.expire");
    await until("jobs again", async () => (await ran()) > before);
  }, 180_000);
});
