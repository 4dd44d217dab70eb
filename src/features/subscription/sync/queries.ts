import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Services } from "@/server/api/context";
import type { Database, Transaction } from "@/server/db/client";
import { billingCustomers, stripeEvents } from "@/server/db/schema";
import { inWorld } from "../queries";

export type BillingCustomer = typeof billingCustomers.$inferSelect;

/**
 * Who a customer of Stripe's is here, locked until the transaction ends: what is asked of Stripe in it cannot be overtaken by
 * somebody who asked earlier and writes later. Undefined for customers of others on the same Stripe account, and erased ones.
 */
export async function lockCustomer({ payments }: Services, tx: Transaction, stripeId: string): Promise<BillingCustomer | undefined> {
  const [row] = await tx
    .select()
    .from(billingCustomers)
    .where(and(inWorld(payments, billingCustomers), eq(billingCustomers.stripeId, stripeId)))
    .for("update");
  return row;
}

/** The events that are to be handled now, the oldest first. */
export const dueEvents = (db: Database): Promise<{ id: string }[]> =>
  db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.handledAt), lte(stripeEvents.dueAt, sql`now()`)))
    .orderBy(asc(stripeEvents.receivedAt))
    .limit(50);
