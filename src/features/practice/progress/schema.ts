import { z } from "zod";
import { PROGRESS_RANGES } from "@/lib/enums/practice";
import { timeZoneField } from "@/lib/inputs";

export const progressInput = z.strictObject({ range: z.enum(PROGRESS_RANGES).default("months"), timeZone: timeZoneField });
export type ProgressInput = z.infer<typeof progressInput>;
