import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { drain } from "@/server/http/drain";
import { createHttpServer } from "@/server/http/server";
import { createLog } from "@/server/log";

const BUSY = 40;

async function listening(handle: http.RequestListener) {
  const server = createHttpServer(handle, createLog("silent"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<string>((resolve) => {
      http
        .get({ port, host: "127.0.0.1", agent: false }, (answer) => answer.resume().once("end", () => resolve(String(answer.statusCode))))
        .once("error", (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    });
  return { server, ask };
}

describe("a server that stops", () => {
  it("answers those whose connections the system has taken before it closes its port, and no others", async () => {
    const { server, ask } = await listening((_req, res) => {
      setTimeout(() => res.setHeader("connection", "close").end("here"), 20);
    });
    const asked = Array.from({ length: BUSY }, ask);
    // They are connected at this moment, and the process has not seen one of them.
    const drained = drain(server);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["200"]));
    await drained;
    expect(await ask()).toBe("ECONNREFUSED");
  });

  it("closes its port soon, however many come all the time", async () => {
    const { server, ask } = await listening((_req, res) => void res.setHeader("connection", "close").end("here"));
    let over = false;
    const crowd = Array.from({ length: BUSY }, async () => {
      while (!over) await ask();
    });
    await wait(100);
    const drained = drain(server);
    await expect.poll(() => server.listening).toBe(false);
    await drained;
    over = true;
    await Promise.all(crowd);
  });
});
