import { z } from "zod";
import { isTimeZone } from "./days";
import { MOVES } from "./enums/service";
import { id } from "./fields";

// What procedures of several features are asked by.

export const uidInput = z.strictObject({ uid: id });

/** Where a row goes in its list. */
export const moveInput = z.strictObject({ uid: id, to: z.enum(MOVES) });

/** The version of a row that was seen: each change counts it up, from 1. */
export const rowVersion = z.int().min(1);

/** Where the days of whoever asks begin, as far as their account does not say: an IANA name. */
export const timeZoneField = z.string().max(64).refine(isTimeZone, "timeZone").optional();
