import { z } from "zod";
import { instant } from "@/lib/dto-fields";
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
  createdAt: instant,
});

/** How somebody has behaved so far, for whoever decides about a message of theirs. */
export const recordDto = z.object({
  joinedAt: instant,
  postCount: z.int(),
  upheld: z.int().meta({ description: "How often reports of what they wrote were found right." }),
  hidden: z.int().meta({ description: "How often moderators hid what they wrote, whatever became of it." }),
  removed: z.int().meta({ description: "How often moderators removed what they wrote, whatever became of it." }),
  suspensions: z.int().meta({ description: "How often they were suspended." }),
  suspendedUntil: instant.nullable().meta({ description: "Until then they may read and not write." }),
});
export type RecordDto = z.infer<typeof recordDto>;

/** A message that was reported and waits for a decision. */
export const reportDto = z.object({
  post: postDto,
  topic: z.object({ uid: z.uuid(), title: z.string(), kind: z.enum(["thread", "chat"]), professionId: z.uuid(), state: z.string() }),
  before: z
    .object({ uid: z.uuid(), seq: z.int(), author: authorDto.nullable(), excerpt: z.string() })
    .nullable()
    .meta({ description: "The message before it, in short." }),
  record: recordDto.nullable().meta({ description: "Null where the account is no more." }),
  flags: z
    .array(
      z.object({
        uid: z.uuid(),
        reason: z.enum(FLAG_REASONS),
        note: z.string(),
        flagger: authorDto.nullable().meta({
          description: "Null for whoever never wrote anything, or is no more; and nobody hears who reported what they wrote themselves.",
        }),
        trusted: z.boolean(),
        createdAt: instant,
      }),
    )
    .meta({ description: "The oldest twenty." }),
  reports: z.int().meta({ description: "How many there are." }),
  trusted: z.int().meta({ description: "How many reports are of people whose reports count by themselves." }),
});
export type ReportDto = z.infer<typeof reportDto>;
