import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "../env";
import type { Log } from "../log";
import { flushed } from "./flushed";
import { watchOutgoing } from "./outgoing";
import { currentScope, inScope, outOfScope } from "./scope";
import type { Telemetry, Work } from "./telemetry";

/** A statement is code of ours, but some are long: this much tells which one it is. */
const MAX_STATEMENT = 2000;

const headerOf = {
  get: (headers: Record<string, string | string[] | undefined>, name: string) => headers[name],
  keys: (headers: Record<string, unknown>) => Object.keys(headers),
};

/**
 * OpenTelemetry spans of requests, jobs, statements, mails and calls to other services. The provider is not made the process's global
 * one: Next would find that, and would send addresses as people typed them.
 */
export async function startTraces(env: Env, url: string, log: Log): Promise<Pick<Telemetry, "watch" | "close">> {
  const { OTLPTraceExporter } = await (env.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json"
    ? import("@opentelemetry/exporter-trace-otlp-http")
    : import("@opentelemetry/exporter-trace-otlp-proto"));
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": env.OTEL_SERVICE_NAME })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("parley");
  const propagator = new W3CTraceContextPropagator();
  /** What a proxy says of the trace that a request belongs to counts only where the operator trusts the proxy: anybody can send it. */
  const arriving = (work: Work): Context =>
    work.kind === "request" && env.TRUST_PROXY ? propagator.extract(ROOT_CONTEXT, work.headers, headerOf) : ROOT_CONTEXT;

  const start = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  };
  const unwatch = watchOutgoing((target) => {
    const parent = currentScope()?.trace as Context | undefined;
    // Only within a request or a job: what the exporter itself sends is in neither.
    if (!parent) return undefined;
    const { method, host } = target;
    const attributes = { "http.request.method": method, "server.address": host };
    const { span, context } = start(`${method} ${host}`, SpanKind.CLIENT, attributes, parent);
    propagator.inject(context, target, { set: (_target, name, value) => target.setHeader(name, value) });
    return (status) => {
      if (status !== undefined) span.setAttribute("http.response.status_code", status);
      if (status === undefined || status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
      end(span);
    };
  });

  return {
    watch: async (work, run) => {
      const scope = currentScope();
      const parent = scope?.trace as Context | undefined;
      const root = work.kind === "request" || work.kind === "job";
      if (work.kind === "transaction" || !(root || parent)) return run();
      const { name, kind, attributes } = beginning(work);
      const { span, context } = start(name, kind, attributes, parent ?? arriving(work));
      try {
        return await inScope({ ...scope, trace: context, traceId: span.spanContext().traceId }, run);
      } catch (error) {
        // Its kind and code, never its message: that may quote what somebody typed.
        const { code } = error as { code?: unknown };
        span.setAttribute("error.type", String(code ?? (error instanceof Error ? error.name : typeof error)));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        conclude(work, span);
        end(span);
      }
    },
    close: async () => {
      unwatch();
      await flushed(provider.shutdown().catch((error: unknown) => log.warn({ err: error }, "traces not sent")));
    },
  };
}

/** Out of the request: the timer that this may start sends the spans of many. */
const end = (span: Span): void => outOfScope(() => span.end());

/** What is known of a piece of work at its begin. Attributes are names of ours, texts of statements, and numbers. */
function beginning(work: Exclude<Work, { kind: "transaction" }>): { name: string; kind: SpanKind; attributes: Attributes } {
  switch (work.kind) {
    case "request": {
      const { method, requestId } = work.call;
      return { name: method, kind: SpanKind.SERVER, attributes: { "http.request.method": method, "parley.request_id": requestId } };
    }
    case "part":
      return { name: work.procedure, kind: SpanKind.INTERNAL, attributes: { "rpc.system": "trpc", "rpc.method": work.procedure } };
    case "job":
      return { name: `job ${work.name}`, kind: SpanKind.CONSUMER, attributes: { "parley.job": work.name } };
    case "statement": {
      const { operation, table } = partsOf(work.text);
      return {
        name: table ? `${operation} ${table}` : operation,
        kind: SpanKind.CLIENT,
        attributes: {
          "db.system.name": "postgresql",
          "db.operation.name": operation,
          ...(table ? { "db.collection.name": table } : {}),
          "db.query.text": work.text.slice(0, MAX_STATEMENT),
        },
      };
    }
    case "mail":
      return { name: "mail", kind: SpanKind.CLIENT, attributes: {} };
  }
}

/** What is known only at its end: the route, once it was found, and the status. */
function conclude(work: Work, span: Span): void {
  if (work.kind === "part" && work.status !== undefined) span.setAttribute("parley.status", work.status);
  if (work.kind !== "request") return;
  const { method, route, procedures, status } = work.call;
  span.updateName(`${method} ${route}`);
  span.setAttribute("http.route", route);
  if (procedures) span.setAttribute("parley.procedures", procedures);
  if (status > 0) span.setAttribute("http.response.status_code", status);
  if (status === 0 || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function partsOf(text: string): { operation: string; table: string | undefined } {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
  return { operation, table: /\b(?:from|into|update)\s+"(\w+)"/i.exec(text)?.[1] };
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Env): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = roots[name.replace("parentbased_", "") as keyof typeof roots]();
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
