import { z } from "zod";
import { draftInput, pricesOfInput } from "../prices/schema";
import { MOST_LETTERS } from "./rules";

export const priceFileOfInput = pricesOfInput;

/** Compared with a draft. */
export const priceFileCheckInput = pricesOfInput.extend({ text: z.string().max(MOST_LETTERS) });
export type PriceFileCheckInput = z.infer<typeof priceFileCheckInput>;

/** @param seen what the comparison said it was: another one is refused */
export const priceFileTakeInput = draftInput.extend({ text: z.string().max(MOST_LETTERS), seen: z.string().max(100) });
export type PriceFileTakeInput = z.infer<typeof priceFileTakeInput>;
