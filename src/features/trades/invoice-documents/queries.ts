import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError, found } from "@/lib/app-error";
import type { Particular } from "@/lib/enums/trades-invoices";
import { calculate } from "@/lib/pricing/documents";
import type { ValidationKey } from "@/lib/validation";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobInvoices } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { drawDocument } from "@/server/pdf/draw-in-worker";
import { missingIn } from "../invoices/rules";
import { pricingOf } from "../pricing/queries";

/** An invoice with what its documents say beside its content. @throws AppError notFound */
async function documentOf(tx: Transaction, workspaceId: string, uid: string) {
  const original = alias(jobInvoices, "original");
  const [row] = await tx
    .select({ invoice: jobInvoices, creditOf: { number: original.number, issuedOn: original.issuedOn } })
    .from(jobInvoices)
    .leftJoin(original, and(eq(original.workspaceId, jobInvoices.workspaceId), eq(original.id, jobInvoices.creditOf)))
    .where(rowIn(jobInvoices, workspaceId, uid));
  const { invoice, creditOf } = found(row);
  return { invoice, creditOf, seller: invoice.seller ?? (await pricingOf(tx, workspaceId)).seller };
}

/** As a PDF in its own language. @throws AppError notFound */
export async function invoicePdf({ inWorkspace, member }: WorkspaceContext, uid: string) {
  const { invoice, creditOf, seller } = await inWorkspace((tx) => documentOf(tx, member.workspaceId, uid));
  const { lines, terms } = invoice.content;
  const { buyer } = invoice;
  const bytes = await drawDocument(
    invoice.workspaceId,
    "priced",
    {
      kind: invoice.kind,
      number: invoice.number === null ? "" : String(invoice.number),
      title: invoice.title,
      seller,
      customer: buyer.name,
      address: [buyer.street, [buyer.postcode, buyer.city].filter(Boolean).join(" ")].filter(Boolean).join("\n"),
      buyerCountry: buyer.country,
      buyerTaxNumber: buyer.taxNumber,
      reference: buyer.reference,
      site: "",
      currency: invoice.currency,
      issuedOn: invoice.issuedOn,
      validUntil: null,
      dueOn: invoice.kind === "credit" ? null : invoice.dueOn,
      creditOf: creditOf?.number ?? null,
      lines,
      pieces: [],
      terms,
      calculated: calculate(lines, terms),
      payment: null,
      // An issued document is the same whenever it is drawn: what was paid since stands elsewhere.
      text: invoice.notes,
      mark: invoice.state === "draft" ? "draft" : null,
    },
    invoice.language,
  );
  const name = `${invoice.kind === "credit" ? "credit" : "invoice"}-${invoice.number ?? "draft"}.pdf`;
  return { name, type: "application/pdf" as const, content: bytes.toString("base64") };
}

/**
 * As UBL 2.1 by EN 16931.
 * @throws AppError notFound | wrongState for a draft | invalidInput where what the standard asks for was not said, or it is rounded otherwise than that allows
 */
export async function invoiceXml({ inWorkspace, member }: WorkspaceContext, uid: string) {
  const { invoice, creditOf, seller } = await inWorkspace((tx) => documentOf(tx, member.workspaceId, uid));
  const { number, issuedOn, dueOn, currency, buyer, content } = invoice;
  if (number === null || issuedOn === null || dueOn === null) throw new AppError("wrongState");
  const missing = missingIn({ currency, seller, buyer, ...content });
  const keys: Partial<Record<Particular, ValidationKey>> = { currency: "currencyDecimals", rounding: "taxRounding" };
  if (missing.length > 0)
    throw new AppError("invalidInput", { issues: missing.map((one) => ({ path: one.split("."), key: keys[one] ?? "required" })) });
  const { ublOf } = await import("@/server/xml/ubl");
  const document = {
    kind: invoice.kind,
    number,
    issuedOn,
    dueOn,
    currency,
    seller,
    buyer,
    notes: invoice.notes,
    ...content,
    creditOf: creditOf?.number ? { number: creditOf.number, issuedOn: creditOf.issuedOn ?? issuedOn } : null,
  };
  const name = `${invoice.kind === "credit" ? "credit" : "invoice"}-${number}.xml`;
  return { name, type: "application/xml" as const, content: Buffer.from(ublOf(document)).toString("base64") };
}
