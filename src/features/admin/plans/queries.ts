import { inArray, sql } from "drizzle-orm";
import { TAKEN_LATELY, TAKES_ROOM, withPlans } from "@/features/subscription/queries";
import { entitlementsOf, LOOKUP_KEYS, offerOf } from "@/features/subscription/rules";
import { PLANS } from "@/lib/enums/subscription";
import type { UserContext } from "@/server/api/context";
import { answers } from "@/server/db/schema";
import type { ImpactInput } from "./schema";

/** Every offer with the price that it has now, if there is one. @throws AppError paymentsUnavailable */
export async function listPrices({ payments }: UserContext) {
  const [prices, inactive] =
    payments.mode === "off" ? [[], []] : await Promise.all([payments.prices(LOOKUP_KEYS), payments.inactive(LOOKUP_KEYS)]);
  const offers = LOOKUP_KEYS.flatMap((lookupKey) => {
    const offer = offerOf(lookupKey);
    const price = prices.find((one) => one.lookupKey === lookupKey);
    return offer
      ? [
          {
            ...offer,
            lookupKey,
            price: price ? { amount: price.unitAmount, currency: price.currency } : null,
            inactive: !price && inactive.includes(lookupKey),
          },
        ]
      : [];
  });
  return { payments: payments.mode, offers };
}

/**
 * How many people have more than each plan would allow, counted as the limits are when something is to be stored. It reads every take,
 * which takes half a second for a million: nobody asks for it but who is about to change a limit. How many reviews one may want is no
 * such limit: what was asked for under another stays.
 */
export async function impactOf(ctx: UserContext, { entitlements }: ImpactInput) {
  const { db } = ctx;
  const now = await ctx.payments.now();
  const used = db
    .select({
      userId: answers.userId,
      takes: sql<number>`count(*) filter (where ${TAKEN_LATELY})`.as("takes"),
      bytes: sql<number>`sum(${answers.sizeBytes}) filter (where ${TAKES_ROOM})`.as("bytes"),
    })
    .from(answers)
    .groupBy(answers.userId)
    .as("used");
  const has = (plan: "plus" | "pro") => inArray(used.userId, withPlans(ctx, db, [plan], now));
  const held = db
    .select({
      takes: used.takes,
      bytes: used.bytes,
      plan: sql<string>`case when ${has("pro")} then 'pro' when ${has("plus")} then 'plus' else 'free' end`.as("plan"),
    })
    .from(used)
    .as("held");
  const limits = PLANS.map((plan) => {
    const { storedTakesPerWeek, storageBytes } = entitlementsOf(entitlements[plan]);
    return sql`(${plan}::text, ${storedTakesPerWeek}::float8, ${storageBytes}::float8)`;
  });
  const rows = await db.execute<{ plan: (typeof PLANS)[number]; takes: number; storage: number }>(sql`
    select allowed as plan,
      (count(*) filter (where ${held.takes} > most_takes))::int as takes,
      (count(*) filter (where ${held.bytes} > most_bytes))::int as storage
    from (values ${sql.join(limits, sql`, `)}) as limits (allowed, most_takes, most_bytes)
    left join ${held} on ${held.plan} = allowed
    group by allowed`);
  return PLANS.map((plan) => {
    const { takes = 0, storage = 0 } = rows.find((row) => row.plan === plan) ?? {};
    return { plan, takes, storage };
  });
}
