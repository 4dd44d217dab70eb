import { z } from "zod";
import { id } from "@/lib/fields";
import { maybeReason, reason } from "../log/schema";
import { SUSPENSION } from "./rules";

export const suspendInput = z.object({ memberId: id, hours: z.int().min(SUSPENSION.min).max(SUSPENSION.max), reason });
export type SuspendInput = z.infer<typeof suspendInput>;

export const liftInput = z.object({
  memberId: id,
  until: z.iso.datetime({ offset: true }).meta({ description: "When what is lifted ends, as whoever lifts it has seen it." }).optional(),
  reason: maybeReason,
});
export type LiftInput = z.infer<typeof liftInput>;
