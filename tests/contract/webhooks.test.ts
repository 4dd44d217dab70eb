import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { subscribe } from "#tests/factories/billing";
import { demoSecret, signEvent, stripeEvent } from "#tests/factories/stripe-events";
import { stripeEvents } from "@/server/db/schema";

const harness = useHarness();
const PATH = "/api/stripe/webhook";
let secret: string;
let customer: string;

beforeAll(async () => {
  secret = demoSecret(harness().env.kept.demoPaymentsKey);
  const { token } = await registerUser(harness());
  await subscribe(harness(), token);
  const { data } = await harness().app.services.payments.call((api) => api.subscriptions.list({ limit: 1 }));
  customer = String(data[0]?.customer);
});

let made = 0;
/** An event about somebody who is here, as Stripe writes it. */
const anEvent = (id = `evt_test_${++made}`) => stripeEvent(id, customer);
const sign = (payload: string, options: { timestamp?: number; secret?: string } = {}) => signEvent(payload, { secret, ...options });
const send = (raw: string, signature?: string) =>
  harness().call("POST", PATH, { raw, headers: signature === undefined ? {} : { "stripe-signature": signature } });
const kept = async (id: string) => (await harness().app.services.db.select().from(stripeEvents)).filter((row) => row.id === id);
const idIn = (payload: string) => JSON.parse(payload).id as string;

describe("a webhook", () => {
  it("is taken when Stripe signed it", async () => {
    const payload = anEvent();
    const { status, body } = await send(payload, sign(payload));
    expect([status, body]).toEqual([200, { received: true }]);
    expect(await kept(idIn(payload))).toMatchObject([{ type: "customer.updated", subject: { customer } }]);
  });

  it("has one effect when it comes twice at once", async () => {
    const payload = anEvent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(payload, sign(payload))));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await kept(idIn(payload))).toHaveLength(1);
  });

  it("about what does not concern us is taken and not kept", async () => {
    const payload = anEvent().replace("customer.updated", "product.updated");
    expect((await send(payload, sign(payload))).status).toBe(200);
    expect(await kept(idIn(payload))).toEqual([]);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, (payload: string) => { raw?: string; signature?: string | undefined }]>([
    ["no signature", () => ({ signature: undefined })],
    ["an empty signature", () => ({ signature: "" })],
    ["a signature that is none", () => ({ signature: "t=1,v1=abc" })],
    ["another secret's signature", (payload) => ({ signature: sign(payload, { secret: "whsec_of_somebody_else" }) })],
    ["a signature older than five minutes", (payload) => ({ signature: sign(payload, { timestamp: now() - 301 }) })],
    [
      "a new time on an old signature",
      (payload) => ({ signature: sign(payload, { timestamp: now() - 301 }).replace(/t=\d+/, `t=${now()}`) }),
    ],
    ["the same JSON written otherwise", (payload) => ({ raw: JSON.stringify(JSON.parse(payload), null, 2), signature: sign(payload) })],
    ["one byte more", (payload) => ({ raw: `${payload} `, signature: sign(payload) })],
    [
      "the scheme of test signatures",
      (payload) => {
        const time = now();
        return { signature: `t=${time},v0=${createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex")}` };
      },
    ],
  ])("with %s is refused and changes nothing", async (_name, forge) => {
    const payload = anEvent();
    const { raw = payload, signature } = forge(payload);
    const { status, body } = await send(raw, signature);
    expect([status, body.code]).toEqual([400, "webhookRefused"]);
    expect(await kept(idIn(payload))).toEqual([]);
  });

  it.each([
    ["no event", "{}"],
    ["an event without an object", '{"id":"evt_x1","type":"customer.updated","data":{}}'],
    ["a list", "[]"],
  ])("that holds %s is refused although it is signed", async (_name, payload) => {
    const { status, body } = await send(payload, sign(payload));
    expect([status, body.code]).toEqual([400, "webhookRefused"]);
  });

  it("that is too large is refused before it is read to its end", async () => {
    const payload = anEvent().replace('"customer"', `"customer","filler":"${"x".repeat(300_000)}"`);
    const { status, body } = await send(payload, sign(payload));
    expect([status, body.code]).toEqual([413, "bodyTooLarge"]);
  });

  it.each(["GET", "PUT", "DELETE", "PATCH"])("is not a matter of %s", async (method) => {
    const { status, headers } = await harness().call(method, PATH);
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });
});
