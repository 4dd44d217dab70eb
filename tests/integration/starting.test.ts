import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { sentence } from "#tests/factories/catalogues";
import { REST_ROUTES, samplePath } from "#tests/factories/routes";
import { createFrontDoor, type FrontDoor } from "@/server/http/front-door";
import { createLog } from "@/server/log";

const harness = useHarness();
let door: FrontDoor;
let server: http.Server;
let url: string;
beforeAll(async () => {
  door = createFrontDoor(harness().env, createLog("silent"));
  server = http.createServer(door.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("a process that is starting", () => {
  it("lives, is not ready, and has everybody else come back in a moment", async () => {
    const live = await fetch(`${url}/api/health/live?from=supervisor`);
    expect([live.status, await live.json()]).toEqual([200, { status: "live" }]);
    expect((await fetch(`${url}/api/health/live`, { method: "HEAD" })).status).toBe(200);
    const ready = await fetch(`${url}/api/health/ready`);
    expect([ready.status, ready.headers.get("retry-after"), await ready.json()]).toEqual([503, "2", { status: "starting" }]);
    for (const [target, method] of [
      ["/", "GET"],
      ["/api/trpc/account.me", "GET"],
    ] as const) {
      const answer = await fetch(url + target, { method });
      expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([503, "2", "Parley is starting."]);
    }
    // Whoever calls by REST is told as of every error.
    const amongPages = REST_ROUTES.filter(({ path }) => !path.startsWith("/api/"));
    expect(amongPages).not.toEqual([]);
    for (const [target, method] of [
      ["/api/account/my-account", "GET"],
      ["/api/health/live", "POST"],
      ...amongPages.map((route) => [samplePath(route.path), route.method] as const),
    ] as const) {
      const answer = await fetch(url + target, { method, headers: { "accept-language": "fr" } });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await answer.json()).toEqual({ code: "unavailable", message: sentence("fr", "errors.unavailable") });
    }
    const { app } = harness();
    door.open({ api: app.handle, pages: async (_req, res) => void res.writeHead(404).end() });
    expect(await (await fetch(`${url}/api/health/ready`)).json()).toEqual({ status: "ready" });
    expect(await (await fetch(`${url}/api/health/live`)).json()).toEqual({ status: "live" });
  });
});
