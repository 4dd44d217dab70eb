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
/** Operations that did what was asked of them at least once: refusals alone would prove little. */
const done = new Set<string>();

interface Operation {
  method: "GET" | "POST";
  path: string;
  noun: string;
  tier: "candidate" | "admin" | "super_admin";
  input: JsonSchema;
  open: boolean;
}

const OPERATIONS: Operation[] = Object.entries(openApiDocument("https://parley.app").paths ?? {}).flatMap(([path, item]) =>
  (["get", "post"] as const).flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const parameters = (operation.parameters ?? []).flatMap((one) => ("schema" in one ? one : []));
    const body =
      operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content["application/json"]?.schema : undefined;
    const asked: JsonSchema = {
      type: "object",
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as JsonSchema])),
      required: parameters.flatMap(({ name, required }) => (required ? name : [])),
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
      input: (body as JsonSchema | undefined) ?? asked,
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

async function send({ method, path, tier, noun, open }: Operation, input: Record<string, unknown>) {
  sent++;
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? "none")) || "none";
  });
  const token = open ? undefined : tokens[tier];
  const texts = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const answer =
    method === "GET"
      ? await harness().call("GET", texts.length > 0 ? `${filled}?${new URLSearchParams(texts)}` : filled, { token })
      : await harness().call("POST", filled, { token, body: rest });
  if (answer.status === 200) {
    done.add(`${method} ${path}`);
    ids.learn(noun, answer.body);
  }
  if (!open && GONE.has(answer.body?.code)) await renew(tier);
  return answer;
}

it.each(Array.from({ length: ROUNDS }, (_, round) => round))("round %i", { timeout: 600_000 * TIMES }, async (round) => {
  const faults: string[] = [];
  for (const [at, operation] of OPERATIONS.entries()) {
    const { method, path, input, noun } = operation;
    const valid = valuesOf({ ...input, type: "object" }, { ids, noun }).map((value) => settled(value as Record<string, unknown>));
    const isValid = validatorOf(input);
    const options = { seed: SEED + round * OPERATIONS.length + at, numRuns: RUNS * TIMES };
    const check = async (request: Record<string, unknown>, ok: (status: number) => boolean) => {
      const answer = await send(operation, request);
      if (!ok(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    };
    const properties = [
      fc.asyncProperty(valid, async (request) => {
        if (!CLOSING.has(path)) await check(request, (status) => status < 500);
      }),
      fc.asyncProperty(valid.chain(spoiled), async (request) => {
        // What a query says of a number or a list is text first, which may be as good as what was meant.
        const refused = method === "POST" && !isValid(request);
        if (refused || !CLOSING.has(path)) await check(request, (status) => status < 500 && !(refused && status < 400));
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
