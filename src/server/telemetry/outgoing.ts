import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

export interface Target {
  method: string;
  /** The name of the machine only: paths and queries hold ids and tokens. */
  host: string;
  /** Adds a header where it is not too late for that. */
  setHeader(name: string, value: string): void;
}

/** Told when the answer is there, or with nothing when there is none. */
type Ended = (status?: number) => void;

/** As undici tells of it: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
interface Fetched {
  method: string;
  origin: string | URL | undefined;
  addHeader(name: string, value: string): void;
}

/**
 * Tells of each call to another service, by `fetch` and by `node:http`, at the moment that it begins and within whatever began it.
 * Node publishes both by itself, so that nothing is replaced.
 * @param begin what is told at the end, or nothing where nobody wants to know
 * @returns how to stop
 */
export function watchOutgoing(begin: (target: Target) => Ended | undefined): () => void {
  const running = new WeakMap<object, Ended>();
  const settle = (request: object, status?: number) => {
    running.get(request)?.(status);
    running.delete(request);
  };
  const listeners: [string, (message: unknown) => void][] = [
    [
      "undici:request:create",
      (message) => {
        const { request } = message as { request: Fetched };
        const host = URL.canParse(String(request.origin)) ? new URL(String(request.origin)).hostname : "unknown";
        const ended = begin({ method: request.method, host, setHeader: (name, value) => request.addHeader(name, value) });
        if (ended) running.set(request, ended);
      },
    ],
    [
      "undici:request:headers",
      (message) => {
        const { request, response } = message as { request: object; response: { statusCode: number } };
        settle(request, response.statusCode);
      },
    ],
    ["undici:request:error", (message) => settle((message as { request: object }).request)],
    [
      "http.client.request.start",
      (message) => {
        const { request } = message as { request: ClientRequest };
        const setHeader = (name: string, value: string) => void (request.headersSent || request.setHeader(name, value));
        const ended = begin({ method: request.method, host: request.host, setHeader });
        if (!ended) return;
        running.set(request, ended);
        request.once("close", () => settle(request));
      },
    ],
    [
      "http.client.response.finish",
      (message) => {
        const { request, response } = message as { request: ClientRequest; response: { statusCode?: number } };
        settle(request, response.statusCode);
      },
    ],
  ];
  for (const [name, listener] of listeners) {
    channel(name);
    subscribe(name, listener);
  }
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}
