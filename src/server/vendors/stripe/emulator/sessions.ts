import { z } from "zod";
import { liveCustomer } from "./customers";
import { invalid } from "./failure";
import { integer, mergeMetadata, metadata, text, url } from "./params";
import { type Route, route } from "./route";
import { expireSession } from "./session-end";
import { newSession, SESSION_SECONDS, sessionLine } from "./session-object";
import { newSetupIntent } from "./setup-intents";
import { newId } from "./store";
import type { MissingMethod } from "./subscription-object";
import type { Session, SessionLine } from "./wire";
import { create, type Work } from "./work";

/** What Stripe remembers of a Checkout session without showing it. */
export interface SessionNote {
  line: SessionLine | undefined;
  trialDays: number | undefined;
  metadata: Record<string, string>;
  missingMethod: MissingMethod | undefined;
  /** The card that waits for its owner's 3-D Secure step. */
  waiting: string | undefined;
}

const behaviour = z.enum(["cancel", "create_invoice", "pause"]);
export const trialSettings = z.strictObject({ end_behavior: z.strictObject({ missing_payment_method: behaviour }) });

const createParams = z.strictObject({
  /** Cards are all that it knows. */
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  mode: z.enum(["subscription", "setup"]),
  line_items: z
    .array(z.strictObject({ price: text, quantity: z.literal("1").optional() }))
    .length(1, "must hold one item")
    .optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: integer.optional(),
      trial_settings: trialSettings.optional(),
      description: text.optional(),
    })
    .optional(),
  setup_intent_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
  currency: text.optional(),
  success_url: url,
  cancel_url: url.optional(),
  locale: text.optional(),
  expires_at: integer.optional(),
  payment_method_types: z.array(z.literal("card")).optional(),
  payment_method_collection: z.literal("always").optional(),
});
type CreateParams = z.infer<typeof createParams>;

async function createSession(work: Work, params: CreateParams): Promise<Session> {
  const { mode, line_items: items, customer = null } = params;
  if (customer) await liveCustomer(work, customer, "customer");
  if (mode === "subscription" && !items) throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  if (mode === "setup" && items) throw invalid("`line_items` are not supported in `setup` mode.", "line_items");
  const expiresAt = params.expires_at ?? work.now + SESSION_SECONDS;
  if (expiresAt < work.now + 1800)
    throw invalid("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", "expires_at");
  if (expiresAt > work.now + SESSION_SECONDS)
    throw invalid("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", "expires_at");
  const price = items?.[0] && work.prices.get(items[0].price, "line_items[0][price]");
  const wanted = params.subscription_data;
  const trialDays = wanted?.trial_period_days;
  const setup = mode === "setup" ? await create(work, "setup_intent", setupOf(work, params)) : undefined;
  const session = newSession(work, {
    mode,
    customer,
    price,
    trialDays,
    expiresAt,
    metadata: mergeMetadata({}, params.metadata),
    successUrl: params.success_url,
    cancelUrl: params.cancel_url,
    clientReference: params.client_reference_id,
    locale: params.locale,
    email: params.customer_email,
    currency: params.currency,
    setupIntent: setup?.id ?? null,
  });
  await work.store.remember(session.id, {
    line: price && sessionLine(work, newId("li"), price, Boolean(trialDays)),
    trialDays,
    metadata: mergeMetadata({}, wanted?.metadata),
    missingMethod: wanted?.trial_settings?.end_behavior.missing_payment_method,
    waiting: undefined,
  } satisfies SessionNote);
  return create(work, "checkout.session", session);
}

function setupOf(work: Work, { customer, setup_intent_data: data }: CreateParams) {
  return newSetupIntent(work, { customer, description: data?.description, metadata: mergeMetadata({}, data?.metadata) });
}

export const sessionRoutes: Route[] = [
  route("POST", "/v1/checkout/sessions", createParams, createSession),
  route("GET", "/v1/checkout/sessions/:id", z.strictObject({}), (work, _params, id) => work.store.get("checkout.session", id)),
  route("POST", "/v1/checkout/sessions/:id/expire", z.strictObject({}), async (work, _params, id) => {
    const session = await work.store.get("checkout.session", id);
    if (session.status !== "open")
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    return expireSession(work, session);
  }),
];
