import { z } from "zod";

// What answers tell in a form, or in a unit, of its own: the API's document names it. What callers send has schemas of its own, in fields.ts,
// which take more than one way of writing the same.

/** An instant as `Date.toISOString` writes it. */
export const instant = z.iso.datetime();

/** A day of a calendar, as `dayIn` and columns of days write it. */
export const day = z.iso.date();

/** Money in the currency's smallest unit, which has no decimals. */
export const minorUnits = z.int().meta({ description: "Minor units." });

/** A length. */
export const mm = z.int().meta({ description: "In mm." });

/** How much there is of something, with three decimals. */
export const thousandths = z.int().meta({ description: "Thousandths of the unit." });

/** A rate: 10 000 of them are the whole. */
export const basisPoints = z.int().meta({ description: "Basis points." });

export const bytes = z.int().meta({ description: "Bytes." });
export const milliseconds = z.int().meta({ description: "Milliseconds." });
export const seconds = z.number().meta({ description: "Seconds." });

/** What reading or answering may take. */
export const minutes = z.number().meta({ description: "Minutes, in steps of 0.5." });
