import http from "node:http";
import type { AddressInfo } from "node:net";

interface Balancer {
  /** The address that people use. */
  url: string;
  /** To whom requests go, one after the other: known once the processes run. */
  lead(to: string[]): void;
  /** How many requests each of them has answered. */
  answered(): Map<string, number>;
  close(): Promise<void>;
}

/** Files whose names tell their contents: whoever has one has the right one. */
const STATIC = "/_next/static/";

/**
 * A reverse proxy on loopback as operators have it: requests go to the processes in turn, bodies and answers stream. A process that takes
 * no connection is passed over for the next, and so is one of another release that has not the page's file; one that falls silent in the
 * middle of a request is told of with 502, because nobody knows how far it came.
 */
export async function startBalancer(): Promise<Balancer> {
  let targets: string[] = [];
  let turn = 0;
  const answered = new Map<string, number>();
  // A connection to each request: one that is kept could be to a process that is gone.
  const agent = new http.Agent({ keepAlive: false });

  const inTurn = (): string[] => {
    const first = turn++ % targets.length;
    return [...targets.slice(first), ...targets.slice(0, first)];
  };
  /** @param left whom it may still be given to, the next one first */
  const pass = (req: http.IncomingMessage, res: http.ServerResponse, [target, ...left]: string[]) => {
    if (target === undefined) {
      res.writeHead(503).end();
      return;
    }
    const onward = http.request(new URL(req.url ?? "/", target), {
      agent,
      method: req.method,
      headers: { ...req.headers, "x-forwarded-for": req.socket.remoteAddress },
    });
    let connected = false;
    onward.once("socket", (socket) =>
      socket.once("connect", () => {
        connected = true;
        req.pipe(onward);
      }),
    );
    onward.once("response", (answer) => {
      if (answer.statusCode === 404 && req.url?.startsWith(STATIC) && left.length > 0) {
        answer.resume();
        pass(req, res, left);
        return;
      }
      answered.set(target, (answered.get(target) ?? 0) + 1);
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      // Cut off: whoever waits for the rest must not take it for the end.
      answer.once("aborted", () => res.destroy());
    });
    onward.on("error", () => {
      if (!connected) pass(req, res, left);
      else if (res.headersSent) res.destroy();
      else res.writeHead(502).end();
    });
    res.once("close", () => onward.destroy());
  };

  const server = http.createServer((req, res) => pass(req, res, inTurn()));
  // As operators' proxies have it: after Node's own five seconds a connection could end while a busy test sends its next call on it.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lead: (to) => {
      targets = to;
    },
    answered: () => answered,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
