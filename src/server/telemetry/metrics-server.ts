import { createHash, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { StartError } from "../start-error";

interface Place {
  host: string;
  /** 0 takes any that is free. */
  port: number;
  /** What a reader sends as bearer; anybody may read where there is none. */
  token: string | undefined;
  /** The app's own port. */
  taken: number;
}

/**
 * A port of its own and no route of the app's: what the public address serves can then never show metrics, whatever a proxy lets through.
 * @throws StartError when it cannot be served
 */
export async function serveMetrics({ host, port, token, taken }: Place, register: Registry) {
  if (port !== 0 && port === taken) throw new StartError(`METRICS_PORT is ${port}, which is the app's own PORT: metrics need another one.`);
  const server = http.createServer({ requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 5000 }, (req, res) => {
    const refuse = (status: number, headers: http.OutgoingHttpHeaders = {}) => void res.writeHead(status, headers).end();
    const [path] = (req.url ?? "").split("?", 1);
    if (path !== "/metrics") return refuse(404);
    if (token && !isBearer(req.headers.authorization, token)) return refuse(401, { "www-authenticate": "Bearer" });
    if (req.method !== "GET" && req.method !== "HEAD") return refuse(405, { allow: "GET" });
    register.metrics().then(
      (text) => void res.writeHead(200, { "content-type": register.contentType, "cache-control": "no-store" }).end(text),
      () => refuse(500),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(new StartError(listenError(host, port, cause), { cause })));
    server.listen(port, host, resolve);
  });
  // It keeps nothing alive: a process whose work is over ends.
  server.unref();
  const { port: found } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${found}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        register.clear();
      }),
  };
}

function listenError(host: string, port: number, cause: NodeJS.ErrnoException): string {
  if (cause.code === "EADDRINUSE")
    return `Port ${port} for metrics is taken by another program: each process needs one of its own, choose it with METRICS_PORT.`;
  return `Metrics cannot be served at ${host}:${port} (${cause.code ?? cause.message}): check METRICS_HOST and METRICS_PORT.`;
}

/** Compared by hashes of one length, so that the time it takes tells nothing. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  return given !== undefined && timingSafeEqual(hash(given), hash(token));
}
