import http from "node:http";
import type { AddressInfo } from "node:net";

export interface ProviderCall {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
  status: number;
}

export interface Provider {
  url: string;
  calls: ProviderCall[];
  /** What the next calls answer instead of 200, and what happens before they do. */
  next: { status?: number; headers?: Record<string, string>; body?: string; meanwhile?: () => Promise<unknown> }[];
  stop(): Promise<void>;
}

/** The notification provider: it notes what it is asked, and gives each player an id. */
export async function startProvider(key: string): Promise<Provider> {
  const calls: ProviderCall[] = [];
  const next: Provider["next"] = [];
  let players = 0;
  const server = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.on("end", async () => {
      const path = req.url ?? "";
      const known =
        (req.method === "POST" && path === "/api/v1/players") || (req.method === "PUT" && /^\/api\/v1\/players\/[\w-]+$/.test(path));
      const planned = next.shift();
      await planned?.meanwhile?.();
      const status = planned?.status ?? (req.headers.authorization !== `Basic ${key}` ? 401 : known ? 200 : 404);
      calls.push({
        method: req.method ?? "",
        path,
        headers: req.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || "null"),
        status,
      });
      const made = req.method === "POST" && status === 200 ? { success: true, id: `player-${++players}` } : { success: status === 200 };
      res.writeHead(status, { "content-type": "application/json", ...planned?.headers });
      res.end(planned?.body ?? JSON.stringify(made));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    calls,
    next,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
