import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v5 as uuidv5 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { stockItems, stockMoves } from "@/server/db/schema";
import { publishToWorkspace } from "../events";
import { acting, recordEvents } from "../log/mutations";
import { madeBy, notifyOfLowStock } from "../stock/mutations";
import { type ItemRow, isNoted, showItem } from "../stock/queries";
import { unitsOf } from "../stock/rules";
import type { CountInput } from "./schema";

type Counted = CountInput["items"];

const rowsOf = (tx: Transaction, workspaceId: string, items: Counted): Promise<ItemRow[]> =>
  tx
    .select()
    .from(stockItems)
    .where(
      and(
        eq(stockItems.workspaceId, workspaceId),
        inArray(
          stockItems.id,
          items.map(({ uid }) => uid),
        ),
      ),
    )
    .orderBy(asc(stockItems.id));

/** What the driver gives of a count. */
interface Found extends Record<string, unknown> {
  id: string;
  onHand: string;
  reserved: string;
  quantity: string;
  value: string;
}

/**
 * Puts what was counted in the place of what the books say, each item by the same statement: where the books still say what was seen, and not
 * below what is put aside. What is missing takes its part of the value with it; what is found is worth the average.
 */
const correct = (tx: Transaction, workspaceId: string, items: Counted) =>
  tx.execute<Found>(sql`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as c(uid uuid, counted bigint, seen bigint)
    ), held as (
      select i.id, i.on_hand, i.value, c.counted, c.seen from stock_items i join counted c on c.uid = i.id
      where i.workspace_id = ${workspaceId} order by i.id for update of i
    )
    update stock_items i set on_hand = h.counted, value = case
      when h.counted = 0 or h.on_hand = 0 then 0
      else div(2 * h.value::numeric * h.counted + h.on_hand, 2 * h.on_hand)::bigint end
    from held h
    where i.workspace_id = ${workspaceId} and i.id = h.id and i.on_hand = h.seen and h.counted >= i.reserved
    returning i.id, i.on_hand as "onHand", i.reserved, h.counted - h.on_hand as quantity, i.value - h.value as value`);

/**
 * Corrects the books by what was counted: all of the items, or none.
 * @throws AppError notFound | conflict with those items as they are now that were moved since somebody saw them | stockSetAside where less was
 *   found than is put aside
 */
export const saveCount = (ctx: WorkspaceContext, { workspaceId, items, note }: CountInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { role } = ctx.member;
    const act = madeBy(ctx, "count");
    const moveId = (uid: string) => uuidv5(uid, act);
    const shown = async () => (await rowsOf(tx, workspaceId, items)).map((row) => showItem(row, role));
    if (await isNoted(tx, workspaceId, moveId(items[0]?.uid ?? ""))) return shown();
    const corrected = await correct(tx, workspaceId, items);
    const done = new Set(corrected.map(({ id }) => id));
    if (done.size < items.length) {
      const left = items.filter(({ uid }) => !done.has(uid));
      await refuse(tx, ctx, left);
    }
    const moves = corrected.map(({ id, onHand, reserved, quantity, value }) => ({
      id: moveId(id),
      itemId: id,
      ...acting(ctx),
      move: "count" as const,
      note,
      quantity: Number(quantity),
      value: Number(value),
      onHand: Number(onHand),
      reserved: Number(reserved),
    }));
    await tx.insert(stockMoves).values(moves);
    const events = moves.map(({ itemId, quantity }) => ({
      action: "stock.count" as const,
      target: { kind: "stock" as const, id: itemId },
      after: { quantity },
    }));
    await recordEvents(tx, acting(ctx), events);
    await notifyOfLowStock(tx, outside, ctx, new Map(moves.map(({ itemId, quantity }) => [itemId, -quantity])));
    await publishToWorkspace(tx, workspaceId);
    return shown();
  });

/** Why these could not be put right. */
async function refuse(tx: Transaction, { member: { workspaceId, role } }: WorkspaceContext, items: Counted): Promise<never> {
  const rows = await rowsOf(tx, workspaceId, items);
  const counts = new Map(items.map((item) => [item.uid, item]));
  if (rows.length < items.length) throw new AppError("notFound");
  const moved = rows.filter(({ id, onHand }) => counts.get(id)?.seen !== onHand);
  if (moved.length > 0) throw new AppError("conflict", { current: moved.map((row) => showItem(row, role)) });
  const short = found(rows.find(({ id, reserved }) => (counts.get(id)?.counted ?? 0) < reserved));
  throw new AppError("stockSetAside", {
    values: { name: short.name, reserved: unitsOf(short.reserved) },
    current: [showItem(short, role)],
  });
}
