/** Closed sets of values, once, of what a shop asks to be paid. */

export const INVOICE_KINDS = ["deposit", "progress", "final", "credit"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Where an invoice stands. That it is overdue follows from its day, and is not kept. */
export const INVOICE_STATES = ["draft", "issued", "part_paid", "paid", "credited"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const PAYMENT_METHODS = ["transfer", "cash", "card", "cheque", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What invoices are listed by. */
export const INVOICE_ORDERS = ["number", "dueOn", "total"] as const;
export type InvoiceOrder = (typeof INVOICE_ORDERS)[number];
