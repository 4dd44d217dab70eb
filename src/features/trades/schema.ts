import type { z } from "zod";
import { id } from "@/lib/typed";

/** What a document is of: one customer, or one job. Whether exactly one is named is asked where it is looked for. */
export const subjectFields = { customerUid: id.optional(), jobUid: id.optional() };

/** What a file is of: the same, or one slab that it shows. */
export const fileSubjectFields = { ...subjectFields, slabUid: id.optional() };

/** What a note is about: the same, or one task. */
export const noteSubjectFields = { ...subjectFields, taskUid: id.optional() };
const allFields = { ...noteSubjectFields, ...fileSubjectFields };
export type Subject = { [Field in keyof typeof allFields]?: z.infer<(typeof allFields)[Field]> };
