import { inArray, sql } from "drizzle-orm";
import { withPlans } from "@/features/subscription/queries";
import { entitlementsOf, LOOKUP_KEYS, offerOf } from "@/features/subscription/rules";
import { PLANS } from "@/lib/enums/subscription";
import type { UserContext } from "@/server/api/context";
import { answers } from "@/server/db/schema";
import type { ImpactInput } from "./schema";

/** Every offer with the price that it has now, if there is one. @throws AppError paymentsUnavailable */
export async function listPrices({ payments }: UserContext) {
  const prices = payments.mode === "off" ? [] : await payments.prices(LOOKUP_KEYS);
  const offers = LOOKUP_KEYS.flatMap((lookupKey) => {
    const offer = offerOf(lookupKey);
    const price = prices.find((one) => one.lookupKey === lookupKey);
    return offer ? [{ ...offer, lookupKey, price: price ? { amount: price.unitAmount, currency: price.currency } : null }] : [];
  });
  return { payments: payments.mode, offers };
}

/** How many people have more than each plan would allow. It reads every take, once: nobody asks for it but who is about to change a limit. */
export async function impactOf(ctx: UserContext, { entitlements }: ImpactInput) {
  const { db } = ctx;
  const now = await ctx.payments.now();
  const used = db
    .select({
      userId: answers.userId,
      takes: sql<number>`count(*) filter (where ${answers.storedAt} > now() - interval '7 days')`.as("takes"),
      bytes: sql<number>`sum(${answers.sizeBytes}) filter (where ${answers.deletedAt} is null and ${answers.fileKey} is not null)`.as(
        "bytes",
      ),
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
