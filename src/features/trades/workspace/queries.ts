import { and, asc, count, eq, exists, gt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { found } from "@/lib/app-error";
import type { WorkspaceRole } from "@/lib/enums/trades";
import { hasAreaItself } from "@/server/admission";
import type { UserContext } from "@/server/api/context";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Executor, Transaction } from "@/server/db/client";
import { jobCosts, jobInvoices, priceItems, quotes, slabs, stockMoves, workspaceMembers, workspaces } from "@/server/db/schema";
import { MOST_OWNED } from "../rules";

type Row = typeof workspaces.$inferSelect;

export const showWorkspace = ({ id: uid, createdAt: _, ...row }: Row, role: WorkspaceRole) => ({ uid, ...row, role });

const all = alias(workspaceMembers, "everybody");

/** Where somebody belongs, in the order of the names; nobody is in so many that it would need pages. */
export async function listWorkspaces(ctx: UserContext) {
  const everybody = ctx.db.select({ n: count() }).from(all).where(eq(all.workspaceId, workspaces.id));
  const [rows, mayCreate] = await Promise.all([
    ctx.db
      .select({
        uid: workspaces.id,
        name: workspaces.name,
        role: workspaceMembers.role,
        members: sql<number>`(${everybody})`.mapWith(Number),
      })
      .from(workspaceMembers)
      .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
      .where(eq(workspaceMembers.userId, ctx.actor.id))
      .orderBy(asc(sql`lower(${workspaces.name})`), asc(workspaces.id)),
    hasAreaItself(ctx, "trades"),
  ]);
  const owned = rows.filter(({ role }) => role === "owner").length;
  return { workspaces: rows, mayCreate: mayCreate && owned < MOST_OWNED };
}

/** How many workspaces somebody owns. */
export async function countOwned(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.userId, userId), eq(workspaceMembers.role, "owner")));
  return row?.n ?? 0;
}

/** The workspace that is worked in. */
export async function workspaceOf(tx: Transaction, workspaceId: string): Promise<Row> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return found(row);
}

/** Whether there is anything worth money, written down in the workspace's currency without a word which that was. */
export async function hasAmounts(tx: Transaction, workspaceId: string): Promise<boolean> {
  const some = (table: PgTable & { workspaceId: PgColumn }, worth?: SQL) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.workspaceId, workspaceId), worth)),
    );
  const [row] = await tx
    .select({ one: sql`1` })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.id, workspaceId),
        or(
          ...[priceItems, quotes, jobInvoices, jobCosts].map((table) => some(table)),
          some(slabs, gt(slabs.cost, 0)),
          some(stockMoves, ne(stockMoves.value, 0)),
        ),
      ),
    );
  return row !== undefined;
}

/** Lets one at a time add to what a workspace may have so many of. Nobody waits for it who only points at the workspace. */
export async function lockWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for("no key update");
}

export const viewWorkspace = ({ inWorkspace, member }: WorkspaceContext) =>
  inWorkspace(async (tx) => showWorkspace(await workspaceOf(tx, member.workspaceId), member.role));
