import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export interface LiveEvent {
  /** "message" when the stream names none. */
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events of every shape are looked at by tests
  data: any;
}

export interface Live {
  status: number;
  headers: http.IncomingHttpHeaders;
  events: LiveEvent[];
  /** The body of an answer that is no stream. */
  text: () => string;
  /** Whether the server has ended the answer in good order. */
  ended: () => boolean;
  /** Whether nothing more can come, in whatever way it ended. */
  closed: () => boolean;
  /** Whether it happens within the time given, in milliseconds: when to give up, not how fast it must be. */
  within(ms: number, happens: () => boolean): Promise<boolean>;
  close(): void;
}

const parse = (block: string): LiveEvent => {
  const lines = block.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field("data");
  return { event: field("event") ?? "message", data: data ? JSON.parse(data) : undefined };
};

/** Opens a server-sent event stream as the browser's client does: by GET with a bearer header. */
export function openLive(url: string, token: string | undefined, path = "/api/trpc/account.live", method = "GET"): Promise<Live> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, url),
      { method, agent: false, headers: { accept: "text/event-stream", ...(token ? { authorization: `Bearer ${token}` } : {}) } },
      (response) => {
        let text = "";
        const live: Live = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          events: [],
          text: () => text,
          ended: () => response.complete,
          closed: () => response.closed || response.complete,
          within: async (ms, happens) => {
            const deadline = performance.now() + ms;
            while (!happens() && performance.now() < deadline) await wait(10);
            return happens();
          },
          close: () => request.destroy(),
        };
        response.setEncoding("utf8");
        let rest = "";
        response.on("data", (chunk: string) => {
          text += chunk;
          if (!response.headers["content-type"]?.startsWith("text/event-stream")) return;
          const blocks = (rest + chunk).split("\n\n");
          rest = blocks.pop() ?? "";
          live.events.push(...blocks.map(parse));
        });
        response.on("error", () => {});
        // A refusal is read to its end, a stream is handed over while it runs.
        if (response.headers["content-type"]?.startsWith("text/event-stream")) resolve(live);
        else response.on("end", () => resolve(live));
      },
    );
    request.on("error", reject);
    request.end();
  });
}
