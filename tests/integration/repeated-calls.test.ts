import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { z } from "zod";
import { callProcedure, PROCEDURES } from "#tests/factories/permissions/calls";
import { procedureOf, type Row } from "#tests/factories/permissions/table";
import { rowsOf, TABLES } from "#tests/factories/permissions/tables";
import { aWorld, type Somebody, useSurroundings } from "#tests/factories/permissions/world";
import { ERROR_STATUS } from "@/lib/app-error";

const surroundings = useSurroundings();

/** Those whose rows say of nothing that was done for somebody: how often was asked, and by whom. */
const UNCOUNTED = ["idempotency_keys", "spent_budgets", "sessions"];

/** How many rows each table of ours holds. */
async function counts(): Promise<Record<string, number>> {
  const { sql } = surroundings();
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const counted = tables.filter(({ name }) => !UNCOUNTED.includes(name));
  const query = counted.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`).join(" union all ");
  return Object.fromEntries((await sql.unsafe(query)).map(({ name, n }) => [name, n]));
}

/** Who may do it. */
const doers = ({ answers }: Row): Somebody[] =>
  (["owner", "member", "stranger", "admin", "superAdmin"] as const).filter((who) => ["ok", "shows", "empty"].includes(answers[who] ?? ""));

const done = rowsOf(TABLES).filter(([name, row]) => {
  const meta = PROCEDURES[procedureOf(name)]?._def.meta;
  return (meta?.creates || meta?.once) && doers(row).length > 0;
});

it("calls that are to be done once are nearly all in the tables", () => {
  const named = new Set(done.map(([name]) => procedureOf(name)));
  const marked = Object.entries(PROCEDURES).filter(([, { _def }]) => _def.meta?.creates || _def.meta?.once);
  expect(marked.map(([name]) => name).filter((name) => !named.has(name))).toEqual([]);
});

it("what saves says by its uid what it changes, and by none that it makes something: idempotency goes by that", () => {
  const saving = Object.entries(PROCEDURES).filter(([name, { _def }]) => _def.meta?.creates && /\.save\w*$/.test(name));
  expect(saving.length).toBeGreaterThan(25);
  // An input without one would be told that it is missing.
  const asking = saving.filter(([, { _def }]) =>
    (_def as unknown as { inputs: z.ZodType[] }).inputs.some((input) =>
      input.safeParse({}).error?.issues.some(({ path }) => path[0] === "uid"),
    ),
  );
  expect(asking.map(([name]) => name)).toEqual([]);
});

/** What a crash between the work and its answer lets happen twice, and why that harms nobody. */
const TWICE: Record<string, string> = {
  "account.links.changeEmail": "it mails a new link, and the one before ends",
  "account.links.requestVerification": "it mails another link, which is as good as the one before",
  "forum.moderation.suspend": "it says until when anew, as the team's log does",
};
/** Whose repetition is refused instead of answered, and why. */
const REFUSED: Record<string, string> = { "trades.members.leave": "whoever has left is let into the area no more" };

it.each(done)("%s: once under its key, also where a process died before it had kept the answer", async (name, row) => {
  const here = surroundings();
  const world = await aWorld(here);
  const input = await row.input(world);
  const [key, { token }] = [randomUUID(), world[doers(row)[0] ?? "owner"]];
  const ask = () => callProcedure(here, token, procedureOf(name), input, key);
  const first = await ask();
  expect(first.code).toBeUndefined();
  const after = await counts();
  const repeated = await ask();
  if (name in REFUSED) expect(repeated.code).toBe("areaClosed");
  else expect(repeated.text).toBe(first.text);
  expect(await counts()).toEqual(after);
  // What a crash between the work and its answer leaves.
  await here.sql`update idempotency_keys set answer = null, created_at = now() - interval '2 minutes' where key = ${key}`;
  const again = await ask();
  // Done already: it finds what it made, or is refused because what it acts on has moved on.
  expect([undefined, ...Object.keys(ERROR_STATUS)].filter((code) => code !== "internal" && code !== "unavailable")).toContain(again.code);
  if (!(name in TWICE)) expect(await counts()).toEqual(after);
});
