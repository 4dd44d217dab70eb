import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobs, stockItems, stockMoves, stockReservations } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { subjectOf } from "../queries";
import { shownTo } from "../rules";
import { itemRow } from "../stock/queries";
import { MOST_RESERVED } from "../stock/rules";
import type { ReservationsInput } from "./schema";

const ITEM = { uid: stockItems.id, code: stockItems.code, name: stockItems.name, unit: stockItems.unit, bin: stockItems.bin };

const rowsOf = (tx: Transaction) =>
  tx
    .select({
      uid: stockReservations.id,
      item: ITEM,
      quantity: stockReservations.quantity,
      state: stockReservations.state,
      job: { uid: jobs.id, number: jobs.number, title: jobs.title },
      note: stockReservations.note,
      createdAt: stockReservations.createdAt,
      version: stockReservations.version,
    })
    .from(stockReservations)
    .innerJoin(stockItems, and(eq(stockItems.workspaceId, stockReservations.workspaceId), eq(stockItems.id, stockReservations.itemId)))
    .leftJoin(jobs, and(eq(jobs.workspaceId, stockReservations.workspaceId), eq(jobs.id, stockReservations.jobId)));

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
const show = (row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() });

/** What is put aside of an item and not taken yet, the latest first. @throws AppError notFound */
export const listReservations = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { itemUid, page }: ReservationsInput) =>
  inWorkspace(async (tx) => {
    const item = found(await itemRow(tx, workspaceId, itemUid));
    const scope = and(
      eq(stockReservations.workspaceId, workspaceId),
      eq(stockReservations.itemId, item.id),
      eq(stockReservations.state, "open"),
    );
    const rows = await rowsOf(tx)
      .where(scope)
      .orderBy(desc(stockReservations.createdAt), desc(stockReservations.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(stockReservations).where(scope);
    return { data: rows.map(show), meta: { total: totals?.total ?? 0 } };
  });

/** One of them. @throws AppError notFound */
export async function reservationOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await rowsOf(tx).where(rowIn(stockReservations, workspaceId, uid));
  return show(found(row));
}

/** What stock is put aside for a job, and what was taken for it. @throws AppError notFound */
export const stockOfJob = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, jobUid: string) =>
  inWorkspace(async (tx) => {
    await subjectOf(tx, workspaceId, { jobUid });
    const reservations = await rowsOf(tx)
      .where(and(eq(stockReservations.workspaceId, workspaceId), eq(stockReservations.jobId, jobUid), eq(stockReservations.state, "open")))
      .orderBy(asc(stockReservations.createdAt), asc(stockReservations.id))
      .limit(MOST_RESERVED);
    const issued = await tx
      .select({
        item: ITEM,
        quantity: sql`-sum(${stockMoves.quantity})`.mapWith(Number),
        value: sql`-sum(${stockMoves.value})`.mapWith(Number),
      })
      .from(stockMoves)
      .innerJoin(stockItems, and(eq(stockItems.workspaceId, stockMoves.workspaceId), eq(stockItems.id, stockMoves.itemId)))
      .where(and(eq(stockMoves.workspaceId, workspaceId), eq(stockMoves.jobId, jobUid), inArray(stockMoves.move, ["issue", "return"])))
      .groupBy(stockItems.workspaceId, stockItems.id)
      .having(sql`sum(${stockMoves.quantity}) <> 0`)
      .orderBy(asc(sql`lower(${stockItems.name})`), asc(stockItems.id));
    return { reservations: reservations.map(show), issued: issued.map((row) => shownTo(role, row, ["value"])) };
  });
