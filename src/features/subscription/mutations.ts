import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { AppError, found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { billingCustomers, subscriptions } from "@/server/db/schema";
import { owedInvoices, payInvoice, takeUp } from "./card/mutations";
import { priceOf } from "./change/mutations";
import { withoutEnd } from "./change/rules";
import { openCustomer } from "./customer/mutations";
import { currentSubscription, customerOf, toSubscription } from "./queries";
import { cancellingOf, isOver, lookupKeyOf } from "./rules";
import type { CancelInput, OfferInput } from "./schema";
import { lockCurrentSubscription, sync, syncSubscription } from "./sync/mutations";
import { idOf, type SubscriptionRow } from "./sync/rules";

/** Where the payment page leads back to. */
export const PAGE = "/dashboard/subscription";

/** Stripe's Checkout speaks these, each under its own name. */
export const CHECKOUT_LOCALES: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = {
  en: "en",
  fr: "fr",
  vi: "vi",
  cn: "zh",
  ar: "auto",
};

/**
 * A page of Stripe's that was opened before, once nothing can be given on it any more.
 * @returns what has become of it
 * @throws AppError paymentsUnavailable where it cannot be closed
 */
export async function closedCheckout({ payments }: UserContext, id: string): Promise<Stripe.Checkout.Session> {
  const before = await payments.call((stripe) => stripe.checkout.sessions.retrieve(id));
  if (before.status !== "open") return before;
  // Refused when it is being paid at this very moment: then it is looked at once more.
  const after = await payments
    .call((stripe) => stripe.checkout.sessions.expire(id))
    .catch(() => payments.call((stripe) => stripe.checkout.sessions.retrieve(id)));
  if (after.status === "open") throw new AppError("paymentsUnavailable", { retryAfter: 5 });
  return after;
}

/**
 * The Checkout that was opened before must not be paid beside the new one: two would be charged, and renewed, side by side. What it has
 * brought counts already.
 * @throws AppError paymentsUnavailable
 */
async function closeCheckout(ctx: UserContext, tx: Transaction, id: string): Promise<void> {
  const bought = idOf((await closedCheckout(ctx, id)).subscription);
  if (bought) await syncSubscription(ctx, tx, ctx.actor.id, bought);
}

/** A subscription whose first payment was given up is no reason not to begin again; any other one is. @throws AppError alreadySubscribed */
async function makeRoom(ctx: UserContext, tx: Transaction): Promise<void> {
  const known = await currentSubscription(ctx, tx, ctx.actor.id);
  if (!known) return;
  // Not decided by a webhook that is still on its way: it may have been paid by now, or be over.
  await syncSubscription(ctx, tx, ctx.actor.id, known.id);
  const held = await currentSubscription(ctx, tx, ctx.actor.id);
  if (!held) return;
  if (held.status === "incomplete") await giveUpFirst(ctx, tx, held.id);
  if (await currentSubscription(ctx, tx, ctx.actor.id)) throw new AppError("alreadySubscribed");
}

/**
 * Ends a subscription whose first payment has not come. Its invoice is made void first, which ends what never began: from then on nobody can
 * pay it, while one that is being paid at this very moment stays, and nothing that was paid for is taken away.
 * @returns the subscription as it is now, which is an active one where the payment was quicker
 * @throws AppError paymentsUnavailable while it is being paid
 */
async function giveUpFirst(ctx: UserContext, tx: Transaction, id: string): Promise<SubscriptionRow> {
  const { payments } = ctx;
  const first = idOf((await payments.call((stripe) => stripe.subscriptions.retrieve(id))).latest_invoice);
  const invoice =
    first &&
    (await payments
      .call((stripe) => stripe.invoices.voidInvoice(first))
      .catch(() => payments.call((stripe) => stripe.invoices.retrieve(first))));
  const left = await syncSubscription(ctx, tx, ctx.actor.id, id);
  if (left.status !== "incomplete") return left;
  // The money is there, or on its way, and the subscription has not heard of it yet.
  if (invoice && ["open", "paid"].includes(String(invoice.status))) throw new AppError("paymentsUnavailable", { retryAfter: 5 });
  await payments.call((stripe) => stripe.subscriptions.cancel(id));
  return syncSubscription(ctx, tx, ctx.actor.id, id);
}

/**
 * Opens Stripe's page on which a plan is paid. At most one can be paid at a time.
 * @returns its address
 * @throws AppError emailUnconfirmed: receipts and warnings would reach nobody | alreadySubscribed | notFound for an offer that is not
 * for sale | paymentsOff | paymentsUnavailable
 */
export async function startCheckout(ctx: UserContext, input: OfferInput): Promise<string> {
  if (!ctx.actor.emailConfirmed) throw new AppError("emailUnconfirmed");
  const price = await priceOf(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const customer = await openCustomer(ctx, tx);
    if (customer.checkoutSession) await closeCheckout(ctx, tx, customer.checkoutSession);
    await makeRoom(ctx, tx);
    const { id, url } = await ctx.payments.call((stripe) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        customer: customer.stripeId,
        client_reference_id: ctx.actor.id,
        line_items: [{ price: price.id, quantity: 1 }],
        allowed_payment_method_types: ["card"],
        subscription_data: { metadata: { offer: lookupKeyOf(input.plan, input.interval) } },
        locale: CHECKOUT_LOCALES[ctx.locale],
        success_url: `${ctx.env.publicUrl}${PAGE}?checkout=done`,
        cancel_url: `${ctx.env.publicUrl}${PAGE}?checkout=left`,
      }),
    );
    await tx.update(billingCustomers).set({ checkoutSession: id }).where(eq(billingCustomers.stripeId, customer.stripeId));
    return found(url);
  });
}

/**
 * Has a subscription end with its period; one that has not begun, or is paused, ends at once. Once more changes nothing but the reason.
 * @throws AppError noSubscription | paymentsUnavailable
 */
export async function cancelSubscription(ctx: UserContext, { reason, comment }: CancelInput) {
  return ctx.db.transaction(async (tx) => {
    const { held } = await lockCurrentSubscription(ctx, tx);
    const { status, cancelAt } = held.status === "incomplete" ? await giveUpFirst(ctx, tx, held.id) : held;
    const details = reason || comment ? { ...(reason ? { feedback: reason } : {}), ...(comment ? { comment } : {}) } : undefined;
    const why = details ? { cancellation_details: details } : {};
    await ctx.payments.call(async (stripe) => {
      if (isOver(status)) return undefined;
      if (cancellingOf(status) === "atOnce") return stripe.subscriptions.cancel(held.id, why);
      if (cancelAt && !details) return undefined;
      return stripe.subscriptions.update(held.id, { ...(cancelAt ? {} : { cancel_at_period_end: true }), ...why });
    });
    // From now on the end is their own: being let in again does not take it back.
    await tx.update(subscriptions).set({ keptOutEnd: null }).where(eq(subscriptions.id, held.id));
    return toSubscription(await syncSubscription(ctx, tx, ctx.actor.id, held.id), await ctx.payments.now());
  });
}

/**
 * Takes the end back before it has come, and lets one that is paused go on, for which its card pays; otherwise nothing changes.
 * @throws AppError noSubscription | cardDeclined | cardNeedsConfirmation, after which it is overdue
 */
export async function resumeSubscription(ctx: UserContext) {
  const { row, refusal } = await ctx.db.transaction(async (tx) => {
    const { held } = await lockCurrentSubscription(ctx, tx);
    await ctx.payments.call(async (stripe) => {
      if (held.cancelAt) await stripe.subscriptions.update(held.id, withoutEnd(await stripe.subscriptions.retrieve(held.id)));
    });
    const refusal = held.status === "paused" ? await payToGoOn(ctx, held.id) : null;
    return { row: await syncSubscription(ctx, tx, ctx.actor.id, held.id), refusal };
  });
  // Only now: what has become of it at Stripe is to be known here.
  if (refusal) throw refusal;
  return toSubscription(row, await ctx.payments.now());
}

/** Takes a paused one up with the card that is known. @returns why that card does not pay; null where it does */
async function payToGoOn(ctx: UserContext, id: string): Promise<AppError | null> {
  await takeUp(ctx, id);
  for (const { id: invoice } of await owedInvoices(ctx, id, "paused")) {
    try {
      await payInvoice(ctx, invoice);
    } catch (error) {
      if (error instanceof AppError && (error.code === "cardDeclined" || error.code === "cardNeedsConfirmation")) return error;
      throw error;
    }
  }
  return null;
}

/** Asks Stripe for what somebody has, for those who come from its page before the webhook has come. */
export async function refresh(ctx: UserContext) {
  const customer = await customerOf(ctx, ctx.db, ctx.actor.id);
  if (customer) await ctx.db.transaction((tx) => sync(ctx, tx, { customer: customer.stripeId }));
  const [held, after] = await Promise.all([currentSubscription(ctx, ctx.db, ctx.actor.id), customerOf(ctx, ctx.db, ctx.actor.id)]);
  return { subscription: held ? toSubscription(held, await ctx.payments.now()) : null, cardPending: Boolean(after?.cardSession) };
}
