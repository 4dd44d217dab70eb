/** Closed sets of values, once, of what a shop asks to be paid. */

/** A part before the work or during it, the rest of it, or what is given back of one of them. */
export const INVOICE_KINDS = ["deposit", "progress", "final", "credit"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Where an invoice stands. That it is overdue follows from its day, and is not kept. */
export const INVOICE_STATES = ["draft", "issued", "part_paid", "paid", "credited"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** What invoices are listed by: where they stand, or that they are overdue. */
export const INVOICE_STANDINGS = [...INVOICE_STATES, "overdue"] as const;
export type InvoiceStanding = (typeof INVOICE_STANDINGS)[number];

export const PAYMENT_METHODS = ["transfer", "cash", "card", "cheque", "other"] as const;

/** What came in, what takes that back because it was written by mistake, and what was paid back. */
export const PAYMENT_KINDS = ["payment", "reversal", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
/** The same as people see them, who tell what takes back a refund from what comes in. */
export const PAYMENTS_SHOWN = [...PAYMENT_KINDS, "refundReversal"] as const;
export type PaymentShown = (typeof PAYMENTS_SHOWN)[number];

/** What invoices are ordered by. */
export const INVOICE_ORDERS = ["number", "dueOn", "total"] as const;
export type InvoiceOrder = (typeof INVOICE_ORDERS)[number];

/** What EN 16931 asks for of who sells, of who buys, of the lines and of their money, and may not be so. */
export const PARTICULARS = [
  "seller.name",
  "seller.country",
  "seller.taxNumber",
  "seller.registration",
  "buyer.name",
  "buyer.country",
  "buyer.taxNumber",
  // Lines within the scope of the tax alone, or outside of it alone.
  "lines.tax",
  // Amounts with two digits behind the point at most.
  "currency",
  // Taxes of lines that sum to what is due at their rate, to less than a whole unit of the currency.
  "rounding",
] as const;
export type Particular = (typeof PARTICULARS)[number];
