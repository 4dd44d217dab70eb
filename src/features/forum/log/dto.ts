import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { MODERATION_ACTS } from "@/lib/enums/forum";
import { recordDto } from "../flags/dto";
import { authorDto } from "../members/dto";

/** Somebody of whom the log tells; of the team not all are members. */
const personDto = z.object({ uid: z.uuid(), name: z.string(), handle: z.string().nullable() });

export const entryDto = z.object({
  uid: z.uuid(),
  act: z.enum(MODERATION_ACTS),
  moderator: personDto.nullable().meta({ description: "Null for what the app did by itself, and where an account is no more." }),
  automatic: z.boolean().meta({ description: "The app did it by itself." }),
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(["thread", "chat"]) }).nullable(),
  post: z.object({ uid: z.uuid(), seq: z.int() }).nullable().meta({ description: "The message, and its number." }),
  subject: personDto.nullable().meta({ description: "Whom it concerns." }),
  reason: z.string(),
  details: z.record(z.string(), z.string()).meta({ description: "What else there is to say: titles before and after, rooms, instants." }),
  createdAt: instant,
});
export type EntryDto = z.infer<typeof entryDto>;

export const logDto = z.object({ data: z.array(entryDto), meta: z.object({ next: z.string().nullable() }) });

export const moderatorsDto = z.array(personDto);

/** A member for whoever decides about them. */
export const memberDto = z.object({ member: authorDto, record: recordDto });
