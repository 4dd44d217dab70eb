import { z } from "zod";
import { draftInput, pricesOfInput } from "../prices/schema";
import { MOST_FILE_BYTES } from "../rules";

export const priceFileOfInput = pricesOfInput;

/** Compared with a draft. */
export const priceFileCheckInput = pricesOfInput.extend({ text: z.string().max(MOST_FILE_BYTES) });
export type PriceFileCheckInput = z.infer<typeof priceFileCheckInput>;

/** @param seen what the comparison said it was: another one is refused */
export const priceFileTakeInput = draftInput.extend({ text: z.string().max(MOST_FILE_BYTES), seen: z.string().max(100) });
export type PriceFileTakeInput = z.infer<typeof priceFileTakeInput>;
