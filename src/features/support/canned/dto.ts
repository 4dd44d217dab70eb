import { z } from "zod";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/translated";

export const cannedDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** When somebody last wrote it here. */
  editedAt: z.string().nullable(),
});

export const replyDto = z.object({ uid: z.uuid(), version: z.string(), title: textDto, text: textDto });

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });
