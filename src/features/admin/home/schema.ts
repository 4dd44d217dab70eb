import { z } from "zod";
import { timeZoneField } from "@/lib/inputs";
import { FIGURES } from "./rules";

export const revenueInput = z.strictObject({ timeZone: timeZoneField });
export type RevenueInput = z.infer<typeof revenueInput>;

export const figureInput = revenueInput.extend({ figure: z.enum(FIGURES) });
export type FigureInput = z.infer<typeof figureInput>;
