import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { readDto, topicDto, topicLevelDto, topicListDto } from "./dto";
import { answerTopic, createTopic, markTopic, readTopic, renameTopic } from "./mutations";
import { getTopic, listTopics } from "./queries";
import { answerInput, createInput, levelInput, readInput, renameInput, TOPICS, topicInput, topicsInput } from "./schema";

const tag = "Community";
const P = "/api/user/personalization/community/topic";

export const topicsRouter = router({
  list: userProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "Topics of a room or of all: the latest, or those unread, own, watched or unanswered",
        description: `A page holds ten; \`meta.total\` counts all. With \`before\`, empty for the beginning and then the last answer's \`meta.next\`, it is ${TOPICS}, whatever \`page\` says, and the pinned ones of a room stand before the first of them: that stays right while others write.`,
      }),
    )
    .input(topicsInput)
    .output(topicListDto)
    .query(({ ctx, input }) => listTopics(ctx, input)),

  create: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/save`, { tag, summary: "Begin a topic with its first message", creates: true }))
    .input(createInput)
    .output(dataOf(topicDto))
    .mutation(async ({ ctx, input }) => ({ data: await createTopic(ctx, input) })),

  get: userProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "How a topic stands; of one that was merged, the one that took it in" }))
    .input(topicInput)
    .output(dataOf(topicDto))
    .query(async ({ ctx, input }) => ({ data: await getTopic(ctx, input.topicId) })),

  rename: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/title/save`, { tag, summary: "Give an own topic another title", once: true }))
    .input(renameInput)
    .output(dataOf(topicDto))
    .mutation(async ({ ctx, input }) => ({ data: await renameTopic(ctx, input) })),

  mark: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/level/save`, { tag, summary: "Choose how closely to follow a topic" }))
    .input(levelInput)
    .output(dataOf(topicLevelDto))
    .mutation(async ({ ctx, input }) => ({ data: await markTopic(ctx, input) })),

  read: userProcedure
    .meta(rest("POST", `${P}/read`, { tag, summary: "Say up to which message a topic was read" }))
    .input(readInput)
    .output(dataOf(readDto))
    .mutation(async ({ ctx, input }) => ({ data: await readTopic(ctx, input) })),

  answer: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/answer/save`, { tag, summary: "Mark a message of an own topic as its answer, or take that back" }))
    .input(answerInput)
    .output(dataOf(topicDto))
    .mutation(async ({ ctx, input }) => ({ data: await answerTopic(ctx, input) })),
});
