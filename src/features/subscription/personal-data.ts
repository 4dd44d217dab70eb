import { and, count, desc, eq, notInArray } from "drizzle-orm";
import { billingCustomers, billingDepartures, complimentaryPeriods, invoices, subscriptions } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { toInvoice, toSubscription } from "./queries";
import { OVER } from "./rules";
import { endWithPeriod } from "./upkeep/mutations";

/** What paying leaves. Invoices themselves stay with Stripe, which the law may require for years. */
export const subscriptionData: PersonalData = {
  name: "subscription",

  count: async (db, userId) => {
    const running = and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, [...OVER]));
    const [held] = await db.select({ n: count() }).from(subscriptions).where(running);
    const [asked] = await db.select({ n: count() }).from(invoices).where(eq(invoices.userId, userId));
    return { subscriptions: held?.n ?? 0, invoices: asked?.n ?? 0 };
  },

  records: async ({ db }, userId) => {
    const [known, held, asked, given] = await Promise.all([
      db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId)),
      db.select().from(subscriptions).where(eq(subscriptions.userId, userId)).orderBy(desc(subscriptions.createdAt)),
      db.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(desc(invoices.createdAt)),
      db.select().from(complimentaryPeriods).where(eq(complimentaryPeriods.userId, userId)),
    ]);
    const now = new Date();
    return {
      data: {
        // As whom Stripe knows them.
        customers: known.map(({ world, stripeId, toldEmail, toldName, createdAt }) => ({
          world,
          stripeId,
          toldEmail,
          toldName,
          createdAt,
        })),
        subscriptions: held.map((one) => toSubscription(one, now)),
        invoices: asked.map(toInvoice),
        // Why it was given is the team's own note.
        complimentary: given.map(({ plan, startsAt, endsAt, revokedAt }) => ({ plan, startsAt, endsAt, revokedAt })),
      },
      files: [],
    };
  },

  stored: async () => [],

  leaving: endWithPeriod,

  erase: async (db, userId) => {
    // Stripe forgets the customer by a job: it may be away now, and the account's end does not wait for it.
    const gone = await db
      .delete(billingCustomers)
      .where(eq(billingCustomers.userId, userId))
      .returning({ stripeId: billingCustomers.stripeId, world: billingCustomers.world });
    if (gone.length > 0) await db.insert(billingDepartures).values(gone).onConflictDoNothing();
    for (const table of [subscriptions, invoices, complimentaryPeriods]) await db.delete(table).where(eq(table.userId, userId));
  },
};
