import SuperJSON from "superjson";
import type { Answer, Harness } from "#tests/config/harness";
import { openLive } from "#tests/factories/live";
import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

interface Procedure {
  _def: { type: "query" | "mutation" | "subscription"; meta?: RestMeta };
}

/** Every procedure of every router, by its whole name. */
export const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure>;

export const kindOf = (procedure: string): Procedure["_def"]["type"] => {
  const known = PROCEDURES[procedure];
  if (!known) throw new Error(`no procedure ${procedure}`);
  return known._def.type;
};

/** What a procedure answered: what it gave, or the code of its error. */
export interface Heard {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at by tests
  given: any;
  code: string | undefined;
  /** All of the answer, as it came. */
  text: string;
  /** What stands in it beside its envelope, as JSON has it: dates are texts, and what is undefined is not there. */
  contents: unknown;
}

/** Calls a procedure over HTTP as the browser's client does: by its kind, in superjson's envelope, a change under a key if one is given. */
export async function callProcedure(
  harness: Harness,
  token: string | undefined,
  procedure: string,
  input?: unknown,
  key?: string,
): Promise<Heard> {
  const kind = kindOf(procedure);
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
  if (kind === "subscription") return listen(harness, token, `/api/trpc/${procedure}${query}`);
  if (kind === "query") return heard(await harness.call("GET", `/api/trpc/${procedure}${query}`, { token }));
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return heard(await harness.call("POST", `/api/trpc/${procedure}`, { token, body: { json: input }, headers }));
}

export const hasRest = (procedure: string): boolean => PROCEDURES[procedure]?._def.meta?.openapi !== undefined;

/** The same call as a client of REST makes it; undefined for a procedure without a path. */
export async function callRest(harness: Harness, token: string | undefined, procedure: string, input: unknown): Promise<Heard | undefined> {
  const rest = PROCEDURES[procedure]?._def.meta?.openapi;
  if (!rest) return undefined;
  const fields = new Map(Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined));
  const path = rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  // A list's name stands once for each of its members.
  const query = new URLSearchParams([...fields].flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])));
  const { status, body } = await (rest.method === "GET"
    ? harness.call("GET", query.size > 0 ? `${path}?${query}` : path, { token })
    : harness.call("POST", path, { token, body: Object.fromEntries(fields) }));
  return { given: body, code: status === 200 ? undefined : codeOf(body), text: JSON.stringify(body), contents: body };
}

function heard({ body }: Pick<Answer, "body">): Heard {
  const code = body.error ? codeOf(body.error.json.data) : undefined;
  const data = body.result?.data;
  const contents: unknown = data && JSON.parse(JSON.stringify(SuperJSON.deserialize(data)) ?? "null");
  return { given: data?.json, code, text: JSON.stringify(body), contents };
}

/** An input that is refused says where: a row of a table that was written wrongly is soon put right then. */
const codeOf = ({ code, issues }: { code: string; issues?: { path: unknown[] }[] }): string =>
  code === "invalidInput" ? `invalidInput: ${issues?.map(({ path }) => path.join(".")).join(", ")}` : code;

/** A stream opens, or is refused with an answer as any other. */
async function listen(harness: Harness, token: string | undefined, path: string): Promise<Heard> {
  const live = await openLive(harness.url, token, path);
  live.close();
  return live.status === 200
    ? { given: undefined, code: undefined, text: "", contents: undefined }
    : heard({ body: JSON.parse(live.text()) });
}
