import { z } from "zod";
import { zoneField } from "@/features/practice/interviews/schema";
import { calendarDay, id } from "@/lib/typed";

/** Hits that come at a time. */
export const HITS = 10;

export const searchInput = z.object({
  text: z.string().trim().min(1).max(200),
  professionId: id.optional(),
  /** A handle. */
  author: z.string().trim().max(40).optional(),
  /** Days, the first and the last that count. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Whose clocks say when a day begins; those of UTC without. */
  timeZone: zoneField,
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type SearchInput = z.infer<typeof searchInput>;
