import { z } from "zod";
import { liveCustomer } from "./customers";
import { type Decline, declined, invalid } from "./failure";
import { flag, mergeMetadata, metadata, text, url } from "./params";
import { attach, judgeMethod, takePaymentMethod } from "./payment-methods";
import { type Route, route } from "./route";
import { newId } from "./store";
import type { PaymentMethod, SetupIntent } from "./wire";
import { create, type Work, write } from "./work";

interface NewSetupIntent {
  customer?: string | null | undefined;
  description?: string | undefined;
  metadata?: Record<string, string>;
  usage?: string | undefined;
}

export function newSetupIntent(
  work: Work,
  { customer = null, description, metadata: given = {}, usage = "off_session" }: NewSetupIntent,
): SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId("s").slice(2)}`,
    created: work.now,
    customer,
    customer_account: null,
    description: description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage,
  };
}

/** The card's owner has agreed, and its bank: it is the customer's from now on. */
export async function succeed(work: Work, intent: SetupIntent, method: PaymentMethod, authenticated: boolean): Promise<SetupIntent> {
  if (intent.customer) await attach(work, method, intent.customer, authenticated);
  const done = { last_setup_error: null, next_action: null, payment_method: method.id, status: "succeeded" };
  return write(work, "setup_intent", { ...intent, ...done }, "setup_intent.succeeded");
}

export async function fail(work: Work, intent: SetupIntent, decline: Decline, method: PaymentMethod): Promise<SetupIntent> {
  const { code, declineCode, message } = decline;
  const error = { code, decline_code: declineCode, message, payment_method: method, type: "card_error" };
  const failed = { last_setup_error: error, next_action: null, payment_method: null, status: "requires_payment_method" };
  return write(work, "setup_intent", { ...intent, ...failed }, "setup_intent.setup_failed");
}

interface Confirmation {
  payment_method?: string | undefined;
  return_url?: string | undefined;
}

async function confirm(work: Work, intent: SetupIntent, given: Confirmation): Promise<SetupIntent> {
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
    throw invalid(
      `You cannot confirm this SetupIntent because it has already ${intent.status}.`,
      undefined,
      "setup_intent_unexpected_state",
    );
  const id = given.payment_method ?? intent.payment_method;
  if (!id) throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", undefined, "parameter_missing");
  const method = await takePaymentMethod(work, id, "payment_method");
  const verdict = await judgeMethod(work, method, { purpose: "setup" });
  if (verdict.kind === "approved") return succeed(work, intent, method, false);
  if (verdict.kind === "declined") {
    const failed = await fail(work, intent, verdict.decline, method);
    throw declined(verdict.decline, { setupIntent: failed, paymentMethod: method });
  }
  const redirect = {
    type: "redirect_to_url",
    redirect_to_url: { return_url: given.return_url ?? null, url: work.addresses.checkout(intent.id) },
  };
  const action = given.return_url ? redirect : { type: "use_stripe_sdk", use_stripe_sdk: {} };
  return write(work, "setup_intent", { ...intent, next_action: action, payment_method: method.id, status: "requires_action" });
}

const createParams = z.strictObject({
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_types: z.array(z.literal("card")).optional(),
  automatic_payment_methods: z.strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() }).optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
  confirm: flag.optional(),
  return_url: url.optional(),
});

const confirmParams = z.strictObject({ payment_method: text.optional(), return_url: url.optional() });

export const setupIntentRoutes: Route[] = [
  route("POST", "/v1/setup_intents", createParams, async (work, params) => {
    if (params.customer) await liveCustomer(work, params.customer, "customer");
    const made = newSetupIntent(work, { ...params, metadata: mergeMetadata({}, params.metadata) });
    const method = params.payment_method ? await takePaymentMethod(work, params.payment_method, "payment_method") : undefined;
    const given = method ? { ...made, payment_method: method.id, status: "requires_confirmation" as const } : made;
    const intent = await create(work, "setup_intent", given, "setup_intent.created");
    return params.confirm ? confirm(work, intent, { return_url: params.return_url }) : intent;
  }),
  route("GET", "/v1/setup_intents/:id", z.strictObject({ client_secret: text.optional() }), (work, _params, id) =>
    work.store.get("setup_intent", id),
  ),
  route("POST", "/v1/setup_intents/:id/confirm", confirmParams, async (work, params, id) =>
    confirm(work, await work.store.get("setup_intent", id), params),
  ),
];
