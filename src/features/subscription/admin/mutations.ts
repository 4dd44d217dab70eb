import { and, eq, isNull } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { userTopic } from "@/features/account/events";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { complimentaryPeriods, invoices, users } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { customerOf, toInvoice } from "../queries";
import { paymentOf, syncInvoice } from "../sync/mutations";
import { lockCustomer } from "../sync/queries";
import type { GrantInput, RefundInput, RevokeInput } from "./schema";

const DAY_MS = 86_400_000;

/** Gives somebody a plan for a while, from now on. @returns the grant's id @throws AppError notFound */
export async function grantPlan(ctx: UserContext, { user, plan, days, reason }: GrantInput): Promise<string> {
  const now = await ctx.payments.now();
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user), isNull(users.erasedAt)));
    const userId = found(person).id;
    const id = uuidv7();
    const endsAt = new Date(now.getTime() + days * DAY_MS);
    await tx.insert(complimentaryPeriods).values({ id, userId, plan, startsAt: now, endsAt, reason, grantedBy: ctx.actor.id });
    await recordAct(tx, ctx, { action: "subscription.grant", subjectId: userId, detail: { grant: id, plan, days, reason } });
    await publish(tx, userTopic(userId), "subscription");
    return id;
  });
}

/** Ends a plan that was given, now. @throws AppError notFound | wrongState when it has ended already */
export async function revokeGrant(ctx: UserContext, { uid, reason }: RevokeInput): Promise<string> {
  const now = await ctx.payments.now();
  return ctx.db.transaction(async (tx) => {
    const [grant] = await tx.select().from(complimentaryPeriods).where(eq(complimentaryPeriods.id, uid)).for("update");
    const { userId, revokedAt, endsAt, plan } = found(grant);
    if (revokedAt || endsAt <= now) throw new AppError("wrongState");
    await tx.update(complimentaryPeriods).set({ revokedAt: now }).where(eq(complimentaryPeriods.id, uid));
    await recordAct(tx, ctx, { action: "subscription.revoke", subjectId: userId, detail: { grant: uid, plan, reason } });
    await publish(tx, userTopic(userId), "subscription");
    return uid;
  });
}

/**
 * Pays back what an invoice's card was charged, or a part of it. The same once more is not paid twice: Stripe knows the call by
 * what had been paid back before it.
 * @throws AppError notFound | wrongState for an invoice that no card paid | refundTooLarge
 */
export async function refundInvoice(ctx: UserContext, { invoiceId, amount, reason }: RefundInput) {
  return ctx.db.transaction(async (tx) => {
    const [known] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId));
    const { userId } = found(known);
    await lockCustomer(tx, found(await customerOf(tx, userId)).stripeId);
    await syncInvoice(ctx, tx, userId, invoiceId);
    const [row] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId));
    const { total, amountRefunded, currency } = found(row);
    const invoice = await ctx.payments.call((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
    const payment = paymentOf(invoice);
    if (!payment) throw new AppError("wrongState");
    if (amount > Math.min(total, invoice.amount_paid) - amountRefunded) throw new AppError("refundTooLarge");
    await ctx.payments.call((stripe) =>
      stripe.refunds.create(
        { payment_intent: payment, amount, metadata: { by: ctx.actor.id } },
        { idempotencyKey: `refund-${invoiceId}-${amountRefunded}-${amount}` },
      ),
    );
    await recordAct(tx, ctx, {
      action: "subscription.refund",
      subjectId: userId,
      detail: { invoice: invoiceId, amount, currency, refundedBefore: amountRefunded, reason },
    });
    await syncInvoice(ctx, tx, userId, invoiceId);
    const [after] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId));
    return toInvoice(found(after));
  });
}
