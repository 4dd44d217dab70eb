import { z } from "zod";
import { liveCustomer, newCustomer } from "./customers";
import { emptyable, integer, mergeMetadata, metadata, paging, text } from "./params";
import { attachChecked, detach, ownPaymentMethod, takePaymentMethod } from "./payment-methods";
import { type Route, route } from "./route";
import { end } from "./standing";
import type { Customer } from "./wire";
import { create, emit, update, type Work } from "./work";

const address = z.strictObject(
  Object.fromEntries(["city", "country", "line1", "line2", "postal_code", "state"].map((key) => [key, emptyable(text).optional()])),
);

const fields = {
  email: emptyable(text.max(512)).optional(),
  name: emptyable(text.max(256)).optional(),
  phone: emptyable(text.max(20)).optional(),
  description: emptyable(text).optional(),
  metadata: metadata.optional(),
  preferred_locales: z.array(text).optional(),
  address: emptyable(address).optional(),
  balance: integer.optional(),
  invoice_settings: z.strictObject({ default_payment_method: emptyable(text).optional() }).optional(),
};

const createParams = z.strictObject({ ...fields, payment_method: text.optional() });
const updateParams = z.strictObject(fields);
type Given = z.infer<typeof updateParams>;

/** A customer with the fields that were given; null unsets one. */
async function apply(work: Work, customer: Customer, given: Given): Promise<Customer> {
  const { invoice_settings: settings, metadata: labels, address: place, ...rest } = given;
  const method = settings?.default_payment_method;
  if (method) await ownPaymentMethod(work, method, customer.id, "invoice_settings[default_payment_method]");
  const where = place && { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...place };
  return {
    ...customer,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(place === undefined ? {} : { address: where ?? null }),
    invoice_settings: method === undefined ? customer.invoice_settings : { ...customer.invoice_settings, default_payment_method: method },
    metadata: mergeMetadata(customer.metadata, labels),
  };
}

async function remove(work: Work, id: string): Promise<object> {
  const customer = await liveCustomer(work, id);
  for (const subscription of await work.store.all("subscription", { customer: id }))
    if (!["canceled", "incomplete_expired"].includes(subscription.status)) await end(work, subscription, null);
  for (const method of await work.store.all("payment_method", { customer: id })) await detach(work, method);
  await emit(work, "customer.deleted", customer);
  const gone = { id, object: "customer", deleted: true };
  await work.store.tombstone("customer", id, gone);
  return gone;
}

const listParams = z.strictObject({ ...paging, type: z.string().optional() });

export const customerRoutes: Route[] = [
  route("POST", "/v1/customers", createParams, async (work, { payment_method: token, ...given }) => {
    const { invoice_settings: settings, ...plain } = given;
    const made = await create(work, "customer", await apply(work, await newCustomer(work, {}), plain), "customer.created");
    if (!token) return made;
    const method = await attachChecked(work, await takePaymentMethod(work, token, "payment_method"), made.id);
    const wanted = settings?.default_payment_method;
    // Whoever names the card's token as the default means the card that it has become.
    const chosen = wanted === token ? method.id : wanted;
    return update(work, "customer", await apply(work, made, { invoice_settings: { default_payment_method: chosen } }), "customer.updated");
  }),
  route("GET", "/v1/customers/:id", z.strictObject({}), (work, _params, id) => work.store.get("customer", id)),
  route("POST", "/v1/customers/:id", updateParams, async (work, given, id) =>
    update(work, "customer", await apply(work, await liveCustomer(work, id), given), "customer.updated"),
  ),
  route("DELETE", "/v1/customers/:id", z.strictObject({}), (work, _params, id) => remove(work, id)),
  route("GET", "/v1/customers/:id/payment_methods", listParams, async (work, params, id) => {
    await liveCustomer(work, id);
    return work.store.page("payment_method", params, `/v1/customers/${id}/payment_methods`, { customer: id });
  }),
  route(
    "GET",
    "/v1/payment_methods",
    z.strictObject({ ...paging, customer: text.optional(), type: z.string().optional() }),
    (work, params) =>
      work.store.page("payment_method", params, "/v1/payment_methods", params.customer ? { customer: params.customer } : {}),
  ),
  route("GET", "/v1/payment_methods/:id", z.strictObject({}), (work, _params, id) => work.store.get("payment_method", id)),
  route("POST", "/v1/payment_methods/:id/attach", z.strictObject({ customer: text }), async (work, { customer }, id) => {
    await liveCustomer(work, customer, "customer");
    return attachChecked(work, await takePaymentMethod(work, id), customer);
  }),
  route("POST", "/v1/payment_methods/:id/detach", z.strictObject({}), async (work, _params, id) =>
    detach(work, await work.store.get("payment_method", id)),
  ),
];
