import { eq } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { billingCustomers } from "@/server/db/schema";
import { adoptCard, owedInvoices, payFrom, payInvoice } from "../card/mutations";
import { CHECKOUT_LOCALES, closedCheckout, PAGE } from "../mutations";
import { currentSubscription, toSubscription } from "../queries";
import { lockCurrentSubscription, sync } from "../sync/mutations";
import { isRefused } from "../sync/rules";

/**
 * Makes a card that Stripe knows the one that pays, and tries what is owed; without a card, begins to take one.
 * @throws AppError noSubscription | notFound for a card that Stripe does not know, or that is somebody else's
 */
export async function changeMethod(ctx: UserContext, paymentMethodId: string | undefined) {
  if (paymentMethodId === undefined) return beginMethod(ctx);
  return ctx.db.transaction(async (tx) => {
    const { customer } = await lockCurrentSubscription(ctx, tx);
    const { stripeId, cardSession } = customer;
    // The card that is chosen last is the one: a page that is still open takes no other after it.
    if (cardSession) await closedCheckout(ctx, cardSession);
    // Some names stand for a kind of card, and each use of one makes a card of its own.
    const { id } = await ctx.payments
      .call((stripe) => stripe.paymentMethods.attach(paymentMethodId, { customer: stripeId }))
      .catch(asNotFound);
    await payFrom(ctx, stripeId, id);
    await tx.update(billingCustomers).set({ cardSession: null }).where(eq(billingCustomers.stripeId, stripeId));
    await sync(ctx, tx, { customer: stripeId });
    const after = found(await currentSubscription(ctx, tx, ctx.actor.id));
    return { clientSecret: null, subscription: toSubscription(after, await ctx.payments.now()) };
  });
}

/** What Stripe's own form takes a card by. It changes nothing yet, and so waits for Stripe without keeping anybody else waiting. */
async function beginMethod(ctx: UserContext) {
  const { customer, held } = await ctx.db.transaction((tx) => lockCurrentSubscription(ctx, tx));
  const { client_secret: clientSecret } = await ctx.payments.call((stripe) =>
    stripe.setupIntents.create({ customer: customer.stripeId, usage: "off_session" }),
  );
  return { clientSecret, subscription: toSubscription(held, await ctx.payments.now()) };
}

/** A card that is unknown, or another customer's, does not exist here. */
function asNotFound(error: unknown): never {
  throw isRefused(error) ? new AppError("notFound", { cause: error }) : error;
}

/**
 * Opens Stripe's page on which another card is given. One that was opened before is closed: what is given on it would be asked about by
 * nobody. A card that was given there already pays until the next one is there.
 * @returns its address
 * @throws AppError noSubscription | paymentsUnavailable
 */
export async function startCardCheckout(ctx: UserContext): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const { customer, held } = await lockCurrentSubscription(ctx, tx);
    if (customer.cardSession) {
      await closedCheckout(ctx, customer.cardSession);
      await adoptCard(ctx, tx, customer);
    }
    const { id, url } = await ctx.payments.call((stripe) =>
      stripe.checkout.sessions.create({
        mode: "setup",
        customer: customer.stripeId,
        currency: held.currency,
        allowed_payment_method_types: ["card"],
        client_reference_id: ctx.actor.id,
        locale: CHECKOUT_LOCALES[ctx.locale],
        success_url: `${ctx.env.publicUrl}${PAGE}?card=done`,
        cancel_url: `${ctx.env.publicUrl}${PAGE}?card=left`,
      }),
    );
    await tx.update(billingCustomers).set({ cardSession: id }).where(eq(billingCustomers.stripeId, customer.stripeId));
    return found(url);
  });
}

/**
 * Tries what is owed with the card that is known.
 * @returns the subscription, and where the bank asks its owner if only that is missing
 * @throws AppError noSubscription | wrongState when nothing can be paid | cardDeclined | cardNeedsConfirmation
 */
export async function payOwed(ctx: UserContext) {
  return ctx.db.transaction(async (tx) => {
    const { customer, held } = await lockCurrentSubscription(ctx, tx);
    const owed = await owedInvoices(ctx, held.id, held.status);
    if (owed.length === 0 && held.status !== "active") throw new AppError("wrongState");
    for (const { id, hosted_invoice_url: url } of owed) {
      try {
        await payInvoice(ctx, id);
      } catch (error) {
        if (error instanceof AppError && error.code === "cardNeedsConfirmation" && url)
          return { subscription: toSubscription(held, await ctx.payments.now()), url };
        throw error;
      }
    }
    await sync(ctx, tx, { customer: customer.stripeId });
    const after = await currentSubscription(ctx, tx, ctx.actor.id);
    return { subscription: after ? toSubscription(after, await ctx.payments.now()) : null, url: null };
  });
}
