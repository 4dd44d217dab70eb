import { z } from "zod";
import { nameField, textField } from "@/lib/fields";
import { QUOTE } from "../quotes/rules";
import { chosenOptions, signature } from "../quotes/schema";

/** What stands in the fragment of the link. */
export const quoteLinkInput = z.strictObject({ token: z.string().max(200) });

const acceptFields = z.strictObject({
  name: nameField(QUOTE.signer).pipe(z.string().min(1)),
  /** None where the name stands for the signature. */
  strokes: signature.default([]),
  options: chosenOptions,
});
export const acceptInput = quoteLinkInput.extend(acceptFields.shape);
export type AcceptInput = z.infer<typeof acceptInput>;

export const declineFields = z.strictObject({ reason: textField(QUOTE.reason).pipe(z.string().min(1)) });
export type DeclineFields = z.infer<typeof declineFields>;
export const declineInput = quoteLinkInput.extend(declineFields.shape);
export type DeclineInput = z.infer<typeof declineInput>;
