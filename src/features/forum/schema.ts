import { z } from "zod";
import { id } from "@/lib/fields";

/** A topic, or a room's list; the lists of all rooms without either. */
export const liveInput = z.object({ topicId: id.optional(), professionId: id.optional() });
export type LiveInput = z.infer<typeof liveInput>;
