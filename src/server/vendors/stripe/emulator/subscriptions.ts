import { sql } from "drizzle-orm";
import { z } from "zod";
import { stripeObjects } from "../../../db/schema";
import { applyChange, type PriceChange } from "./change";
import { liveCustomer } from "./customers";
import { declined, invalid, missing, needsAction } from "./failure";
import { resume, start } from "./lifecycle";
import { noteOf } from "./notes";
import { created, emptyable, flag, integer, mergeMetadata, metadata, paging, text } from "./params";
import { ownPaymentMethod } from "./payment-methods";
import { type Route, route } from "./route";
import { trialSettings } from "./sessions";
import { end } from "./standing";
import { itemOf, periodOf } from "./subscription-object";
import type { Subscription } from "./wire";
import { update, type Work } from "./work";

const BEHAVIOURS = ["create_prorations", "always_invoice", "none"] as const;
const FEEDBACK = [
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
] as const;
const details = z.strictObject({ comment: emptyable(text).optional(), feedback: emptyable(z.enum(FEEDBACK)).optional() });
type Details = z.infer<typeof details>;

const createParams = z.strictObject({
  customer: text,
  items: z.array(z.strictObject({ price: text, quantity: z.literal("1").optional() })).length(1, "must hold one item"),
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  trial_period_days: integer.refine((days) => days >= 1 && days <= 730, "must be between 1 and 730").optional(),
  trial_end: integer.optional(),
  trial_settings: trialSettings.optional(),
  payment_behavior: z.enum(["allow_incomplete", "default_incomplete", "error_if_incomplete"]).default("allow_incomplete"),
  off_session: flag.optional(),
});

async function createSubscription(work: Work, params: z.infer<typeof createParams>): Promise<Subscription> {
  const customer = await liveCustomer(work, params.customer, "customer");
  const price = work.prices.get(params.items[0]?.price ?? "", "items[0][price]");
  const wanted = params.default_payment_method;
  const method = wanted ? await ownPaymentMethod(work, wanted, customer.id, "default_payment_method") : undefined;
  const trialEnd = params.trial_end ?? (params.trial_period_days ? work.now + params.trial_period_days * 86_400 : undefined);
  if (trialEnd !== undefined && trialEnd <= work.now) throw invalid("`trial_end` must be in the future.", "trial_end");
  const behaviour = params.payment_behavior;
  const payable = method ?? customer.invoice_settings?.default_payment_method;
  if (!payable && trialEnd === undefined && behaviour !== "default_incomplete" && (price.unit_amount ?? 0) > 0)
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      undefined,
      "resource_missing",
    );
  const { subscription, attempt } = await start(work, {
    customer: customer.id,
    price,
    trialEnd,
    defaultMethod: method?.id,
    metadata: mergeMetadata({}, params.metadata),
    missingMethod: params.trial_settings?.end_behavior.missing_payment_method,
    deferred: behaviour === "default_incomplete",
  });
  if (behaviour === "error_if_incomplete" && attempt && attempt.kind !== "paid") {
    if (attempt.kind === "declined") throw declined(attempt.decline, { paymentIntent: attempt.intent }, false);
    throw needsAction("subscription", attempt.intent);
  }
  return subscription;
}

const updateParams = z.strictObject({
  items: z
    .array(z.strictObject({ id: text, price: text, quantity: z.literal("1").optional() }))
    .length(1, "must hold one item")
    .optional(),
  proration_behavior: z.enum(BEHAVIOURS).default("create_prorations"),
  proration_date: integer.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete", "pending_if_incomplete"]).default("allow_incomplete"),
  off_session: flag.optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: emptyable(z.union([integer, z.enum(["min_period_end", "max_period_end"])])).optional(),
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  cancellation_details: details.optional(),
  trial_settings: trialSettings.optional(),
});
type Given = z.infer<typeof updateParams>;

async function updateSubscription(work: Work, id: string, given: Given): Promise<Subscription> {
  const subscription = await work.store.get("subscription", id);
  refuseByStatus(subscription, given);
  const wanted = await withPlainFields(work, withEnd(work, subscription, given), given);
  const item = given.items?.[0];
  const change = item && changeOf(work, subscription, item, given);
  if (!change) return update(work, "subscription", wanted, "customer.subscription.updated");
  const { cancel_at: end, cancel_at_period_end: atEnd, metadata: labels, default_payment_method: method } = given;
  if (given.payment_behavior === "pending_if_incomplete" && [end, atEnd, labels, method].some((value) => value !== undefined))
    throw invalid("When `payment_behavior` is set to `pending_if_incomplete`, you can only pass parameters that support pending updates.");
  await applyChange(work, wanted, { change, ifUnpaid: given.payment_behavior, payment: {} });
  return work.store.get("subscription", id);
}

/** What has ended, or has not begun, only takes notes. */
function refuseByStatus({ status }: Subscription, given: Given): void {
  const { metadata: _labels, cancellation_details: _details, default_payment_method: method, ...rest } = given;
  const more = rest.items ?? rest.cancel_at ?? rest.cancel_at_period_end ?? rest.trial_settings;
  if (more === undefined && method === undefined) return;
  if (status === "canceled" || status === "incomplete_expired")
    throw invalid(
      "A canceled subscription can only update its cancellation_details and metadata.",
      undefined,
      "invalid_canceled_subscription_fields",
    );
  if (status === "incomplete")
    throw invalid("A subscription that is `incomplete` can only update its metadata and default source until its first invoice is paid.");
}

async function withPlainFields(work: Work, subscription: Subscription, given: Given): Promise<Subscription> {
  const { default_payment_method: method, cancellation_details: why } = given;
  if (method) await ownPaymentMethod(work, method, subscription.customer, "default_payment_method");
  return {
    ...subscription,
    default_payment_method: method ?? subscription.default_payment_method,
    metadata: mergeMetadata(subscription.metadata, given.metadata),
    cancellation_details: withDetails(subscription, why),
    trial_settings: given.trial_settings
      ? { end_behavior: { billing_cycle_anchor: null, ...given.trial_settings.end_behavior } }
      : subscription.trial_settings,
  };
}

function withDetails({ cancellation_details: old }: Subscription, given: Details | undefined): Subscription["cancellation_details"] {
  const { comment = old?.comment ?? null, feedback = old?.feedback ?? null } = given ?? {};
  return { comment, feedback, feedback_option: old?.feedback_option ?? null, reason: old?.reason ?? null };
}

/**
 * The planned end that somebody asked for, or none any more.
 * An end in the middle of a period costs the whole period here; Stripe would prorate it.
 */
function withEnd(work: Work, subscription: Subscription, { cancel_at: at, cancel_at_period_end: atEnd }: Given): Subscription {
  if (at !== undefined && atEnd !== undefined)
    throw invalid("You may only specify one of these parameters: cancel_at, cancel_at_period_end.", "cancel_at", "parameters_exclusive");
  if (at === undefined && atEnd === undefined) return subscription;
  const { end: periodEnd } = periodOf(subscription);
  const planned = atEnd ? periodEnd : at === undefined || at === null ? null : typeof at === "number" ? at : periodEnd;
  if (planned !== null && planned <= work.now) throw invalid("`cancel_at` must be in the future.", "cancel_at");
  const old = withDetails(subscription, undefined);
  return {
    ...subscription,
    cancel_at: planned,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: planned === null ? null : work.now,
    cancellation_details: old && { ...old, reason: planned === null ? null : "cancellation_requested" },
  };
}

/** A change of price that a request asks for, unless the price is the same. */
export function changeOf(
  work: Work,
  subscription: Subscription,
  wanted: { id: string; price: string },
  given: { proration_behavior: PriceChange["behaviour"]; proration_date?: number | undefined },
): PriceChange | undefined {
  const item = itemOf(subscription);
  if (wanted.id !== item.id) throw missing("subscription item", wanted.id, "items[0][id]");
  const price = work.prices.get(wanted.price, "items[0][price]");
  const at = given.proration_date ?? work.now;
  if (at < item.current_period_start || at > item.current_period_end)
    throw invalid("Invalid proration date. Proration date must be within the current period.", "proration_date");
  return price.id === item.price.id ? undefined : { price, behaviour: given.proration_behavior, at };
}

const cancelParams = z.strictObject({
  cancellation_details: details.optional(),
  invoice_now: z.literal("false").optional(),
  prorate: z.literal("false").optional(),
});

async function cancel(work: Work, id: string, why: Details | undefined): Promise<Subscription> {
  const subscription = await work.store.get("subscription", id);
  if (subscription.status === "canceled" || subscription.status === "incomplete_expired") throw missing("subscription", id);
  const explained = { ...subscription, canceled_at: work.now, cancellation_details: withDetails(subscription, why) };
  return end(work, explained, "cancellation_requested");
}

const anchor = z.union([z.literal("now"), z.strictObject({ type: z.literal("now") })]);

const listParams = z.strictObject({
  ...paging,
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum(["active", "all", "canceled", "ended", "incomplete", "incomplete_expired", "past_due", "paused", "trialing", "unpaid"])
    .optional(),
  created: created.optional(),
});

/** Those that are not canceled, unless another status is asked for. */
function ofStatus(wanted: z.infer<typeof listParams>["status"]) {
  const status = sql`${stripeObjects.data} ->> 'status'`;
  if (wanted === "all") return undefined;
  if (wanted === "ended") return sql`${status} in ('canceled', 'incomplete_expired')`;
  return wanted ? sql`${status} = ${wanted}` : sql`${status} <> 'canceled'`;
}

export const subscriptionRoutes: Route[] = [
  route("POST", "/v1/subscriptions", createParams, createSubscription),
  route("GET", "/v1/subscriptions", listParams, (work, { customer, status, price, created, ...params }) => {
    const ofPrice = price ? sql`${stripeObjects.data} #>> '{items,data,0,price,id}' = ${price}` : undefined;
    const where = sql.join([ofStatus(status) ?? sql`true`, ofPrice ?? sql`true`], sql` and `);
    return work.store.page("subscription", params, "/v1/subscriptions", { customer, created, where });
  }),
  route("GET", "/v1/subscriptions/:id", z.strictObject({}), (work, _params, id) => work.store.get("subscription", id)),
  route("POST", "/v1/subscriptions/:id", updateParams, (work, given, id) => updateSubscription(work, id, given)),
  route("DELETE", "/v1/subscriptions/:id", cancelParams, (work, given, id) => cancel(work, id, given.cancellation_details)),
  route("POST", "/v1/subscriptions/:id/resume", z.strictObject({ billing_cycle_anchor: anchor.optional() }), async (work, _params, id) => {
    const subscription = await work.store.get("subscription", id);
    if (subscription.status !== "paused")
      throw invalid("Subscription resume is only supported for subscriptions with a status of `paused`.");
    if ((await noteOf(work, id)).resumedAt !== undefined)
      throw invalid("This subscription is being resumed: its invoice waits to be paid.");
    await resume(work, subscription);
    return work.store.get("subscription", id);
  }),
];
