import { z } from "zod";
import { GRAINS } from "@/lib/cutting/types";
import { PRICE_KINDS, PRICE_UNITS } from "@/lib/enums/trades-pricing";
import { QUOTE_KINDS, QUOTE_ORDERS, QUOTE_STATES } from "@/lib/enums/trades-quotes";
import { calendarDay, id, mailAddress, nameField, textField } from "@/lib/fields";
import { SIGNATURE } from "@/lib/form-definitions";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { LOCALES } from "@/lib/locales";
import { MOST_AMOUNT, MOST_QUANTITY, WHOLE_RATE } from "@/lib/pricing/amounts";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { MOST_CUTOUTS, MOST_LINES, MOST_PIECES, PIECE, QUOTE } from "./rules";

const amount = z.int().min(0).max(MOST_AMOUNT);
const rate = z.int().min(0).max(WHOLE_RATE);
/** Empty for none. */
const code = nameField(QUOTE.code).default("");
const side = z.int().min(1).max(PIECE.length);

export const quotesInput = workspaceInput.extend({
  /** Words of the title and the customer, or a number. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(QUOTE_STATES).optional(),
  customerUid: id.optional(),
  jobUid: id.optional(),
  order: z.enum(QUOTE_ORDERS).default("number"),
  descending: z.boolean().default(true),
  ...pageInput.shape,
});
export type QuotesInput = z.infer<typeof quotesInput>;

export const quoteOfInput = workspaceInput.extend({ uid: id });
export const quoteSeenInput = quoteOfInput.extend({ version: rowVersion });
export type QuoteSeenInput = z.infer<typeof quoteSeenInput>;

export const orderedPiece = z.strictObject({
  id,
  label: nameField(QUOTE.label).default(""),
  code,
  length: side,
  width: side,
  count: z.int().min(1).max(PIECE.count).default(1),
  grain: z.enum(GRAINS).default("any"),
  edges: z.strictObject({ front: code, back: code, left: code, right: code }),
  cutouts: z
    .array(z.strictObject({ code: nameField(QUOTE.code).pipe(z.string().min(1)), count: z.int().min(1).max(100) }))
    .max(MOST_CUTOUTS)
    .default([]),
});
export type PieceFields = z.infer<typeof orderedPiece>;

const line = z.strictObject({
  kind: z.enum(PRICE_KINDS),
  code,
  text: nameField(QUOTE.text).pipe(z.string().min(1)),
  unit: z.enum(PRICE_UNITS),
  quantity: z.int().min(-MOST_QUANTITY).max(MOST_QUANTITY),
  price: amount,
  cost: amount.default(0),
  discount: rate.default(0),
  /** Null for the usual one. */
  taxUid: id.nullable().default(null),
  optional: z.boolean().default(false),
});
export type LineFields = z.infer<typeof line>;

export const quoteFields = z.strictObject({
  title: nameField(QUOTE.title).pipe(z.string().min(1)),
  customerUid: id,
  siteUid: id.nullable().default(null),
  /** The enquiry that it answers, or the job that a variation changes. */
  jobUid: id.nullable().default(null),
  /** What tasks the job gets from it. */
  templateUid: id.nullable().default(null),
  language: z.enum(LOCALES),
  /** Whose prices are copied; null for none. */
  priceVersionUid: id.nullable().default(null),
  validUntil: calendarDay,
  terms: textField(QUOTE.terms).default(""),
  notes: textField(QUOTE.notes).default(""),
  pieces: z.array(orderedPiece).max(MOST_PIECES).default([]),
  adjustments: z
    .array(
      z.strictObject({
        code: nameField(QUOTE.code).pipe(z.string().min(1)),
        price: amount.nullable().default(null),
        discount: rate.default(0),
      }),
    )
    .max(MOST_LINES)
    .default([]),
  lines: z.array(line).max(MOST_LINES).default([]),
  discount: z
    .discriminatedUnion("is", [z.strictObject({ is: z.literal("rate"), rate }), z.strictObject({ is: z.literal("amount"), amount })])
    .default({ is: "rate", rate: 0 }),
});
export type QuoteFields = z.infer<typeof quoteFields>;

/** With the uid of a draft, and the version that was seen, it takes the place of what stands there; of which kind it is stays. */
export const quoteSaveInput = newOrInPlace(
  workspaceInput.extend({
    uid: id.optional(),
    version: rowVersion.optional(),
    kind: z.enum(QUOTE_KINDS).default("quote"),
    ...quoteFields.shape,
  }),
).refine(({ kind, jobUid }) => kind === "quote" || jobUid !== null, { path: ["jobUid"], message: "required" });
export type QuoteSaveInput = z.infer<typeof quoteSaveInput>;

/** With null for an address it is handed over, on paper or by its link: that is said, so that a forgotten address sends nothing. */
export const quoteSendInput = quoteSeenInput.extend({ email: mailAddress.nullable() });
export type QuoteSendInput = z.infer<typeof quoteSendInput>;

/** Of all strokes together. */
const MOST_POINTS = 5000;

export const signature = z
  .array(
    z
      .array(z.tuple([z.int().min(0).max(SIGNATURE.width), z.int().min(0).max(SIGNATURE.height)]))
      .min(1)
      .max(1000),
  )
  .max(100)
  .refine((strokes) => strokes.flat().length <= MOST_POINTS, { error: "tooMany", params: { maximum: MOST_POINTS } });

/** Which of the options are taken, by their places among the lines. */
export const chosenOptions = z
  .array(
    z
      .int()
      .min(0)
      .max(MOST_LINES * 2),
  )
  .max(MOST_LINES)
  .default([]);

/** That the customer accepts was written down by mistake: why it is taken back. */
export const quoteTakeBackFields = z.strictObject({ reason: textField(QUOTE.reason).pipe(z.string().min(1)) });
export const quoteTakeBackInput = quoteSeenInput.extend(quoteTakeBackFields.shape);
export type QuoteTakeBackInput = z.infer<typeof quoteTakeBackInput>;

/** What the customer said, written down by the shop. */
export const quoteAnswerInput = quoteSeenInput
  .extend({
    accepted: z.boolean(),
    name: nameField(QUOTE.signer).default(""),
    reason: textField(QUOTE.reason).default(""),
    options: chosenOptions,
  })
  .refine(({ accepted, name }) => !accepted || name !== "", { path: ["name"], message: "required" });
export type QuoteAnswerInput = z.infer<typeof quoteAnswerInput>;
