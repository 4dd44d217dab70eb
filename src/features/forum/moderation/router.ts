import type { ModerationAct } from "@/lib/enums/forum";
import { SAMPLE_ID } from "@/lib/fields";
import { dataOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { mergeTopic, moveTopic } from "../merging/mutations";
import { mergeInput, moveInput } from "../merging/schema";
import { standingDto } from "../suspensions/dto";
import { liftSuspension, suspendMember } from "../suspensions/mutations";
import { liftInput, suspendInput } from "../suspensions/schema";
import { moderatedMessageDto, moderatedTopicDto, waitingDto } from "./dto";
import { moderateMessage, moderateTopic, retitleTopic } from "./mutations";
import { waitsForTeam } from "./queries";
import { MESSAGE_ACTS, needsReason, TOPIC_ACTS } from "./rules";
import { moderateMessageInput, moderateTopicInput, retitleInput } from "./schema";

const tag = "Community, administration";
const P = "/api/admin/community";

/** Which of some acts have to be given a reason. */
const reasoned = (acts: readonly ModerationAct[]): string =>
  `These need a \`reason\`: ${acts
    .filter(needsReason)
    .map((act) => `\`${act}\``)
    .join(", ")}.`;

/** What moderators do; each act stands in the log. */
export const moderationRouter = router({
  waiting: adminProcedure
    .meta(rest("GET", `${P}/waiting/get`, { tag, summary: "How many reported messages and proposals wait for a decision" }))
    .output(dataOf(waitingDto))
    .query(async ({ ctx }) => ({ data: await waitsForTeam(ctx) })),

  message: adminProcedure
    .meta(
      rest("POST", `${P}/message/moderate`, {
        tag,
        summary: "Hide, restore or remove a message, or decide its reports",
        description: reasoned(MESSAGE_ACTS),
        example: { uid: SAMPLE_ID, act: "hide", reason: "It names a customer." },
        once: true,
      }),
    )
    .input(moderateMessageInput)
    .output(dataOf(moderatedMessageDto))
    .mutation(async ({ ctx, input }) => ({ data: await moderateMessage(ctx, input) })),

  topic: adminProcedure
    .meta(
      rest("POST", `${P}/topic/moderate`, {
        tag,
        summary: "Lock, archive, delete or pin a topic, or take that back",
        description: reasoned(TOPIC_ACTS),
        example: { topicId: SAMPLE_ID, act: "lock", reason: "All is said." },
        once: true,
      }),
    )
    .input(moderateTopicInput)
    .output(dataOf(moderatedTopicDto))
    .mutation(async ({ ctx, input }) => ({ data: await moderateTopic(ctx, input) })),

  rename: adminProcedure
    .meta(rest("POST", `${P}/topic/title/save`, { tag, summary: "Give a topic another title", once: true }))
    .input(retitleInput)
    .output(dataOf(moderatedTopicDto))
    .mutation(async ({ ctx, input }) => ({ data: await retitleTopic(ctx, input) })),

  move: adminProcedure
    .meta(rest("POST", `${P}/topic/move`, { tag, summary: "Take a topic to another room", once: true }))
    .input(moveInput)
    .output(dataOf(moderatedTopicDto))
    .mutation(async ({ ctx, input }) => ({ data: await moveTopic(ctx, input) })),

  merge: adminProcedure
    .meta(rest("POST", `${P}/topic/merge`, { tag, summary: "Put a topic's messages at the end of another; answers that one", once: true }))
    .input(mergeInput)
    .output(dataOf(moderatedTopicDto))
    .mutation(async ({ ctx, input }) => ({ data: await mergeTopic(ctx, input) })),

  suspend: adminProcedure
    .meta(rest("POST", `${P}/member/suspend`, { tag, summary: "Let a member read and not write for so many hours", once: true }))
    .input(suspendInput)
    .output(dataOf(standingDto))
    .mutation(async ({ ctx, input }) => ({ data: await suspendMember(ctx, input) })),

  lift: adminProcedure
    .meta(rest("POST", `${P}/member/lift`, { tag, summary: "Let a suspended member write again", once: true }))
    .input(liftInput)
    .output(dataOf(standingDto))
    .mutation(async ({ ctx, input }) => ({ data: await liftSuspension(ctx, input) })),
});
