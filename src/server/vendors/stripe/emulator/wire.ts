import type Stripe from "stripe";

/** An object as JSON holds it: decimals are strings, and what callers can expand is the other object's id. */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends readonly (infer Item)[]
      ? Field<Item>[]
      : { [K in keyof T]: Field<T[K]> };

type Field<T> = string extends T ? (T extends string | null | undefined ? T : never) : Wire<T>;

export type Customer = Wire<Stripe.Customer>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type Session = Wire<Stripe.Checkout.Session>;
export type SessionLine = Wire<Stripe.LineItem>;

export type EventType = Stripe.Event["type"];

/** An event; its object is a snapshot, whatever kind it has. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
}

/** What the store keeps, by Stripe's `object`. */
export interface Kinds {
  customer: Customer;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  /** Lines that wait for the next invoice. */
  line_item: InvoiceLine;
  "checkout.session": Session;
  event: StripeEvent;
}
export type Kind = keyof Kinds;

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

export const listOf = <T>(data: T[], url: string): List<T> => ({ object: "list", data, has_more: false, url });
