import { randomUUID } from "node:crypto";
import net, { type AddressInfo } from "node:net";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE } from "#tests/factories/answers";
import { CATALOGUES, expectError } from "#tests/factories/catalogues";
import { createApp } from "@/server/app";
import { createFrontDoor } from "@/server/http/front-door";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";

const harness = useHarness();

/** What must never reach a caller: SQL, names of tables, paths of files, stacks. */
const INTERNALS = /select |insert |answers|relation|postgres|node_modules|\.ts\b|\.js\b|at \w+ \(|ECONN|127\.0\.0\.1/i;

describe("a server error", () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await registerUser(harness()));
    // The bluntest way to a true 500: the code is right, its table is gone.
    const sql = postgres(harness().databaseUrl, { max: 1 });
    await sql`alter table answers rename to gone`.finally(() => sql.end());
  });

  it("says that something went wrong, its request id, and nothing of what", async () => {
    const answer = await harness().call("GET", `${PRACTICE}/answer/get`, { token });
    expectError(answer, 500, "internal");
    expect(Object.keys(answer.body).sort()).toEqual(["code", "message", "requestId"]);
    expect(answer.body.message).toBe("Something went wrong");
    expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(JSON.stringify(answer.body)).not.toMatch(INTERNALS);
  });

  it("does so in the caller's language", async () => {
    const answer = await harness().call("GET", `${PRACTICE}/answer/get`, { token, headers: { "accept-language": "cn, zh" } });
    expectError(answer, 500, "internal", "cn");
  });

  it("does so over tRPC", async () => {
    const answer = await harness().call("GET", "/api/trpc/practice.answers?input=%7B%22json%22%3A%7B%7D%7D", { token });
    expect(answer.status).toBe(500);
    const { message, data } = answer.body.error.json;
    expect(message).toBe("Something went wrong");
    expect(data).toMatchObject({ code: "internal", requestId: answer.headers.get("x-request-id") });
    expect(data).not.toHaveProperty("stack");
    const { path: _, ...rest } = data;
    expect(JSON.stringify([message, rest])).not.toMatch(INTERNALS);
  });

  it("does so from a save under an Idempotency-Key, and keeps no key", async () => {
    const { body } = await harness().call("GET", `${PRACTICE}/category/get`, { token });
    const list = await harness().call("GET", `${PRACTICE}/question/get?category_id=${body.data.at(-1).uid}`, { token });
    const save = () =>
      harness().call("POST", `${PRACTICE}/answer/save`, {
        token,
        body: { question_id: list.body.data[0].uid },
        headers: { "idempotency-key": "broken" },
      });
    expectError(await save(), 500, "internal");
    const sql = postgres(harness().databaseUrl, { max: 1 });
    expect(await sql`select * from idempotency_keys`).toHaveLength(0);
    await sql`alter table gone rename to answers`;
    await sql.end();
    expect((await save()).status).toBe(200);
  });
});

describe("without a database", () => {
  let url: string;
  let token: string;
  let stop: () => Promise<void>;
  /** The wire to the database, which can be cut and mended. */
  let cut: () => void;
  let mend: () => Promise<void>;

  beforeAll(async () => {
    const target = new URL(harness().databaseUrl);
    const sockets = new Set<net.Socket>();
    const wire = net.createServer((near) => {
      const far = net.connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    const listen = (port: number) => new Promise<void>((resolve) => wire.listen(port, "127.0.0.1", resolve));
    await listen(0);
    const { port } = wire.address() as AddressInfo;
    cut = () => {
      wire.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    };
    mend = () => listen(port);

    const through = new URL(target);
    through.port = String(port);
    const app = createApp(harness().env, through.href, createLog("silent"));
    const log = createLog("silent");
    const door = createFrontDoor(harness().env, log);
    door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end() });
    const server = createHttpServer(door.handle, log);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ({ token } = await registerUser(harness()));
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await app.close();
      cut();
    };
  });
  afterAll(() => stop());

  const expectUnavailable = (answer: Answer) => {
    expectError(answer, 503, "unavailable");
    expect(Object.keys(answer.body).sort()).toEqual(["code", "message"]);
    expect(answer.headers.get("retry-after")).toBe("5");
  };

  it("every call asks to come back, and all is well afterwards", async () => {
    const me = () => call(url, "GET", "/api/account/my-account", { token });
    expect((await me()).status).toBe(200);
    cut();
    expectUnavailable(await me());
    expectUnavailable(await call(url, "POST", "/api/account/login", { body: { email: "a@example.com", password: PASSWORD } }));
    expectUnavailable(
      await call(url, "POST", "/api/account/register", {
        body: { email: `${randomUUID()}@example.com`, password: PASSWORD, firstName: "A", lastName: "B" },
      }),
    );
    const ready = await call(url, "GET", "/api/health/ready");
    expect(ready.status).toBe(503);
    expect(JSON.stringify(ready.body)).not.toMatch(/ECONN|127\.0\.0\.1/);
    expect((await call(url, "GET", "/api/health/live")).status).toBe(200);
    await mend();
    expect((await me()).status).toBe(200);
    expect((await call(url, "GET", "/api/health/ready")).body).toEqual({ status: "ready" });
  });

  it("tRPC says so in its own form, which the typed client can read", async () => {
    cut();
    for (const path of ["account.me", "account.me,practice.categories?batch=1"]) {
      const answer = await call(url, "GET", `/api/trpc/${path}`, { token });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      const [body] = [answer.body].flat();
      expect(body.error.json.message).toBe(CATALOGUES.en.errors.unavailable);
      expect(body.error.json.data).toMatchObject({ code: "unavailable" });
    }
    await mend();
  });

  it("a call whose connection the server ends is told the same", async () => {
    const sql = postgres(harness().databaseUrl, { max: 2 });
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`lock table users in access exclusive mode`;
    const waiting = harness().call("GET", "/api/account/my-account", { token });
    const ended = async () =>
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await ended()).length).toBe(1);
    expectUnavailable(await waiting);
    await holder`rollback`;
    holder.release();
    await sql.end();
    expect((await harness().call("GET", "/api/account/my-account", { token })).status).toBe(200);
  });
});

describe("a database that takes no writes, as one that another has taken over from", () => {
  it("reads are answered, a change asks to come back, nobody is sent here, and all is well with the first call once it takes them", async () => {
    const { token } = await registerUser(harness());
    const me = () => harness().call("GET", "/api/account/my-account", { token });
    const profile = "/api/user/personalization/account/detail/profile/update";
    const rename = () => harness().call("POST", profile, { token, body: { lastName: "King" } });
    const ready = () => harness().call("GET", "/api/health/ready");
    const sql = postgres(harness().databaseUrl, { max: 1 });
    const name = new URL(harness().databaseUrl).pathname.slice(1);
    // What is set so holds for connections that are made from then on.
    const renew = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    try {
      await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      await renew();
      await expect.poll(async () => (await rename()).status).toBe(503);
      const refused = await rename();
      expectError(refused, 503, "unavailable");
      expect(refused.headers.get("retry-after")).toBe("5");
      expect((await me()).status).toBe(200);
      const told = await ready();
      expect([told.status, told.headers.get("retry-after"), told.body]).toEqual([503, "5", { status: "database unavailable" }]);
    } finally {
      await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
      await sql.end();
    }
    expect((await ready()).body).toEqual({ status: "ready" });
    expect((await rename()).status).toBe(200);
  });
});
