import { sql } from "drizzle-orm";
import Stripe from "stripe";
import type { Database } from "@/server/db/client";
import { stripeClock, stripeDeliveries, stripeObjects } from "@/server/db/schema";
import { type CatalogueEntry, type EmulatorOptions, StripeEmulator } from "@/server/vendors/stripe/emulator/emulator";

export const CATALOGUE: readonly CatalogueEntry[] = [
  { lookupKey: "plus_month", product: "Parley Plus", unitAmount: 1200, currency: "usd", interval: "month" },
  { lookupKey: "plus_year", product: "Parley Plus", unitAmount: 12_000, currency: "usd", interval: "year" },
  { lookupKey: "pro_month", product: "Parley Pro", unitAmount: 2400, currency: "usd", interval: "month" },
  { lookupKey: "pro_year", product: "Parley Pro", unitAmount: 24_000, currency: "usd", interval: "year" },
];

export const KEY = "sk_test_emulator";
export const SECRET = "whsec_emulator";
export const DAY = 86_400;

export interface Received {
  body: string;
  signature: string;
}

export interface Desk {
  stripe: Stripe;
  emulator: StripeEmulator;
  /** What webhooks brought. */
  received: Received[];
  /** The id of a price. */
  price(lookupKey: string): Promise<string>;
  /** Seconds on the emulator's clock. */
  now(): Promise<number>;
  advanceTo(seconds: number): Promise<void>;
  advanceBy(seconds: number): Promise<void>;
  /** The types of all events after this one, in order. */
  eventsAfter(mark: number): Promise<Stripe.Event[]>;
  mark(): Promise<number>;
}

/** The SDK on an emulator of its own. */
export function openDesk(database: Database, options: Partial<EmulatorOptions> = {}): Desk {
  const received: Received[] = [];
  const emulator = new StripeEmulator({
    database,
    key: KEY,
    catalogue: CATALOGUE,
    checkoutUrl: (id) => `http://parley.test/checkout?session=${id}`,
    webhook: {
      secret: SECRET,
      deliver: async (body, signature) => {
        received.push({ body, signature });
        return 200;
      },
    },
    ...options,
  });
  const stripe = connectTo(emulator);
  const now = async () => Math.floor((await emulator.now()).getTime() / 1000);
  const advanceTo = (seconds: number) => emulator.advance(new Date(seconds * 1000));
  const events = async () => (await database.select().from(stripeDeliveries).orderBy(stripeDeliveries.sequence)).map(({ event }) => event);
  return {
    stripe,
    emulator,
    received,
    now,
    advanceTo,
    advanceBy: async (seconds) => advanceTo((await now()) + seconds),
    price: async (lookupKey) => {
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] });
      if (!data[0]) throw new Error(`no price ${lookupKey}`);
      return data[0].id;
    },
    mark: async () => (await events()).length,
    eventsAfter: async (mark) => (await events()).slice(mark) as unknown as Stripe.Event[],
  };
}

export function connectTo(emulator: StripeEmulator, key = KEY): Stripe {
  const httpClient = Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
    emulator.handle(new Request(input, init)),
  );
  return new Stripe(key, { httpClient, maxNetworkRetries: 0 });
}

/** A customer with a card that pays by itself. */
export async function customerWith(
  { stripe }: Desk,
  token = "pm_card_visa",
): Promise<{ customer: Stripe.Customer; method: Stripe.PaymentMethod }> {
  const made = await stripe.customers.create({ email: "ada@example.com", name: "Ada Test" });
  const method = await stripe.paymentMethods.attach(token, { customer: made.id });
  const customer = await stripe.customers.update(made.id, { invoice_settings: { default_payment_method: method.id } });
  return { customer, method };
}

export async function subscribe(
  desk: Desk,
  customer: string,
  lookupKey = "plus_month",
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  return desk.stripe.subscriptions.create({ customer, items: [{ price: await desk.price(lookupKey) }], ...more });
}

/** Everything that the emulator keeps is forgotten, its clock's advance included. */
export async function wipe(database: Database): Promise<void> {
  await database.execute(sql`truncate ${stripeObjects}, ${stripeDeliveries}, ${stripeClock}`);
}

export const types = (events: Stripe.Event[]): string[] => events.map(({ type }) => type);
export const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data;
  if (!item) throw new Error("no item");
  return item;
};
export const at = (iso: string): number => Date.parse(iso) / 1000;
