import { z } from "zod";
import { instant, minorUnits } from "@/lib/dto-fields";
import { BILLING_INTERVALS, CANCEL_REASONS, INVOICE_STATUSES, PLANS, SUBSCRIPTION_STATUSES } from "@/lib/enums/subscription";

const moneyDto = {
  amount: minorUnits,
  currency: z.string().meta({ description: "ISO 4217, in lower case." }),
};

const entitlementsDto = z.object({
  storedTakesPerWeek: z.int().nullable().meta({ description: "Recordings taken in within seven days; null: as many as one likes." }),
  storageBytes: z.int(),
  reviewsWanted: z.int(),
  simulation: z.boolean(),
  exportMedia: z.boolean(),
});

export const planDto = z.object({
  plan: z.enum(PLANS),
  entitlements: entitlementsDto,
  prices: z
    .array(z.object({ interval: z.enum(BILLING_INTERVALS), ...moneyDto }))
    .meta({ description: "Empty for the free plan, and where nothing is sold." }),
});

export const plansDto = z.object({
  payments: z
    .enum(["stripe", "demo", "off"])
    .meta({ description: "Whether one can pay here: at Stripe, in a demo where no money moves, or not at all." }),
  plans: z.array(planDto),
});

export const subscriptionDto = z.object({
  uid: z.string(),
  plan: z.enum(PLANS),
  interval: z.enum(BILLING_INTERVALS),
  status: z.enum(SUBSCRIPTION_STATUSES),
  ...moneyDto,
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAt: instant.nullable().meta({ description: "When it ends by itself; null while it goes on." }),
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  trialEnd: instant.nullable(),
  graceEndsAt: instant.nullable().meta({ description: "While a payment is overdue: until when everything still works." }),
  lapsesAt: instant.nullable().meta({ description: "While the first payment is not finished: until when it can be." }),
  card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).nullable(),
});

export const usageDto = z.object({
  plan: z.enum(PLANS),
  entitlements: entitlementsDto,
  complimentaryUntil: instant
    .nullable()
    .meta({ description: "Until when the plan was given free of charge; null for one that is paid for, and the free one." }),
  takes: z.object({
    used: z.int().meta({ description: "Within the last seven days." }),
    nextFreeAt: instant.nullable().meta({ description: "When the next one is taken in again; null while there is room." }),
  }),
  storedBytes: z.int(),
});

export const invoiceDto = z.object({
  uid: z.string(),
  number: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  ...moneyDto,
  amountRefunded: minorUnits,
  createdAt: instant,
});

export const refreshedDto = z.object({
  subscription: subscriptionDto.nullable(),
  cardPending: z.boolean().meta({ description: "A card was given, or is being given, that does not pay yet." }),
});

export const owedDto = z.object({
  subscription: subscriptionDto.nullable(),
  url: z.string().nullable().meta({ description: "Where the bank asks for a confirmation; null when nothing is missing." }),
});

export const addressDto = z.object({ url: z.string() });

export const methodDto = z.object({
  clientSecret: z.string().nullable().meta({ description: "For Stripe's own form, when no card was given with the call." }),
  subscription: subscriptionDto.nullable(),
});

/** One line of what a change costs today: a price for a part of a period. */
const changeLineDto = z.object({
  kind: z.enum(["credit", "charge"]).meta({ description: "credit: time that was paid and is not used; charge: the new plan's part." }),
  plan: z.enum(PLANS),
  interval: z.enum(BILLING_INTERVALS),
  price: minorUnits.meta({ description: "The price of the whole period, in minor units." }),
  amount: minorUnits.meta({ description: "price × days ÷ ofDays, rounded to the minor unit; negative for a credit." }),
  days: z.number(),
  ofDays: z.number(),
});

export const changePreviewDto = z.object({
  prorationDate: instant,
  currency: moneyDto.currency,
  lines: z.array(changeLineDto),
  fromBalance: minorUnits.meta({
    description: "Minor units: what was in the customer's favour from earlier, and pays a part; negative or 0.",
  }),
  dueToday: minorUnits,
  balanceAfter: minorUnits.meta({ description: "Minor units: what is left in the customer's favour and pays what comes; negative or 0." }),
  next: z.object({ amount: minorUnits, at: instant }),
  priceId: z.string().meta({ description: "The price that it would be: sent back with the change, as is what is due today." }),
  currentPriceId: z.string().meta({ description: "The price that it is: sent back, too." }),
});

export const receiptDto = z.object({
  name: z.string().meta({ description: "A name for the file." }),
  type: z.literal("application/pdf"),
  content: z.string().meta({ description: "Base64." }),
});
