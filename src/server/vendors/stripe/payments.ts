import Stripe from "stripe";
import { AppError } from "@/lib/app-error";
import type { BillingWorld } from "@/lib/enums/subscription";
import type { Database } from "../../db/client";
import type { Env } from "../../env";
import type { Log } from "../../log";
import { type CatalogueEntry, StripeEmulator } from "./emulator/emulator";

/** Stripe's own name of what it last called its API; an account may be set to another, so each call says this one. */
const API_VERSION = "2026-10-28.endive";
/** Older deliveries are refused: whoever caught one cannot send it again later. In seconds, Stripe's own default. */
const TOLERANCE_SECONDS = 300;
/** How long prices are believed: they change by a new price at the same lookup key. */
const PRICES_MS = 10 * 60_000;
/** While Stripe is away those known last are shown, and after so long it is asked again. */
const AGAIN_MS = 60_000;
/**
 * How long a call waits for Stripe, which answers within a second or two; a bank that takes its time may need some more. Many calls
 * stand in a transaction, for the lock of their customer, and keep one of the pool's few connections meanwhile: a Stripe that does
 * not answer must not take all of them for long. At worst it is twice this time a call, with half a second between: what was lost
 * on the way is asked for once more, under the same key, so that it happens once; later tries are the jobs', and people's own.
 */
const CALL_MS = 10_000;
const RETRIES = 1;
const MAX_RECEIPT_BYTES = 20_000_000;

export interface Price {
  id: string;
  lookupKey: string;
  /** Minor units a period. */
  unitAmount: number;
  /** ISO 4217 in lower case. */
  currency: string;
}

export interface Payments {
  mode: Env["payments"];
  /** Where what is bought now counts; where nobody takes payments, nothing that was bought anywhere does. */
  world: BillingWorld | null;
  /**
   * Calls Stripe.
   * @throws AppError paymentsOff | cardDeclined | cardNeedsConfirmation | paymentsUnavailable
   */
  call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>;
  /** What time it is for subscriptions: a demo's clock can be set forward. */
  now(): Promise<Date>;
  /** The prices of these lookup keys that are for sale now. @param anew whatever is remembered: for whoever is about to pay */
  prices(lookupKeys: readonly string[], anew?: boolean): Promise<Price[]>;
  /** Those of these lookup keys under which a price stands that was taken out of use. */
  inactive(lookupKeys: readonly string[]): Promise<string[]>;
  /** @throws AppError webhookRefused unless Stripe signed exactly these bytes within five minutes */
  verify(body: Buffer, signature: string | undefined): Stripe.Event;
  /** The PDF that Stripe made of an invoice; undefined where it makes none. @throws AppError paymentsUnavailable */
  receipt(invoiceId: string): Promise<Uint8Array | undefined>;
  /** The emulator that a demo pays at; null where money is real or nobody takes any. */
  demo: StripeEmulator | null;
  /** Sends what the emulator has to tell; nothing to do where Stripe does it. */
  deliver(): Promise<void>;
}

export interface PaymentsOptions {
  env: Env;
  db: Database;
  log: Log;
  /** What the emulator sells. At Stripe prices are made by the operator. */
  catalogue: readonly CatalogueEntry[];
  checkoutPath: string;
  /** Takes a webhook as the route does. @returns the HTTP status */
  receive: (body: string, signature: string) => Promise<number>;
}

/** The one way to Stripe: the same SDK against an account's API or, in process, against the embedded emulator. */
export function createPayments(options: PaymentsOptions): Payments {
  const { env, log } = options;
  const { stripe, demo, secret } = connect(options);
  let last: Promise<void> = Promise.resolve();
  let waiting = false;
  // One round at a time, and at most one that waits for its turn: it finds all that was made before it was asked for.
  const deliver = () => {
    if (waiting) return last;
    waiting = true;
    last = last
      .catch(() => {})
      .then(() => {
        waiting = false;
        return flush(demo);
      });
    return last;
  };
  const call = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    if (!stripe) throw new AppError("paymentsOff");
    try {
      return await work(stripe);
    } catch (error) {
      throw toAppError(error);
    } finally {
      // As Stripe does: soon, and never in the way of the call.
      if (demo) void deliver().catch((error: unknown) => log.error({ err: error }, "demo webhooks"));
    }
  };
  return {
    mode: env.payments,
    world: worldOf(env),
    call,
    now: async () => (demo ? demo.now() : new Date()),
    prices: rememberPrices(call),
    inactive: async (lookupKeys) => {
      const { data } = await call((api) => api.prices.list({ lookup_keys: [...lookupKeys], active: false, limit: 100 }));
      return data.flatMap(({ lookup_key: key }) => key ?? []);
    },
    verify: (body, signature) => {
      if (!stripe) throw new AppError("paymentsOff");
      try {
        return stripe.webhooks.constructEvent(body, signature ?? "", secret, TOLERANCE_SECONDS);
      } catch (cause) {
        throw new AppError("webhookRefused", { cause });
      }
    },
    receipt: (invoiceId) => call((api) => download(api, invoiceId)),
    demo,
    deliver,
  };
}

function worldOf({ payments, STRIPE_SECRET_KEY: key }: Env): BillingWorld | null {
  if (payments === "stripe") return key?.includes("_live_") ? "live" : "test";
  return payments === "demo" ? "demo" : null;
}

function connect({ env, db, catalogue, checkoutPath, receive }: PaymentsOptions) {
  if (env.payments === "stripe") {
    const stripe = new Stripe(env.STRIPE_SECRET_KEY ?? "", { apiVersion: API_VERSION, timeout: CALL_MS, maxNetworkRetries: RETRIES });
    return { stripe, demo: null, secret: env.STRIPE_WEBHOOK_SECRET ?? "" };
  }
  if (env.payments === "off") return { stripe: null, demo: null, secret: "" };
  const key = `sk_test_demo_${env.kept.demoPaymentsKey}`;
  const secret = `whsec_demo_${env.kept.demoPaymentsKey}`;
  const demo = new StripeEmulator({
    database: db,
    key,
    catalogue,
    checkoutUrl: (id) => `${env.publicUrl}${checkoutPath}?session=${id}`,
    webhook: { secret, deliver: receive },
  });
  const httpClient = Stripe.createFetchHttpClient((url: URL | RequestInfo, init?: RequestInit) => demo.handle(new Request(url, init)));
  return { stripe: new Stripe(key, { apiVersion: API_VERSION, httpClient, maxNetworkRetries: 0 }), demo, secret };
}

/** Until nothing is due: what a delivery brings about may be told in its turn. */
async function flush(demo: StripeEmulator | null): Promise<void> {
  while (demo && (await demo.flush()) > 0);
}

/** Asks once for all who ask at the same time. */
function rememberPrices(call: Payments["call"]): Payments["prices"] {
  const known = new Map<string, { until: number; prices: Price[] }>();
  const asking = new Map<string, Promise<Price[]>>();
  const ask = async (lookupKeys: readonly string[]): Promise<Price[]> => {
    const { data } = await call((stripe) => stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 }));
    return data.flatMap(({ id, lookup_key: lookupKey, unit_amount: unitAmount, currency }) =>
      lookupKey && unitAmount !== null ? [{ id, lookupKey, unitAmount, currency }] : [],
    );
  };
  const renew = async (key: string, lookupKeys: readonly string[]): Promise<Price[]> => {
    try {
      const prices = await ask(lookupKeys);
      known.set(key, { until: Date.now() + PRICES_MS, prices });
      return prices;
    } catch (error) {
      const last = known.get(key);
      if (!last || !(error instanceof AppError) || error.code !== "paymentsUnavailable") throw error;
      last.until = Date.now() + AGAIN_MS;
      return last.prices;
    } finally {
      asking.delete(key);
    }
  };
  return async (lookupKeys, anew = false) => {
    const key = lookupKeys.join();
    const last = known.get(key);
    if (!anew && last && Date.now() < last.until) return last.prices;
    const asked = asking.get(key) ?? renew(key, lookupKeys);
    asking.set(key, asked);
    return asked;
  };
}

async function download(stripe: Stripe, invoiceId: string): Promise<Uint8Array | undefined> {
  const { invoice_pdf: address } = await stripe.invoices.retrieve(invoiceId);
  if (!address) return undefined;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
    if (!response.ok || !response.body) throw new Error(`${response.status} for an invoice's PDF`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > MAX_RECEIPT_BYTES) throw new Error("an invoice's PDF without end");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    throw new AppError("paymentsUnavailable", { cause, retryAfter: 5 });
  }
}

/** What somebody can do about an error of Stripe's decides its code; the rest is a fault of ours and stays as it is. */
function toAppError(cause: unknown): unknown {
  if (cause instanceof Stripe.errors.StripeCardError)
    return new AppError(/authentication_required|requires_action$/.test(cause.code ?? "") ? "cardNeedsConfirmation" : "cardDeclined", {
      cause,
    });
  const away = [Stripe.errors.StripeConnectionError, Stripe.errors.StripeAPIError, Stripe.errors.StripeRateLimitError];
  // Repeated because its answer was late, while Stripe is still at the first one.
  const busy = (cause as { code?: unknown } | undefined)?.code === "idempotency_key_in_use";
  if (busy || away.some((kind) => cause instanceof kind)) return new AppError("paymentsUnavailable", { cause, retryAfter: 5 });
  return cause;
}
