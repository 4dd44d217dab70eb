import { z } from "zod";
import type { ModerationAct } from "@/lib/enums/forum";
import { id } from "@/lib/fields";
import { maybeReason, reason } from "../log/schema";
import { title } from "../topics/schema";
import { MESSAGE_ACTS, needsReason, TOPIC_ACTS } from "./rules";

const reasoned = ({ act, reason: why }: { act: ModerationAct; reason: string }) => why !== "" || !needsReason(act);
const MISSING = { path: ["reason"], message: "required" };

export const moderateMessageInput = z
  .object({
    uid: id,
    act: z.enum(MESSAGE_ACTS),
    remove: z
      .boolean()
      .meta({ description: "Where reports are found right: whether the message goes for good, instead of being hidden." })
      .default(false),
    reason: maybeReason,
    seen: z
      .object({
        editedAt: z.iso.datetime({ offset: true }).nullable().meta({ description: "When the message was last edited." }),
        reports: z
          .object({ oldest: id, count: z.int().min(1) })
          .meta({ description: "The oldest of the reports that wait, and how many do; missing where they were not looked at." })
          .optional(),
      })
      .meta({ description: "What whoever decides has seen: where it is something else by now, they look again." })
      .optional(),
  })
  .refine(reasoned, MISSING);
export type ModerateMessageInput = z.infer<typeof moderateMessageInput>;

export const moderateTopicInput = z.object({ topicId: id, act: z.enum(TOPIC_ACTS), reason: maybeReason }).refine(reasoned, MISSING);
export type ModerateTopicInput = z.infer<typeof moderateTopicInput>;

export const retitleInput = z.object({ topicId: id, title, reason });
export type RetitleInput = z.infer<typeof retitleInput>;
