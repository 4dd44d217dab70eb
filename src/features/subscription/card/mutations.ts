import { eq } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { billingCustomers } from "@/server/db/schema";
import { isOver } from "../rules";
import type { BillingCustomer } from "../sync/queries";
import { idOf, isRefused, owedOf } from "../sync/rules";

/**
 * The card that was given in the Checkout that was opened last pays from now on: what comes, and what is owed. An older one that
 * is told of late changes nothing.
 */
export async function adoptCard(services: Services, tx: Transaction, { cardSession, stripeId }: BillingCustomer): Promise<void> {
  if (!cardSession) return;
  const { payments } = services;
  const session = await payments.call((stripe) => stripe.checkout.sessions.retrieve(cardSession));
  if (session.status === "open") return;
  const intent = idOf(session.setup_intent);
  const given = session.status === "complete" && intent ? await payments.call((stripe) => stripe.setupIntents.retrieve(intent)) : null;
  const method = given?.status === "succeeded" ? idOf(given.payment_method) : null;
  if (method)
    await payFrom(services, stripeId, method).catch((error: unknown) => {
      // Taken off at Stripe since: it never will pay, and must not be in the way of what comes after it.
      if (!isRefused(error)) throw error;
      services.log.warn({ err: error, method }, "a card that was given cannot be used");
    });
  await tx.update(billingCustomers).set({ cardSession: null }).where(eq(billingCustomers.stripeId, stripeId));
}

/**
 * Makes a card the one that pays. What is owed is tried at once; a card that cannot pay it is still the card of next time.
 * @throws AppError paymentsUnavailable: nobody knows then, and it is to be done again
 */
export async function payFrom({ payments, log }: Services, customer: string, method: string): Promise<void> {
  const chosen = { default_payment_method: method };
  const held = await payments.call(async (stripe) => {
    await stripe.customers.update(customer, { invoice_settings: chosen });
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    const live = data.filter(({ status }) => !isOver(status));
    for (const { id, status } of live) if (status !== "incomplete") await stripe.subscriptions.update(id, chosen);
    return live;
  });
  for (const { id: subscription, status } of held) {
    // A card was all that it waited for.
    if (status === "paused") await takeUp({ payments }, subscription);
    for (const { id } of await owedInvoices({ payments }, subscription, status)) {
      await payInvoice({ payments }, id, method).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === "paymentsUnavailable") throw error;
        log.info({ invoice: id, code: error.code }, "still owed");
      });
    }
    if (status !== "incomplete") continue;
    // Stripe lets one that has not begun have no card of its own before its first payment.
    await payments.call(async (stripe) => {
      const begun = (await stripe.subscriptions.retrieve(subscription)).status === "active";
      if (begun) await stripe.subscriptions.update(subscription, chosen);
    });
  }
}

/**
 * Takes a paused subscription up again. Stripe asks for the period that begins and tries no card by itself: it goes on once that is paid,
 * and stays paused where nobody tries within 23 hours. One that was taken up before waits for its invoice alone.
 */
export async function takeUp({ payments }: Pick<Services, "payments">, subscription: string): Promise<void> {
  if ((await owedInvoices({ payments }, subscription, "paused")).length > 0) return;
  await payments.call((stripe) => stripe.subscriptions.resume(subscription));
}

/**
 * What there is to pay for a subscription now, the oldest first: all that is owed. One that Stripe marks as unpaid gathers drafts,
 * which nobody is asked to pay; the latest invoice alone brings it back, so that one is put into force, and the time in between,
 * in which the plan was closed, is not asked for.
 */
export async function owedInvoices(
  { payments }: Pick<Services, "payments">,
  subscription: string,
  status: string,
): Promise<{ id: string; hosted_invoice_url?: string | null }[]> {
  const { data } = await payments.call((stripe) => stripe.invoices.list({ subscription, limit: 100 }));
  if (status !== "unpaid") return owedOf(data);
  const latest = data.find(({ status }) => status !== "void");
  if (latest?.status === "draft")
    return [await payments.call((stripe) => stripe.invoices.finalizeInvoice(latest.id, { auto_advance: false }))];
  return latest?.status === "open" ? [latest] : [];
}

/** Pays an open invoice. One that somebody else has paid meanwhile is paid. @throws AppError cardDeclined | cardNeedsConfirmation */
export async function payInvoice({ payments }: Pick<Services, "payments">, id: string, method?: string): Promise<void> {
  try {
    await payments.call((stripe) => stripe.invoices.pay(id, method ? { payment_method: method } : {}));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { status } = await payments.call((stripe) => stripe.invoices.retrieve(id));
    if (status !== "paid" && status !== "void") throw error;
  }
}
