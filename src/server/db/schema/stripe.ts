import { bigint, index, integer, jsonb, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { DELIVERY_STATES } from "@/lib/enums/subscription";
import { instant } from "./columns";

/** What the embedded emulator of Stripe keeps; empty where a real account is used. */
export const stripeObjects = pgTable(
  "stripe_objects",
  {
    id: text().primaryKey(),
    /** Stripe's `object`: "subscription", "invoice" … */
    kind: text().notNull(),
    customer: text(),
    /** Seconds since 1970 on the emulator's clock, as Stripe writes instants. */
    created: bigint({ mode: "number" }).notNull(),
    /** The order in which they were made: several have the same second. */
    sequence: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index("stripe_objects_list_idx").on(t.kind, t.customer, t.sequence)],
);

export const deliveryStateEnum = pgEnum("stripe_delivery_state", DELIVERY_STATES);

/** Webhooks that the emulator sends. */
export const stripeDeliveries = pgTable(
  "stripe_deliveries",
  {
    /** The event's id. */
    id: text().primaryKey(),
    state: deliveryStateEnum().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    /** In real time. */
    dueAt: instant("due_at").notNull().defaultNow(),
    sequence: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    event: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index("stripe_deliveries_due_idx").on(t.state, t.dueAt)],
);

/** How far the emulator's clock is ahead of the real one: one row. */
export const stripeClock = pgTable("stripe_clock", {
  id: text().primaryKey(),
  offsetSeconds: bigint("offset_seconds", { mode: "number" }).notNull(),
});
