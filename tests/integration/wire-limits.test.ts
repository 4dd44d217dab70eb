import http from "node:http";
import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerTo } from "#tests/factories/raw-http";
import { storedAnswer } from "#tests/factories/uploads";
import { MAX_HEADER_BYTES } from "@/server/http/server";

const harness = useHarness();

interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at by tests
  body: any;
}

/** Sends these bytes, then a byte each second, until the server hangs up. */
async function dripping(head: string, drop: string): Promise<Told> {
  const answer = await answerTo(harness().url, head, drop);
  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? [];
  return { status: Number(status), body: JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4) || "null") };
}

const LOGIN = "POST /api/account/login HTTP/1.1\r\nhost: parley\r\ncontent-type: application/json\r\n";

describe.concurrent("a slow client is cut", () => {
  it("that never ends its headers, with the error form", async () => {
    const told = await dripping(LOGIN, "x");
    expect(told).toMatchObject({ status: 408, body: { code: "requestTimeout" } });
  }, 60_000);

  it("that lets its body trickle in, with the error form", async () => {
    const told = await dripping(`${LOGIN}content-length: 100000\r\n\r\n{`, " ");
    expect(told).toMatchObject({ status: 408, body: { code: "requestTimeout" } });
  }, 60_000);

  it("that lets the body of an upload's beginning trickle in", async () => {
    const head = "POST /api/uploadthing?actionType=upload&slug=take HTTP/1.1\r\nhost: parley\r\ncontent-type: application/json\r\n";
    expect((await dripping(`${head}content-length: 1000\r\n\r\n{`, " ")).status).toBe(408);
  }, 60_000);

  it("that has its answer and goes on sending", async () => {
    const { token } = await registerUser(harness());
    const { pathname, search } = new URL((await storedAnswer(harness(), token)).address);
    const statuses = await Promise.all(
      [
        "PUT /api/storage/ingest/AAAAAAAAAA",
        "GET /api/storage/files/a/parley/AAAAAAAAAA",
        "GET /api/health/live",
        // A file that is there already.
        `PUT ${pathname}${search}`,
      ].map(async (line) => (await dripping(`${line} HTTP/1.1\r\nhost: parley\r\ncontent-length: 1000000000\r\n\r\n`, "x")).status),
    );
    expect(statuses).toEqual([403, 403, 200, 200]);
  }, 60_000);
});

describe("a client that is refused while it sends", () => {
  it("hears so, and goes on over the same connection once all is sent", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const send = (method: string, path: string, bytes?: Uint8Array) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = http.request(new URL(path, harness().url), { agent, method }, (answer) => {
          ports.add(answer.socket.localPort);
          answer.resume().once("end", () => resolve(answer.statusCode));
        });
        request.on("error", reject).end(bytes);
      });
    try {
      expect(await send("PUT", "/api/storage/ingest/AAAAAAAAAA", new Uint8Array(20_000_000))).toBe(403);
      expect(await send("GET", "/api/health/live")).toBe(200);
      expect(ports.size).toBe(1);
    } finally {
      agent.destroy();
    }
  });
});

describe("a request that is too long", () => {
  const long = "a".repeat(MAX_HEADER_BYTES);

  it.each([
    ["in its query", `GET /api/openapi.json?q=${long} HTTP/1.1\r\nhost: parley\r\n\r\n`],
    ["in a header", `GET /api/openapi.json HTTP/1.1\r\nhost: parley\r\ncookie: ${long}\r\n\r\n`],
  ])("%s is refused in the error form", async (_, bytes) => {
    expect(await dripping(bytes, "")).toMatchObject({ status: 431, body: { code: "headersTooLarge" } });
  });

  it("is framed by nobody, nor guessed about, either", async () => {
    const told = (await answerTo(harness().url, `GET /?q=${long} HTTP/1.1\r\nhost: parley\r\n\r\n`, "")).toLowerCase();
    for (const header of ["frame-ancestors 'none'", "x-frame-options: deny", "x-content-type-options: nosniff"])
      expect(told).toContain(header);
  });

  it("of more than two hundred headers the rest are passed over", async () => {
    const { token } = await registerUser(harness());
    const ask = (others: number) =>
      `GET /api/account/my-account HTTP/1.1\r\nhost: parley\r\nconnection: close\r\n${"x-more: 1\r\n".repeat(others)}authorization: Bearer ${token}\r\n\r\n`;
    expect(await dripping(ask(197), "")).toMatchObject({ status: 200 });
    expect(await dripping(ask(198), "")).toMatchObject({ status: 401 });
  });

  it("and one that comes behind an answer that has begun writes nothing into it", async () => {
    const live = "GET /api/trpc/account.live HTTP/1.1\r\nhost: parley\r\naccept: text/event-stream\r\nauthorization: Bearer ";
    const { token } = await registerUser(harness());
    const told = await answerTo(harness().url, `${live}${token}\r\n\r\n`, "\u0016\u0003\u0001 this is no HTTP\r\n\r\n");
    expect(told.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });

  it("and one that is none gets the error form as well", async () => {
    expect(await dripping("\u0016\u0003\u0001 this is no HTTP\r\n\r\n", "")).toMatchObject({ status: 400, body: { code: "badRequest" } });
  });
});
