import { and, eq, isNull, or, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { billingCustomers, users } from "@/server/db/schema";
import { customerOf, inWorld } from "../queries";
import { type BillingCustomer, lockCustomer } from "../sync/queries";
import { unlessGone } from "../sync/rules";

/** One at a time for each account: before the first Checkout there is no row that two of them could meet at. */
const inTurn = (tx: Transaction, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer:${userId}`}, 0))`);

/** Who somebody is at Stripe, made known there at the first Checkout. Locked until the transaction ends. */
export async function openCustomer(ctx: UserContext, tx: Transaction): Promise<BillingCustomer> {
  const { id } = ctx.actor;
  await inTurn(tx, id);
  const known = await customerOf(ctx, tx, id);
  const locked = known && (await lockCustomer(ctx, tx, known.stripeId));
  const customer = locked ?? (await makeCustomer(ctx, tx, "first"));
  if (await introduce(ctx, tx, customer)) return customer;
  // Somebody has deleted it at Stripe, and with it all that it had: this person begins anew.
  await tx.delete(billingCustomers).where(eq(billingCustomers.stripeId, customer.stripeId));
  const anew = await makeCustomer(ctx, tx, customer.stripeId);
  await introduce(ctx, tx, anew);
  return anew;
}

/**
 * Made once, also when the call is repeated because its answer was lost: what it says must be the same then.
 * @param instead tells one making from the next
 */
async function makeCustomer({ actor: { id }, payments }: UserContext, tx: Transaction, instead: string): Promise<BillingCustomer> {
  if (!payments.world) throw new AppError("paymentsOff");
  const { id: stripeId } = await payments.call((stripe) =>
    stripe.customers.create({ metadata: { user: id } }, { idempotencyKey: `customer-${id}-${instead}` }),
  );
  const [made] = await tx.insert(billingCustomers).values({ userId: id, world: payments.world, stripeId }).returning();
  return found(made);
}

/**
 * Gives an account back the customer that was made for it at Stripe and is nobody's here, as after a restore of what was there before.
 * @returns false where there is no such account any more, or it has another customer
 */
export async function takeBackCustomer({ db, payments }: Services, userId: string, stripeId: string): Promise<boolean> {
  const { world } = payments;
  if (!world) return false;
  return db.transaction(async (tx) => {
    await inTurn(tx, userId);
    const [account] = await tx
      .select({ userId: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .for("share");
    if (!account) return false;
    const taken = await tx.insert(billingCustomers).values({ userId, world, stripeId }).onConflictDoNothing().returning();
    return taken.length > 0;
  });
}

const nameNow = fullNameOf(users);

/**
 * Tells Stripe what the account of a customer, who is locked, says of them now: its receipts and warnings go by that.
 * @returns whether Stripe knows them still
 */
async function introduce({ payments }: Services, tx: Transaction, { stripeId, userId }: BillingCustomer): Promise<boolean> {
  const [user] = await tx.select({ email: users.email, name: nameNow }).from(users).where(eq(users.id, userId));
  const { email, name } = found(user);
  const told = await payments.call((stripe) => stripe.customers.update(stripeId, { email, name })).catch(unlessGone);
  await tx.update(billingCustomers).set({ toldEmail: email, toldName: name }).where(eq(billingCustomers.stripeId, stripeId));
  return told !== undefined;
}

/** Tells Stripe of those who are called otherwise, or have another address, than it was told: each in a transaction of its own. */
export async function introduceChanged(services: Services): Promise<void> {
  const { db, payments, log } = services;
  const { toldEmail, toldName } = billingCustomers;
  const changed = or(sql`${toldEmail} is distinct from ${users.email}`, sql`${toldName} is distinct from ${nameNow}`);
  const rows = await db
    .select({ stripeId: billingCustomers.stripeId })
    .from(billingCustomers)
    .innerJoin(users, eq(users.id, billingCustomers.userId))
    .where(and(inWorld(payments, billingCustomers), changed))
    .limit(1000);
  for (const { stripeId } of rows) {
    await db
      .transaction(async (tx) => {
        const customer = await lockCustomer(services, tx, stripeId);
        if (customer) await introduce(services, tx, customer);
      })
      .catch((error: unknown) => log.error({ err: error, customer: stripeId }, "not introduced yet"));
  }
}
