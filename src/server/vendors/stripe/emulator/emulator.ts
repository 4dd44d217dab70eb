import { sql } from "drizzle-orm";
import Stripe from "stripe";
import type { Database, Transaction } from "../../../db/client";
import { authenticate } from "./authentication";
import type { CardInput } from "./cards";
import { type CheckoutView, type PayResult, payWith, view } from "./checkout";
import { nowOn, setForward } from "./clock";
import { nextDue } from "./due";
import { StripeFailure } from "./failure";
import { isInvoice, payInvoiceWith, viewInvoice } from "./invoice-page";
import { type CatalogueEntry, Prices } from "./prices";
import { type Answer, answer, type Call, readCall } from "./requests";
import { newId, Store } from "./store";
import { type Delivery, flush, forgetDelivered, type Webhook } from "./webhooks";
import type { Work } from "./work";

export type { CardInput } from "./cards";
export type { CheckoutView, PayResult } from "./checkout";
export type { CatalogueEntry } from "./prices";
export type { Delivery } from "./webhooks";

export interface EmulatorOptions {
  database: Database;
  /** The key that requests must carry; one of a live account is refused. */
  key: string;
  catalogue: readonly CatalogueEntry[];
  /** Where the page stands on which somebody pays a Checkout session, or an invoice. */
  checkoutUrl: (id: string) => string;
  webhook: Webhook;
  /** What becomes of a subscription after the last try of its payment. */
  afterRetries?: "cancel" | "unpaid";
}

/** Any number that nobody else locks by. */
const LOCK = 7_202_611_280;
/** As long as Stripe remembers them: answers to requests for a day, events for thirty. */
const ANSWER_SECONDS = 86_400;
const EVENT_SECONDS = 30 * 86_400;

/**
 * The server's side of Stripe for whoever has no account: the SDK calls it in process, and it sends signed webhooks.
 * All state lies in the database, and each unit of work is one transaction under one lock, so that it is serial.
 * Left out is what Parley has no use for: taxes, discounts, several items or quantities, and least amounts of a charge.
 */
export class StripeEmulator {
  private readonly prices: Prices;

  constructor(private readonly options: EmulatorOptions) {
    if (/^(sk|rk)_live_/.test(options.key)) throw new Error("The embedded Stripe emulator never runs with the key of a live account.");
    this.prices = new Prices(options.catalogue);
  }

  /** The API. */
  async handle(request: Request): Promise<Response> {
    const call = await readCall(request, newId("req", 14));
    const { status, body, replayed } = this.knows(request) ? await this.answer(call) : unauthorized(request, call);
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "request-id": call.requestId,
      "stripe-version": Stripe.API_VERSION,
    };
    if (call.idempotencyKey !== null) headers["idempotency-key"] = call.idempotencyKey;
    if (replayed) headers["idempotent-replayed"] = "true";
    return new Response(JSON.stringify(body, null, 2), { status, headers });
  }

  private knows(request: Request): boolean {
    return request.headers.get("authorization") === `Bearer ${this.options.key}`;
  }

  private async answer(call: Call): Promise<Answer> {
    try {
      return await this.work((work) => answer(work, call), { id: call.requestId, idempotency_key: call.idempotencyKey });
    } catch (error) {
      if (error instanceof StripeFailure) return { status: error.status, body: error.body(call.requestId) };
      throw error;
    }
  }

  /** What Checkout's page shows of a session, or an invoice's own page of that invoice. */
  describe = (id: string): Promise<CheckoutView | undefined> =>
    this.work((work) => (isInvoice(id) ? viewInvoice(work, id) : view(work, id)));

  /** Somebody pays on Checkout's page, or on an invoice's own. */
  pay = (id: string, card: CardInput): Promise<PayResult> =>
    this.work((work) => (isInvoice(id) ? payInvoiceWith(work, id, card) : payWith(work, id, card)));

  /** The card's owner has passed 3-D Secure, or has failed it: for a Checkout session, an invoice, or an intent that waits for it. */
  authenticate = (id: string, ok: boolean): Promise<PayResult> => this.work((work) => authenticate(work, id, ok));

  now = async (): Promise<Date> => new Date((await nowOn(this.options.database)) * 1000);

  /** Sets the clock forward, and does all that becomes due meanwhile, one after the other and each at its own time. */
  async advance(to: Date): Promise<void> {
    const target = Math.floor(to.getTime() / 1000);
    if (target < (await nowOn(this.options.database))) throw new RangeError("The emulator's clock never goes back.");
    await this.doDue(target, true);
    await this.serially((tx) => setForward(tx, target));
  }

  /** Does what is due now. */
  async run(): Promise<void> {
    const now = await nowOn(this.options.database);
    await this.doDue(now, false);
    await this.work((work) => work.store.forget({ answers: now - ANSWER_SECONDS, events: now - EVENT_SECONDS }));
    await forgetDelivered(this.options.database);
  }

  private async doDue(until: number, forward: boolean): Promise<void> {
    const step = () =>
      this.serially(async (tx) => {
        const due = await nextDue(this.workOn(tx, await nowOn(tx)));
        if (!due || due.at > until) return false;
        if (forward) await setForward(tx, due.at);
        await due.run(this.workOn(tx, due.at));
        return true;
      });
    while (await step());
  }

  /** Delivers webhooks that are due, each at most once per call. @returns how many */
  flush = (order?: (due: Delivery[]) => Delivery[]): Promise<number> => flush(this.options.database, this.options.webhook, order);

  private serially<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.options.database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      return run(tx);
    });
  }

  private work<T>(run: (work: Work) => Promise<T>, request: Work["request"] = { id: null, idempotency_key: null }): Promise<T> {
    return this.serially(async (tx) => run({ ...this.workOn(tx, await nowOn(tx)), request }));
  }

  private workOn(tx: Transaction, now: number): Work {
    const { checkoutUrl, afterRetries = "cancel" } = this.options;
    return {
      tx,
      store: new Store(tx, now),
      prices: this.prices,
      now,
      request: { id: null, idempotency_key: null },
      addresses: { checkout: checkoutUrl },
      afterRetries,
    };
  }
}

function unauthorized(request: Request, { requestId }: Call): Answer {
  const given = request.headers.get("authorization")?.replace(/^Bearer /, "");
  const hidden = given && given.length > 12 ? `${given.slice(0, 8)}${"*".repeat(given.length - 12)}${given.slice(-4)}` : "***";
  const message = given ? `Invalid API Key provided: ${hidden}` : "You did not provide an API key.";
  return { status: 401, body: new StripeFailure(401, "invalid_request_error", message).body(requestId) };
}
