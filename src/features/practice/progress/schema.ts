import { z } from "zod";
import { PROGRESS_RANGES } from "@/lib/enums/practice";
import { zoneField } from "../interviews/schema";

export const progressInput = z.strictObject({ range: z.enum(PROGRESS_RANGES).default("months"), timeZone: zoneField });
export type ProgressInput = z.infer<typeof progressInput>;
