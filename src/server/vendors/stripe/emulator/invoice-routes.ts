import { z } from "zod";
import { AUTHENTICATION_REQUIRED } from "./cards";
import { liveCustomer } from "./customers";
import { declined, invalid, needsAction } from "./failure";
import { subscriptionOf } from "./invoice-object";
import { finalize, voidInvoice } from "./invoices";
import { expire } from "./lifecycle";
import { created, flag, integer, paging, text } from "./params";
import { ownPaymentMethod } from "./payment-methods";
import { preview } from "./preview";
import { type Route, route } from "./route";
import { collect, dropHeld } from "./standing";
import { changeOf } from "./subscriptions";
import type { Invoice, Subscription } from "./wire";
import { update, type Work } from "./work";

const payParams = z.strictObject({ payment_method: text.optional(), off_session: flag.optional() });

async function payInvoice(work: Work, id: string, given: z.infer<typeof payParams>): Promise<Invoice> {
  const invoice = await work.store.get("invoice", id);
  if (invoice.status === "paid") throw invalid("Invoice is already paid");
  if (invoice.status !== "open") throw invalid(`You cannot pay an invoice with a status of \`${invoice.status}\`.`);
  const wanted = given.payment_method;
  const method = wanted ? await ownPaymentMethod(work, wanted, invoice.customer ?? "", "payment_method") : undefined;
  const attempt = await collect(work, invoice, { method });
  if (attempt.kind === "paid") return attempt.invoice;
  const { intent } = attempt;
  if (attempt.kind === "declined") throw declined(attempt.decline, { paymentIntent: intent });
  if (given.off_session) throw declined(AUTHENTICATION_REQUIRED, { paymentIntent: intent });
  throw needsAction("invoice", intent);
}

const listParams = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  created: created.optional(),
});

const paymentsParams = z.strictObject({
  ...paging,
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text.optional() }).optional(),
  status: z.enum(["open", "paid", "canceled"]).optional(),
  created: created.optional(),
});

const previewParams = z.strictObject({
  customer: text.optional(),
  subscription: text,
  subscription_details: z
    .strictObject({
      items: z
        .array(z.strictObject({ id: text, price: text, quantity: z.literal("1").optional() }))
        .length(1, "must hold one item")
        .optional(),
      proration_behavior: z.enum(["create_prorations", "always_invoice", "none"]).default("create_prorations"),
      proration_date: integer.optional(),
    })
    .optional(),
});

async function createPreview(
  work: Work,
  { customer, subscription: id, subscription_details: details }: z.infer<typeof previewParams>,
): Promise<Invoice> {
  if (customer) await liveCustomer(work, customer, "customer");
  const subscription = await work.store.get("subscription", id, "subscription");
  const item = details?.items?.[0];
  return preview(work, subscription, item && details && changeOf(work, subscription, item, details));
}

export const invoiceRoutes: Route[] = [
  route("GET", "/v1/invoices", listParams, (work, { customer, status, subscription, created, ...params }) => {
    const parent = subscription ? { parent: { subscription_details: { subscription } } } : {};
    return work.store.page("invoice", params, "/v1/invoices", { customer, created, match: { ...(status ? { status } : {}), ...parent } });
  }),
  route("POST", "/v1/invoices/create_preview", previewParams, createPreview),
  route("GET", "/v1/invoices/:id", z.strictObject({}), (work, _params, id) => work.store.get("invoice", id)),
  route("POST", "/v1/invoices/:id/pay", payParams, (work, given, id) => payInvoice(work, id, given)),
  route("POST", "/v1/invoices/:id/finalize", z.strictObject({ auto_advance: flag.optional() }), async (work, given, id) => {
    const invoice = await work.store.get("invoice", id);
    if (invoice.status !== "draft") throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    return finalize(work, { ...invoice, auto_advance: given.auto_advance ?? invoice.auto_advance });
  }),
  route("GET", "/v1/invoice_payments", paymentsParams, (work, { invoice, payment, status, created, ...params }) => {
    const match = { ...(invoice ? { invoice } : {}), ...(payment ? { payment } : {}), ...(status ? { status } : {}) };
    return work.store.page("invoice_payment", params, "/v1/invoice_payments", { created, match });
  }),
  route("GET", "/v1/invoice_payments/:id", z.strictObject({}), (work, _params, id) => work.store.get("invoice_payment", id)),
  route("POST", "/v1/invoices/:id/void", z.strictObject({}), async (work, _params, id) => {
    const voided = await voidInvoice(work, await work.store.get("invoice", id));
    await afterVoid(work, voided);
    return voided;
  }),
];

/** The most recent invoice that is not void decides a subscription's status; one that never began has ended. */
async function afterVoid(work: Work, invoice: Invoice): Promise<void> {
  const id = subscriptionOf(invoice);
  const subscription = id ? await work.store.find("subscription", id) : undefined;
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  if (subscription.pending_update) await dropHeld(work, subscription);
  else if (subscription.status === "incomplete") await expire(work, subscription);
  else if ((subscription.status === "past_due" || subscription.status === "unpaid") && !(await owes(work, subscription)))
    await update(work, "subscription", { ...subscription, status: "active" }, "customer.subscription.updated");
}

async function owes(work: Work, { id, customer }: Subscription): Promise<boolean> {
  const invoices = await work.store.all("invoice", { customer, match: { parent: { subscription_details: { subscription: id } } } });
  return invoices.findLast(({ status }) => status !== "void" && status !== "draft")?.status !== "paid";
}
