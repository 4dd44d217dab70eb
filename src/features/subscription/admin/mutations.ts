import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { userTopic } from "@/features/account/events";
import { AppError, found } from "@/lib/app-error";
import { DAY_MS } from "@/lib/durations";
import { sumOf } from "@/lib/pricing/amounts";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { auditEvents, complimentaryPeriods, invoices, users } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { customerOf, inWorld, toInvoice } from "../queries";
import { paymentOf, refundsTo, returnsOf, syncInvoice } from "../sync/mutations";
import { lockCustomer } from "../sync/queries";
import { isRefused } from "../sync/rules";
import type { GrantInput, RefundInput, RevokeInput } from "./schema";

/** For so long a refund that Stripe does not know yet may still be on its way to it. */
const UNDER_WAY_MINUTES = 10;

/** Gives somebody a plan for a while, from now on. @returns the grant's id @throws AppError notFound | forbidden for oneself */
export async function grantPlan(ctx: UserContext, { user, plan, days, reason }: GrantInput): Promise<string> {
  // Nobody decides about a plan of their own.
  if (user === ctx.actor.id) throw new AppError("forbidden");
  const now = await ctx.payments.now();
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user), isNull(users.erasedAt)));
    const userId = found(person).id;
    const id = idFrom("grant", ctx.actor.id, ctx.idempotencyKey);
    const endsAt = new Date(now.getTime() + days * DAY_MS);
    const row = { id, userId, plan, startsAt: now, endsAt, reason, grantedBy: ctx.actor.id };
    const made = await tx.insert(complimentaryPeriods).values(row).onConflictDoNothing().returning({ id: complimentaryPeriods.id });
    if (made.length === 0) return id;
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
 * Pays back what an invoice's card was charged, or a part of it. What is meant has an id of its own, under which it is noted
 * before it is asked for and by which Stripe knows it: however often the call comes, it is paid back once. Stripe forgets keys of calls
 * after a day; the refund itself names the id for good.
 * @throws AppError notFound | forbidden for an own invoice | wrongState for one that no card paid | refundTooLarge | chargeDisputed |
 * conflict for an id of another refund, and where more was paid back than was seen
 */
export async function refundInvoice(ctx: UserContext, input: RefundInput) {
  const { invoiceId, amount } = input;
  const { userId, payment, before: asked } = await noteRefund(ctx, input).catch((error: unknown) => showAfter(ctx, invoiceId, error));
  const paid = asked && (await refundsTo(ctx, payment)).some(({ metadata }) => metadata?.refund === input.uid);
  const metadata = { by: ctx.actor.id, refund: input.uid };
  if (!paid)
    await ctx.payments
      .call((stripe) => stripe.refunds.create({ payment_intent: payment, amount, metadata }, { idempotencyKey: `refund-${input.uid}` }))
      .catch((error: unknown) => noteRefusal(ctx, userId, input, error));
  const [before] = await ctx.db.select().from(invoices).where(eq(invoices.id, invoiceId));
  try {
    await show(ctx, userId, invoiceId);
  } catch (error) {
    // It is paid back; that it shows is the webhook's matter, too.
    ctx.log.warn({ err: error, invoice: invoiceId }, "refund not shown yet");
    return toInvoice({ ...found(before), amountRefunded: found(before).amountRefunded + amount });
  }
  const [after] = await ctx.db.select().from(invoices).where(eq(invoices.id, invoiceId));
  return toInvoice(found(after));
}

/** Writes what Stripe has of an invoice now. */
async function show(ctx: UserContext, userId: string, invoiceId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const owner = await customerOf(ctx, tx, userId);
    // A webhook that has asked Stripe before this must not write after it.
    if (owner) await lockCustomer(ctx, tx, owner.stripeId);
    await syncInvoice(ctx, tx, userId, invoiceId);
  });
}

/** Whoever is refused because something else was paid back than they saw has to see it: no webhook may ever have told of it. */
async function showAfter(ctx: UserContext, invoiceId: string, error: unknown): Promise<never> {
  if (error instanceof AppError && (error.code === "conflict" || error.code === "refundTooLarge")) {
    const { userId } = await knownInvoice(ctx, invoiceId);
    await show(ctx, userId, invoiceId).catch((failed: unknown) => ctx.log.warn({ err: failed, invoice: invoiceId }, "not shown yet"));
  }
  throw error;
}

/** Notes what is about to be paid back, if it can be. @returns also whether it had been noted before */
async function noteRefund(ctx: UserContext, { uid, invoiceId, amount, refunded, reason }: RefundInput) {
  const invoice = await knownInvoice(ctx, invoiceId);
  // Nobody pays money back to themselves.
  if (invoice.userId === ctx.actor.id) throw new AppError("forbidden");
  const asked = await ctx.payments.call((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const payment = paymentOf(asked);
  if (!payment) throw new AppError("wrongState");
  const { userId } = invoice;
  const known = refunded === undefined ? undefined : await returnsOf(ctx, asked);
  const detail = { invoice: invoiceId, amount, currency: invoice.currency, reason };
  const before = await ctx.db.transaction(async (tx) => {
    const noted = await notedAct(tx, uid, uid);
    if (!noted) {
      if (known && refunded !== known.amount + (await underWay(tx, { userId, invoiceId, known: known.refunds })))
        throw new AppError("conflict");
      if (amount > Math.min(invoice.total, asked.amount_paid) - invoice.amountRefunded) throw new AppError("refundTooLarge");
      await recordAct(tx, ctx, { id: uid, action: "subscription.refund", subjectId: userId, detail });
    } else if (noted.detail.invoice !== invoiceId || noted.detail.amount !== amount) throw new AppError("conflict");
    return noted !== undefined;
  });
  return { userId, payment, before };
}

/**
 * What was noted of an invoice to be paid back and is not among what Stripe knows, in minor units. Of two at once the second finds what the
 * first has noted. What stands so for long was never asked for: its process died.
 */
async function underWay(
  tx: Transaction,
  { userId, invoiceId, known }: { userId: string; invoiceId: string; known: readonly Stripe.Refund[] },
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${invoiceId}`}, 0))`);
  const acts = await tx
    .select({ id: auditEvents.id, action: auditEvents.action, detail: auditEvents.detail })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, userId),
        inArray(auditEvents.action, ["subscription.refund", "subscription.refund_refused"]),
        sql`${auditEvents.detail}->>'invoice' = ${invoiceId}`,
        sql`${auditEvents.at} > now() - make_interval(mins => ${UNDER_WAY_MINUTES})`,
      ),
    );
  const ended = new Set([...known.map(({ metadata }) => metadata?.refund), ...acts.map(({ detail }) => detail.refund)]);
  return sumOf(
    acts.filter(({ id, action }) => action === "subscription.refund" && !ended.has(id)).map(({ detail }) => Number(detail.amount)),
  );
}

/** What is noted under an id about a refund. Of two calls at once the second finds what the first has noted. */
async function notedAct(tx: Transaction, refund: string, id: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refund ${refund}`}, 0))`);
  const [noted] = await tx.select().from(auditEvents).where(eq(auditEvents.id, id));
  return noted;
}

async function knownInvoice({ db, payments }: UserContext, invoiceId: string) {
  const [known] = await db
    .select()
    .from(invoices)
    .where(and(inWorld(payments, invoices), eq(invoices.id, invoiceId)));
  return found(known);
}

/**
 * Stripe keeps watch over the whole sum, also where several ask at once. What it refused stands in the log as refused: the note of what was
 * about to be paid back stays, as all that is in there.
 * @throws AppError refundTooLarge, chargeDisputed while a bank holds what is asked for, and whatever else went wrong
 */
async function noteRefusal(ctx: UserContext, userId: string, { uid, invoiceId, amount }: RefundInput, error: unknown): Promise<never> {
  if (!isRefused(error)) throw error;
  const { code } = error as { code?: unknown };
  const detail = { invoice: invoiceId, amount, refund: uid, reason: String(code ?? "") };
  const id = idFrom("refund_refused", ctx.actor.id, uid);
  await ctx.db.transaction(async (tx) => {
    // Sent again it is refused again, and stays one refusal.
    if (await notedAct(tx, uid, id)) return;
    await recordAct(tx, ctx, { id, action: "subscription.refund_refused", subjectId: userId, detail });
  });
  throw new AppError(code === "charge_disputed" ? "chargeDisputed" : "refundTooLarge", { cause: error });
}
