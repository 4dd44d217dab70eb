import type { Context } from "@opentelemetry/api";
import { type AnyValueMap, SeverityNumber } from "@opentelemetry/api-logs";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import type { LogRecordExporter } from "@opentelemetry/sdk-logs";
import { flushed } from "./flushed";
import { currentScope, outOfScope } from "./scope";
import { logsUrl, type TelemetrySettings } from "./settings";

/** Where lines of the log go besides standard output. */
export interface LogShipping {
  /** @param line as it stands in the log: JSON */
  write(line: string): void;
  /** Sends what has been noted. */
  close(): Promise<void>;
}

/** The log's names of what it has to say, as OpenTelemetry numbers them. */
const SEVERITIES: Record<string, SeverityNumber> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/**
 * The log sent to another system over OTLP/HTTP, where the environment names one: each line as it stands on standard output, with the trace
 * that it belongs to. A collector that is away costs lines there and nothing here.
 */
export async function startLogShipping(settings: TelemetrySettings): Promise<LogShipping | undefined> {
  const url = logsUrl(settings);
  if (url === undefined) return undefined;
  const { BatchLogRecordProcessor, LoggerProvider } = await import("@opentelemetry/sdk-logs");
  const { OTLPLogExporter } = await (settings.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json"
    ? import("@opentelemetry/exporter-logs-otlp-http")
    : import("@opentelemetry/exporter-logs-otlp-proto"));
  const exporter: LogRecordExporter = new OTLPLogExporter({ url });
  const provider = new LoggerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": settings.OTEL_SERVICE_NAME })),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger("parley");
  return {
    write: (line) => {
      const { level, time, msg, traceId: _, ...rest } = JSON.parse(line) as { level: string; time: string; msg?: string; traceId?: string };
      const context = currentScope()?.trace as Context | undefined;
      // Out of the call: the timer that this may start sends the lines of many.
      outOfScope(() =>
        logger.emit({
          timestamp: new Date(time),
          severityNumber: SEVERITIES[level] ?? SeverityNumber.UNSPECIFIED,
          severityText: level,
          body: msg ?? "",
          attributes: rest as AnyValueMap,
          ...(context && { context }),
        }),
      );
    },
    // What was not sent stands on standard output.
    close: () => flushed(provider.shutdown().catch(() => {})),
  };
}
