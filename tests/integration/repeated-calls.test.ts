import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { z } from "zod";
import { callProcedure, kindOf, PROCEDURES } from "#tests/factories/permissions/calls";
import { doersOf, procedureOf } from "#tests/factories/permissions/table";
import { rowsOf, TABLES } from "#tests/factories/permissions/tables";
import { aWorld, useSurroundings } from "#tests/factories/permissions/world";
import { ERROR_STATUS } from "@/lib/app-error";

const surroundings = useSurroundings();

/** Those whose rows say of nothing that was done for somebody: how often was asked, by whom, and what Stripe tells of it whenever it does. */
const UNCOUNTED = ["idempotency_keys", "spent_budgets", "sessions", "stripe_events"];

/** How many rows each table of ours holds. */
async function counts(): Promise<Record<string, number>> {
  const { sql } = surroundings();
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const counted = tables.filter(({ name }) => !UNCOUNTED.includes(name));
  const query = counted.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`).join(" union all ");
  return Object.fromEntries((await sql.unsafe(query)).map(({ name, n }) => [name, n]));
}

/** Tables of what is told of a call, or kept for a moment: it is, each time that something is done. */
const TOLD = /^(audit_events|workspace_events|notifications|outbox_mails|mailed_links|challenges|login_failures|stripe_.*)$/;
/** The tables that hold more than before, of what lasts. */
const grown = (before: Record<string, number>, after: Record<string, number>): string[] =>
  Object.keys(after).filter((name) => !TOLD.test(name) && (after[name] ?? 0) > (before[name] ?? 0));

const metaOf = (name: string) => PROCEDURES[procedureOf(name)]?._def.meta;
const isKeyed = (name: string): boolean => Boolean(metaOf(name)?.creates || metaOf(name)?.once);
const possible = rowsOf(TABLES).filter(([name, row]) => kindOf(procedureOf(name)) === "mutation" && doersOf(row).length > 0);
const done = possible.filter(([name]) => isKeyed(name));

it("calls that are to be done once are all in the tables", () => {
  const named = new Set(done.map(([name]) => procedureOf(name)));
  expect(Object.keys(PROCEDURES).filter((name) => isKeyed(name) && !named.has(name))).toEqual([]);
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

/** Of an ordered list, one place up or down each time. */
const MOVES = [
  ...["forum.professions.move", "practice.bank.move", "practice.editedCategories.move", "support.faq.editing.move"],
  ...["support.inbox.canned.move", "learning.editing.moveDocument", "learning.editing.moveUniversity", "learning.editing.moveVideo"],
  ...["trades.standards.order", "trades.tasks.order"],
];

/** What a crash between the work and its answer lets happen twice, and why that harms nobody. */
const TWICE: Record<string, string> = {
  "account.links.changeEmail": "it mails a new link, and the one before ends",
  "account.links.requestVerification": "it mails another link, which is as good as the one before",
  "admin.people.endSessions": "it ends what has begun since",
  "admin.people.verify": "it mails another link, which is as good as the one before",
  "forum.moderation.suspend": "it says until when anew, as the team's log does",
  "subscription.demo.advance": "the demo's clock goes another step",
  ...Object.fromEntries(MOVES.map((name) => [name, "it goes another place, which whoever looks at the list sees"])),
};
/** Whose repetition is refused instead of answered, and why. */
const REFUSED: Record<string, string> = { "trades.members.leave": "whoever has left is let into the area no more" };

/** The tables of what calls create. */
const created = new Set<string>();

it.each(done)("%s: once under its key, also where a process died before it had kept the answer", async (name, row) => {
  const here = surroundings();
  const world = await aWorld(here);
  const input = await row.input(world);
  const [key, { token }] = [randomUUID(), world[doersOf(row)[0] ?? "owner"]];
  const ask = () => callProcedure(here, token, procedureOf(name), input, key);
  const before = await counts();
  const first = await ask();
  expect(first.code).toBeUndefined();
  const after = await counts();
  if (metaOf(name)?.creates) for (const table of grown(before, after)) created.add(table);
  const repeated = await ask();
  if (name in REFUSED) expect(repeated.code).toBe("areaClosed");
  else expect(repeated.text).toBe(first.text);
  expect(await counts()).toEqual(after);
  // What a crash between the work and its answer leaves.
  await here.sql`update idempotency_keys set answer = null, created_at = now() - interval '2 minutes' where key = ${key}`;
  const again = await ask();
  // Done already: it finds what it made, or is refused because what it acts on has moved on.
  expect([undefined, ...Object.keys(ERROR_STATUS)].filter((code) => code !== "internal" && code !== "unavailable")).toContain(again.code);
  if (!(procedureOf(name) in TWICE)) expect(await counts()).toEqual(after);
});

/** What adds to what calls create and takes no key, and what keeps it from being there twice. */
const KEYLESS: Record<string, string> = {
  "forum.rooms.catchUp": "whoever has read a chat has one mark of it",
  "support.inbox.assign": "whoever has it already is given it no second time",
  "support.inbox.reopen": "what is open stays so",
  "support.inbox.resolve": "what is resolved stays so",
  "support.inbox.snooze": "what is put aside until then stays so",
  "support.inbox.wake": "what is awake stays so",
  "trades.quotes.answer": "what was accepted is not accepted again",
  "trades.quoteLinks.accept": "what was accepted is not accepted again",
};
/** What is there twice where it is sent twice, and why it may be. */
const DOUBLED: Record<string, string> = {
  "support.contact.save": "without an account there is no key: whoever names its uid has it once",
  "support.contact.send": "without an account there is no key: whoever names its uid has it once",
};

/** What is refused the second time, of what takes no key. */
const TOLD_AGAIN: Record<string, string> = {
  // They never go a second time by themselves (trpc/retry-once-link), and the next press asks for a new proof.
  "account.register": "emailTaken",
  "account.registerUser": "emailTaken",
  "account.factors.loginWithPasskey": "passkeyFailed",
  "account.factors.reauthenticateWithPasskey": "passkeyFailed",
  "account.thirdParty.login": "proofMissing",
  "account.thirdParty.register": "identityTaken",
  // The session is over, as was asked.
  "account.logout": "sessionEnded",
  "account.sessions.endAll": "sessionEnded",
  // Its page goes on from what stands there, which is its own.
  "trades.entries.save": "conflict",
};

it.each(possible.filter(([name]) => !isKeyed(name)))("%s: takes no key, and makes nothing that is there twice", async (name, row) => {
  const here = surroundings();
  const world = await aWorld(here);
  const input = await row.input(world);
  const ask = () => callProcedure(here, world[doersOf(row)[0] ?? "owner"].token, procedureOf(name), input);
  const before = await counts();
  expect((await ask()).code).toBeUndefined();
  const after = await counts();
  const made = grown(before, after).filter((table) => created.has(table));
  if (!(name in KEYLESS || name in DOUBLED)) expect(made).toEqual([]);
  expect((await ask()).code).toBe(TOLD_AGAIN[name]);
  if (!(name in DOUBLED)) expect(grown(after, await counts())).toEqual([]);
});
