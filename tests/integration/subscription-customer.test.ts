import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { subscribe } from "#tests/factories/billing";
import { wakes } from "#tests/factories/jobs";
import { linkIn, mailsTo } from "#tests/factories/mails";
import { introduceChanged } from "@/features/subscription/customer/mutations";
import { customerOf } from "@/features/subscription/queries";
import { billingCustomers } from "@/server/db/schema";

const harness = useHarness();
const ACCOUNT = "/api/user/personalization/account";

/** Somebody who has paid once, and what Stripe knows of them. */
const paying = async () => {
  const { token, user, email } = await registerUser(harness());
  await subscribe(harness(), token);
  const { services } = harness().app;
  const stripeId = (await customerOf(services, services.db, user.uid))?.stripeId ?? "";
  const atStripe = () => services.payments.call((stripe) => stripe.customers.retrieve(stripeId));
  return { token, email, services, stripeId, atStripe };
};
const post = (token: string, path: string, body: unknown) => harness().call("POST", `${ACCOUNT}${path}`, { token, body });
const renamed = (token: string, lastName: string) =>
  harness().call("POST", `${ACCOUNT}/detail/profile/update`, { token, body: { lastName } });

describe("whoever pays", () => {
  it("is known to Stripe by the name and the address that their account has, also when those change afterwards", async () => {
    const { token, email, services, atStripe } = await paying();
    expect(await atStripe()).toMatchObject({ email, name: "Ada Test" });
    expect(await wakes(harness(), () => renamed(token, "King"))).toContain("subscription.introduce");
    await introduceChanged(services);
    expect(await atStripe()).toMatchObject({ email, name: "Ada King" });

    const next = `${randomUUID()}@example.com`;
    await post(token, "/email/change", { email: next });
    await introduceChanged(services);
    // It counts once it is confirmed.
    expect(await atStripe()).toMatchObject({ email });
    const [mail] = await mailsTo(harness(), next);
    if (!mail) throw new Error("no mail to the new address");
    const confirms = () => harness().call("POST", "/api/user/verify/email", { token, body: { token: linkIn(mail).hash.slice(1) } });
    expect(await wakes(harness(), confirms)).toContain("subscription.introduce");
    await introduceChanged(services);
    expect(await atStripe()).toMatchObject({ email: next, name: "Ada King" });
  });

  it("is told of again only when something has changed, and by each in turn: one of whom Stripe cannot hear keeps nobody back", async () => {
    const [one, other] = [await paying(), await paying()];
    const { services } = one;
    await introduceChanged(services);
    const { call } = services.payments;
    let calls = 0;
    services.payments.call = ((work) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error("away")) : call(work);
    }) as typeof call;
    await introduceChanged(services);
    expect(calls).toBe(0);
    for (const { token } of [one, other]) await renamed(token, "King");
    await introduceChanged(services);
    await introduceChanged(services);
    services.payments.call = call;
    expect(calls).toBe(3);
    for (const { atStripe } of [one, other]) expect(await atStripe()).toMatchObject({ name: "Ada King" });
  });

  it("and was deleted at Stripe is not told of over and over", async () => {
    const { token, services, stripeId } = await paying();
    await services.payments.call((stripe) => stripe.customers.del(stripeId));
    await renamed(token, "King");
    await introduceChanged(services);
    const [row] = await services.db.select().from(billingCustomers).where(eq(billingCustomers.stripeId, stripeId));
    expect(row?.toldName).toBe("Ada King");
  });
});
