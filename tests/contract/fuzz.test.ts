import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aMember } from "#tests/factories/forum";
import { valuesOf } from "#tests/factories/fuzz/arbitraries";
import { KnownIds } from "#tests/factories/fuzz/known-ids";
import { spoiled } from "#tests/factories/fuzz/spoiling";
import { validatorOf } from "#tests/factories/openapi";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { openApiDocument } from "@/server/api/openapi";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { MAX_JSON_BYTES } from "@/server/http/body";
import { MAX_HEADER_BYTES } from "@/server/http/server";

/**
 * Requests made of the document: valid ones never find a fault of the service, spoiled ones are always refused in the form of errors.
 * (That each answer is as the document says is checked by the harness.) FUZZ=10 makes ten times as many, FUZZ_SEED others.
 */
const TIMES = Number(process.env.FUZZ ?? 1);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);
const ROUNDS = 4;
/** Of each kind, for each operation and round: 533 operations make more than 20,000 requests of both. */
const RUNS = 5;

const T = "/api/user/personalization/trades";
/** What would close the service to all other calls. */
const CLOSING = new Set(["/api/super/admin/settings/save"]);

const harness = useHarness();
const ids = new KnownIds();
let sent = 0;
/** How many requests of each kind were made, and how many of them were answered as that kind should be. */
const told = { valid: { made: 0, accepted: 0 }, spoiled: { made: 0, refused: 0 }, spoiledReads: { made: 0, refused: 0 } };
/** Operations that did what was asked of them at least once: refusals alone would prove little. */
const done = new Set<string>();

interface Operation {
  method: "GET" | "POST";
  path: string;
  noun: string;
  tier: "candidate" | "admin" | "super_admin";
  input: JsonSchema;
  /** What of it stands in the query or the path, and so arrives as text. */
  texts: Set<string>;
  open: boolean;
}

const OPERATIONS: Operation[] = Object.entries(openApiDocument("https://parley.app").paths ?? {}).flatMap(([path, item]) =>
  (["get", "post"] as const).flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const parameters = (operation.parameters ?? []).flatMap((one) => ("schema" in one ? one : []));
    const body =
      operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content["application/json"]?.schema : undefined;
    const asked = parameters.filter(({ in: place }) => place !== "header");
    const inBody = body as JsonSchema | undefined;
    const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, schema as JsonSchema]));
    const required = asked.flatMap(({ name, required: needed }) => (needed ? name : []));
    // A body may be one of several, which have no fields of their own.
    const several = inBody && !inBody.properties && asked.length > 0;
    const input: JsonSchema = {
      ...(several ? { allOf: [{ type: "object", properties, required }, inBody] } : inBody),
      type: "object",
      properties: { ...properties, ...inBody?.properties },
      required: [...required, ...(inBody?.required ?? [])],
    };
    return {
      method: method.toUpperCase() as "GET" | "POST",
      path,
      noun:
        path
          .split("/")
          .filter((part) => !/^(get|save|detail|view|delete)$/.test(part))
          .at(-1) ?? "",
      tier: path.includes("/super/") ? "super_admin" : path.includes("/admin/") ? "admin" : "candidate",
      // A body may be one of several, which have no fields of their own.
      input: inBody && asked.length === 0 ? inBody : input,
      texts: new Set(asked.map(({ name }) => name)),
      open: operation.security?.length === 0,
    };
  }),
);

const tokens = { candidate: "", admin: "", super_admin: "" };

let shop = "";

/** What somebody is told who was logged out, suspended or deleted by a call before. */
const GONE = new Set(["unauthorized", "sessionEnded", "accountSuspended"]);

/** Somebody new; a candidate has a shop with a customer. */
async function renew(tier: keyof typeof tokens): Promise<void> {
  const person = await aMember(harness(), {}, tier);
  tokens[tier] = person.token;
  if (tier !== "candidate") return;
  await giveTrades(harness().app.services.db, [person.id]);
  const make = async (path: string, body: object) => {
    const answer = await harness().call("POST", `${T}/${path}`, { token: person.token, body });
    expect(answer.status).toBe(200);
    return answer.body.data as { uid: string };
  };
  ({ uid: shop } = await make("workspace/create", SHOP));
  ids.learn("customer", await make("customer/save", { workspaceId: shop, ...A_CUSTOMER }));
}

beforeEach(async () => {
  for (const tier of ["candidate", "admin", "super_admin"] as const) await renew(tier);
});

/** The shop that is there, but for one id in sixteen; and the versions that rows have. */
function settled(input: Record<string, unknown>): Record<string, unknown> {
  const version = ids.versionOf(input.uid);
  return {
    ...input,
    ...(typeof input.workspaceId === "string" && !input.workspaceId.endsWith("0") ? { workspaceId: shop } : {}),
    ...(version !== undefined && typeof input.version === "number" && input.version > 0 ? { version } : {}),
  };
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What the service makes of a text in a query or a path: the number or the yes or no that its schema wants, where it can be one. */
function heardAs(value: unknown, schema: JsonSchema): unknown {
  const { type, items } = schema;
  if (type === "array") return [value].flat().map((one) => heardAs(one, items || {}));
  const text = asText(value);
  if ((type === "number" || type === "integer") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** What stands in a path where nothing is given: there is none without. */
const inPath = (value: unknown): string => asText(value ?? "none") || "none";

/** A request as it arrives. */
const heard = ({ input: { properties = {} }, path, texts }: Operation, request: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...request, ...Object.fromEntries(namesIn(path).map((name) => [name, inPath(request[name])])) })
      // A list without members stands nowhere in a query.
      .filter(([name, value]) => !(texts.has(name) && Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [name, texts.has(name) ? heardAs(value, properties[name] ?? {}) : value]),
  );

/** A request's path with its query, and its body. */
function written({ method, path, texts }: Operation, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(inPath(value));
  });
  const inQuery = Object.entries(rest).filter(([name]) => method === "GET" || texts.has(name));
  // A list's name stands once for each of its members.
  const query = new URLSearchParams(inQuery.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, asText(one)])));
  const target = query.size > 0 ? `${filled}?${query}` : filled;
  const body = Object.fromEntries(Object.entries(rest).filter(([name]) => !texts.has(name)));
  return { target, ...(method === "GET" ? {} : { body }) };
}

/** Whether it is small enough to be sent, headers included. */
function fits(operation: Operation, input: Record<string, unknown>): boolean {
  const { target, body } = written(operation, input);
  return target.length < MAX_HEADER_BYTES - 2048 && Buffer.byteLength(JSON.stringify(body ?? {})) <= MAX_JSON_BYTES;
}

async function send(operation: Operation, input: Record<string, unknown>) {
  sent++;
  const { method, path, tier, noun, open } = operation;
  const { target, ...body } = written(operation, input);
  const answer = await harness().call(method, target, { token: open ? undefined : tokens[tier], ...body });
  if (answer.status === 200) {
    done.add(`${method} ${path}`);
    ids.learn(noun, answer.body);
  }
  if (!open && GONE.has(answer.body?.code)) await renew(tier);
  return answer;
}

// Once: another try sends other data, and would pass over what the first has found.
it.each(Array.from({ length: ROUNDS }, (_, round) => round))("round %i", { timeout: 600_000 * TIMES, retry: 0 }, async (round) => {
  const faults: string[] = [];
  for (const [at, operation] of OPERATIONS.entries()) {
    const { method, path, input, noun } = operation;
    const valid = valuesOf({ ...input, type: "object" }, { ids, noun })
      .map((value) => settled(value as Record<string, unknown>))
      .filter((request) => fits(operation, request));
    const isValid = validatorOf(input);
    const options = { seed: SEED + round * OPERATIONS.length + at, numRuns: RUNS * TIMES };
    const check = async (request: Record<string, unknown>, ok: (status: number) => boolean) => {
      const answer = await send(operation, request);
      if (!ok(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.status;
    };
    const properties = [
      fc.asyncProperty(valid, async (request) => {
        if (CLOSING.has(path)) return;
        told.valid.made++;
        told.valid.accepted += Number((await check(request, (status) => status < 500)) === 200);
      }),
      fc.asyncProperty(valid.chain(spoiled), async (request) => {
        // What a query says of a number or a list is text first, which may be as good as what was meant.
        const refused = !isValid(heard(operation, request));
        if (CLOSING.has(path) && !refused) return;
        const status = await check(request, (one) => one < 500 && !(refused && one < 400));
        for (const kind of [told.spoiled, ...(method === "GET" ? [told.spoiledReads] : [])]) {
          kind.made++;
          kind.refused += Number(status >= 400);
        }
      }),
    ];
    for (const property of properties) {
      const { failed, counterexample, errorInstance } = await fc.check(property, { ...options, endOnFailure: true });
      if (failed) faults.push(`${method} ${path} ${JSON.stringify(counterexample).slice(0, 500)}: ${errorInstance}`.slice(0, 900));
    }
  }
  expect(faults).toEqual([]);
});

it("made as many requests as it should, and many operations did something", () => {
  expect(sent).toBeGreaterThanOrEqual(20_000 * TIMES);
  expect(done.size / OPERATIONS.length).toBeGreaterThan(0.4);
});

it("made valid requests of which many were accepted, and spoiled ones of which most were refused, reads among them", () => {
  const { valid, spoiled: wrong, spoiledReads } = told;
  // As it is: 34, 84 and 64 of a hundred. The rest of the first names what is not there; that of the others is as good as what was meant.
  expect(valid.accepted / valid.made).toBeGreaterThan(0.25);
  expect(wrong.refused / wrong.made).toBeGreaterThan(0.75);
  expect(spoiledReads.refused / spoiledReads.made).toBeGreaterThan(0.5);
});
