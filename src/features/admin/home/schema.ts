import { z } from "zod";
import { zoneField } from "@/features/practice/interviews/schema";
import { FIGURES } from "./rules";

export const revenueInput = z.strictObject({ timeZone: zoneField });
export type RevenueInput = z.infer<typeof revenueInput>;

export const figureInput = revenueInput.extend({ figure: z.enum(FIGURES) });
export type FigureInput = z.infer<typeof figureInput>;
