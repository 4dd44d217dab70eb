import { AppError, found } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import type { Price } from "@/server/vendors/stripe/payments";
import { toSubscription } from "../queries";
import { lookupKeyOf, offerOf } from "../rules";
import type { ChangeInput, OfferInput } from "../schema";
import { lockCurrentSubscription, syncInvoice, syncSubscription } from "../sync/mutations";
import { idOf } from "../sync/rules";
import { changeSum, isFreshPreview, withoutEnd } from "./rules";

/** The price of an offer that is for sale. @throws AppError notFound */
export async function priceOf({ payments }: Services, { plan, interval }: OfferInput) {
  const key = lookupKeyOf(plan, interval);
  return found((await payments.prices([key], true)).find(({ lookupKey }) => lookupKey === key));
}

/** What the subscription is now and what it would become. @throws AppError noSubscription | samePlan | wrongState */
async function planChange(ctx: UserContext, tx: Transaction, input: OfferInput, price: Price) {
  const { customer, held: row } = await lockCurrentSubscription(ctx, tx);
  // What is owed comes first, and what has not begun or has come to rest cannot be changed.
  if (row.status !== "active" && row.status !== "trialing") throw new AppError("wrongState");
  const offer = offerOf(row.lookupKey);
  if (!offer) throw new AppError("wrongState");
  if (offer.plan === input.plan && offer.interval === input.interval) throw new AppError("samePlan");
  const subscription = await ctx.payments.call((stripe) => stripe.subscriptions.retrieve(row.id));
  const item = found(subscription.items.data[0]);
  return {
    row,
    customer: customer.stripeId,
    subscription,
    item: item.id,
    currentPriceId: item.price.id,
    now: { offer: { ...offer, price: row.amount }, periodStart: row.currentPeriodStart, periodEnd: row.currentPeriodEnd },
    wanted: { ...input, price: price.unitAmount },
  };
}

type PlanChange = Awaited<ReturnType<typeof planChange>>;

/** The invoice that a change at this instant brings. */
const invoicePreview = ({ payments }: Services, { customer, row, item }: PlanChange, price: Price, at: Date) =>
  payments.call((stripe) =>
    stripe.invoices.createPreview({
      customer,
      subscription: row.id,
      subscription_details: {
        items: [{ id: item, price: price.id }],
        proration_behavior: "always_invoice",
        proration_date: at.getTime() / 1000,
      },
    }),
  );

/** What a change would cost now, and why. Nothing changes. */
export async function previewChange(ctx: UserContext, input: OfferInput) {
  const price = await priceOf(ctx, input);
  const change = await ctx.db.transaction((tx) => planChange(ctx, tx, input, price));
  const at = new Date(Math.floor((await ctx.payments.now()).getTime() / 1000) * 1000);
  const preview = await invoicePreview(ctx, change, price, at);
  return { ...changeSum(preview, change.now, change.wanted, at), priceId: price.id, currentPriceId: change.currentPriceId };
}

/**
 * Whether all that was shown still holds, as far as it is named: what the subscription is may have changed in another tab, and what pays a
 * part of it by anything since.
 */
async function isAsShown(ctx: UserContext, change: PlanChange, { prorationDate, dueToday, ...input }: ChangeInput, price: Price) {
  const at = new Date(prorationDate);
  if (input.priceId !== undefined && input.priceId !== price.id) return false;
  if (input.currentPriceId !== undefined && input.currentPriceId !== change.currentPriceId) return false;
  if (!isFreshPreview(at, await ctx.payments.now(), change.row.currentPeriodStart)) return false;
  return dueToday === undefined || (await invoicePreview(ctx, change, price, at)).amount_due === dueToday;
}

/**
 * Makes the change that was shown, at once and for the amount that was shown. If the card does not pay it, nothing changes.
 * @throws AppError noSubscription | samePlan | notFound | wrongState | previewOutdated | cardDeclined | cardNeedsConfirmation
 */
export async function changePlan(ctx: UserContext, input: ChangeInput) {
  const price = await priceOf(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const change = await planChange(ctx, tx, input, price);
    if (!(await isAsShown(ctx, change, input, price))) throw new AppError("previewOutdated");
    const { row, subscription, item } = change;
    const changed = await ctx.payments.call((stripe) =>
      stripe.subscriptions.update(row.id, {
        items: [{ id: item, price: price.id }],
        proration_behavior: "always_invoice",
        proration_date: new Date(input.prorationDate).getTime() / 1000,
        payment_behavior: "error_if_incomplete",
        metadata: { offer: lookupKeyOf(input.plan, input.interval) },
        // Who takes another plan wants to go on.
        ...withoutEnd(subscription),
      }),
    );
    const invoice = idOf(changed.latest_invoice);
    if (invoice) await syncInvoice(ctx, tx, ctx.actor.id, invoice);
    return toSubscription(await syncSubscription(ctx, tx, ctx.actor.id, row.id), await ctx.payments.now());
  });
}
