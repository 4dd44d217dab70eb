import { and, asc, eq, inArray, lt, lte, ne, sql } from "drizzle-orm";
import Stripe from "stripe";
import { HOUR_MS, MINUTE_MS } from "@/lib/durations";
import type { Database } from "../../../db/client";
import { stripeDeliveries } from "../../../db/schema";

export interface Delivery {
  id: string;
  attempts: number;
  event: Record<string, unknown>;
}

export interface Webhook {
  secret: string;
  /** @returns the HTTP status of the answer */
  deliver: (body: string, signature: string) => Promise<number>;
}

/** How long after each failed delivery the next one follows: growing, for about three days in all. */
const DELAYS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
  12 * HOUR_MS,
];
/** Another process leaves a delivery alone for so long while one is at it. */
const LEASE_MS = MINUTE_MS;
const BATCH = 100;

/**
 * Delivers what is due, each at most once per call, in the order of the events unless `order` says otherwise.
 * Whoever receives may call the API meanwhile: nothing is locked.
 * @returns how many were sent
 */
export async function flush(
  db: Database,
  { secret, deliver }: Webhook,
  order: (due: Delivery[]) => Delivery[] = (due) => due,
): Promise<number> {
  const due = order(await claim(db));
  for (const delivery of due) {
    const taken = await post(delivery, secret, deliver);
    await db
      .update(stripeDeliveries)
      .set(taken ? { state: "delivered" } : afterFailure(delivery))
      .where(eq(stripeDeliveries.id, delivery.id));
  }
  return due.length;
}

async function claim(db: Database): Promise<Delivery[]> {
  const due = db
    .select({ id: stripeDeliveries.id })
    .from(stripeDeliveries)
    .where(and(eq(stripeDeliveries.state, "pending"), lte(stripeDeliveries.dueAt, sql`now()`)))
    .orderBy(asc(stripeDeliveries.sequence))
    .limit(BATCH)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(stripeDeliveries)
    .set({ attempts: sql`${stripeDeliveries.attempts} + 1`, dueAt: new Date(Date.now() + LEASE_MS) })
    .where(inArray(stripeDeliveries.id, due))
    .returning();
  return rows.sort((a, b) => a.sequence - b.sequence);
}

async function post({ event }: Delivery, secret: string, deliver: Webhook["deliver"]): Promise<boolean> {
  const body = JSON.stringify(event, null, 2);
  try {
    const status = await deliver(body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret }));
    return status >= 200 && status < 300;
  } catch {
    // Nobody answered, which is as good as a refusal.
    return false;
  }
}

function afterFailure({ attempts }: Delivery): { state: "pending" | "given_up"; dueAt?: Date } {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? { state: "given_up" } : { state: "pending", dueAt: new Date(Date.now() + delay) };
}

const KEPT_MS = 30 * 24 * HOUR_MS;

/** Deliveries that were made, or given up, long ago. */
export async function forgetDelivered(db: Database): Promise<void> {
  const done = ne(stripeDeliveries.state, "pending");
  await db.delete(stripeDeliveries).where(and(done, lt(stripeDeliveries.dueAt, new Date(Date.now() - KEPT_MS))));
}
