import { z } from "zod";
import { AUDIT_ACTIONS } from "@/lib/enums/service";
import { calendarDay, id } from "@/lib/fields";
import { timeZoneField } from "@/lib/inputs";

/** Entries that come at a time. */
export const ENTRIES = 50;
/** Entries that one export holds at most. */
export const EXPORTED = 50_000;

export const EXPORT_FORMATS = ["csv", "json"] as const;

const filters = z.object({
  /** Who did it. */
  actorId: id.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The account that it was about. */
  subjectId: id.optional(),
  /** What else it was about: its kind and id, such as "faq:018f…". */
  target: z.string().trim().max(200).optional(),
  /** Days: from the beginning of the first to the end of the last. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  /** Whose clocks say when a day begins; those of UTC without. */
  timeZone: timeZoneField,
});
export type AuditFilters = z.infer<typeof filters>;

export const auditInput = filters.extend({
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type AuditInput = z.infer<typeof auditInput>;

export const exportInput = filters.extend({ format: z.enum(EXPORT_FORMATS) });
export type ExportInput = z.infer<typeof exportInput>;
