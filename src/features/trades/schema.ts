import { z } from "zod";
import { id } from "@/lib/fields";
import { MOST_FILE_BYTES, sentBytes } from "./rules";

/** Days that a shop plans for: with these, and what is added to them, calendars and the database can compute. */
const FIRST_DAY = "1970-01-01";
const LAST_DAY = "2199-12-31";
/** @param text a day, or an instant that begins with one */
export const isPlannable = (text: string): boolean => text >= FIRST_DAY && text <= LAST_DAY;

export const plannedDay = z.iso.date().refine(isPlannable, "date");
export const plannedInstant = z.iso.datetime({ offset: true }).refine(isPlannable, "date");

/** A file of customers or of prices, as text. */
export const fileText = z
  .string()
  .max(MOST_FILE_BYTES)
  .refine((text) => sentBytes(text) <= MOST_FILE_BYTES, { message: "tooLarge", params: { maximum: MOST_FILE_BYTES } });

/** What a document is of: one customer, or one job. Whether exactly one is named is asked where it is looked for. */
const subjectFields = { customerUid: id.optional(), jobUid: id.optional() };

/** What a file is of: the same, or one slab that it shows. */
export const fileSubjectFields = { ...subjectFields, slabUid: id.optional() };

/** What a note is about: the same, or one task, site, booking, resource, or form that was filled in. */
export const noteSubjectFields = {
  ...subjectFields,
  taskUid: id.optional(),
  siteUid: id.optional(),
  bookingUid: id.optional(),
  resourceUid: id.optional(),
  entryUid: id.optional(),
};
const allFields = { ...noteSubjectFields, ...fileSubjectFields };
export type Subject = { [Field in keyof typeof allFields]?: z.infer<(typeof allFields)[Field]> };
