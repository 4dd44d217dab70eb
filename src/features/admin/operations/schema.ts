import { z } from "zod";
import { SHOWN_FAILURES } from "./rules";

export const runInput = z.strictObject({
  names: z
    .array(z.string().regex(/^[\w.-]{1,100}$/))
    .min(1)
    .max(SHOWN_FAILURES),
});
export type RunInput = z.infer<typeof runInput>;

export const retryEventsInput = z.strictObject({
  uids: z
    .array(z.string().regex(/^evt_\w{1,250}$/))
    .min(1)
    .max(SHOWN_FAILURES),
});
export const retryMailsInput = z.strictObject({ uids: z.array(z.uuid()).min(1).max(SHOWN_FAILURES) });
export type RetryInput = z.infer<typeof retryEventsInput>;
