import { z } from "zod";
import { MAX_REASON } from "@/features/account/viewings/rules";
import { id, textField } from "@/lib/fields";

/** Why somebody's account is to be looked at: they read it before they answer. */
export const viewingReason = textField(MAX_REASON).pipe(z.string().min(1));

export const askInput = z.strictObject({ uid: id, reason: viewingReason });
export type AskInput = z.infer<typeof askInput>;
