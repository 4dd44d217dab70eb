import type { z } from "zod";
import { id } from "@/lib/typed";

/** What something is about: one customer, or one job. Whether exactly one is named is asked where it is looked for. */
export const subjectFields = { customerUid: id.optional(), jobUid: id.optional() };
export type Subject = { [Field in keyof typeof subjectFields]?: z.infer<(typeof subjectFields)[Field]> };
