import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { activeOf, billingIn, settle, subscribe } from "#tests/factories/billing";
import { subscriptionData } from "@/features/subscription/personal-data";
import { forgetDeparted } from "@/features/subscription/upkeep/mutations";
import { billingCustomers, billingDepartures, subscriptions } from "@/server/db/schema";

// Months go by in them, renewals of everybody before included.
vi.setConfig({ testTimeout: 90_000 });

const harness = useHarness();
const { invoicesOf } = billingIn(harness);

describe("an account that is erased", () => {
  it("is forgotten at Stripe, which ends what it paid for", async () => {
    const { token, user } = await registerUser(harness());
    const held = await subscribe(harness(), token);
    const { db, payments } = harness().app.services;
    const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, user.uid));
    await db.transaction((tx) => subscriptionData.erase(tx, user.uid));
    expect(await activeOf(harness(), token)).toBeNull();
    expect((await invoicesOf(token)).meta.total).toBe(0);
    await forgetDeparted(harness().app.services);
    expect(await db.select().from(billingDepartures)).toEqual([]);
    const left = await payments.call((stripe) => stripe.customers.retrieve(row?.stripeId ?? ""));
    expect(left).toMatchObject({ deleted: true });
    expect((await payments.call((stripe) => stripe.subscriptions.retrieve(held.uid))).status).toBe("canceled");
    // What Stripe still tells of it is nobody's.
    await settle(harness());
    expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, user.uid))).toEqual([]);
  });
});
