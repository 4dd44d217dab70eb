import { z } from "zod";
import { calendarDay, id } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";

/** Hits that come at a time. */
export const HITS = 10;

export const searchInput = z.object({
  text: z.string().trim().min(1).max(200),
  professionId: id.optional(),
  author: z.string().trim().max(40).meta({ description: "A handle." }).optional(),
  from: calendarDay.meta({ description: "The first day that counts." }).optional(),
  to: calendarDay.meta({ description: "The last day that counts." }).optional(),
  /** Whose clocks say when a day begins; those of UTC without. */
  timeZone: timeZoneField,
  before: z.string().max(200).meta({ description: "From where the last answer ended (`meta.next`)." }).optional(),
});
export type SearchInput = z.infer<typeof searchInput>;
