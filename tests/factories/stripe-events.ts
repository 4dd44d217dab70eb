import Stripe from "stripe";

const stripe = new Stripe("sk_test_nobody");

/**
 * An event as Stripe writes it: about somebody, or about an invoice of theirs that is paid.
 * @returns the body to sign and to send
 */
export const stripeEvent = (id: string, customer: string, invoice?: string): string =>
  JSON.stringify({
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: invoice ? "invoice.paid" : "customer.updated",
    data: { object: invoice ? { id: invoice, object: "invoice", customer } : { id: customer, object: "customer" } },
  });

/** The secret under which the demo's payment service signs, of this key of the app's. */
export const demoSecret = (demoPaymentsKey: string): string => `whsec_demo_${demoPaymentsKey}`;

/** @param timestamp in seconds, now if it is not given */
export const signEvent = (payload: string, options: { secret: string; timestamp?: number }): string =>
  stripe.webhooks.generateTestHeaderString({ payload, ...options });
