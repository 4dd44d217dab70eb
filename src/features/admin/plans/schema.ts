import { z } from "zod";
import { SETTINGS } from "@/lib/settings";

/** Limits that somebody thinks of. */
export const impactInput = z.object({ entitlements: SETTINGS.entitlements });
export type ImpactInput = z.infer<typeof impactInput>;
