import net from "node:net";
import { answer } from "./child";

export interface LoadPlan {
  url: string;
  /** Request targets that each connection asks in turn. */
  targets: string[];
  /** One keep-alive connection per token. */
  tokens: string[];
  ms: number;
}

export interface LoadResult {
  perSecond: number;
  requests: number;
  /** Milliseconds from a request to the last byte of its answer: half of them, and 99 of 100, were faster. */
  p50: number;
  p99: number;
}

/** Sends one request after the other on each connection until the time is over; any answer but 200 is an error. */
async function load({ url, targets, tokens, ms }: LoadPlan): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const begun = performance.now();
  const until = begun + ms;
  await Promise.all(tokens.map((token) => connection({ host: hostname, port: Number(port), targets, token, until, times })));
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, requests: times.length, p50: at(0.5), p99: at(0.99) };
}

interface Connection {
  host: string;
  port: number;
  targets: string[];
  token: string;
  until: number;
  times: number[];
}

/** Raw HTTP/1.1: Node's own client costs more than a bare server, and would be what is measured. */
function connection({ host, port, targets, token, until, times }: Connection): Promise<void> {
  const requests = targets.map((target) =>
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${token}\r\naccept: */*\r\naccept-language: en\r\nuser-agent: parley-bench\r\n\r\n`,
    ),
  );
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, noDelay: true });
    let turn = 0;
    let sent = 0;
    /** Bytes of the current answer that are still to come; undefined while its head is incomplete. */
    let left: number | undefined;
    let head = "";

    const ask = () => {
      head = "";
      left = undefined;
      sent = performance.now();
      socket.write(requests[turn++ % requests.length] as Buffer);
    };
    socket.once("connect", ask);
    socket.once("error", reject);
    socket.once("close", () => (performance.now() < until ? reject(new Error("the server closed a connection")) : resolve()));
    socket.on("data", (chunk) => {
      if (left === undefined) {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith("HTTP/1.1 200") || length === undefined) return void socket.destroy(new Error(head.slice(0, 600)));
        left = Number(length) - (head.length - end - 4);
      } else left -= chunk.length;
      if (left > 0) return;
      const now = performance.now();
      times.push(now - sent);
      if (now < until) ask();
      else socket.end();
    });
  });
}

answer({ load });
