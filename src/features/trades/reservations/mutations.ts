import { and, eq, gte, sql } from "drizzle-orm";
import { v5 as uuidv5, v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import type { ReservationState } from "@/lib/enums/trades-stock";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { stockItems, stockReservations } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { lockBudgets, notifyOfBudgets } from "../costs/mutations";
import { acting } from "../log/mutations";
import { subjectOf } from "../queries";
import { madeBy, noteIssue, noteMove, notifyOfLowStock, refuseShort, takeStock } from "../stock/mutations";
import { itemRow } from "../stock/queries";
import { reservationSteps } from "../stock/rules";
import type { ReserveInput } from "../stock/schema";
import { reservationOf } from "./queries";
import type { IssueReservedInput, ReleaseInput } from "./schema";

/**
 * Puts so many of an item aside: by one statement, which does nothing where there are not so many free, however many ask at once.
 * @throws AppError notFound | stockShort with the item as it is now | wrongState for a retired one
 */
export const reserveStock = (ctx: WorkspaceContext, { workspaceId, itemUid, jobUid, quantity, note }: ReserveInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const uid = madeBy(ctx, "reservation");
    const [there] = await tx
      .select({ id: stockReservations.id })
      .from(stockReservations)
      .where(rowIn(stockReservations, workspaceId, uid));
    if (there) return reservationOf(tx, workspaceId, uid);
    if (jobUid) await subjectOf(tx, workspaceId, { jobUid });
    const [item] = await tx
      .update(stockItems)
      .set({ reserved: sql`${stockItems.reserved} + ${quantity}::bigint` })
      .where(
        and(
          rowIn(stockItems, workspaceId, itemUid),
          eq(stockItems.retired, false),
          gte(sql`${stockItems.onHand} - ${stockItems.reserved}`, quantity),
        ),
      )
      .returning({ onHand: stockItems.onHand, reserved: stockItems.reserved });
    if (!item) {
      if ((await itemRow(tx, workspaceId, itemUid))?.retired) throw new AppError("wrongState");
      return refuseShort(tx, ctx, itemUid);
    }
    await tx.insert(stockReservations).values({ id: uid, workspaceId, itemId: itemUid, jobId: jobUid, quantity, note });
    await noteMove(tx, ctx, "stock.reserve", uuidv7(), itemUid, {
      move: "reserve",
      quantity,
      value: 0,
      ...item,
      jobId: jobUid,
      reservationId: uid,
      note,
    });
    await notifyOfLowStock(tx, outside, ctx, new Map([[itemUid, quantity]]));
    return reservationOf(tx, workspaceId, uid);
  });

/** What was put aside, as whoever ends it saw it; held. @throws AppError notFound | conflict with it as it is now | wrongState */
async function lockSeen(
  tx: Transaction,
  { member: { workspaceId } }: WorkspaceContext,
  { uid, version }: ReleaseInput,
  to: ReservationState,
) {
  const [row] = await tx
    .select()
    .from(stockReservations)
    .where(rowIn(stockReservations, workspaceId, uid))
    .for("update");
  const current = await expectVersion(row, version, () => reservationOf(tx, workspaceId, uid));
  if (!reservationSteps.can(current.state, to)) throw new AppError("wrongState");
  return current;
}

const end = (tx: Transaction, workspaceId: string, uid: string, set: { state: ReservationState; jobId?: string }) =>
  tx
    .update(stockReservations)
    .set({ ...set, version: sql`${stockReservations.version} + 1` })
    .where(rowIn(stockReservations, workspaceId, uid));

/** Lets go of what was put aside. @throws AppError notFound | conflict with it as it is now */
export const releaseStock = (ctx: WorkspaceContext, input: ReleaseInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { itemId, quantity, jobId } = await lockSeen(tx, ctx, input, "released");
    await end(tx, workspaceId, uid, { state: "released" });
    const [item] = await tx
      .update(stockItems)
      .set({ reserved: sql`${stockItems.reserved} - ${quantity}::bigint` })
      .where(and(rowIn(stockItems, workspaceId, itemId), gte(stockItems.reserved, quantity)))
      .returning({ onHand: stockItems.onHand, reserved: stockItems.reserved });
    await noteMove(tx, ctx, "stock.release", uuidv7(), itemId, {
      move: "release",
      quantity: -quantity,
      value: 0,
      ...found(item),
      jobId,
      reservationId: uid,
    });
    return reservationOf(tx, workspaceId, uid);
  });

/**
 * Takes what was put aside, for the job that it is for.
 * @throws AppError notFound | conflict with it as it is now | invalidInput where nobody says which job that is
 */
export const issueReserved = (ctx: WorkspaceContext, { jobUid, ...input }: IssueReservedInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { workspaceId, uid } = input;
    // Of what is taken there is one move; a call that is repeated finds it ended.
    const { itemId, quantity, note, jobId: known } = await lockSeen(tx, ctx, input, "issued");
    const jobId = known ?? jobUid;
    if (!jobId) throw refusedAt(["jobUid"], "required");
    const budgets = await lockBudgets(tx, workspaceId, [jobId]);
    found(budgets[0]);
    await end(tx, workspaceId, uid, { state: "issued", jobId });
    const taken = found(await takeStock(tx, workspaceId, itemId, quantity, { reserved: true }));
    await noteIssue(tx, ctx, uuidv5(uid, uuidv5.URL), itemId, { jobId, quantity, note, taken, reservationId: uid });
    await notifyOfBudgets(tx, outside, acting(ctx), budgets);
    return reservationOf(tx, workspaceId, uid);
  });
