/** One series at one moment. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
/** Values are read as Go reads them, whatever the case: prom-client writes "Nan". */
const LINE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ((?:[Nn]a[Nn])|[+-]?Inf|[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const SUFFIXES: Record<string, string[]> = { histogram: ["_bucket", "_sum", "_count"], summary: ["", "_sum", "_count"] };

/**
 * Reads Prometheus' text format, strictly (https://prometheus.io/docs/instrumenting/exposition_formats): each series belongs to a
 * family whose type was told before, none stands there twice, and a histogram's buckets add up.
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (comment) {
      const [, what, name = "", rest = ""] = comment;
      if (what !== "TYPE") continue;
      if (types.has(name) || !/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`not a type: ${line}`);
      types.set(name, rest);
      continue;
    }
    const [, name, inner = "", value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
    const belongs = [...types].some(([family, type]) => (SUFFIXES[type] ?? [""]).some((suffix) => name === family + suffix));
    if (!belongs) throw new Error(`a sample of no type: ${line}`);
    const labels = labelsOf(inner);
    const series = `${name}${JSON.stringify(Object.entries(labels).sort())}`;
    if (seen.has(series)) throw new Error(`twice: ${line}`);
    seen.add(series);
    samples.push({ name, labels, value: Number(value.replace("Inf", "Infinity")) });
  }
  checkBuckets(samples);
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const found = LABEL.exec(text);
    if (!found?.[1]) throw new Error(`not labels: ${text}`);
    labels[found[1]] = (found[2] ?? "").replaceAll(/\\(.)/g, (_all, letter) => (letter === "n" ? "\n" : letter));
  }
  return labels;
}

function checkBuckets(samples: Sample[]): void {
  const last = new Map<string, number>();
  for (const { name, labels, value } of samples) {
    if (!name.endsWith("_bucket")) continue;
    const { le, ...rest } = labels;
    const key = `${name}${JSON.stringify(rest)}`;
    if (value < (last.get(key) ?? 0)) throw new Error(`buckets that shrink: ${key}`);
    last.set(key, value);
    if (le !== "+Inf") continue;
    const counts = samples.filter((one) => one.name === name.replace(/_bucket$/, "_count"));
    const own = counts.find((one) => JSON.stringify(one.labels) === JSON.stringify(rest));
    if (own?.value !== value) throw new Error(`a histogram that counts otherwise: ${key}`);
  }
}

/** The sum of the series of a name that have these labels; 0 where there is none. */
export const total = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
