import { inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./client";

/** A release's content under slugs that are free: somebody may have made one of the same name here, which keeps it; ours takes its id instead. */
export async function withFreeSlugs<Row extends { id: string; slug: string }>(
  tx: Transaction,
  table: PgTable & { id: PgColumn; slug: PgColumn },
  content: readonly Row[],
): Promise<Row[]> {
  const slugs = content.map(({ slug }) => slug);
  const named = await tx.select({ id: table.id, slug: table.slug }).from(table).where(inArray(table.slug, slugs));
  const taken = ({ id, slug }: Row) => named.some((row) => row.slug === slug && row.id !== id);
  return content.map((row) => (taken(row) ? { ...row, slug: row.id } : row));
}
