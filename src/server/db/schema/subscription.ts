import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { BILLING_WORLDS, CANCEL_REASONS, INVOICE_STATUSES, PLANS, SUBSCRIPTION_STATUSES } from "@/lib/enums/subscription";
import { users } from "./account";
import { instant } from "./columns";

export const planEnum = pgEnum("plan", PLANS);
export const subscriptionStatusEnum = pgEnum("subscription_status", SUBSCRIPTION_STATUSES);
export const invoiceStatusEnum = pgEnum("invoice_status", INVOICE_STATUSES);
export const billingWorldEnum = pgEnum("billing_world", BILLING_WORLDS);
export const cancelReasonEnum = pgEnum("cancel_reason", CANCEL_REASONS);

/** Who is which customer at Stripe. */
export const billingCustomers = pgTable(
  "billing_customers",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    world: billingWorldEnum().notNull(),
    stripeId: text("stripe_id").notNull(),
    /** The Checkout that was opened last: at most one can still be paid, so that nobody pays twice. */
    checkoutSession: text("checkout_session"),
    /** The one that was opened last to give another card, until that card pays. */
    cardSession: text("card_session"),
    /** The address and the name by which Stripe knows them: those of their account when it was last told. Null until it is. */
    toldEmail: text("told_email"),
    toldName: text("told_name"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.world] }), uniqueIndex("billing_customers_stripe_key").on(t.stripeId)],
);

/** Customers of erased accounts, whom Stripe is still to forget. */
export const billingDepartures = pgTable("billing_departures", {
  stripeId: text("stripe_id").primaryKey(),
  world: billingWorldEnum().notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** What may be shown of a card. */
export interface CardSummary {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** Subscriptions as Stripe last told them: nothing here is decided by this app. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    world: billingWorldEnum().notNull(),
    status: subscriptionStatusEnum().notNull(),
    /** The price's lookup key, from which the plan follows. */
    lookupKey: text("lookup_key").notNull(),
    /** Minor units a period, and ISO 4217 in lower case, as Stripe writes it. */
    amount: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    /** What the next payment is taken from; null without one. */
    card: jsonb().$type<CardSummary>(),
    currentPeriodStart: instant("current_period_start").notNull(),
    currentPeriodEnd: instant("current_period_end").notNull(),
    /** When it ends by itself, whether Stripe was told a date or "at the period's end". */
    cancelAt: instant("cancel_at"),
    cancelReason: cancelReasonEnum("cancel_reason"),
    /** The end that was set because its owner is kept out, until they choose for themselves: letting them in again takes it back. */
    keptOutEnd: instant("kept_out_end"),
    /** The end of which its owner was last reminded. */
    remindedOf: instant("reminded_of"),
    trialEnd: instant("trial_end"),
    endedAt: instant("ended_at"),
    /** Since when it is past due: the days of grace count from here. */
    pastDueSince: instant("past_due_since"),
    createdAt: instant("created_at").notNull(),
    /** When it was last written, as Stripe had it. */
    syncedAt: instant("synced_at").notNull().defaultNow(),
  },
  (t) => [
    index("subscriptions_user_idx").on(t.userId, t.createdAt),
    index("subscriptions_open_idx").on(t.lookupKey, t.userId).where(sql`status in ('trialing', 'active', 'past_due')`),
    check("subscriptions_past_due_check", sql`(${t.status} = 'past_due') = (${t.pastDueSince} is not null)`),
  ],
);

/** Invoices as Stripe last told them; the receipt itself stays there. */
export const invoices = pgTable(
  "invoices",
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    world: billingWorldEnum().notNull(),
    number: text(),
    status: invoiceStatusEnum().notNull(),
    /** Minor units. */
    total: bigint({ mode: "number" }).notNull(),
    /** What was paid of it, by a card or otherwise than from credit; null where it was written before that was kept. */
    amountPaid: bigint("amount_paid", { mode: "number" }),
    amountRefunded: bigint("amount_refunded", { mode: "number" }).notNull().default(0),
    /** ISO 4217, lower case as Stripe writes it. */
    currency: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("invoices_user_idx").on(t.userId, t.createdAt, t.id),
    index("invoices_paid_idx").on(t.createdAt).where(sql`status = 'paid'`),
  ],
);

/** Whom and what an event of Stripe's is about, by Stripe's ids; the rest is asked of Stripe. */
export interface EventSubject {
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  /** A Checkout that was finished. */
  session: string | null;
  /** Of which money went back; what came in before has none. */
  charge?: string | null;
}

/** Each event of Stripe's once: whatever is delivered again meets its row. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    subject: jsonb().$type<EventSubject>().notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** Not before this instant: the wait grows with each failure. */
    dueAt: instant("due_at").notNull().defaultNow(),
    lastError: text("last_error"),
    /** Written in the transaction of the event's effect. */
    handledAt: instant("handled_at"),
  },
  (t) => [index("stripe_events_due_idx").on(t.dueAt).where(sql`handled_at is null`), index("stripe_events_received_idx").on(t.receivedAt)],
);

/** A plan that an administrator gave for a while, with the reason. */
export const complimentaryPeriods = pgTable(
  "complimentary_periods",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    plan: planEnum().notNull(),
    startsAt: instant("starts_at").notNull().defaultNow(),
    endsAt: instant("ends_at").notNull(),
    reason: text().notNull(),
    /** Who gave it; null when their account is gone. */
    grantedBy: uuid("granted_by").references(() => users.id, { onDelete: "set null" }),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    index("complimentary_periods_user_idx").on(t.userId, t.endsAt),
    index("complimentary_periods_given_idx").on(t.endsAt, t.plan).where(sql`revoked_at is null`),
    check("complimentary_periods_order_check", sql`${t.endsAt} > ${t.startsAt}`),
  ],
);
