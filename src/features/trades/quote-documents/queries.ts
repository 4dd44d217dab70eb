import { and, eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import { calculate } from "@/lib/pricing/documents";
import { namedPieces } from "@/lib/pricing/pieces";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerSites, customers, type QuoteAddressee, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import type { PricedDocument } from "@/server/pdf/priced-document";
import { todayOf } from "../prices/queries";
import { pricingOf } from "../pricing/queries";
import { acceptanceOf, answeredAtOf } from "../quotes/queries";
import { documentMark, quoteNumber, standsOn } from "../quotes/rules";
import { workspaceOf } from "../workspace/queries";

type Row = typeof quotes.$inferSelect;

/** Whom a quote is for, by what the shop has on them now. */
export async function addresseeNow(
  tx: Transaction,
  { workspaceId, customerId, siteId }: Pick<Row, "workspaceId" | "customerId" | "siteId">,
): Promise<QuoteAddressee> {
  const [row] = await tx
    .select({ customer: customers.name, site: customerSites.address })
    .from(customers)
    .leftJoin(customerSites, and(eq(customerSites.workspaceId, customers.workspaceId), eq(customerSites.id, siteId ?? customerId)))
    .where(rowIn(customers, workspaceId, customerId));
  const { customer, site } = found(row);
  return { customer, site: site ?? "" };
}

/** What a quote's document says of what has become of it by now. */
async function outcomeOf(tx: Transaction, quote: Row): Promise<Pick<PricedDocument, "mark" | "taken">> {
  const { workspaceId, id, answer } = quote;
  const mark = documentMark(standsOn(quote, await todayOf(tx, workspaceId)));
  const at = mark === "accepted" ? answeredAtOf(quote, await acceptanceOf(tx, workspaceId, id)) : null;
  if (!at) return { mark };
  const { timeZone } = await workspaceOf(tx, workspaceId);
  return { mark, taken: { by: answer?.name ?? "", on: dayIn(new Date(at), timeZone) } };
}

/** What a quote's document says that stands elsewhere: of a draft as it is now, from then on as it was sent, whatever is written down later. */
export async function headOf(tx: Transaction, quote: Row) {
  const { workspaceId, sentAt } = quote;
  const sentOn = quote.sentOn ?? (sentAt ? dayIn(sentAt, (await workspaceOf(tx, workspaceId)).timeZone) : null);
  const seller = quote.seller ?? (await pricingOf(tx, workspaceId)).seller;
  return { ...(quote.addressee ?? (await addresseeNow(tx, quote))), seller, sentOn };
}

/** All that a quote's document says. */
export const toDraw = async (tx: Transaction, quote: Row) => ({
  quote,
  head: await headOf(tx, quote),
  outcome: await outcomeOf(tx, quote),
});

/** A quote as a document in its own language. */
export async function drawQuote({ quote, head, outcome }: Awaited<ReturnType<typeof toDraw>>) {
  const { lines, pieces, terms, payment } = quote.content;
  const number = quoteNumber(quote);
  const bytes = await drawDocument(
    quote.workspaceId,
    "priced",
    {
      kind: quote.kind,
      number,
      title: quote.title,
      seller: head.seller,
      customer: head.customer,
      site: head.site,
      currency: quote.currency,
      issuedOn: head.sentOn,
      validUntil: quote.validUntil,
      lines,
      pieces: namedPieces(pieces, lines),
      terms,
      calculated: calculate(lines, terms),
      payment,
      text: quote.terms,
      ...outcome,
    },
    quote.language,
  );
  return { name: `quote-${number.replace("/", "-")}.pdf`, type: "application/pdf" as const, content: bytes.toString("base64") };
}

/** @throws AppError notFound */
export async function quotePdf({ inWorkspace, member: { workspaceId } }: WorkspaceContext, uid: string) {
  const drawn = await inWorkspace(async (tx) => {
    const [row] = await tx
      .select()
      .from(quotes)
      .where(rowIn(quotes, workspaceId, uid));
    return toDraw(tx, found(row));
  });
  return drawQuote(drawn);
}
