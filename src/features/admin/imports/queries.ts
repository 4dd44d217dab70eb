import { and, asc, count, desc, eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { IMPORT_ROW_KINDS } from "@/lib/enums/imports";
import { pageOffset } from "@/lib/page-math";
import type { ValidationKey } from "@/lib/validation";
import type { UserContext } from "@/server/api/context";
import { bankImportRows, bankImports } from "@/server/db/schema";
import { requireKind } from "./rules";
import type { ListInput, RowsInput } from "./schema";

/** Files that a page shows: none is kept longer than a week. */
const MAX_IMPORTS = 20;

type Row = typeof bankImports.$inferSelect;

const toImport = ({ id, kind, name, format, sizeBytes, received, state, problem, problemLine, total, done, createdAt }: Row) => ({
  uid: id,
  kind,
  name,
  format,
  size: sizeBytes,
  received,
  state,
  problem,
  problemLine,
  total,
  done,
  createdAt: createdAt.toISOString(),
});

/** Own files of a kind of the last week, the newest first. @throws AppError forbidden */
export async function listImports({ db, actor }: UserContext, { kind }: ListInput) {
  requireKind(actor, kind);
  const rows = await db
    .select()
    .from(bankImports)
    .where(and(eq(bankImports.userId, actor.id), eq(bankImports.kind, kind)))
    .orderBy(desc(bankImports.createdAt), desc(bankImports.id))
    .limit(MAX_IMPORTS);
  return { data: rows.map(toImport), meta: { total: rows.length } };
}

/** @throws AppError notFound, also for somebody else's | forbidden */
async function ownImport({ db, actor }: UserContext, uid: string): Promise<Row> {
  const own = and(eq(bankImports.id, uid), eq(bankImports.userId, actor.id));
  const row = found((await db.select().from(bankImports).where(own))[0]);
  requireKind(actor, row.kind);
  return row;
}

/** An own file: how far it is, and how many of its rows do what. @throws AppError notFound */
export async function getImport(ctx: UserContext, uid: string) {
  const row = await ownImport(ctx, uid);
  const rows = await ctx.db
    .select({ kind: bankImportRows.kind, count: count() })
    .from(bankImportRows)
    .where(eq(bankImportRows.importId, uid))
    .groupBy(bankImportRows.kind);
  const counted = new Map(rows.map(({ kind, count: many }) => [kind, many]));
  const counts = Object.fromEntries(IMPORT_ROW_KINDS.map((kind) => [kind, counted.get(kind) ?? 0])) as Record<
    (typeof IMPORT_ROW_KINDS)[number],
    number
  >;
  return { ...toImport(row), counts };
}

/** What the rows of an own file do, in the file's order. @throws AppError notFound */
export async function listImportRows(ctx: UserContext, { uid, kind, page }: RowsInput) {
  await ownImport(ctx, uid);
  const scope = and(eq(bankImportRows.importId, uid), kind ? eq(bankImportRows.kind, kind) : undefined);
  const [rows, total] = await Promise.all([
    ctx.db.select().from(bankImportRows).where(scope).orderBy(asc(bankImportRows.line)).limit(PAGE_SIZE).offset(pageOffset(page)),
    ctx.db.$count(bankImportRows, scope),
  ]);
  const data = rows.map(({ line, kind: does, category, slug, changes, problems }) => ({
    line,
    kind: does,
    category,
    slug,
    changes,
    problems: problems.map(({ path, key, values = {} }) => ({ field: path.map(String).join("."), key: key as ValidationKey, values })),
  }));
  return { data, meta: { total } };
}
