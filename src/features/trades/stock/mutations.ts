import { and, eq, gte, inArray, lte, type SQLWrapper, sql, sum } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import type { WorkspaceAct } from "@/lib/enums/trades";
import type { CostSource } from "@/lib/enums/trades-stock";
import { MOST_QUANTITY, roundHalfUp } from "@/lib/pricing/amounts";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { jobCosts, stockItems, stockMoves } from "@/server/db/schema";
import { type Outside, rowIn } from "@/server/db/workspace";
import { lockBudgets, notifyOfBudgets } from "../costs/mutations";
import { publishToWorkspace } from "../events";
import { itemHref } from "../hrefs";
import { acting, recordEvent } from "../log/mutations";
import { notifyManagersOfEach } from "../notices/mutations";
import { subjectOf } from "../queries";
import { workspaceOf } from "../workspace/queries";
import { type ItemRow, isNoted, isUnitFixed, itemOf, itemRow, ofJobs, showItem } from "./queries";
import { freeOf, isLow, unitsOf } from "./rules";
import type { StockIssueInput, StockLoseInput, StockReceiveInput, StockSaveInput } from "./schema";

/** The id of what a call makes: the same for one that is repeated under its key after a crash. */
export const madeBy = ({ member, idempotencyKey }: WorkspaceContext, what: string): string => idFrom(what, member.id, idempotencyKey);

/**
 * Keeps an item: a new one, or in the place of one that was seen. What is on hand of it is changed by moves alone.
 * @throws AppError notFound | conflict with the item as it is now | wrongState for another unit while something is on hand, or with a job,
 *   which may put it back | invalidInput for a code that is there already
 */
export const saveItem = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: StockSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? madeBy(ctx, "stock");
    const [before] = await tx
      .select()
      .from(stockItems)
      .where(rowIn(stockItems, workspaceId, uid))
      .for("update");
    if (known) await expectVersion(before, version, (row) => showItem(row, ctx.member.role));
    if (!known && before) return showItem(before, ctx.member.role);
    if (before && before.unit !== fields.unit && (await isUnitFixed(tx, before))) throw new AppError("wrongState");
    const next = { ...fields, version: sql`${stockItems.version} + 1` };
    const write = before
      ? tx
          .update(stockItems)
          .set(next)
          .where(rowIn(stockItems, workspaceId, uid))
      : tx.insert(stockItems).values({ id: uid, workspaceId, ...fields });
    await Promise.resolve(write).catch((error: unknown) => {
      if (!isUniqueViolation(error, "stock_items_code_key")) throw error;
      throw new AppError("invalidInput", { issues: [{ path: ["code"], key: "itemCodeTaken" }], cause: error });
    });
    const event = { target: { kind: "stock" as const, id: uid }, after: fields };
    await recordEvent(tx, acting(ctx), before ? { ...event, action: "stock.edit", before } : { ...event, action: "stock.add" });
    await publishToWorkspace(tx, workspaceId);
    return itemOf(tx, ctx.member, uid);
  });

/** What an item is worth less without so many of it: its part of the value, half up; the last of it takes all that is left. */
const shareOf = (held: Record<"onHand" | "value", SQLWrapper>, many: number) =>
  sql`div(2 * ${held.value}::numeric * ${many}::bigint + ${held.onHand}, 2 * ${held.onHand})::bigint`;

/**
 * Takes so many of an item away by one statement, which does nothing where there are not so many: of what is free, or of what was put aside.
 * @returns the item as it is then, and what was taken is worth; undefined where there are not so many, or no such item
 */
export async function takeStock(tx: Transaction, workspaceId: string, uid: string, many: number, { reserved = false } = {}) {
  const { id, onHand, value } = stockItems;
  // Held, and so as it is when the turn comes: what is worked out of it holds to the end of the transaction.
  const held = tx.$with("held").as(
    tx
      .select({ id, onHand, value })
      .from(stockItems)
      .where(rowIn(stockItems, workspaceId, uid))
      .for("update"),
  );
  const enough = reserved ? gte(stockItems.reserved, many) : gte(sql`${onHand} - ${stockItems.reserved}`, many);
  const [taken] = await tx
    .with(held)
    .update(stockItems)
    .set({
      onHand: sql`${onHand} - ${many}::bigint`,
      value: sql`${value} - ${shareOf(held, many)}`,
      ...(reserved ? { reserved: sql`${stockItems.reserved} - ${many}::bigint` } : {}),
    })
    .from(held)
    .where(and(rowIn(stockItems, workspaceId, uid), eq(held.id, id), enough))
    .returning({ onHand, reserved: stockItems.reserved, name: stockItems.name, worth: sql`${held.value} - ${value}`.mapWith(Number) });
  return taken;
}

/** Why there was nothing to take. @throws AppError notFound | stockShort with the item as it is now */
export async function refuseShort(tx: Transaction, { member }: WorkspaceContext, uid: string): Promise<never> {
  const row = found(await itemRow(tx, member.workspaceId, uid));
  const values = { name: row.name, there: unitsOf(freeOf(row)) };
  throw new AppError("stockShort", { values, current: showItem(row, member.role) });
}

type Move = Omit<typeof stockMoves.$inferInsert, "id" | "workspaceId" | "actorId" | "itemId">;

/** Notes what changed an item, in the log of stock and in that of the workspace, and tells everybody. */
export async function noteMove(tx: Transaction, ctx: WorkspaceContext, action: WorkspaceAct, id: string, uid: string, move: Move) {
  await tx.insert(stockMoves).values({ id, itemId: uid, ...acting(ctx), ...move });
  // What it is worth stands with the move alone.
  const after = { move: move.move, quantity: move.quantity, job: move.jobId ?? null };
  await recordEvent(tx, acting(ctx), { action, target: { kind: "stock", id: uid }, after });
  await publishToWorkspace(tx, ctx.member.workspaceId);
}

/**
 * Tells those who manage the shop of what is low from now on and was not before: who buys hears of it once, not at each piece after that.
 * @param fell how much less of each is free than there was before this transaction, in thousandths
 */
export async function notifyOfLowStock(
  tx: Transaction,
  outside: Outside,
  ctx: WorkspaceContext,
  fell: ReadonlyMap<string, number>,
): Promise<void> {
  const { workspaceId, actorId } = acting(ctx);
  const rows = await tx
    .select()
    .from(stockItems)
    .where(and(eq(stockItems.workspaceId, workspaceId), inArray(stockItems.id, [...fell.keys()])));
  const low = rows.filter((row) => isLow(row) && !isLow({ ...row, onHand: row.onHand + (fell.get(row.id) ?? 0) }));
  const news = low.map(({ id, code, name }) => ({ values: { item: `${code} ${name}` }, href: itemHref(workspaceId, id) }));
  await notifyManagersOfEach(tx, outside, { workspaceId, actorId, kind: "trades_stock_low" }, news);
}

interface Material {
  jobId: string;
  source: Exclude<CostSource, "hand">;
  /** What it was. */
  text: string;
  /** In thousandths; what came back is less than 0, as is its amount, in minor units. */
  quantity: number;
  amount: number;
}

/** What a job cost of material, on today's day of the shop's calendar: from what was taken for it, and from nothing else. */
async function chargeMaterial(tx: Transaction, { workspaceId, actorId }: ReturnType<typeof acting>, material: Material): Promise<void> {
  const day = dayIn(new Date(), (await workspaceOf(tx, workspaceId)).timeZone);
  await tx.insert(jobCosts).values({ id: uuidv7(), workspaceId, actorId, kind: "material", day, ...material });
}

/** Takes in what came, and what it cost: the average of what is on hand moves by itself. @throws AppError notFound | wrongState for a retired one */
export const receiveStock = (ctx: WorkspaceContext, { workspaceId, uid, quantity, value, note }: StockReceiveInput) =>
  ctx.inWorkspace(async (tx) => {
    const moveId = madeBy(ctx, "receipt");
    if (await isNoted(tx, workspaceId, moveId)) return itemOf(tx, ctx.member, uid);
    const [row] = await tx
      .update(stockItems)
      .set({ onHand: sql`${stockItems.onHand} + ${quantity}::bigint`, value: sql`${stockItems.value} + ${value}::bigint` })
      .where(and(rowIn(stockItems, workspaceId, uid), eq(stockItems.retired, false), lte(stockItems.onHand, MOST_QUANTITY * 1000)))
      .returning();
    if (!row) {
      found(await itemRow(tx, workspaceId, uid));
      throw new AppError("wrongState");
    }
    const { onHand, reserved } = row;
    await noteMove(tx, ctx, "stock.move", moveId, uid, { move: "receipt", quantity, value, onHand, reserved, note });
    return showItem(row, ctx.member.role);
  });

/** Takes something for a job, whose cost it is from then on. @throws AppError notFound | stockShort with the item as it is now */
export const issueStock = (ctx: WorkspaceContext, { workspaceId, uid, jobUid, quantity, note }: StockIssueInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const moveId = madeBy(ctx, "issue");
    if (await isNoted(tx, workspaceId, moveId)) return itemOf(tx, ctx.member, uid);
    const budgets = await lockBudgets(tx, workspaceId, [jobUid]);
    found(budgets[0]);
    const taken = (await takeStock(tx, workspaceId, uid, quantity)) ?? (await refuseShort(tx, ctx, uid));
    await noteIssue(tx, ctx, moveId, uid, { jobId: jobUid, quantity, note, taken });
    await notifyOfBudgets(tx, outside, acting(ctx), budgets);
    await notifyOfLowStock(tx, outside, ctx, new Map([[uid, quantity]]));
    return itemOf(tx, ctx.member, uid);
  });

interface Issue {
  jobId: string;
  quantity: number;
  note: string;
  taken: NonNullable<Awaited<ReturnType<typeof takeStock>>>;
  reservationId?: string;
}

/** Notes that something was taken for a job, and what it cost the job. */
export async function noteIssue(tx: Transaction, ctx: WorkspaceContext, moveId: string, uid: string, { taken, quantity, ...of }: Issue) {
  const { onHand, reserved, worth, name } = taken;
  await chargeMaterial(tx, acting(ctx), { jobId: of.jobId, source: "stock", text: name, quantity, amount: worth });
  await noteMove(tx, ctx, "stock.issue", moveId, uid, { ...of, move: "issue", quantity: -quantity, value: -worth, onHand, reserved });
}

/**
 * Puts back what a job did not need, at what it was taken for on the average; that is no cost of the job any more.
 * @throws AppError notFound | invalidInput for more than the job has
 */
export const returnStock = (ctx: WorkspaceContext, { workspaceId, uid, jobUid, quantity, note }: StockIssueInput) =>
  ctx.inWorkspace(async (tx) => {
    const moveId = madeBy(ctx, "return");
    if (await isNoted(tx, workspaceId, moveId)) return itemOf(tx, ctx.member, uid);
    await subjectOf(tx, workspaceId, { jobUid });
    // Held first: of two that put back at once the second sees what the first one did.
    const [held] = await tx
      .select()
      .from(stockItems)
      .where(rowIn(stockItems, workspaceId, uid))
      .for("update");
    const { name } = found(held);
    const [net] = await tx
      .select({ quantity: sum(stockMoves.quantity).mapWith(Number), value: sum(stockMoves.value).mapWith(Number) })
      .from(stockMoves)
      .where(and(ofJobs(workspaceId, uid), eq(stockMoves.jobId, jobUid)));
    const [had, worth] = [-(net?.quantity ?? 0), -(net?.value ?? 0)];
    if (quantity > had) throw refusedAt(["quantity"], "tooLarge", { maximum: unitsOf(had) });
    const value = roundHalfUp(BigInt(worth) * BigInt(quantity), BigInt(had));
    const [row] = await tx
      .update(stockItems)
      .set({ onHand: sql`${stockItems.onHand} + ${quantity}::bigint`, value: sql`${stockItems.value} + ${value}::bigint` })
      .where(rowIn(stockItems, workspaceId, uid))
      .returning();
    const { onHand, reserved } = found<ItemRow>(row);
    await chargeMaterial(tx, acting(ctx), { jobId: jobUid, source: "stock", text: name, quantity: -quantity, amount: -value });
    await noteMove(tx, ctx, "stock.move", moveId, uid, { move: "return", quantity, value, onHand, reserved, jobId: jobUid, note });
    return itemOf(tx, ctx.member, uid);
  });

/** Writes off what broke or was lost. @throws AppError notFound | stockShort with the item as it is now */
export const loseStock = (ctx: WorkspaceContext, { workspaceId, uid, quantity, note }: StockLoseInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const moveId = madeBy(ctx, "loss");
    if (await isNoted(tx, workspaceId, moveId)) return itemOf(tx, ctx.member, uid);
    const { onHand, reserved, worth } = (await takeStock(tx, workspaceId, uid, quantity)) ?? (await refuseShort(tx, ctx, uid));
    await noteMove(tx, ctx, "stock.move", moveId, uid, { move: "loss", quantity: -quantity, value: -worth, onHand, reserved, note });
    await notifyOfLowStock(tx, outside, ctx, new Map([[uid, quantity]]));
    return itemOf(tx, ctx.member, uid);
  });
