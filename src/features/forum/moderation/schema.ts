import { z } from "zod";
import type { ModerationAct } from "@/lib/enums";
import { id, typed } from "@/lib/typed";
import { title } from "../topics/schema";
import { MAX_REASON, MESSAGE_ACTS, needsReason, TOPIC_ACTS } from "./rules";

/** Why something is done: whom it concerns reads it, and it stands in the log. */
export const reason = typed(MAX_REASON).pipe(z.string().min(1));
const maybeReason = typed(MAX_REASON).default("");

const reasoned = ({ act, reason: why }: { act: ModerationAct; reason: string }) => why !== "" || !needsReason(act);
const MISSING = { path: ["reason"], message: "required" };

export const moderateMessageInput = z
  .object({
    uid: id,
    act: z.enum(MESSAGE_ACTS),
    /** Where reports are found right: whether the message goes for good, instead of being hidden. */
    remove: z.boolean().default(false),
    reason: maybeReason,
  })
  .refine(reasoned, MISSING);
export type ModerateMessageInput = z.infer<typeof moderateMessageInput>;

export const moderateTopicInput = z.object({ topicId: id, act: z.enum(TOPIC_ACTS), reason: maybeReason }).refine(reasoned, MISSING);
export type ModerateTopicInput = z.infer<typeof moderateTopicInput>;

export const retitleInput = z.object({ topicId: id, title, reason });
export type RetitleInput = z.infer<typeof retitleInput>;
