/** Closed sets of values, once, of what a shop offers. */

/** Where an offer stands. */
export const QUOTE_STATES = ["draft", "sent", "accepted", "declined", "expired", "converted", "superseded"] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/** An offer makes a job; a variation changes what one that is under way takes. */
export const QUOTE_KINDS = ["quote", "variation"] as const;
export type QuoteKind = (typeof QUOTE_KINDS)[number];

/** Where a line comes from: it was worked out from the pieces, or written by hand. */
export const LINE_SOURCES = ["pieces", "hand"] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** The sides of a piece, with its length lying before one. */
export const SIDES = ["front", "back", "left", "right"] as const;
export type Side = (typeof SIDES)[number];

/** What becomes of a piece that was ordered. */
export const PIECE_STATES = ["waiting", "planned", "cut", "dropped"] as const;
export type PieceState = (typeof PIECE_STATES)[number];

/** What is done with a piece by hand. */
export const PIECE_TURNS = ["drop", "restore", "recut"] as const;
export type PieceTurn = (typeof PIECE_TURNS)[number];

/** What of a piece is changed by a form. */
export const PIECE_FIELDS = ["label", "length", "width", "grain"] as const;
export type PieceField = (typeof PIECE_FIELDS)[number];

/** What quotes are listed by. */
export const QUOTE_ORDERS = ["number", "total", "validUntil"] as const;
export type QuoteOrder = (typeof QUOTE_ORDERS)[number];
