import { z } from "zod";
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
  /** The last day on which it can be accepted, by the shop's calendar. */
  validUntil: z.iso.date(),
  terms: z.string(),
  /** What is made, in mm, by the names that the lines have. */
  pieces: z.array(
    z.object({
      label: z.string(),
      length: z.int(),
      width: z.int(),
      count: z.int(),
      material: z.string(),
      edges: z.array(z.object({ side: z.enum(SIDES), text: z.string() })),
      cutouts: z.array(z.object({ text: z.string(), count: z.int() })),
    }),
  ),
  lines: z.array(documentLineDto.omit({ source: true, kind: true, code: true })),
  how: termsDto,
  payment: paymentDto,
  totals: totalsDto,
  /** Who signed, once it was accepted. */
  signedBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
