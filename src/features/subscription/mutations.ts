import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { AppError, found } from "@/lib/app-error";
import type { Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { billingCustomers, users } from "@/server/db/schema";
import { priceOf } from "./change/mutations";
import { currentSubscription, customerOf, toSubscription } from "./queries";
import { lookupKeyOf } from "./rules";
import type { CancelInput, OfferInput } from "./schema";
import { lockHeld, payFrom, sync, syncSubscription } from "./sync/mutations";
import { lockCustomer } from "./sync/queries";
import { idOf } from "./sync/rules";

const PAGE = "/dashboard/subscription";

/** Stripe's Checkout speaks these, each under its own name. */
const CHECKOUT_LOCALES: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = { en: "en", fr: "fr", vi: "vi", cn: "zh", ar: "auto" };

/** Who somebody is at Stripe, made known there at the first Checkout. Locked until the transaction ends. */
async function openCustomer(ctx: UserContext, tx: Executor) {
  const { id } = ctx.actor;
  // Before the first Checkout there is no row that two of them could meet at.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer:${id}`}, 0))`);
  const known = await customerOf(tx, id);
  if (known) await lockCustomer(tx, known.stripeId);
  const customer = known ?? (await makeCustomer(ctx, tx));
  // They may have changed since the last time; receipts name whoever pays now.
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  const { email, firstName, lastName } = found(user);
  await ctx.payments.call((stripe) => stripe.customers.update(customer.stripeId, { email, name: `${firstName} ${lastName}`.trim() }));
  return customer;
}

/** Made once, also when the call is repeated because its answer was lost: what it says must be the same then. */
async function makeCustomer({ actor: { id }, payments }: UserContext, tx: Executor) {
  const { id: stripeId } = await payments.call((stripe) =>
    stripe.customers.create({ metadata: { user: id } }, { idempotencyKey: `customer-${id}` }),
  );
  const [made] = await tx.insert(billingCustomers).values({ userId: id, stripeId }).returning();
  return found(made);
}

/** The Checkout that was opened before must not be paid beside the new one; what it has brought counts already. */
async function closeCheckout(ctx: UserContext, tx: Executor, id: string): Promise<void> {
  const session = await ctx.payments.call((stripe) => stripe.checkout.sessions.retrieve(id));
  const bought = idOf(session.subscription);
  if (bought) await syncSubscription(ctx, tx, ctx.actor.id, bought);
  else if (session.status === "open") await ctx.payments.call((stripe) => stripe.checkout.sessions.expire(id));
}

/**
 * Opens Stripe's page on which a plan is paid. At most one can be paid at a time.
 * @returns its address
 * @throws AppError alreadySubscribed | notFound for an offer that is not for sale | paymentsOff | paymentsUnavailable
 */
export async function startCheckout(ctx: UserContext, input: OfferInput): Promise<string> {
  const price = await priceOf(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const customer = await openCustomer(ctx, tx);
    if (customer.checkoutSession) await closeCheckout(ctx, tx, customer.checkoutSession);
    if (await currentSubscription(tx, ctx.actor.id)) throw new AppError("alreadySubscribed");
    const { id, url } = await ctx.payments.call((stripe) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        customer: customer.stripeId,
        client_reference_id: ctx.actor.id,
        line_items: [{ price: price.id, quantity: 1 }],
        subscription_data: { metadata: { offer: lookupKeyOf(input.plan, input.interval) } },
        locale: CHECKOUT_LOCALES[ctx.locale],
        success_url: `${ctx.env.publicUrl}${PAGE}?checkout=done`,
        cancel_url: `${ctx.env.publicUrl}${PAGE}?checkout=left`,
      }),
    );
    await tx.update(billingCustomers).set({ checkoutSession: id }).where(eq(billingCustomers.userId, ctx.actor.id));
    return found(url);
  });
}

/** Has a subscription end with its period. Once more changes nothing but the reason. @throws AppError noSubscription */
export async function cancelSubscription(ctx: UserContext, { reason, comment }: CancelInput) {
  return ctx.db.transaction(async (tx) => {
    const { held } = await lockHeld(ctx, tx);
    const details = { ...(reason ? { feedback: reason } : {}), ...(comment ? { comment } : {}) };
    if (!held.cancelAt || reason || comment) {
      await ctx.payments.call((stripe) =>
        stripe.subscriptions.update(held.id, {
          ...(held.cancelAt ? {} : { cancel_at_period_end: true }),
          ...(reason || comment ? { cancellation_details: details } : {}),
        }),
      );
    }
    return toSubscription(await syncSubscription(ctx, tx, ctx.actor.id, held.id));
  });
}

/** Takes the end back before it has come; without one nothing changes. @throws AppError noSubscription */
export async function resumeSubscription(ctx: UserContext) {
  return ctx.db.transaction(async (tx) => {
    const { held } = await lockHeld(ctx, tx);
    if (held.cancelAt) {
      await ctx.payments.call(async (stripe) => {
        const { cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(held.id);
        await stripe.subscriptions.update(held.id, atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" });
      });
    }
    return toSubscription(await syncSubscription(ctx, tx, ctx.actor.id, held.id));
  });
}

/**
 * Makes a card that Stripe knows the one that pays, and tries what is owed; without a card, begins to take one.
 * @throws AppError noSubscription | cardDeclined | notFound for a card that Stripe does not know
 */
export async function changeMethod(ctx: UserContext, paymentMethodId: string | undefined) {
  return ctx.db.transaction(async (tx) => {
    const { customer, held } = await lockHeld(ctx, tx);
    if (paymentMethodId === undefined) {
      const { client_secret: clientSecret } = await ctx.payments.call((stripe) =>
        stripe.setupIntents.create({ customer, usage: "off_session" }),
      );
      return { clientSecret, subscription: toSubscription(held) };
    }
    // Some names stand for a kind of card, and each use of one makes a card of its own.
    const { id } = await ctx.payments.call((stripe) => stripe.paymentMethods.attach(paymentMethodId, { customer })).catch(asNotFound);
    await payFrom(ctx, customer, id);
    await sync(ctx, tx, { customer });
    return { clientSecret: null, subscription: toSubscription(found(await currentSubscription(tx, ctx.actor.id))) };
  });
}

/** A card that is unknown, or another customer's, does not exist here. */
function asNotFound(error: unknown): never {
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (code === "resource_missing" || type === "StripeInvalidRequestError") throw new AppError("notFound", { cause: error });
  throw error;
}

/** Opens Stripe's page on which another card is given. @returns its address @throws AppError noSubscription */
export async function startCardCheckout(ctx: UserContext): Promise<string> {
  const { customer, held } = await ctx.db.transaction((tx) => lockHeld(ctx, tx));
  const { url } = await ctx.payments.call((stripe) =>
    stripe.checkout.sessions.create({
      mode: "setup",
      customer,
      currency: held.currency,
      client_reference_id: ctx.actor.id,
      locale: CHECKOUT_LOCALES[ctx.locale],
      success_url: `${ctx.env.publicUrl}${PAGE}?card=done`,
      cancel_url: `${ctx.env.publicUrl}${PAGE}?card=left`,
    }),
  );
  return found(url);
}

/** Tries what is owed with the card that is known. @throws AppError noSubscription | cardDeclined | cardNeedsConfirmation */
export async function payOwed(ctx: UserContext) {
  const { customer, held } = await ctx.db.transaction((tx) => lockHeld(ctx, tx));
  const owed = await ctx.payments.call((stripe) => stripe.invoices.list({ customer, subscription: held.id, status: "open", limit: 100 }));
  for (const { id } of owed.data.toReversed()) await ctx.payments.call((stripe) => stripe.invoices.pay(id));
  return refresh(ctx);
}

/** Asks Stripe for what somebody has, for those who come from its page before the webhook has come. */
export async function refresh(ctx: UserContext) {
  const customer = await customerOf(ctx.db, ctx.actor.id);
  if (!customer) return null;
  return ctx.db.transaction(async (tx) => {
    await sync(ctx, tx, { customer: customer.stripeId });
    const held = await currentSubscription(tx, ctx.actor.id);
    return held ? toSubscription(held) : null;
  });
}
