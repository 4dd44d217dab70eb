import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { stripeObjects } from "../../../db/schema";
import { isHeldBack } from "./disputes";
import { invalid } from "./failure";
import { created, integer, mergeMetadata, metadata, paging, text } from "./params";
import { type Route, route } from "./route";
import { newId } from "./store";
import type { Charge, Refund } from "./wire";
import { create, type Work, write } from "./work";

const refundParams = z.strictObject({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: integer.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
});
type Given = z.infer<typeof refundParams>;

async function chargeOf(work: Work, { charge, payment_intent: intent }: Given): Promise<Charge> {
  if (charge) return work.store.get("charge", charge, "charge");
  if (!intent) throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
  const { latest_charge: latest, status } = await work.store.get("payment_intent", intent, "payment_intent");
  if (!latest || status !== "succeeded")
    throw invalid(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, "payment_intent");
  return work.store.get("charge", latest);
}

async function refund(work: Work, given: Given): Promise<Refund> {
  const charge = await chargeOf(work, given);
  if (!charge.paid) throw invalid(`Charge ${charge.id} has not succeeded, so it can't be refunded.`, "charge", "charge_not_refundable");
  if (await isHeldBack(work, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, "charge_disputed");
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  const amount = given.amount ?? left;
  if (amount < 1) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, "amount");
  const made: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  await create(work, "refund", made, "refund.created");
  const refunded = charge.amount_refunded + amount;
  await write(work, "charge", { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }, "charge.refunded");
  return made;
}

const eventParams = z.strictObject({
  ...paging,
  type: text.optional(),
  types: z.array(text).optional(),
  created: created.optional(),
});

export const paymentRoutes: Route[] = [
  route("POST", "/v1/refunds", refundParams, refund),
  route(
    "GET",
    "/v1/refunds",
    z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional(), created: created.optional() }),
    (work, { charge, payment_intent, created, ...params }) =>
      work.store.page("refund", params, "/v1/refunds", {
        created,
        match: { ...(charge ? { charge } : {}), ...(payment_intent ? { payment_intent } : {}) },
      }),
  ),
  route("GET", "/v1/payment_intents/:id", z.strictObject({ client_secret: text.optional() }), (work, _params, id) =>
    work.store.get("payment_intent", id),
  ),
  route("GET", "/v1/charges/:id", z.strictObject({}), (work, _params, id) => work.store.get("charge", id)),
  route("GET", "/v1/events", eventParams, (work, { type, types, created, ...params }) => {
    const wanted = type ? [type] : types;
    const where = wanted && inArray(sql`${stripeObjects.data} ->> 'type'`, wanted);
    return work.store.page("event", params, "/v1/events", { created, where });
  }),
  route("GET", "/v1/events/:id", z.strictObject({}), (work, _params, id) => work.store.get("event", id)),
];
