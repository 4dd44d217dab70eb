import type http from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, capturedAnswer } from "#tests/factories/answers";
import { until } from "#tests/factories/faults";
import { openLive } from "#tests/factories/live";
import { startProcess } from "#tests/factories/processes";
import { finish, putPieces, resumeAt, storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { userTopic } from "@/features/account/events";
import { PING_MS } from "@/server/http/live";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";
import { publish } from "@/server/realtime";

const harness = useHarness();
let app: Awaited<ReturnType<typeof startProcess>>;
/** How long silence is borne: by every process, and here. */
let usual: number;
const HERE = 1000;
beforeAll(async () => {
  app = await startProcess(harness().env, harness().databaseUrl);
  usual = app.server.timeout;
  app.server.setTimeout(HERE);
});
afterAll(() => app?.close());

/** Asks, and reads nothing of the answer. */
function askAndStare(url: string, path: string, headers = "") {
  const { hostname, port } = new URL(url);
  let gone = false;
  const socket = net.connect(Number(port), hostname);
  // Whoever is cut in the middle is told so by a reset, too.
  socket
    .on("error", () => {})
    .once("close", () => {
      gone = true;
    });
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: parley\r\n${headers}\r\n`);
  return {
    /** What is on its way is read to its end, which comes where the server has hung up. @returns how many bytes there were */
    hungUp: async () => {
      socket.resume();
      await until("it hangs up", () => gone);
      return socket.bytesRead;
    },
    close: () => socket.destroy(),
  };
}

/** A take on somebody's device, and its address at the process that bears little silence. */
async function takeToSend() {
  const { token } = await registerUser(harness());
  const take = await capturedAnswer(harness(), token, 60_000);
  const { type } = take.recording;
  const signed = await uploadAddress(harness(), token, take.uid, { name: take.name, size: 60_000, type });
  return { token, take, type, address: signed.replace(harness().url, app.url) };
}

describe("a connection on which nothing moves", () => {
  it("is borne for two minutes, and live streams are never silent for so long", () => {
    expect(usual).toBe(120_000);
    expect(PING_MS * 2).toBeLessThan(usual);
  });

  it("is closed in the middle of an upload, of which what has arrived is kept; one that moves takes as long as it needs", async () => {
    const { token, take, type, address } = await takeToSend();
    let sent = 0;
    async function* slowlyThenNever() {
      // Three times as long as silence is borne.
      for (; sent < 40_000; sent += 4000) {
        yield take.bytes.subarray(sent, sent + 4000);
        await wait((HERE * 3) / 10);
      }
      await wait(HERE * 10);
    }
    await expect(putPieces(address, slowlyThenNever())).rejects.toThrow();
    expect(sent).toBe(40_000);
    expect(await resumeAt(address)).toBe(40_000);
    expect((await finish(address, take.bytes, type)).put.status).toBe(200);
    expect(await answerDetail(app, token, take.uid)).toMatchObject({ state: "stored" });
  });

  it("is closed as well where bytes trickle, and what has arrived is kept", async () => {
    const { token, take, type, address } = await takeToSend();
    let sent = 0;
    // Never silent, and a fifth of the least pace.
    async function* trickle() {
      for (; sent < HERE * 20; sent += 10) {
        yield take.bytes.subarray(sent, sent + 10);
        await wait(HERE / 10);
      }
    }
    await expect(putPieces(address, trickle())).rejects.toThrow();
    expect(sent).toBeLessThan(400);
    const kept = await resumeAt(address);
    expect(kept).toBeGreaterThan(0);
    expect((await finish(address, take.bytes, type)).from).toBe(kept);
    expect(await answerDetail(app, token, take.uid)).toMatchObject({ state: "stored" });
  });

  it("is closed where whoever asked for a recording does not read it", async () => {
    const { token } = await registerUser(harness());
    const SIZE = 24_000_000;
    const { uid } = await storedAnswer(harness(), token, SIZE);
    const { link } = (await answerDetail(harness(), token, uid)).media;
    const { pathname, search } = new URL(link);
    const reader = askAndStare(app.url, pathname + search);
    await wait(HERE * 3);
    const arrived = await reader.hungUp();
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(SIZE);
    // Whoever reads gets all of it.
    expect((await (await fetch(`${app.url}${pathname}${search}`)).arrayBuffer()).byteLength).toBe(SIZE);
  });
});

describe("whoever reads slowly, and never stops", () => {
  const SIZE = 24_000_000;
  const PIECES = 15;
  /** A server that asks for so many bytes a second, or for as many as every process does. */
  async function served(pace?: number): Promise<string> {
    const answer: http.RequestListener = async ({ url }, res) => {
      if (url === "/much") return void res.end(Buffer.alloc(SIZE));
      for (let n = 0; n < PIECES; n++) {
        res.write("now and then\n");
        await wait(HERE / 5);
      }
      res.end();
    };
    const server = createHttpServer(answer, createLog("silent"), pace);
    server.setTimeout(HERE);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  /** Reads a piece, looks away for a moment, and reads the next one. @returns how many bytes arrived, with the answer's head */
  async function sip(url: string, path: string): Promise<number> {
    const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: parley\r\nconnection: close\r\n\r\n`);
    let bytes = 0;
    try {
      for await (const piece of socket) {
        bytes += piece.length;
        await wait(10);
      }
    } catch {
      // Cut in the middle.
    }
    return bytes;
  }
  /** More than a reader of that kind takes. */
  const FAST = 100_000_000;

  it("is cut where that is less than the least pace, though the connection is never silent", async () => {
    const arrived = await sip(await served(FAST), "/much");
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(SIZE);
  });

  it("has all of it at any better pace, and where it was the server that had nothing to send", async () => {
    expect(await sip(await served(), "/much")).toBeGreaterThan(SIZE);
    expect(await sip(await served(FAST), "/some")).toBeGreaterThan(PIECES * "now and then\n".length);
  });
});

describe("a live stream that nobody reads", () => {
  it("is cut when a megabyte waits for it: another one hears all, and one that comes back hears what is told then", async () => {
    const { token, user } = await registerUser(harness());
    const { app: own, url } = harness();
    const tell = (message: string) => publish(own.services.db, userTopic(user.uid), message);
    const stared = askAndStare(url, "/api/trpc/account.live", `accept: text/event-stream\r\nauthorization: Bearer ${token}\r\n`);
    const reading = await openLive(url, token);
    // More than the buffers of two machines take, and a megabyte.
    const PIECE = "x".repeat(7000);
    const PIECES = 2000;
    for (let n = 0; n < PIECES; n++) await tell(`${n} ${PIECE}`);
    expect(await stared.hungUp()).toBeLessThan(PIECES * PIECE.length);
    await tell("account");
    expect(await reading.within(20_000, () => reading.events.some(({ data }) => data?.json === "account"))).toBe(true);
    expect(reading.events.filter(({ data }) => data?.json?.endsWith?.(PIECE))).toHaveLength(PIECES);
    const again = await openLive(url, token);
    await tell("account");
    expect(await again.within(20_000, () => again.events.some(({ data }) => data?.json === "account"))).toBe(true);
    for (const live of [reading, again]) live.close();
  });
});
