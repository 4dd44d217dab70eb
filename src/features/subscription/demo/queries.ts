import type { UserContext } from "@/server/api/context";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { serverText } from "@/server/text";
import { LOOKUP_KEYS, offerOf } from "../rules";
import { instantOf } from "../sync/rules";

/** The receipt of a demo's invoice, in the language of whoever asks. @param refunded minor units */
export async function demoReceipt({ actor, payments, locale }: UserContext, invoiceId: string, refunded: number): Promise<Uint8Array> {
  const [invoice, prices] = await Promise.all([
    payments.call((stripe) => stripe.invoices.retrieve(invoiceId)),
    payments.prices(LOOKUP_KEYS),
  ]);
  const nameOf = (priceId: string | undefined): string | undefined => {
    const offer = offerOf(prices.find(({ id }) => id === priceId)?.lookupKey ?? "");
    return offer && serverText(locale, `receipt.${offer.interval}`, { plan: serverText(locale, `subscription.plans.${offer.plan}`) });
  };
  const paid = invoice.status === "paid";
  return drawDocument(
    actor.id,
    "receipt",
    {
      number: invoice.number ?? invoice.id,
      paid,
      issuedAt: instantOf(invoice.status_transitions.finalized_at ?? invoice.created),
      customer: { name: invoice.customer_name ?? "", email: invoice.customer_email ?? "" },
      currency: invoice.currency,
      lines: invoice.lines.data.map(({ pricing, description, period, amount }) => {
        const price = pricing?.price_details?.price;
        const name = nameOf(typeof price === "string" ? price : price?.id) ?? description ?? "";
        const text = amount < 0 ? serverText(locale, "receipt.credit", { name }) : name;
        return { text, from: instantOf(period.start), to: instantOf(period.end), amount };
      }),
      total: invoice.total,
      fromBalance: Math.min(0, invoice.amount_due - Math.max(0, invoice.total)),
      charged: paid ? invoice.amount_paid : invoice.amount_due,
      refunded,
    },
    locale,
  );
}
