import { isList, type Parameter } from "./document";

/** A call as somebody has filled it in. */
export interface Call {
  method: string;
  path: string;
  parameters: Parameter[];
  /** By the parameter's name, of a list an entry in each line; what is empty is left out. */
  values: Record<string, string>;
  /** JSON, where the operation takes a body. */
  body: string | undefined;
  /** Whether it carries a token. */
  signed: boolean;
}

export interface Told {
  status: number;
  /** How long it took until the whole answer was here. */
  ms: number;
  headers: [name: string, value: string][];
  content: { json: unknown } | { text: string } | { file: Blob; name: string };
}

/** What of an answer's headers says something to whoever tries a call. */
const HEADERS = ["content-type", "retry-after", "x-request-id"];

/** Path and query of a call. */
export function targetOf({ path, parameters, values }: Call): string {
  const query = new URLSearchParams();
  for (const parameter of parameters.filter(({ in: place }) => place === "query")) {
    const { name } = parameter;
    const value = values[name] ?? "";
    const said = isList(parameter) ? value.split("\n").map((line) => line.trim()) : [value];
    for (const one of said) if (one) query.append(name, one);
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

const headersOf = ({ parameters, values, body }: Call): [name: string, value: string][] => [
  ...(body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
  ...parameters.flatMap(({ name, in: place }): [string, string][] => (place === "header" && values[name] ? [[name, values[name]]] : [])),
];

/** For a shell: everything in quotes in which it changes nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What curl is told of a method; by `-X HEAD` it would wait for a body. */
const METHODS: Record<string, string> = { GET: "", HEAD: "--head " };

/** The call as a command. The token stands in a variable of the shell, never in the command. */
export function curlOf(call: Call, server: string): string {
  const lines = [
    `curl ${METHODS[call.method] ?? `-X ${call.method} `}${quoted(server + targetOf(call))}`,
    ...(call.signed ? ['-H "Authorization: Bearer $PARLEY_TOKEN"'] : []),
    ...headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.body === undefined ? [] : [`--data ${quoted(call.body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/**
 * Makes the call, as a client of any kind does it: no cookie goes with it, and none that comes is kept.
 * @param token what it is signed with
 * @throws TypeError when no answer came
 */
export async function send(call: Call, token: Record<string, string>): Promise<Told> {
  const begun = performance.now();
  const answer = await fetch(targetOf(call), {
    method: call.method,
    headers: { ...Object.fromEntries(headersOf(call)), "accept-language": document.documentElement.lang, ...(call.signed ? token : {}) },
    credentials: "omit",
    cache: "no-store",
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const blob = await answer.blob();
  const ms = Math.round(performance.now() - begun);
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: answer.status, ms, headers, content: await contentOf(answer, blob) };
}

async function contentOf({ headers }: Response, blob: Blob): Promise<Told["content"]> {
  const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  if (name) return { file: blob, name };
  const text = await blob.text();
  if (!headers.get("content-type")?.includes("json")) return { text };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
