import http from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { answer } from "./child";
import { usageHandlers } from "./usage";

/** The least that could tell the same: node:http, one LISTEN, and the same bytes to every open answer. No tokens, no topics. */
async function serve({ databaseUrl }: { databaseUrl: string }): Promise<string> {
  const open = new Set<http.ServerResponse>();
  const server = http.createServer((_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache, no-transform" });
    res.write('event: connected\ndata: {"reconnectAfterInactivityMs":60000}\n\n');
    open.add(res);
    res.once("close", () => open.delete(res));
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql.listen("parley", (payload) => {
    const event = `data: ${JSON.stringify({ json: payload.slice(payload.indexOf(" ") + 1) })}\n\n`;
    for (const res of open) res.write(event);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answer({ serve, ...usageHandlers() });
