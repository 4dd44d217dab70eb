import { z } from "zod";
import { instant, minorUnits } from "@/lib/dto-fields";
import { BILLING_INTERVALS, PLANS } from "@/lib/enums/subscription";

export const checkoutDto = z.object({
  mode: z.enum(["subscription", "setup", "invoice"]),
  status: z.enum(["open", "complete", "expired"]),
  offer: z
    .object({ plan: z.enum(PLANS), interval: z.enum(BILLING_INTERVALS), amount: minorUnits, currency: z.string() })
    .nullable()
    .meta({ description: "What is bought, or owed; null where only a card is given." }),
  cancelUrl: z.string().nullable(),
});

export const paidDto = z.object({
  status: z.enum(["succeeded", "requires_action", "declined"]),
  redirect: z.string().nullable(),
  code: z.string().nullable().meta({ description: "Stripe's code of the refusal." }),
});

export const clockDto = z.object({ now: instant });
