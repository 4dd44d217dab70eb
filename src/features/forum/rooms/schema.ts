import { z } from "zod";
import { WATCH_LEVELS } from "@/lib/enums/forum";
import { id } from "@/lib/fields";

export const roomLevelInput = z.object({ professionId: id, level: z.enum(WATCH_LEVELS) });
export type RoomLevelInput = z.infer<typeof roomLevelInput>;

export const catchUpInput = z.object({ professionId: id.meta({ description: "One room; all of them without it." }).optional() });
