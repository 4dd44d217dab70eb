import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { minorDigits } from "@/lib/money";
import { toErrorIssues } from "@/lib/validation";
import type { WorkspaceContext } from "@/server/api/workspace";
import { readTable, writeCsvToReturn } from "@/server/csv";
import type { Transaction } from "@/server/db/client";
import { materials, taxes } from "@/server/db/schema";
import type { PriceItemDto } from "../prices/dto";
import { itemsOf, pricesOf } from "../prices/queries";
import { codeKey, MOST_ITEMS } from "../prices/rules";
import { type PriceItemFields, priceItemFields } from "../prices/schema";
import { workspaceOf } from "../workspace/queries";
import type { PricePlanDto } from "./dto";
import { areColumns, asRow, differences, PRICE_COLUMNS, type PriceColumn, type PriceRow, readAmount, readTiers, rowOf } from "./rules";
import type { PriceFileCheckInput } from "./schema";

type Problem = PricePlanDto["rows"][number]["problems"][number];
type Row = PricePlanDto["rows"][number];

/** A price that a file names, as it would be. */
export interface PlannedPrice extends Row {
  uid: string | undefined;
  item: PriceItemFields | undefined;
}

interface Line {
  line: number;
  cells: Partial<PriceRow>;
}

const SHAPE = {
  areColumns,
  most: MOST_ITEMS,
  rowOf: (columns: readonly PriceColumn[], cells: readonly string[]) => ({ cells: rowOf(columns, cells) }),
};

/** What files call by name, and prices by id. */
async function namesOf(tx: Transaction, workspaceId: string) {
  const all = await tx
    .select({ uid: materials.id, name: materials.name, retired: materials.retired })
    .from(materials)
    .where(eq(materials.workspaceId, workspaceId))
    .orderBy(asc(materials.id));
  const every = await tx
    .select({ uid: taxes.id, name: taxes.name, retired: taxes.retired })
    .from(taxes)
    .where(eq(taxes.workspaceId, workspaceId))
    .orderBy(asc(taxes.id));
  return { materials: all, taxes: every, digits: minorDigits((await workspaceOf(tx, workspaceId)).currency) };
}
type Names = Awaited<ReturnType<typeof namesOf>>;

const nameIn = (all: Names["materials"], uid: string | null): string => all.find((one) => one.uid === uid)?.name ?? "";
/** Whoever has a name: those that are in use, and where none is those that were. Names are not theirs alone. */
function namesakesIn(all: Names["materials"], name: string): Names["materials"] {
  const same = all.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const used = same.filter(({ retired }) => !retired);
  return used.length > 0 ? used : same;
}

const rowFor = ({ materialUid, taxUid, ...item }: PriceItemDto, names: Names): PriceRow =>
  asRow({ ...item, material: nameIn(names.materials, materialUid), tax: nameIn(names.taxes, taxUid) }, names.digits);

/** One line of a file over what the draft has: a column that is not in the file leaves what was there. */
function plan({ line, cells }: Line, before: PriceItemDto | undefined, names: Names, seen: Map<string, number>): PlannedPrice {
  const problems: Problem[] = [];
  const wrong = (column: PriceColumn | null, key: string, values: Problem["values"] = {}) => problems.push({ line, column, key, values });
  const was = before ? rowFor(before, names) : undefined;
  const said = (column: PriceColumn): string => cells[column] ?? was?.[column] ?? "";
  // What a price cannot be without is not taken away by an empty cell.
  const kept = (column: "name" | "kind" | "unit"): string => cells[column] || (was?.[column] ?? "");
  const code = said("code");
  const twice = seen.get(codeKey(code));
  if (twice !== undefined) wrong("code", "twice", { line: twice });
  seen.set(codeKey(code), line);
  const amount = (column: "price" | "cost"): number => {
    const text = said(column);
    const read = text === "" && column === "cost" ? 0 : readAmount(text, names.digits);
    if (read === undefined) wrong(column, text === "" ? "required" : "number");
    return read ?? 0;
  };
  /** @param has what the price has now: it stays where the file names nothing else, whoever else has that name */
  const named = (column: "material" | "tax", all: Names["materials"], has: string | null = null): string | null => {
    const name = said(column);
    if (name === "") return null;
    if (has !== null && name.toLowerCase() === was?.[column].toLowerCase()) return has;
    const [one, ...more] = namesakesIn(all, name);
    if (!one || more.length > 0) wrong(column, one ? "severalNamed" : "gone");
    return one?.uid ?? null;
  };
  const tiers = readTiers(said("tiers"), names.digits);
  if (!tiers) wrong("tiers", "format");
  const parsed = priceItemFields.safeParse({
    code: before?.code ?? code,
    name: kept("name") || code,
    kind: kept("kind") || "item",
    unit: kept("unit") || "piece",
    materialUid: named("material", names.materials, before?.materialUid),
    taxUid: named("tax", names.taxes, before?.taxUid),
    price: amount("price"),
    cost: amount("cost"),
    tiers: tiers ?? [],
  });
  const columns: Partial<Record<string, PriceColumn>> = { materialUid: "material", taxUid: "tax" };
  if (!parsed.success && problems.length === 0)
    for (const { path, key, values } of toErrorIssues(parsed.error)) {
      const field = String(path[0] ?? "");
      wrong(columns[field] ?? PRICE_COLUMNS.find((column) => column === field) ?? null, key, values ?? {});
    }
  const item = problems.length === 0 && parsed.success ? parsed.data : undefined;
  const after = item ? rowFor({ uid: "", ...item }, names) : undefined;
  const changes = after ? differences(was, after) : [];
  const kind = !item ? "wrong" : !before ? "new" : changes.length > 0 ? "changed" : "same";
  return { line, name: code, kind, changes, problems, uid: before?.uid, item };
}

/** What a file would do to a version, line by line. @param uid of the version  @throws AppError notFound */
export async function planOf(tx: Transaction, workspaceId: string, uid: string, text: string) {
  const { items } = await pricesOf(tx, workspaceId, uid);
  const { rows: lines, problem } = await readTable(text, SHAPE);
  const names = await namesOf(tx, workspaceId);
  const known = new Map(items.map((item) => [codeKey(item.code), item]));
  const seen = new Map<string, number>();
  const planned = lines.map((line) => plan(line, known.get(codeKey(line.cells.code ?? "")), names, seen));
  const more = planned.filter(({ kind }) => kind === "new").length;
  const full = items.length + more > MOST_ITEMS ? { is: "tooManyRows" as const, line: null } : null;
  return { planned, problem: problem ?? full, seen: nameOf(planned) };
}

/** A name for a comparison: another one says something else, or was made of prices that have changed since. */
const nameOf = (planned: PlannedPrice[]): string =>
  createHash("sha256")
    .update(JSON.stringify(planned.map(({ kind, uid, item, changes }) => [kind, uid, item, changes])))
    .digest("base64url");

export const showPlan = ({ planned, problem, seen }: Awaited<ReturnType<typeof planOf>>): PricePlanDto => {
  const count = (kind: Row["kind"]) => planned.filter((one) => one.kind === kind).length;
  return {
    problem,
    seen,
    counts: { new: count("new"), changed: count("changed"), same: count("same"), wrong: count("wrong") },
    rows: planned.filter(({ kind }) => kind !== "same").map(({ uid: _, item: __, ...row }) => row),
  };
};

/** What a file would do; nothing is done yet. @throws AppError notFound */
export const checkFile = ({ inWorkspace }: WorkspaceContext, { workspaceId, uid, text }: PriceFileCheckInput) =>
  inWorkspace(async (tx) => showPlan(await planOf(tx, workspaceId, uid, text)));

/** A version's prices as a file that says the same. @throws AppError notFound */
export const exportFile = ({ inWorkspace, locale, member: { workspaceId } }: WorkspaceContext, uid: string) =>
  inWorkspace(async (tx) => {
    await pricesOf(tx, workspaceId, uid);
    const names = await namesOf(tx, workspaceId);
    const rows = (await itemsOf(tx, workspaceId, uid)).map((item) => rowFor(item, names));
    const lines = rows.map((row) => PRICE_COLUMNS.map((column) => row[column]));
    return { text: writeCsvToReturn([[...PRICE_COLUMNS], ...lines], locale) };
  });
