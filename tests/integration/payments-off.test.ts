import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { BILLING, DEMO } from "#tests/factories/billing";

const harness = useHarness({ DEMO_PAYMENTS: "off" });

describe("where nobody takes payments", () => {
  it("the plans say so, and have no prices", async () => {
    const { body } = await harness().call("GET", "/api/user/web/subscription/plan/get");
    expect(body.data.payments).toBe("off");
    expect(body.data.plans.every(({ prices }: { prices: unknown[] }) => prices.length === 0)).toBe(true);
  });

  it("everybody has the free plan, and nothing can be bought", async () => {
    const { token } = await registerUser(harness());
    expect((await harness().call("GET", `${BILLING}/usage/get`, { token })).body.data.plan).toBe("free");
    expect((await harness().call("GET", `${BILLING}/active/get`, { token })).body).toEqual({ data: null });
    const bought = await harness().call("POST", `${BILLING}/checkout`, { token, body: { plan: "plus", interval: "month" } });
    expect([bought.status, bought.body.code]).toEqual([503, "paymentsOff"]);
  });

  it("there is no demo, and no webhook", async () => {
    const { token } = await registerUser(harness());
    const view = await harness().call("POST", `${DEMO}/checkout/view`, { token, body: { session: "cs_1" } });
    expect(view.status).toBe(404);
    const told = await harness().call("POST", "/api/stripe/webhook", { raw: "{}", headers: { "stripe-signature": "t=1,v1=1" } });
    expect([told.status, told.body.code]).toEqual([503, "paymentsOff"]);
  });
});
