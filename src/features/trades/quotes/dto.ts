import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { basisPoints, day, instant, minorUnits, mm, thousandths } from "@/lib/dto-fields";
import { JOB_STATES, TAX_MODES } from "@/lib/enums/trades";
import { PRICE_KINDS, PRICE_UNITS, TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { LINE_SOURCES, QUOTE_KINDS, QUOTE_STATES } from "@/lib/enums/trades-quotes";
import { LOCALES } from "@/lib/locales";

const state = z.enum(QUOTE_STATES);
const taxOfLineDto = z.object({ name: z.string(), rate: basisPoints, category: z.enum(TAX_CATEGORIES) });

/** A line with what it comes to. */
export const documentLineDto = z.object({
  source: z.enum(LINE_SOURCES),
  kind: z.enum(PRICE_KINDS),
  code: z.string(),
  text: z.string(),
  unit: z.enum(PRICE_UNITS),
  quantity: thousandths,
  price: minorUnits.meta({ description: "Minor units, for one of the unit." }),
  discount: basisPoints,
  tax: taxOfLineDto,
  optional: z.boolean(),
  chosen: z.boolean(),
  amounts: z.object({
    gross: minorUnits.meta({ description: "Minor units: quantity by price." }),
    discount: minorUnits.meta({ description: "Minor units: off this line." }),
    share: minorUnits.meta({ description: "Minor units: its part of what is off the whole." }),
    net: minorUnits,
    tax: minorUnits,
    total: minorUnits,
  }),
});

export const totalsDto = z.object({
  lines: minorUnits.meta({ description: "Minor units: what the lines come to after their own discounts, as prices are written." }),
  discount: minorUnits.meta({ description: "Minor units: off the whole." }),
  net: minorUnits,
  taxes: z.array(taxOfLineDto.extend({ net: minorUnits, tax: minorUnits })),
  tax: minorUnits,
  total: minorUnits,
});

export const termsDto = z.object({
  taxMode: z.enum(TAX_MODES),
  taxIncluded: z.boolean(),
  discount: z.discriminatedUnion("is", [
    z.object({ is: z.literal("rate"), rate: basisPoints }),
    z.object({ is: z.literal("amount"), amount: minorUnits }),
  ]),
});

export const paymentDto = z.object({
  deposit: basisPoints.meta({ description: "Basis points of the whole that are asked for once it is accepted." }),
  days: z.int().meta({ description: "Within how many days the rest is to be paid." }),
});

export const quoteRowDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  number: z.int(),
  revision: z.int(),
  kind: z.enum(QUOTE_KINDS),
  state: state.meta({ description: "On today's day of the workspace's calendar." }),
  title: z.string(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  total: minorUnits.meta({ description: "Minor units, with tax." }),
  currency: z.string(),
  payment: paymentDto,
  validUntil: day,
});
export type QuoteRowDto = z.infer<typeof quoteRowDto>;

export const pieceDto = z.object({
  id: z.uuid(),
  label: z.string(),
  code: z.string(),
  materialUid: z.uuid().nullable(),
  length: mm,
  width: mm,
  count: z.int(),
  grain: z.enum(GRAINS),
  edges: z.object({ front: z.string(), back: z.string(), left: z.string(), right: z.string() }),
  cutouts: z.array(z.object({ code: z.string(), count: z.int() })),
});

export const quoteDto = quoteRowDto.extend({
  site: z.object({ uid: z.uuid(), name: z.string(), address: z.string() }).nullable(),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string(), state: z.enum(JOB_STATES) }).nullable(),
  templateUid: z.uuid().nullable(),
  language: z.enum(LOCALES),
  prices: z.object({ uid: z.uuid(), list: z.string(), number: z.int() }).nullable(),
  terms: z.string(),
  notes: z.string().meta({ description: "For the shop alone." }),
  pieces: z.array(pieceDto),
  adjustments: z.array(z.object({ code: z.string(), price: minorUnits.nullable(), discount: basisPoints })),
  lines: z.array(
    documentLineDto.extend({
      cost: minorUnits.meta({ description: "Minor units, for one of the unit: what it costs the shop." }),
      taxUid: z.uuid().nullable(),
    }),
  ),
  how: termsDto,
  totals: totalsDto.extend({ cost: minorUnits.meta({ description: "Minor units: what it costs the shop." }) }),
  margin: basisPoints
    .nullable()
    .meta({ description: "Basis points of the net that remain over the cost; null where nothing is asked for." }),
  belowFloor: z.boolean(),
  givenAway: basisPoints.meta({ description: "Basis points given away at most, whichever options are taken." }),
  overLimit: z.boolean().meta({ description: "That is more than whoever asks may give away." }),
  sentTo: z.string().nullable().meta({ description: "Null of one that was sent: it was handed over." }),
  sentAt: instant.nullable(),
  unsent: z.boolean().meta({ description: "It waits for an answer, and the mail that brought it reached nobody." }),
  link: z.string().nullable().meta({ description: "Where the customer reads it." }),
  answer: z
    .object({
      name: z.string(),
      strokes: z
        .array(z.array(z.tuple([z.int(), z.int()])))
        .meta({ description: "Points of the signature, x and y, on a field of 1000 by 400." }),
      reason: z.string(),
    })
    .nullable(),
  answeredAt: instant.nullable(),
  mayTakeBack: z
    .boolean()
    .meta({ description: "The shop wrote down that it was accepted, and can take that back as long as nothing was done by it." }),
  email: z.string().meta({ description: "Where it might be sent: the customer's first address." }),
  revisions: z.array(z.object({ uid: z.uuid(), revision: z.int(), state, total: minorUnits })),
});

export const quoteDeletedDto = z.object({ deleted: z.literal(true) });
export const documentFileDto = z.object({
  name: z.string(),
  type: z.literal("application/pdf"),
  content: z.string().meta({ description: "Base64." }),
});
