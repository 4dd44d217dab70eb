import { z } from "zod";
import { id } from "@/lib/fields";
import { SHARE_DAYS } from "./rules";

export const shareInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("question"), questionId: id }),
  z.object({
    kind: z.literal("take"),
    answerId: id,
    /** For how long others may play it. */
    days: z.union(SHARE_DAYS.map((days) => z.literal(days))),
    /** That it is meant so: nothing is shared by the way. */
    consent: z.literal(true),
  }),
]);
export type ShareInput = z.infer<typeof shareInput>;

export const shareIdInput = z.object({ shareId: id });
export const answerIdInput = z.object({ answerId: id });
