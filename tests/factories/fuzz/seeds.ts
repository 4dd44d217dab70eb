import fc from "fast-check";
import { PROCEDURES } from "#tests/factories/permissions/calls";
import { doersOf, procedureOf, type Row } from "#tests/factories/permissions/table";
import { rowsOf, TABLES } from "#tests/factories/permissions/tables";
import { aWorld, type Surroundings } from "#tests/factories/permissions/world";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { keyOf, type Operation } from "./operations";

/** What somebody may ask for, of rows that are there. */
export interface Seed {
  token: string;
  input: Record<string, unknown>;
}

/** By operation: the first row of the tables of permissions that somebody may call. */
const ROWS = new Map<string, Row>();
for (const [name, row] of rowsOf(TABLES)) {
  const { openapi, alias } = PROCEDURES[procedureOf(name)]?._def.meta ?? {};
  if (!openapi || doersOf(row).length === 0) continue;
  for (const method of [openapi.method, ...(alias ? [alias] : [])]) {
    const key = keyOf({ method: method as Operation["method"], path: openapi.path });
    if (!ROWS.has(key)) ROWS.set(key, row);
  }
}

/** A world of its own for an operation; undefined where the tables know nothing of it, or calls before have left nothing to make it of. */
export async function seedOf(surroundings: Surroundings, operation: Operation): Promise<Seed | undefined> {
  const row = ROWS.get(keyOf(operation));
  if (!row) return undefined;
  const world = await aWorld(surroundings);
  const token = world[doersOf(row)[0] ?? "owner"].token;
  return Promise.resolve(row.input(world)).then(
    (input) => ({ token, input: (input ?? {}) as Record<string, unknown> }),
    () => undefined,
  );
}

/** Names a row, or says something in a form that only a fitting one has: what is generated would be of nothing that is there. */
const isOfRows = (name: string, schema: JsonSchema | undefined): boolean =>
  schema === undefined || name === "version" || /"(format|pattern)":/.test(JSON.stringify(schema));

/** Requests about the seed's rows that say what is generated, in some fields or in all that name no row. */
export function about({ input }: Seed, { properties = {} }: JsonSchema, generated: fc.Arbitrary<Record<string, unknown>>) {
  const free = Object.keys(properties).filter((name) => !isOfRows(name, properties[name]));
  const chances = fc.oneof(
    { arbitrary: fc.constant(free.map(() => false)), weight: 1 },
    { arbitrary: fc.tuple(...free.map(() => fc.boolean())), weight: 3 },
  );
  return fc.tuple(generated, chances).map(([values, taken]) => ({
    ...input,
    ...Object.fromEntries(free.filter((name, at) => taken[at] && name in values).map((name) => [name, values[name]])),
  }));
}
