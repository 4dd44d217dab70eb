import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found, refusedAt } from "@/lib/app-error";
import type { PaymentKind } from "@/lib/enums/trades-invoices";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobInvoices, jobPayments } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { lockInvoice } from "../invoices/mutations";
import { invoiceOf } from "../invoices/queries";
import { balanceOf, shownKind, stateBy } from "../invoices/rules";
import type { PaymentInput, PaymentReverseInput } from "../invoices/schema";
import { acting, recordEvent } from "../log/mutations";
import { todayOf } from "../prices/queries";

type Row = typeof jobInvoices.$inferSelect;
type Payment = typeof jobPayments.$inferInsert;

const ACTS = {
  payment: "payment.add",
  refund: "payment.refund",
  reversal: "payment.reverse",
  refundReversal: "refund.reverse",
} as const;

/** Writes down what came in or went back, and where the invoice stands by it. */
async function write(
  tx: Transaction,
  ctx: WorkspaceContext,
  invoice: Row,
  payment: Omit<Payment, "id" | "workspaceId" | "invoiceId" | "actorId">,
) {
  const { workspaceId } = ctx.member;
  const id = uuidv7();
  await tx.insert(jobPayments).values({ id, workspaceId, invoiceId: invoice.id, actorId: ctx.actor.id, ...payment });
  const paid = invoice.paid + payment.amount;
  await tx
    .update(jobInvoices)
    .set({ paid, state: stateBy({ ...invoice, paid }), version: sql`${jobInvoices.version} + 1` })
    .where(rowIn(jobInvoices, workspaceId, invoice.id));
  const who = acting(ctx);
  await recordEvent(tx, who, {
    action: ACTS[shownKind(payment)],
    target: { kind: "invoice", id: invoice.id },
    after: { amount: payment.amount },
  });
  await publishToWorkspace(tx, workspaceId);
}

/**
 * What was written under a key before.
 * @throws AppError wrongState where that was something else | savedBefore where its amount, day, way or reference was another: whoever
 *   corrects what they got no answer to learns that it stands there as it was
 */
async function writtenBefore(tx: Transaction, input: PaymentInput, kind: PaymentKind): Promise<boolean> {
  const { workspaceId, uid, key, amount, paidOn, method, reference } = input;
  const [row] = await tx
    .select()
    .from(jobPayments)
    .where(and(eq(jobPayments.workspaceId, workspaceId), eq(jobPayments.key, key)));
  if (!row) return false;
  if (row.invoiceId !== uid || row.kind !== kind) throw new AppError("wrongState");
  const isSame = Math.abs(row.amount) === amount && row.paidOn === paidOn && row.method === method && row.reference === reference;
  if (!isSame) throw new AppError("savedBefore");
  return true;
}

/** Writes down what came in or was paid back, at most so much of it as the balance allows; the same key writes it once. */
const book = (ctx: WorkspaceContext, kind: "payment" | "refund", input: PaymentInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid, key, amount, paidOn, method, reference } = input;
    const invoice = await lockInvoice(tx, workspaceId, uid);
    if (!(await writtenBefore(tx, input, kind))) {
      if (invoice.state === "draft" || invoice.kind === "credit") throw new AppError("wrongState");
      // What is owed comes in, what is owed back goes out.
      const sign = kind === "payment" ? 1 : -1;
      if (amount > sign * balanceOf(invoice)) throw refusedAt(["amount"], "moreThanDue");
      await requirePast(tx, workspaceId, paidOn);
      await write(tx, ctx, invoice, { kind, key, amount: sign * amount, paidOn, method, reference });
    }
    return invoiceOf(tx, workspaceId, uid);
  });

/**
 * Writes down what came in; the same key writes it once.
 * @throws AppError notFound | wrongState for a draft or a credit | savedBefore for a correction under the same key | invalidInput where it is
 *   more than is due, or on a day to come
 */
export const payInvoice = (ctx: WorkspaceContext, input: PaymentInput) => book(ctx, "payment", input);

/**
 * Writes down what was paid back of what was paid too much once something was credited.
 * @throws AppError notFound | wrongState for a draft or a credit | savedBefore for a correction under the same key | invalidInput where it is
 *   more than that, or on a day to come
 */
export const refundInvoice = (ctx: WorkspaceContext, input: PaymentInput) => book(ctx, "refund", input);

/** @throws AppError invalidInput */
async function requirePast(tx: Transaction, workspaceId: string, day: string): Promise<void> {
  if (day > (await todayOf(tx, workspaceId))) throw refusedAt(["paidOn"], "future");
}

/**
 * Takes back a payment or a refund that was written by mistake, once.
 * @throws AppError notFound | wrongState for what takes back itself, or where less would be left than was paid back
 */
export const reversePayment = (ctx: WorkspaceContext, { workspaceId, uid, paymentUid }: PaymentReverseInput) =>
  ctx.inWorkspace(async (tx) => {
    const invoice = await lockInvoice(tx, workspaceId, uid);
    const [row] = await tx
      .select()
      .from(jobPayments)
      .where(and(eq(jobPayments.workspaceId, workspaceId), eq(jobPayments.invoiceId, uid), eq(jobPayments.id, paymentUid)));
    const payment = found(row);
    if (payment.kind === "reversal") throw new AppError("wrongState");
    const [back] = await tx
      .select({ id: jobPayments.id })
      .from(jobPayments)
      .where(and(eq(jobPayments.workspaceId, workspaceId), eq(jobPayments.reversalOf, paymentUid)));
    if (!back) {
      if (invoice.paid < payment.amount) throw new AppError("wrongState");
      const { amount, method, reference } = payment;
      const paidOn = await todayOf(tx, workspaceId);
      const key = `reversal:${paymentUid}`;
      await write(tx, ctx, invoice, { kind: "reversal", key, amount: -amount, paidOn, method, reference, reversalOf: paymentUid });
    }
    return invoiceOf(tx, workspaceId, uid);
  });
