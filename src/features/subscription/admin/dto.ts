import { z } from "zod";
import { PLANS } from "@/lib/enums/subscription";
import { invoiceDto, subscriptionDto } from "../dto";

/** Of the amount what came in is what can be paid back; the rest was credit, or is still owed. */
const paidInvoiceDto = invoiceDto.extend({ amountPaid: z.int() });

const grantDto = z.object({
  uid: z.uuid(),
  plan: z.enum(PLANS),
  startsAt: z.string(),
  endsAt: z.string(),
  reason: z.string(),
  revokedAt: z.string().nullable(),
});

const actDto = z.object({
  uid: z.uuid(),
  action: z.string(),
  at: z.string(),
  /** Who did it; null when their account is gone. */
  by: z.string().nullable(),
  reason: z.string(),
});

export const personDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plan: z.enum(PLANS),
  subscription: subscriptionDto.nullable(),
  /** The last ten of each, the newest first. */
  grants: z.array(grantDto),
  invoices: z.array(paidInvoiceDto),
  acts: z.array(actDto),
});

export const grantedDto = z.object({ uid: z.uuid() });
export const refundedDto = paidInvoiceDto;
