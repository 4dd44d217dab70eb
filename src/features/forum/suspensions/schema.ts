import { z } from "zod";
import { id, typed } from "@/lib/typed";
import { MAX_REASON } from "../moderation/rules";
import { reason } from "../moderation/schema";
import { SUSPENSION } from "./rules";

export const suspendInput = z.object({ memberId: id, hours: z.int().min(SUSPENSION.min).max(SUSPENSION.max), reason });
export type SuspendInput = z.infer<typeof suspendInput>;

export const liftInput = z.object({ memberId: id, reason: typed(MAX_REASON).default("") });
export type LiftInput = z.infer<typeof liftInput>;
