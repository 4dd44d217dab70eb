import http from "node:http";
import type { AddressInfo } from "node:net";

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string; arrayValue?: { values: { stringValue?: string }[] } };
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

export interface Collector {
  url: string;
  /** What came, as it came. */
  bodies: { path: string; type: string; body: Buffer }[];
  /** The spans of what came as JSON. */
  spans(): ReceivedSpan[];
  service(): unknown;
  close(): Promise<void>;
}

/** A collector of OpenTelemetry's protocol over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startCollector(): Promise<Collector> {
  const bodies: Collector["bodies"] = [];
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    bodies.push({ path: req.url ?? "", type: req.headers["content-type"] ?? "", body: Buffer.concat(chunks) });
    res.writeHead(200, { "content-type": req.headers["content-type"] ?? "application/json" });
    res.end(req.headers["content-type"]?.includes("json") ? "{}" : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's own form, which this file reads
  const resources = (): any[] =>
    bodies.filter(({ type }) => type.includes("json")).flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      resources().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }: { spans: (Omit<ReceivedSpan, "attributes"> & { attributes: KeyValue[] })[] }) =>
          spans.map((span) => ({ ...span, attributes: plain(span.attributes) })),
        ),
      ),
    service: () => plain(resources()[0]?.resource.attributes ?? [])["service.name"],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const plain = (attributes: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.arrayValue?.values.map((one) => one.stringValue) ?? Number(value.intValue),
    ]),
  );
