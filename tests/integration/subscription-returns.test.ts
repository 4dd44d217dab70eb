import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { daysOn, settle, subscribe } from "#tests/factories/billing";
import { userTopic } from "@/features/account/events";
import { paymentOf } from "@/features/subscription/sync/mutations";
import { reconcile } from "@/features/subscription/upkeep/mutations";
import { invoices } from "@/server/db/schema";
import { publish } from "@/server/realtime";

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

  // What stands as it did is asked for in few calls, however many invoices there are, and nobody is told of it.
  const demo = payments.demo ?? expect.fail("payments are no demo here");
  const asked: string[] = [];
  const handle = demo.handle.bind(demo);
  demo.handle = (request) => {
    asked.push(new URL(request.url).pathname.replace(/_\w+/, ""));
    return handle(request);
  };
  const { realtime } = harness().app.services;
  const heard: (string | null)[] = [];
  const deafen = await realtime.subscribe(userTopic(user.uid), (message) => void heard.push(message));
  await reconcile(harness().app.services);
  const [listed, returned] = [
    ["subscriptions", "subscriptions", "invoices"],
    ["refunds", "disputes"],
  ];
  const ofTheCharge = ["charges/ch", "invoice", "invoices/in", ...returned];
  expect(asked.toSorted()).toEqual([...listed, ...returned, ...ofTheCharge].map((path) => `/v1/${path}`).toSorted());
  await publish(db, userTopic(user.uid), "the end");
  await vi.waitFor(() => expect(heard).toContain("the end"), { timeout: 15_000, interval: 100 });
  expect(heard).toEqual(["the end"]);
  deafen();

  // A night that is too short ends by itself: what went back is looked for all the same.
  await db.update(invoices).set({ amountRefunded: 0 }).where(eq(invoices.id, id));
  asked.length = 0;
  await reconcile(harness().app.services, 0);
  expect([await back(), asked.includes("/v1/invoices")]).toEqual([500, false]);
  demo.handle = handle;
});
