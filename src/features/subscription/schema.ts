import { z } from "zod";
import { BILLING_INTERVALS, CANCEL_REASONS } from "@/lib/enums/subscription";
import { textField } from "@/lib/fields";
import { PAID_PLANS } from "./rules";

/** What somebody wants to have, and how it is paid. */
export const offerInput = z.object({ plan: z.enum(PAID_PLANS), interval: z.enum(BILLING_INTERVALS) });
export type OfferInput = z.infer<typeof offerInput>;

/** The change that was shown: the same instant gives the same amounts, as long as the subscription is what it was. Parley's page names all of it. */
export const changeInput = offerInput.extend({
  prorationDate: z.iso.datetime(),
  /** The price that was shown: whoever names it is not charged by another one that has taken its place since. */
  priceId: z.string().max(255).optional(),
  /** The price that the subscription had: whoever names it changes nothing that has become something else since. */
  currentPriceId: z.string().max(255).optional(),
  /** Minor units: whoever names it is not charged another amount. */
  dueToday: z.int().min(0).optional(),
});
export type ChangeInput = z.infer<typeof changeInput>;

export const cancelInput = z.object({
  reason: z.enum(CANCEL_REASONS).optional(),
  comment: textField(500).optional(),
});
export type CancelInput = z.infer<typeof cancelInput>;

export const methodInput = z.object({
  paymentMethodId: z
    .string()
    .regex(/^pm_\w{1,250}$/)
    .optional(),
});

export const invoiceInput = z.object({ invoiceId: z.string().regex(/^in_\w{1,250}$/) });
