import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { RESERVATION_STATES, STOCK_MOVES, STOCK_UNITS } from "@/lib/enums/trades-stock";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { jobs } from "./trades-jobs";
import { amount, quantity } from "./trades-pricing";

export const stockUnitEnum = pgEnum("stock_unit", STOCK_UNITS);
export const stockMoveEnum = pgEnum("stock_move", STOCK_MOVES);
export const reservationStateEnum = pgEnum("reservation_state", RESERVATION_STATES);

/**
 * What a shop keeps and counts, such as sinks or glue. How much there is and how much of it is spoken for are changed by one conditional
 * statement each, so that neither is ever less than nothing, whoever asks at once.
 */
export const stockItems = pgTable(
  "stock_items",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** As the shop calls it, such as "SINK-45". */
    code: text().notNull(),
    name: text().notNull(),
    unit: stockUnitEnum().notNull(),
    /** Where it lies. */
    bin: text().notNull().default(""),
    onHand: quantity("on_hand").notNull().default(0),
    reserved: quantity("reserved").notNull().default(0),
    /** What all that is on hand stands in the books with: by the average of what was paid. */
    value: amount("value").notNull().default(0),
    /** Who buys is told once there is no more than this that nobody has spoken for. */
    reorderAt: quantity("reorder_at").notNull().default(0),
    retired: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("stock_items_key").on(t.workspaceId, t.id),
    uniqueIndex("stock_items_code_key").on(t.workspaceId, sql`lower(code)`),
    index("stock_items_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    check("stock_items_reserved_check", sql`${t.reserved} >= 0 and ${t.reserved} <= ${t.onHand}`),
    check("stock_items_value_check", sql`${t.value} >= 0 and (${t.onHand} > 0 or ${t.value} = 0)`),
    onlyIn(t.workspaceId),
  ],
);

/** What was put aside for a job, or for something else with a word what. */
export const stockReservations = pgTable(
  "stock_reservations",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    itemId: uuid("item_id").notNull(),
    jobId: uuid("job_id"),
    quantity: quantity("quantity").notNull(),
    state: reservationStateEnum().notNull().default("open"),
    note: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("stock_reservations_key").on(t.workspaceId, t.id),
    index("stock_reservations_item_idx").on(t.workspaceId, t.itemId).where(sql`state = 'open'`),
    index("stock_reservations_of_item_idx").on(t.workspaceId, t.itemId),
    index("stock_reservations_job_idx").on(t.workspaceId, t.jobId),
    check("stock_reservations_quantity_check", sql`${t.quantity} > 0`),
    foreignKey({
      name: "stock_reservations_item_fk",
      columns: [t.workspaceId, t.itemId],
      foreignColumns: [stockItems.workspaceId, stockItems.id],
    }),
    foreignKey({ name: "stock_reservations_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }),
    onlyIn(t.workspaceId),
  ],
);

/** All that ever changed stock. The role may add rows, and neither change nor remove one. */
export const stockMoves = pgTable(
  "stock_moves",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    itemId: uuid("item_id").notNull(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    move: stockMoveEnum().notNull(),
    /** By how much there is more, or less where it is negative; of what is put aside or let go, how much that is. */
    quantity: quantity("quantity").notNull(),
    /** By how much what it stands in the books with changed. */
    value: amount("value").notNull(),
    /** How much there was afterwards, and how much of it was spoken for. */
    onHand: quantity("on_hand").notNull(),
    reserved: quantity("reserved").notNull(),
    jobId: uuid("job_id"),
    reservationId: uuid("reservation_id"),
    note: text().notNull().default(""),
  },
  (t) => [
    unique("stock_moves_key").on(t.workspaceId, t.id),
    index("stock_moves_item_idx").on(t.workspaceId, t.itemId, t.at, t.id),
    index("stock_moves_job_idx").on(t.workspaceId, t.jobId, t.at, t.id),
    index("stock_moves_reservation_idx").on(t.workspaceId, t.reservationId),
    foreignKey({
      name: "stock_moves_item_fk",
      columns: [t.workspaceId, t.itemId],
      foreignColumns: [stockItems.workspaceId, stockItems.id],
    }),
    foreignKey({ name: "stock_moves_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }),
    foreignKey({
      name: "stock_moves_reservation_fk",
      columns: [t.workspaceId, t.reservationId],
      foreignColumns: [stockReservations.workspaceId, stockReservations.id],
    }),
    onlyIn(t.workspaceId),
  ],
);
