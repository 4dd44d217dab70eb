import { z } from "zod";
import { WATCH_LEVELS } from "@/lib/enums/forum";
import { id } from "@/lib/typed";

export const roomLevelInput = z.object({ professionId: id, level: z.enum(WATCH_LEVELS) });
export type RoomLevelInput = z.infer<typeof roomLevelInput>;

/** One room, or all of them. */
export const catchUpInput = z.object({ professionId: id.optional() });
