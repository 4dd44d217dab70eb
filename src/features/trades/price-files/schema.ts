import { z } from "zod";
import { draftInput, pricesOfInput } from "../prices/schema";
import { fileText } from "../schema";

export const priceFileOfInput = pricesOfInput;

/** Compared with a draft. */
export const priceFileCheckInput = pricesOfInput.extend({ text: fileText });
export type PriceFileCheckInput = z.infer<typeof priceFileCheckInput>;

export const priceFileTakeInput = draftInput.extend({
  text: fileText,
  seen: z.string().max(100).meta({ description: "What the comparison said it was: another one is refused." }),
});
export type PriceFileTakeInput = z.infer<typeof priceFileTakeInput>;
