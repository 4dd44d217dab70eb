import type { z } from "zod";
import { id } from "@/lib/typed";

/** What a document is of: one customer, or one job. Whether exactly one is named is asked where it is looked for. */
export const subjectFields = { customerUid: id.optional(), jobUid: id.optional() };

/** What a note is about: the same, or one task. */
export const noteSubjectFields = { ...subjectFields, taskUid: id.optional() };
export type Subject = { [Field in keyof typeof noteSubjectFields]?: z.infer<(typeof noteSubjectFields)[Field]> };
