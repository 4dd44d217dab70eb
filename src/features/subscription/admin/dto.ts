import { z } from "zod";
import { instant, minorUnits } from "@/lib/dto-fields";
import { PLANS } from "@/lib/enums/subscription";
import { invoiceDto, subscriptionDto } from "../dto";

const paidInvoiceDto = invoiceDto.extend({
  amountPaid: minorUnits.meta({
    description: "Minor units. Of the amount what came in is what can be paid back; the rest was credit, or is still owed.",
  }),
});

const grantDto = z.object({
  uid: z.uuid(),
  plan: z.enum(PLANS),
  startsAt: instant,
  endsAt: instant,
  reason: z.string(),
  revokedAt: instant.nullable(),
  ended: z.boolean().meta({ description: "Its end is past: there is nothing to take back." }),
});

const actDto = z.object({
  uid: z.uuid(),
  action: z.string(),
  at: instant,
  by: z.string().nullable().meta({ description: "Who did it; null when their account is gone." }),
  reason: z.string(),
});

export const personDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plan: z.enum(PLANS),
  subscription: subscriptionDto.nullable(),
  grants: z.array(grantDto).meta({ description: "The last ten, the newest first." }),
  invoices: z.array(paidInvoiceDto).meta({ description: "The last ten, the newest first." }),
  acts: z.array(actDto).meta({ description: "The last ten, the newest first." }),
});

export const grantedDto = z.object({ uid: z.uuid() });
export const refundedDto = paidInvoiceDto;
