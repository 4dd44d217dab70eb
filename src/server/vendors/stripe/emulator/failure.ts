import type { Charge, PaymentIntent, PaymentMethod, SetupIntent } from "./wire";

interface Details {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: PaymentIntent;
  payment_method?: PaymentMethod;
  setup_intent?: SetupIntent;
}

type ErrorType = "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";

/** An error answer in Stripe's own form. */
export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly type: ErrorType,
    message: string,
    readonly details: Details = {},
    /** Whether what was written stays: a declined charge has happened, a wrong parameter has not. */
    readonly keep = false,
  ) {
    super(message);
  }

  body(requestId: string) {
    const url = this.details.code ? { doc_url: `https://stripe.com/docs/error-codes/${this.details.code.replaceAll("_", "-")}` } : {};
    const log = { request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` };
    return { error: { message: this.message, type: this.type, ...this.details, ...url, ...log } };
  }
}

export const invalid = (message: string, param?: string, code?: string): StripeFailure =>
  new StripeFailure(400, "invalid_request_error", message, { ...(code ? { code } : {}), ...(param ? { param } : {}) });

/** Stripe answers 404 when the address names the missing object, and 400 when a parameter does. */
export function missing(what: string, id: string, param?: string): StripeFailure {
  const status = param ? 400 : 404;
  return new StripeFailure(status, "invalid_request_error", `No such ${what}: '${id}'`, { code: "resource_missing", param: param ?? "id" });
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

export interface DeclinedOf {
  charge?: Charge | undefined;
  paymentIntent?: PaymentIntent | undefined;
  paymentMethod?: PaymentMethod | undefined;
  setupIntent?: SetupIntent | undefined;
}

export function declined({ code, declineCode, message }: Decline, of: DeclinedOf = {}, keep = true): StripeFailure {
  const details: Details = { code };
  if (code === "card_declined" || code === "authentication_required") details.decline_code = declineCode;
  if (of.charge) details.charge = of.charge.id;
  if (of.paymentIntent) details.payment_intent = of.paymentIntent;
  if (of.paymentMethod) details.payment_method = of.paymentMethod;
  if (of.setupIntent) details.setup_intent = of.setupIntent;
  return new StripeFailure(402, "card_error", message, details, keep);
}

/** A payment that waits for its owner's 3-D Secure step. */
export function needsAction(of: "invoice" | "subscription", intent: PaymentIntent): StripeFailure {
  const where = of === "invoice" ? "the invoice" : "`subscription.latest_invoice`";
  return new StripeFailure(
    402,
    "card_error",
    `Payment for this ${of} requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with ${where}.`,
    { code: `${of}_payment_intent_requires_action`, payment_intent: intent },
    of === "invoice",
  );
}
