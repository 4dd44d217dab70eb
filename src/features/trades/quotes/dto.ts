import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { JOB_STATES, TAX_MODES } from "@/lib/enums/trades";
import { PRICE_KINDS, PRICE_UNITS, TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { LINE_SOURCES, QUOTE_KINDS, QUOTE_STATES } from "@/lib/enums/trades-quotes";
import { LOCALES } from "@/lib/locales";

const state = z.enum(QUOTE_STATES);
const taxOfLineDto = z.object({ name: z.string(), rate: z.int(), category: z.enum(TAX_CATEGORIES) });

/** A line with what it comes to: amounts in minor units, the quantity in thousandths, rates in basis points. */
export const documentLineDto = z.object({
  source: z.enum(LINE_SOURCES),
  kind: z.enum(PRICE_KINDS),
  code: z.string(),
  text: z.string(),
  unit: z.enum(PRICE_UNITS),
  quantity: z.int(),
  price: z.int(),
  discount: z.int(),
  tax: taxOfLineDto,
  optional: z.boolean(),
  chosen: z.boolean(),
  amounts: z.object({ gross: z.int(), discount: z.int(), share: z.int(), net: z.int(), tax: z.int(), total: z.int() }),
});

export const totalsDto = z.object({
  lines: z.int(),
  discount: z.int(),
  net: z.int(),
  taxes: z.array(taxOfLineDto.extend({ net: z.int(), tax: z.int() })),
  tax: z.int(),
  total: z.int(),
});

export const termsDto = z.object({
  taxMode: z.enum(TAX_MODES),
  taxIncluded: z.boolean(),
  discount: z.discriminatedUnion("is", [
    z.object({ is: z.literal("rate"), rate: z.int() }),
    z.object({ is: z.literal("amount"), amount: z.int() }),
  ]),
});

/** Basis points that are asked for once it is accepted, and within how many days the rest is to be paid. */
export const paymentDto = z.object({ deposit: z.int(), days: z.int() });

export const quoteRowDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  number: z.int(),
  revision: z.int(),
  kind: z.enum(QUOTE_KINDS),
  /** On today's day of the workspace's calendar. */
  state,
  title: z.string(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  /** Minor units, with tax. */
  total: z.int(),
  currency: z.string(),
  payment: paymentDto,
  validUntil: z.iso.date(),
});
export type QuoteRowDto = z.infer<typeof quoteRowDto>;

export const pieceDto = z.object({
  id: z.uuid(),
  label: z.string(),
  code: z.string(),
  materialUid: z.uuid().nullable(),
  length: z.int(),
  width: z.int(),
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
  /** For the shop alone. */
  notes: z.string(),
  pieces: z.array(pieceDto),
  adjustments: z.array(z.object({ code: z.string(), price: z.int().nullable(), discount: z.int() })),
  lines: z.array(documentLineDto.extend({ cost: z.int(), taxUid: z.uuid().nullable() })),
  how: termsDto,
  totals: totalsDto.extend({ cost: z.int() }),
  /** Basis points of the net that remain over the cost; null where nothing is asked for. */
  margin: z.int().nullable(),
  belowFloor: z.boolean(),
  /** Basis points given away at most, whichever options are taken, and whether that is more than whoever asks may. */
  givenAway: z.int(),
  overLimit: z.boolean(),
  /** Null of one that was sent: it was handed over. */
  sentTo: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** It waits for an answer, and the mail that brought it reached nobody. */
  unsent: z.boolean(),
  /** Where the customer reads it. */
  link: z.string().nullable(),
  answer: z.object({ name: z.string(), strokes: z.array(z.array(z.tuple([z.int(), z.int()]))), reason: z.string() }).nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** The shop wrote down that it was accepted, and can take that back as long as nothing was done by it. */
  mayTakeBack: z.boolean(),
  /** Where it might be sent: the customer's first address. */
  email: z.string(),
  revisions: z.array(z.object({ uid: z.uuid(), revision: z.int(), state, total: z.int() })),
});

export const quoteDeletedDto = z.object({ deleted: z.literal(true) });
export const documentFileDto = z.object({ name: z.string(), type: z.literal("application/pdf"), content: z.string() });
