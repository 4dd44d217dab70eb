import { and, asc, count, desc, eq, gt, inArray, lt, lte, type SQL, sql, sum } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { exactly, olderThan } from "@/server/db/keyset";
import { jobs, stockItems, stockMoves, workspacePeople } from "@/server/db/schema";
import { containsWords } from "@/server/db/search";
import { rowIn } from "@/server/db/workspace";
import { personName } from "../members/queries";
import { shownTo } from "../rules";
import { ENTRIES } from "../timeline/queries";
import type { StockInput, StockMovesInput } from "./schema";

export type ItemRow = typeof stockItems.$inferSelect;
type Role = WorkspaceContext["member"]["role"];

/** An item as somebody of a role may see it. */
export const showItem = ({ id: uid, workspaceId: _, createdAt: __, ...row }: ItemRow, role: Role) =>
  shownTo(role, { uid, ...row }, ["value"]);

/** What is not spoken for is no more than what somebody wants to have left. */
const low: SQL | undefined = and(
  eq(stockItems.retired, false),
  gt(stockItems.reorderAt, 0),
  lte(sql`${stockItems.onHand} - ${stockItems.reserved}`, stockItems.reorderAt),
);

/** A shop's items by name, those that fit what is asked for; their values for those alone who manage it. */
export const listStock = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, input: StockInput) =>
  inWorkspace(async (tx) => {
    const scope = and(
      eq(stockItems.workspaceId, workspaceId),
      input.low ? low : undefined,
      input.retired ? undefined : eq(stockItems.retired, false),
      containsWords([stockItems.code, stockItems.name, stockItems.bin], input.search),
    );
    const rows = await tx
      .select()
      .from(stockItems)
      .where(scope)
      .orderBy(asc(sql`lower(${stockItems.name})`), asc(stockItems.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(input.page));
    const [totals] = await tx.select({ total: count() }).from(stockItems).where(scope);
    return { data: rows.map((row) => showItem(row, role)), meta: { total: totals?.total ?? 0 } };
  });

/** One item; undefined where there is none of that id. */
export async function itemRow(tx: Transaction, workspaceId: string, uid: string): Promise<ItemRow | undefined> {
  const [row] = await tx
    .select()
    .from(stockItems)
    .where(rowIn(stockItems, workspaceId, uid));
  return row;
}

/** @throws AppError notFound */
export const itemOf = async (tx: Transaction, { workspaceId, role }: WorkspaceContext["member"], uid: string) =>
  showItem(found(await itemRow(tx, workspaceId, uid)), role);

/** What of an item was taken for jobs, and what of that was put back. */
export const ofJobs = (workspaceId: string, uid: string) =>
  and(eq(stockMoves.workspaceId, workspaceId), eq(stockMoves.itemId, uid), inArray(stockMoves.move, ["issue", "return"]));

/** Whether an item's unit stays: something of it is on hand, or with a job that has not put it back. */
export async function isUnitFixed(tx: Transaction, { workspaceId, id, onHand }: ItemRow): Promise<boolean> {
  if (onHand > 0) return true;
  const having = await tx
    .select({ jobId: stockMoves.jobId })
    .from(stockMoves)
    .where(ofJobs(workspaceId, id))
    .groupBy(stockMoves.jobId)
    .having(lt(sum(stockMoves.quantity), sql`0`))
    .limit(1);
  return having.length > 0;
}

/** One item by itself. @throws AppError notFound */
export const viewItem = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, uid: string) =>
  inWorkspace(async (tx) => {
    const row = found(await itemRow(tx, workspaceId, uid));
    return { ...showItem(row, role), unitFixed: await isUnitFixed(tx, row) };
  });

/** Whether something was noted under this id already, as by a call that is repeated after a crash. */
export async function isNoted(tx: Transaction, workspaceId: string, moveId: string): Promise<boolean> {
  const own = rowIn(stockMoves, workspaceId, moveId);
  return (await tx.select({ id: stockMoves.id }).from(stockMoves).where(own)).length > 0;
}

/** All that changed an item, the latest first. @throws AppError notFound */
export const listMoves = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, { uid, before }: StockMovesInput) =>
  inWorkspace(async (tx) => {
    const until = before === undefined ? undefined : beforeCursor(before);
    const item = found(await itemRow(tx, workspaceId, uid));
    const { id, at, move, quantity, value, onHand, reserved, note } = stockMoves;
    const rows = await tx
      .select({
        uid: id,
        at: exactly(at),
        by: personName,
        move,
        quantity,
        value,
        onHand,
        reserved,
        note,
        job: { uid: jobs.id, number: jobs.number, title: jobs.title },
      })
      .from(stockMoves)
      .leftJoin(jobs, and(eq(jobs.workspaceId, stockMoves.workspaceId), eq(jobs.id, stockMoves.jobId)))
      .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, stockMoves.actorId)))
      .where(and(eq(stockMoves.workspaceId, workspaceId), eq(stockMoves.itemId, item.id), olderThan(at, id, until)))
      .orderBy(desc(at), desc(id))
      .limit(ENTRIES + 1);
    const shown = rows.slice(0, ENTRIES);
    const last = shown.at(-1);
    return {
      data: shown.map((row) => shownTo(role, { ...row, at: new Date(row.at).toISOString() }, ["value"])),
      meta: { next: rows.length > ENTRIES && last ? cursorOf(last.at, last.uid) : null },
    };
  });
