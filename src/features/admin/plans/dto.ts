import { z } from "zod";
import { BILLING_INTERVALS, PLANS } from "@/lib/enums/subscription";

const offer = { plan: z.enum(PLANS), interval: z.enum(BILLING_INTERVALS) };

export const pricesDto = z.object({
  payments: z.enum(["stripe", "demo", "off"]),
  /** Every offer that the app knows. */
  offers: z.array(
    z.object({
      ...offer,
      lookupKey: z.string(),
      /** Null where no price is active under the lookup key. */
      price: z.object({ amount: z.int(), currency: z.string() }).nullable(),
      /** There is one under the lookup key, but it was taken out of use. */
      inactive: z.boolean(),
    }),
  ),
});

export const holdersDto = z.object({
  /** People by what they pay for. Whoever has two plans counts in both. */
  paid: z.array(z.object({ ...offer, people: z.int() })),
  given: z.array(z.object({ plan: z.enum(PLANS), people: z.int() })),
  /** People who have no other plan. */
  free: z.int(),
});

/** How many people have more than a plan would allow. */
export const impactDto = z.array(z.object({ plan: z.enum(PLANS), takes: z.int(), storage: z.int() }));
