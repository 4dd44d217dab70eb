import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { Answer } from "#tests/config/harness";
import { aMember } from "#tests/factories/forum";
import { valuesOf } from "#tests/factories/fuzz/arbitraries";
import { SEED, TIMES } from "#tests/factories/fuzz/bounds";
import { type Headers, validHeaders, wrongHeaders } from "#tests/factories/fuzz/headers";
import { KnownIds } from "#tests/factories/fuzz/known-ids";
import { fits, heard, keyOf, OPERATIONS, type Operation, written } from "#tests/factories/fuzz/operations";
import { about, type Seed, seedOf } from "#tests/factories/fuzz/seeds";
import { spoiled } from "#tests/factories/fuzz/spoiling";
import { validatorOf } from "#tests/factories/openapi";
import { useSurroundings } from "#tests/factories/permissions/world";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { SERVICE_TOPIC, SETTING_KEYS, SETTINGS } from "@/lib/settings";
import type { JsonSchema } from "@/server/api/openapi-examples";

/**
 * Requests made of the document: valid ones never find a fault of the service, spoiled ones are always refused in the form of errors.
 * (That each answer is as the document says is checked by the harness.)
 */
const ROUNDS = 3;
/** For each operation and round, the last for each kind of wrong headers: together more than 20,000. */
const RUNS = { valid: 5, spoiled: 4, wrongHeaders: 2 };

const T = "/api/user/personalization/trades";
/** What would close the service to all other calls. */
const CLOSING = new Set(["/api/super/admin/settings/save"]);

const harness = useSurroundings();
const ids = new KnownIds();
let sent = 0;
/** How many requests of each kind were made, and how many of them were answered as that kind should be. */
const told = { valid: { made: 0, accepted: 0 }, spoiled: { made: 0, refused: 0 }, spoiledReads: { made: 0, refused: 0 } };
/** Operations that did what was asked of them at least once: refusals alone would prove little. */
const done = new Set<string>();

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

async function send(
  operation: Operation,
  input: Record<string, unknown>,
  { headers = {}, seed }: { headers?: Headers; seed?: Seed | undefined } = {},
): Promise<Answer> {
  sent++;
  const { method, tier, noun, open } = operation;
  const { target, ...body } = written(operation, input);
  const own = open ? undefined : tokens[tier];
  const answer = await harness().call(method, target, { token: seed?.token ?? own, headers, ...body });
  if (answer.status === 200) {
    done.add(keyOf(operation));
    ids.learn(noun, answer.body);
  }
  if (!seed && !open && !headers.authorization && GONE.has(answer.body?.code)) await renew(tier);
  return answer;
}

const isReading = ({ method }: Operation) => method === "GET";

/** The properties of an operation, each with how often it is tried. */
async function propertiesOf(operation: Operation, round: number): Promise<[runs: number, fc.IAsyncProperty<unknown>][]> {
  const { path, input, noun } = operation;
  // What nothing has opened in the first round names rows that are there from now on.
  const seed = round > 0 && !done.has(keyOf(operation)) ? await seedOf(harness(), operation) : undefined;
  const generated = valuesOf({ ...input, type: "object" }, { ids, noun }).map((value) => settled(value as Record<string, unknown>));
  const valid = (seed ? about(seed, input, generated) : generated).filter((request) => fits(operation, request));
  const isValid = validatorOf(input);
  const check = (answer: Answer, ok: (status: number) => boolean) => {
    if (!ok(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.status;
  };
  return [
    [
      RUNS.valid,
      fc.asyncProperty(valid, validHeaders(operation), async (request, headers) => {
        if (CLOSING.has(path)) return;
        told.valid.made++;
        const status = check(await send(operation, request, { headers, seed }), (one) => one < 500);
        told.valid.accepted += Number(status === 200);
      }),
    ],
    [
      RUNS.spoiled,
      fc.asyncProperty(valid.chain(spoiled), async (request) => {
        // What a query says of a number or a list is text first, which may be as good as what was meant.
        const refused = !isValid(heard(operation, request));
        if (CLOSING.has(path) && !refused) return;
        const status = check(await send(operation, request, { seed }), (one) => one < 500 && !(refused && one < 400));
        for (const kind of [told.spoiled, ...(isReading(operation) ? [told.spoiledReads] : [])]) {
          kind.made++;
          kind.refused += Number(status >= 400);
        }
      }),
    ],
    ...wrongHeaders(operation, tokens[operation.tier]).map((wrong): [number, fc.IAsyncProperty<unknown>] => [
      RUNS.wrongHeaders,
      fc.asyncProperty(valid, wrong, async (request, { headers, statuses }) => {
        const answer = await send(operation, request, { headers });
        // Whoever was logged out meanwhile is told that first.
        const meant = GONE.has(answer.body.code) && !statuses.includes(401) ? await send(operation, request, { headers }) : answer;
        check(meant, (status) => statuses.includes(status));
      }),
    ]),
  ];
}

// Once: another try sends other data, and would pass over what the first has found.
it.each(Array.from({ length: ROUNDS }, (_, round) => round))("round %i", { timeout: 600_000 * TIMES, retry: 0 }, async (round) => {
  const faults: string[] = [];
  for (const [at, operation] of OPERATIONS.entries()) {
    const seed = SEED + round * OPERATIONS.length + at;
    for (const [runs, property] of await propertiesOf(operation, round)) {
      const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: runs * TIMES, endOnFailure: true });
      if (failed) faults.push(`${keyOf(operation)} ${JSON.stringify(counterexample).slice(0, 500)}: ${errorInstance}`.slice(0, 900));
    }
  }
  expect(faults).toEqual([]);
});

it.each(OPERATIONS.filter(({ path }) => CLOSING.has(path)).map((operation) => [operation.path, operation] as const))(
  "%s, which may close the service, is taken back after each valid request",
  { timeout: 60_000 * TIMES, retry: 0 },
  async (_, operation) => {
    // What each setting may be the document does not say.
    const valid = fc.constantFrom(...SETTING_KEYS).chain((key) => {
      const schema = z.toJSONSchema(SETTINGS[key], { io: "input" }) as JsonSchema;
      return valuesOf(schema, { ids, noun: operation.noun }).map((value) => ({ key, value, version: 0 }));
    });
    const property = fc.asyncProperty(valid, validHeaders(operation), async (request, headers) => {
      told.valid.made++;
      const { status, body } = await send(operation, request, { headers });
      await harness().sql`delete from settings`;
      await harness().sql`select pg_notify('parley', ${`${SERVICE_TOPIC} `})`;
      if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
      told.valid.accepted += Number(status === 200);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed: SEED, numRuns: 40 * TIMES, endOnFailure: true });
    expect(failed ? [counterexample, String(errorInstance)] : []).toEqual([]);
    expect([...done]).toContain(keyOf(operation));
  },
);

/** What chance does not bring about. */
const NEVER: Record<string, string> = {
  "POST /api/user/personalization/account/security/passkey/add": "nobody guesses what an authenticator signs",
  "POST /api/user/personalization/account/security/passkey/reauthenticate": "nor this",
  "POST /api/admin/operations/job/run": "nor the name of a job",
};

it("made as many requests as it should, and nearly all operations did something", () => {
  expect(sent).toBeGreaterThanOrEqual(20_000 * TIMES);
  const never = OPERATIONS.map(keyOf).filter((key) => !done.has(key));
  const unknown = never.filter((key) => !(key in NEVER));
  // What does something depends on ids that were met: a few may miss theirs.
  expect(unknown.length, `these never did what was asked: ${unknown.join(", ")}`).toBeLessThanOrEqual(2);
});

it("made valid requests of which many were accepted, and spoiled ones of which most were refused, reads among them", () => {
  const { valid, spoiled: wrong, spoiledReads } = told;
  // As it is: 45, 84 and 63 of a hundred. The rest of the first names what is not there; that of the others is as good as what was meant.
  expect(valid.accepted / valid.made).toBeGreaterThan(0.4);
  expect(wrong.refused / wrong.made).toBeGreaterThan(0.75);
  expect(spoiledReads.refused / spoiledReads.made).toBeGreaterThan(0.5);
});
