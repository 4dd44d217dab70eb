import { z } from "zod";
import { id } from "@/lib/fields";
import { reason } from "../log/schema";

export const moveInput = z.object({ topicId: id, professionId: id, reason });
export type MoveInput = z.infer<typeof moveInput>;

export const mergeInput = z.object({ topicId: id, intoId: id, reason });
export type MergeInput = z.infer<typeof mergeInput>;
