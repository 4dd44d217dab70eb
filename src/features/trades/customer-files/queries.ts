import { createHash } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { toErrorIssues } from "@/lib/validation";
import type { WorkspaceContext } from "@/server/api/workspace";
import { readTable, writeCsvToReturn } from "@/server/csv";
import type { Transaction } from "@/server/db/client";
import { customerContacts, customerSites, customers } from "@/server/db/schema";
import { partsOf } from "../customers/queries";
import { type CustomerDetails, customerDetails } from "../customers/schema";
import type { FilePlanDto } from "./dto";
import {
  areColumns,
  COLUMNS,
  type Column,
  differences,
  type FileRow,
  lostCell,
  MOST_ROWS,
  mergedWith,
  nameKey,
  rowOf,
  rowsFor,
  tooMany,
} from "./rules";
import type { FileCheckInput } from "./schema";

interface Line extends FileRow {
  line: number;
}
type Problem = FilePlanDto["rows"][number]["problems"][number];

/** A customer that a file names, as it would be. */
export interface Planned {
  line: number;
  name: string;
  known: { uid: string; version: number } | null;
  kind: "new" | "changed" | "same" | "wrong";
  fields: CustomerDetails;
  changes: FilePlanDto["rows"][number]["changes"];
  problems: Problem[];
}

/** What the database takes for one name, for each of these. It and JavaScript do not make small letters of all capitals in one way. */
async function keysOf(tx: Transaction, names: string[]): Promise<string[]> {
  const rows = await tx.execute<{ key: string }>(
    sql`select lower(name) as key from unnest(${sql.param(names)}::text[]) with ordinality as asked(name, at) order by at`,
  );
  return rows.map(({ key }) => key);
}

/** What has one key, in its order, by that. */
function grouped<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const found = new Map<string, One[]>();
  for (const one of all) {
    const own = found.get(keyOf(one));
    if (own) own.push(one);
    else found.set(keyOf(one), [one]);
  }
  return found;
}

/** Parts of customers by whose they are. */
function byCustomer<Part extends { customerId: string }>(all: readonly Part[]): (uid: string) => Part[] {
  const found = grouped(all, ({ customerId }) => customerId);
  return (uid) => found.get(uid) ?? [];
}

/** The customers that are named so, with all that is known of them; held, where they are about to change. */
async function knownBy(tx: Transaction, workspaceId: string, keys: string[], lock: boolean) {
  const key = sql<string>`lower(${customers.name})`;
  const query = tx
    .select({ id: customers.id, name: customers.name, notes: customers.notes, version: customers.version, key })
    .from(customers)
    .where(and(eq(customers.workspaceId, workspaceId), inArray(key, keys)))
    .orderBy(asc(customers.id));
  const rows = await (lock ? query.for("update") : query);
  const parts = await partsOf(
    tx,
    workspaceId,
    rows.map(({ id }) => id),
  );
  const [contacts, sites] = [byCustomer(parts.contacts), byCustomer(parts.sites)];
  return rows.map(({ id: uid, name, notes, version, key: named }) => ({
    uid,
    key: named,
    version,
    fields: {
      name,
      notes,
      contacts: contacts(uid).map(({ id, name: whose, role, email, phone }) => ({ uid: id, name: whose, role, email, phone })),
      sites: sites(uid).map(({ id, name: which, address, access }) => ({ uid: id, name: which, address, access })),
    } satisfies CustomerDetails,
  }));
}

/** What a file would do, customer by customer, in its order. */
export async function planOf(tx: Transaction, workspaceId: string, text: string, { lock = false } = {}) {
  const { rows: lines, problem } = await readTable(text, { areColumns, most: MOST_ROWS, rowOf });
  const keys = await keysOf(
    tx,
    lines.map(({ name }) => name),
  );
  const byName = grouped([...lines.entries()], ([at, line]) => keys[at] ?? line.name);
  const known = byName.size === 0 ? [] : await knownBy(tx, workspaceId, [...byName.keys()], lock);
  const knownAs = grouped(known, ({ key }) => key);
  const planned = [...byName].map(([key, own]) =>
    planFor(
      own.map(([, line]) => line),
      knownAs.get(key) ?? [],
    ),
  );
  return { planned, problem, seen: namedBy(planned) };
}

function planFor(lines: Line[], known: Awaited<ReturnType<typeof knownBy>>): Planned {
  const [first] = lines;
  const [before] = known;
  const fields = mergedWith(before?.fields ?? null, lines);
  const about = { line: first?.line ?? 0, name: fields.name, known: before ? { uid: before.uid, version: before.version } : null, fields };
  const problems: Problem[] = [];
  const wrong = (line: number, column: Column | null, key: string, values: Problem["values"] = {}) =>
    problems.push({ line, column, key, values });
  if (known.length > 1) wrong(about.line, "name", "namesakes");
  for (const row of lines) {
    const lost = lostCell(row);
    if (lost) wrong(row.line, lost, "required");
  }
  const many = tooMany(fields);
  if (many) wrong(about.line, many, "invalid");
  const parsed = customerDetails.safeParse(fields);
  if (!parsed.success)
    for (const { path, key, values } of toErrorIssues(parsed.error)) wrong(lineOf(lines, path, fields), columnAt(path), key, values ?? {});
  const changes = problems.length > 0 ? [] : differences(before?.fields ?? null, parsed.success ? parsed.data : fields);
  const kind = problems.length > 0 ? "wrong" : before ? (changes.length > 0 ? "changed" : "same") : "new";
  return { ...about, fields: parsed.success ? parsed.data : fields, kind, changes, problems };
}

/** The column that a field of a customer stands in. */
function columnAt([part, , field]: PropertyKey[]): Column | null {
  if (part === "contacts") return field === "name" ? "contact" : (field as Column);
  if (part === "sites") return field === "name" ? "site" : (field as Column);
  return part === "name" || part === "notes" ? part : null;
}

/** The line of the file in which a contact or a site stands that is wrong. */
function lineOf(lines: Line[], [part, at]: PropertyKey[], fields: CustomerDetails): number {
  const first = lines[0]?.line ?? 0;
  if ((part !== "contacts" && part !== "sites") || typeof at !== "number") return first;
  const name = nameKey(fields[part][at]?.name ?? "");
  const column = part === "contacts" ? "contact" : "site";
  return lines.find((line) => nameKey(line[column]) === name)?.line ?? first;
}

/** A name for a comparison: another one says something else, or was made of customers who have changed since. */
const namedBy = (planned: Planned[]): string =>
  createHash("sha256")
    .update(JSON.stringify(planned.map(({ known, kind, fields }) => [known, kind, fields])))
    .digest("base64url");

export const showPlan = ({ planned, problem, seen }: Awaited<ReturnType<typeof planOf>>): FilePlanDto => {
  const count = (kind: Planned["kind"]) => planned.filter((one) => one.kind === kind).length;
  return {
    problem,
    seen,
    counts: { new: count("new"), changed: count("changed"), same: count("same"), wrong: count("wrong") },
    rows: planned
      .filter(({ kind }) => kind !== "same")
      .map(({ line, name, kind, changes, problems }) => ({ line, name, kind, changes, problems })),
  };
};

/** What a file would do; nothing is done yet. */
export const checkFile = ({ inWorkspace }: WorkspaceContext, { workspaceId, text }: FileCheckInput) =>
  inWorkspace(async (tx) => showPlan(await planOf(tx, workspaceId, text)));

/** All customers as a file that says the same. */
export const exportFile = ({ inWorkspace, locale, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const rows = await tx
      .select({ uid: customers.id, name: customers.name, notes: customers.notes })
      .from(customers)
      .where(eq(customers.workspaceId, workspaceId))
      .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id));
    const everyContact = await tx
      .select()
      .from(customerContacts)
      .where(eq(customerContacts.workspaceId, workspaceId))
      .orderBy(asc(customerContacts.position), asc(customerContacts.id));
    const everySite = await tx
      .select()
      .from(customerSites)
      .where(eq(customerSites.workspaceId, workspaceId))
      .orderBy(asc(customerSites.position), asc(customerSites.id));
    const [contacts, sites] = [byCustomer(everyContact), byCustomer(everySite)];
    const written = rows.flatMap(({ uid, name, notes }) => rowsFor({ name, notes, contacts: contacts(uid), sites: sites(uid) }));
    const lines = written.map((row) => COLUMNS.map((column) => row[column]));
    return { text: writeCsvToReturn([[...COLUMNS], ...lines], locale) };
  });
