import { z } from "zod";
import { BILLING_INTERVALS, PLANS } from "@/lib/enums/subscription";

export const checkoutDto = z.object({
  mode: z.enum(["subscription", "setup", "invoice"]),
  status: z.enum(["open", "complete", "expired"]),
  /** What is bought, or owed; null where only a card is given. */
  offer: z.object({ plan: z.enum(PLANS), interval: z.enum(BILLING_INTERVALS), amount: z.int(), currency: z.string() }).nullable(),
  cancelUrl: z.string().nullable(),
});

export const paidDto = z.object({
  status: z.enum(["succeeded", "requires_action", "declined"]),
  redirect: z.string().nullable(),
  /** Stripe's code of the refusal. */
  code: z.string().nullable(),
});

export const clockDto = z.object({ now: z.string() });
