import { z } from "zod";
import { BILLING_INTERVALS, CANCEL_REASONS, INVOICE_STATUSES, PLANS, SUBSCRIPTION_STATUSES } from "@/lib/enums/subscription";

const moneyDto = {
  /** Minor units. */
  amount: z.int(),
  /** ISO 4217, in lower case. */
  currency: z.string(),
};

const entitlementsDto = z.object({
  /** Recordings taken in within seven days; null: as many as one likes. */
  storedTakesPerWeek: z.int().nullable(),
  storageBytes: z.int(),
  reviewsWanted: z.int(),
  simulation: z.boolean(),
  exportMedia: z.boolean(),
});

export const planDto = z.object({
  plan: z.enum(PLANS),
  entitlements: entitlementsDto,
  /** Empty for the free plan, and where nothing is sold. */
  prices: z.array(z.object({ interval: z.enum(BILLING_INTERVALS), ...moneyDto })),
});

export const plansDto = z.object({
  /** Whether one can pay here: at Stripe, in a demo where no money moves, or not at all. */
  payments: z.enum(["stripe", "demo", "off"]),
  plans: z.array(planDto),
});

export const subscriptionDto = z.object({
  uid: z.string(),
  plan: z.enum(PLANS),
  interval: z.enum(BILLING_INTERVALS),
  status: z.enum(SUBSCRIPTION_STATUSES),
  ...moneyDto,
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string(),
  /** When it ends by itself; null while it goes on. */
  cancelAt: z.string().nullable(),
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  trialEnd: z.string().nullable(),
  /** While a payment is overdue: until when everything still works. */
  graceEndsAt: z.string().nullable(),
  /** While the first payment is not finished: until when it can be. */
  lapsesAt: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).nullable(),
});

export const usageDto = z.object({
  plan: z.enum(PLANS),
  entitlements: entitlementsDto,
  /** Until when the plan was given free of charge; null for one that is paid for, and the free one. */
  complimentaryUntil: z.string().nullable(),
  takes: z.object({
    /** Within the last seven days. */
    used: z.int(),
    /** When the next one is taken in again; null while there is room. */
    nextFreeAt: z.string().nullable(),
  }),
  storedBytes: z.int(),
});

export const invoiceDto = z.object({
  uid: z.string(),
  number: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  ...moneyDto,
  amountRefunded: z.int(),
  createdAt: z.string(),
});

export const refreshedDto = z.object({
  subscription: subscriptionDto.nullable(),
  /** A card was given, or is being given, that does not pay yet. */
  cardPending: z.boolean(),
});

export const owedDto = z.object({
  subscription: subscriptionDto.nullable(),
  /** Where the bank asks for a confirmation; null when nothing is missing. */
  url: z.string().nullable(),
});

export const addressDto = z.object({ url: z.string() });

export const methodDto = z.object({
  /** For Stripe's own form, when no card was given with the call. */
  clientSecret: z.string().nullable(),
  subscription: subscriptionDto.nullable(),
});

/** One line of what a change costs today: a price for a part of a period. */
const changeLineDto = z.object({
  /** credit: time that was paid and is not used; charge: the new plan's part. */
  kind: z.enum(["credit", "charge"]),
  plan: z.enum(PLANS),
  interval: z.enum(BILLING_INTERVALS),
  /** The price of the whole period, in minor units. */
  price: z.int(),
  /** price × days ÷ ofDays, rounded to the minor unit; negative for a credit. */
  amount: z.int(),
  days: z.number(),
  ofDays: z.number(),
});

export const changePreviewDto = z.object({
  prorationDate: z.string(),
  currency: z.string(),
  lines: z.array(changeLineDto),
  /** What was in the customer's favour from earlier, and pays a part; negative. */
  fromBalance: z.int(),
  dueToday: z.int(),
  /** What is left in the customer's favour and pays what comes; negative or 0. */
  balanceAfter: z.int(),
  next: z.object({ amount: z.int(), at: z.string() }),
  /** The price that it would be, and the one that it is: sent back with the change, as is what is due today. */
  priceId: z.string(),
  currentPriceId: z.string(),
});

export const receiptDto = z.object({
  /** A name for the file. */
  name: z.string(),
  type: z.literal("application/pdf"),
  /** Base64. */
  content: z.string(),
});
