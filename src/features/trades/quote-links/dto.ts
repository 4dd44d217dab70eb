import { z } from "zod";
import { day, instant, mm } from "@/lib/dto-fields";
import { QUOTE_KINDS, SIDES } from "@/lib/enums/trades-quotes";
import { LOCALES } from "@/lib/locales";
import { sellerDto } from "../pricing/dto";
import { documentLineDto, paymentDto, termsDto, totalsDto } from "../quotes/dto";
import { OFFER_STATES } from "./rules";

/** A quote as its customer reads it: nothing of what it costs the shop, or what the shop notes. */
export const offerDto = z.object({
  state: z.enum(OFFER_STATES),
  kind: z.enum(QUOTE_KINDS),
  number: z.int(),
  revision: z.int(),
  title: z.string(),
  seller: sellerDto,
  customer: z.string(),
  site: z.string(),
  language: z.enum(LOCALES),
  currency: z.string(),
  validUntil: day.meta({ description: "The last day on which it can be accepted, by the shop's calendar." }),
  terms: z.string(),
  pieces: z
    .array(
      z.object({
        label: z.string(),
        length: mm,
        width: mm,
        count: z.int(),
        material: z.string(),
        edges: z.array(z.object({ side: z.enum(SIDES), text: z.string() })),
        cutouts: z.array(z.object({ text: z.string(), count: z.int() })),
      }),
    )
    .meta({ description: "What is made, by the names that the lines have." }),
  lines: z.array(documentLineDto.omit({ source: true, kind: true, code: true })),
  how: termsDto,
  payment: paymentDto,
  totals: totalsDto,
  signedBy: z.string().nullable().meta({ description: "Who signed, once it was accepted." }),
  answeredAt: instant.nullable(),
});
