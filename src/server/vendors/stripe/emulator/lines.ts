import type { Period } from "./periods";
import { intervalOf } from "./prices";
import type { Debit, Share } from "./proration";
import { newId } from "./store";
import type { InvoiceLine, Price, Subscription } from "./wire";
import type { Work } from "./work";

interface NewLine {
  subscription: string;
  item: string;
  price: Price;
  amount: number;
  period: Period;
  description: string;
  proration?: boolean;
  /** The charge that this line takes back. */
  credits?: Debit | undefined;
}

function newLine({ subscription, item, price, amount, period, description, proration = false, credits }: NewLine): InvoiceLine {
  const credited = credits?.invoice ? { invoice: credits.invoice, invoice_line_items: [credits.line] } : null;
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: proration ? newId("ii") : null,
        proration,
        proration_details: proration ? { credited_items: credited } : null,
        subscription,
        subscription_item: item,
      },
      type: "subscription_item_details",
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: proration ? String(amount) : price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: "1",
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** Who a line is for, and what names it. */
interface Context {
  work: Work;
  subscription: Subscription;
  price: Price;
}

function base({ subscription, price }: Context) {
  const item = subscription.items.data[0]?.id ?? "";
  return { subscription: subscription.id, item, price };
}

const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" });

/** "1 × Parley Plus (at $12.00 / month)" */
export function periodLine(context: Context, share: Share): InvoiceLine {
  const { work, price } = context;
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency: price.currency });
  const { maximumFractionDigits = 2 } = money.resolvedOptions();
  const amount = money.format((price.unit_amount ?? 0) / 10 ** maximumFractionDigits);
  return newLine({ ...base(context), ...share, description: `1 × ${work.prices.nameOf(price)} (at ${amount} / ${intervalOf(price)})` });
}

export const trialLine = (context: Context, period: Period): InvoiceLine =>
  newLine({ ...base(context), amount: 0, period, description: `Trial period for ${context.work.prices.nameOf(context.price)}` });

export const creditLine = (context: Context, share: Share, credits: Debit): InvoiceLine =>
  newLine({
    ...base(context),
    ...share,
    description: `Unused time on ${context.work.prices.nameOf(context.price)} after ${day(share.period.start)}`,
    proration: true,
    credits,
  });

export const restLine = (context: Context, share: Share): InvoiceLine =>
  newLine({
    ...base(context),
    ...share,
    description: `Remaining time on ${context.work.prices.nameOf(context.price)} after ${day(share.period.start)}`,
    proration: true,
  });

export const toDebit = ({ id, invoice, amount, period }: InvoiceLine): Debit => ({ line: id, invoice, amount, ...period });
