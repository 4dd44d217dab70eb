import { z } from "zod";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { fileDto } from "../files/dto";

export const noteDto = z.object({
  uid: z.uuid(),
  /** Plain text, in which `@[uid]` mentions a member. */
  body: z.string(),
  audience: z.enum(NOTE_AUDIENCES),
  version: z.int(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** Null for somebody who has left. */
  author: z.string().nullable(),
  /** Whoever asks has written it. */
  yours: z.boolean(),
  /** Those who are mentioned and still there. */
  people: z.array(z.object({ uid: z.uuid(), name: z.string() })),
  files: z.array(fileDto),
});
export type NoteDto = z.infer<typeof noteDto>;

export const noteDeletedDto = z.object({ deleted: z.literal(true) });
