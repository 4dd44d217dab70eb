import { z } from "zod";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { reactTo } from "../reactions/mutations";
import { topicInput } from "../topics/schema";
import { acceptedDto, deletedDto, locateDto, postDto, postListDto, versionDto } from "./dto";
import { deletePost, editPost, sayTyping, writeMessage } from "./mutations";
import { getPost, listPosts, locatePost, postHistory } from "./queries";
import { editInput, POSTS, postInput, postsInput, reactInput, writeInput } from "./schema";

const tag = "Community";
const P = "/api/user/personalization/community/topic/message";

export const postsRouter = router({
  list: userProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "A topic's messages in their order, by page or by their number",
        description: `A page holds ten; \`meta.total\` counts all. With \`fromSeq\`, \`beforeSeq\` or \`aroundSeq\` it is the ${POSTS} from that number on, before it or around it, whatever \`page\` says; of several the first of these three counts.`,
      }),
    )
    .input(postsInput)
    .output(postListDto)
    .query(({ ctx, input }) => listPosts(ctx, input)),

  get: userProcedure
    .meta(rest("POST", `${P}/view`, { tag, summary: "One message" }))
    .input(postInput)
    .output(dataOf(postDto))
    .query(async ({ ctx, input }) => ({ data: await getPost(ctx, input.uid) })),

  locate: userProcedure
    .meta(rest("POST", `${P}/locate`, { tag, summary: "In which topic a message stands, and where" }))
    .input(postInput)
    .output(dataOf(locateDto))
    .query(async ({ ctx, input }) => ({ data: await locatePost(ctx, input.uid) })),

  write: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/save`, { tag, summary: "Write a message in a topic or a chat", creates: true }))
    .input(writeInput)
    .output(dataOf(postDto))
    .mutation(async ({ ctx, input }) => ({ data: await writeMessage(ctx, input) })),

  edit: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/edit`, { tag, summary: "Say an own message in other words", once: true }))
    .input(editInput)
    .output(dataOf(postDto))
    .mutation(async ({ ctx, input }) => ({ data: await editPost(ctx, input) })),

  history: userProcedure
    .use(spending("reading"))
    .meta(rest("POST", `${P}/history`, { tag, summary: "What a message said before it was changed" }))
    .input(postInput)
    .output(dataOf(z.array(versionDto)))
    .query(async ({ ctx, input }) => ({ data: await postHistory(ctx, input.uid) })),

  delete: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Take an own message back", once: true }))
    .input(postInput)
    .output(dataOf(deletedDto))
    .mutation(async ({ ctx, input }) => ({ data: await deletePost(ctx, input.uid) })),

  react: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/react`, { tag, summary: "Say something of another's message without words, or take that back" }))
    .input(reactInput)
    .output(dataOf(postDto))
    .mutation(async ({ ctx, input }) => ({ data: await reactTo(ctx, input) })),

  typing: userProcedure
    .use(spending("typing"))
    .meta(rest("POST", `${P}/typing`, { tag, summary: "Let others see that a message is being written" }))
    .input(topicInput)
    .output(dataOf(acceptedDto))
    .mutation(async ({ ctx, input }) => ({ data: await sayTyping(ctx, input.topicId) })),
});
