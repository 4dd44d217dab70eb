import { z } from "zod";
import { minorUnits } from "@/lib/dto-fields";
import { BILLING_INTERVALS, PLANS } from "@/lib/enums/subscription";

const offer = { plan: z.enum(PLANS), interval: z.enum(BILLING_INTERVALS) };

export const pricesDto = z.object({
  payments: z.enum(["stripe", "demo", "off"]),
  offers: z
    .array(
      z.object({
        ...offer,
        lookupKey: z.string(),
        price: z
          .object({ amount: minorUnits, currency: z.string() })
          .nullable()
          .meta({ description: "Null where no price is active under the lookup key." }),
        inactive: z.boolean().meta({ description: "There is one under the lookup key, but it was taken out of use." }),
      }),
    )
    .meta({ description: "Every offer that the app knows." }),
});

export const holdersDto = z.object({
  paid: z
    .array(z.object({ ...offer, people: z.int() }))
    .meta({ description: "People by what they pay for. Whoever has two plans counts in both." }),
  given: z.array(z.object({ plan: z.enum(PLANS), people: z.int() })),
  free: z.int().meta({ description: "People who have no other plan." }),
});

/** How many people have more than a plan would allow. */
export const impactDto = z.array(z.object({ plan: z.enum(PLANS), takes: z.int(), storage: z.int() }));
