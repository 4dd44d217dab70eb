import { z } from "zod";
import { withoutSlash } from "../origins";

/** Where metrics can be read, and where traces and logs go. All are off unless the operator says where. Traces and logs take OpenTelemetry's own names. */
export const telemetrySettings = {
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/)
    .optional(),
  OTEL_SDK_DISABLED: z.stringbool({ truthy: ["true", "1", "yes", "on"], falsy: ["false", "0", "no", "off"] }).default(false),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).default("otlp"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_LOGS_EXPORTER: z.enum(["otlp", "none"]).default("otlp"),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/protobuf", "http/json"]).default("http/protobuf"),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default("parley"),
  OTEL_TRACES_SAMPLER: z
    .enum(["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"])
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export type TelemetrySettings = z.infer<z.ZodObject<typeof telemetrySettings>>;

export const TELEMETRY_HINTS: Record<keyof TelemetrySettings, string> = {
  METRICS_PORT: "a whole number from 0 to 65535",
  METRICS_HOST: "an address of this machine such as 127.0.0.1",
  METRICS_TOKEN: "at least 16 characters without a space",
  OTEL_SDK_DISABLED: "true or false",
  OTEL_TRACES_EXPORTER: "otlp or none",
  OTEL_EXPORTER_OTLP_ENDPOINT: "an address such as http://127.0.0.1:4318",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "an address such as http://127.0.0.1:4318/v1/traces",
  OTEL_LOGS_EXPORTER: "otlp or none",
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "an address such as http://127.0.0.1:4318/v1/logs",
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf or http/json",
  OTEL_SERVICE_NAME: "a name of at most 100 characters",
  OTEL_TRACES_SAMPLER: "always_on, always_off, traceidratio, or one of these after parentbased_",
  OTEL_TRACES_SAMPLER_ARG: "a share from 0 to 1",
};

/** Where traces are sent; undefined where there are none. The general address gets the path of traces, as OpenTelemetry has it. */
export function tracesUrl(settings: TelemetrySettings): string | undefined {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === "none") return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = settings;
  return own ?? (all === undefined ? undefined : `${withoutSlash(all)}/v1/traces`);
}

/** Where the log is sent besides standard output; undefined where it is not. */
export function logsUrl(settings: TelemetrySettings): string | undefined {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_LOGS_EXPORTER === "none") return undefined;
  const { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = settings;
  return own ?? (all === undefined ? undefined : `${withoutSlash(all)}/v1/logs`);
}
