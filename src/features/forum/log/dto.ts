import { z } from "zod";
import { MODERATION_ACTS } from "@/lib/enums/forum";
import { recordDto } from "../flags/dto";
import { authorDto } from "../members/dto";

/** Somebody of whom the log tells; of the team not all are members. */
const personDto = z.object({ uid: z.uuid(), name: z.string(), handle: z.string().nullable() });

export const entryDto = z.object({
  uid: z.uuid(),
  act: z.enum(MODERATION_ACTS),
  /** Null for what the app did by itself, and where an account is no more. */
  moderator: personDto.nullable(),
  /** The app did it by itself. */
  automatic: z.boolean(),
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(["thread", "chat"]) }).nullable(),
  /** The message, and its number. */
  post: z.object({ uid: z.uuid(), seq: z.int() }).nullable(),
  /** Whom it concerns. */
  subject: personDto.nullable(),
  reason: z.string(),
  /** What else there is to say: titles before and after, rooms, instants. */
  details: z.record(z.string(), z.string()),
  createdAt: z.string(),
});
export type EntryDto = z.infer<typeof entryDto>;

export const logDto = z.object({ data: z.array(entryDto), meta: z.object({ next: z.string().nullable() }) });

export const moderatorsDto = z.array(personDto);

/** A member for whoever decides about them. */
export const memberDto = z.object({ member: authorDto, record: recordDto });
