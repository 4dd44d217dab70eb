import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withTimeout } from "@/trpc/with-timeout";

const server = createServer((request, response) => {
  if (request.url === "/answered") response.end("here");
});
const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("a question that nobody answers is given up, and one that is answered is not", async () => {
  await expect(withTimeout(fetch, 50)(address("/silent"))).rejects.toMatchObject({ name: "AbortError" });
  const answer = await withTimeout(fetch, 60_000)(address("/answered"));
  expect(await answer.text()).toBe("here");
});

it("whoever gives up themselves is heard", async () => {
  const own = new AbortController();
  const asked = withTimeout(fetch, 60_000)(address("/silent"), { signal: own.signal });
  own.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
