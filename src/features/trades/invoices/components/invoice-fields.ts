import type { LineTax } from "@/lib/pricing/documents";
import { type InvoiceLineFields, type InvoiceSaveInput, invoiceSaveInput } from "../schema";
import type { Invoice } from "./invoice-page";

/** What somebody writes of a draft. */
export const invoiceFields = invoiceSaveInput.omit({ workspaceId: true, uid: true, version: true });
export type InvoiceFields = Omit<InvoiceSaveInput, "workspaceId" | "uid" | "version">;

export const toForm = ({ title, language, notes, days, buyer, lines, how }: Invoice): InvoiceFields => ({
  title,
  language,
  notes,
  days,
  buyer,
  lines: lines.map(({ kind, code, text, unit, quantity, price, discount, tax }) => ({
    kind,
    code,
    text,
    unit,
    quantity,
    price,
    discount,
    tax,
  })),
  discount: how.discount,
});

/** One of something without a price yet. */
export const newLine = (tax: LineTax): InvoiceLineFields => ({
  kind: "item",
  code: "",
  text: "",
  unit: "piece",
  quantity: 1000,
  price: undefined as unknown as number,
  discount: 0,
  tax,
});
