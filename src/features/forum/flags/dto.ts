import { z } from "zod";
import { FLAG_REASONS, FLAG_STATES } from "@/lib/enums/forum";
import { authorDto } from "../members/dto";
import { postDto } from "../posts/dto";

/** A report, as whoever made it sees it. */
export const flagDto = z.object({
  uid: z.uuid(),
  postId: z.uuid(),
  reason: z.enum(FLAG_REASONS),
  note: z.string(),
  state: z.enum(FLAG_STATES),
  createdAt: z.string(),
});

/** How somebody has behaved so far, for whoever decides about a message of theirs. */
export const recordDto = z.object({
  joinedAt: z.string(),
  postCount: z.int(),
  /** How often reports of what they wrote were found right. */
  upheld: z.int(),
  /** How often moderators hid and removed what they wrote, whatever became of it. */
  hidden: z.int(),
  removed: z.int(),
  /** How often they were suspended. */
  suspensions: z.int(),
  suspendedUntil: z.string().nullable(),
});
export type RecordDto = z.infer<typeof recordDto>;

/** A message that was reported and waits for a decision. */
export const reportDto = z.object({
  post: postDto,
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(["thread", "chat"]), professionId: z.uuid(), state: z.string() }),
  /** The message before it, in short. */
  before: z.object({ uid: z.uuid(), seq: z.int(), author: authorDto.nullable(), excerpt: z.string() }).nullable(),
  /** Null where the account is no more. */
  record: recordDto.nullable(),
  /** The oldest twenty. */
  flags: z.array(
    z.object({
      uid: z.uuid(),
      reason: z.enum(FLAG_REASONS),
      note: z.string(),
      /** Null for whoever never wrote anything, or is no more; and nobody hears who reported what they wrote themselves. */
      flagger: authorDto.nullable(),
      trusted: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  /** How many there are. */
  reports: z.int(),
  /** How many reports are of people whose reports count by themselves. */
  trusted: z.int(),
});
export type ReportDto = z.infer<typeof reportDto>;
