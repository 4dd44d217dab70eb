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

export interface ReceivedLine {
  severityNumber: number;
  severityText: string;
  body: string;
  traceId: string;
  spanId: string;
  /** Milliseconds since 1970. */
  at: number;
  attributes: Record<string, unknown>;
}

export interface Collector {
  url: string;
  /** What came, as it came. */
  bodies: { path: string; type: string; body: Buffer }[];
  /** The spans of what came as JSON. */
  spans(): ReceivedSpan[];
  /** The lines of logs of what came as JSON. */
  lines(): ReceivedLine[];
  service(): unknown;
  close(): Promise<void>;
}

interface SentLine extends Pick<ReceivedLine, "severityNumber" | "severityText"> {
  traceId?: string;
  spanId?: string;
  timeUnixNano: string;
  body: { stringValue: string };
  attributes: KeyValue[];
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
  const resources = (kind: "resourceSpans" | "resourceLogs"): any[] =>
    bodies.filter(({ type }) => type.includes("json")).flatMap(({ body }) => JSON.parse(body.toString())[kind] ?? []);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      resources("resourceSpans").flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }: { spans: (Omit<ReceivedSpan, "attributes"> & { attributes: KeyValue[] })[] }) =>
          spans.map((span) => ({ ...span, attributes: plain(span.attributes) })),
        ),
      ),
    lines: () =>
      resources("resourceLogs").flatMap(({ scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }: { logRecords: SentLine[] }) =>
          logRecords.map(({ body, timeUnixNano, attributes, traceId = "", spanId = "", ...line }) => ({
            ...line,
            traceId,
            spanId,
            body: body.stringValue,
            at: Number(BigInt(timeUnixNano) / 1_000_000n),
            attributes: plain(attributes),
          })),
        ),
      ),
    service: () => plain([...resources("resourceSpans"), ...resources("resourceLogs")][0]?.resource.attributes ?? [])["service.name"],
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
