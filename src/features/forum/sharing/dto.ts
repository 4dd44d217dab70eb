import { z } from "zod";
import { sharedAnswerDto } from "@/features/practice/dto";
import { instant, milliseconds } from "@/lib/dto-fields";
import { SHARED_KINDS, TOPIC_KINDS } from "@/lib/enums/forum";
import { RECORDING_KINDS } from "@/lib/enums/practice";
import { SHARE_STATES } from "./rules";

/** What is shared with a message, as everybody sees it who sees the message. */
export const shareDto = z.object({
  uid: z.uuid(),
  kind: z.enum(SHARED_KINDS),
  state: z.enum(SHARE_STATES),
  question: z.object({ uid: z.uuid(), text: z.string() }).meta({ description: "The question, or the one that the take answers." }),
  recording: z
    .object({ kind: z.enum(RECORDING_KINDS), durationMs: milliseconds })
    .nullable()
    .meta({ description: "Of a take." }),
  expiresAt: instant.nullable().meta({ description: "Until when a take can be played." }),
});
export type ShareDto = z.infer<typeof shareDto>;

/** A take that is played: what somebody with a link to it would see, under the name that the community knows. */
export const openedShareDto = sharedAnswerDto.omit({ firstName: true }).extend({ name: z.string(), expiresAt: instant });

/** Where an own take is shared at the moment, whether it can be played there or not. */
export const answerShareDto = z.object({
  uid: z.uuid(),
  postId: z.uuid(),
  topicId: z.uuid(),
  title: z.string().meta({ description: "Empty for a chat." }),
  place: z.enum(TOPIC_KINDS),
  expiresAt: instant,
});

export const revokedDto = z.object({ uid: z.uuid() });
