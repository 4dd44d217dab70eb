import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { NOTE_AUDIENCES } from "@/lib/enums/trades";
import { fileDto } from "../files/dto";

export const noteDto = z.object({
  uid: z.uuid(),
  body: z.string().meta({ description: "Plain text, in which `@[uid]` mentions a member." }),
  audience: z.enum(NOTE_AUDIENCES),
  version: z.int(),
  createdAt: instant,
  editedAt: instant.nullable(),
  author: z.string().nullable().meta({ description: "Null for somebody who has left." }),
  yours: z.boolean().meta({ description: "Whoever asks has written it." }),
  people: z.array(z.object({ uid: z.uuid(), name: z.string() })).meta({ description: "Those who are mentioned and still there." }),
  files: z.array(fileDto),
});
export type NoteDto = z.infer<typeof noteDto>;

export const noteDeletedDto = z.object({ deleted: z.literal(true) });
