import { z } from "zod";
import { mailAddress } from "@/lib/fields";
import { PAID_PLANS } from "../rules";
import { invoiceInput } from "../schema";

export const personInput = z.object({ email: mailAddress });

const reason = z.string().trim().min(3).max(500);

/** Days that a plan can be given for at once. */
export const GRANT_DAYS = { minimum: 1, maximum: 366 } as const;

export const grantInput = z.object({
  user: z.uuid(),
  plan: z.enum(PAID_PLANS),
  days: z.int().min(GRANT_DAYS.minimum).max(GRANT_DAYS.maximum),
  reason,
});
export type GrantInput = z.infer<typeof grantInput>;

export const revokeInput = z.object({ uid: z.uuid(), reason });
export type RevokeInput = z.infer<typeof revokeInput>;

export const refundInput = invoiceInput.extend({
  /** Of this refund: the same once more is the same refund. */
  uid: z.uuid(),
  /** Minor units. */
  amount: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** What whoever decides has seen as paid back before, in minor units: where it is more by now, they look again. */
  refunded: z.int().min(0).optional(),
  reason,
});
export type RefundInput = z.infer<typeof refundInput>;
