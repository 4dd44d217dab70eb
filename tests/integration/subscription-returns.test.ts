import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { daysOn, settle, subscribe } from "#tests/factories/billing";
import { paymentOf } from "@/features/subscription/sync/mutations";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { invoices } from "@/server/db/schema";

// More than a year of renewals: nobody else's are in this file.
vi.setConfig({ testTimeout: 180_000 });

const harness = useHarness();

it("what goes back at Stripe of an invoice that is none of the newest shows by its webhook, and at night where none told", async () => {
  const { token, user } = await registerUser(harness());
  await subscribe(harness(), token);
  const { payments, db } = harness().app.services;
  const mine = () => db.select().from(invoices).where(eq(invoices.userId, user.uid));
  const [first] = await mine();
  const id = first?.id ?? "";
  await daysOn(harness(), 420);
  expect((await mine()).length).toBeGreaterThan(13);
  const payment_intent = paymentOf(await payments.call((stripe) => stripe.invoices.retrieve(id, { expand: ["payments"] })));
  await payments.call((stripe) => stripe.refunds.create({ payment_intent: payment_intent ?? "", amount: 500 }));
  await settle(harness());
  const back = async () => (await mine()).find((invoice) => invoice.id === id)?.amountRefunded;
  expect(await back()).toBe(500);
  await db.update(invoices).set({ amountRefunded: 0 }).where(eq(invoices.id, id));
  await reconcile(harness().app.services);
  expect(await back()).toBe(500);
});
