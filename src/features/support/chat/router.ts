import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import {
  acceptedDto,
  conversationDto,
  conversationRowDto,
  conversationViewDto,
  fileLinkDto,
  historyDto,
  messageDto,
  reportDto,
  unreadDto,
  waitDto,
} from "./dto";
import {
  beginConversation,
  rateConversation,
  readConversation,
  receiveMessages,
  sayTyping,
  sendMessage,
  shareReport,
  viewConversation,
} from "./mutations";
import { countUnread, getConversation, getReport, history, listConversations, ownAttachment, waitingTime } from "./queries";
import {
  attachmentInput,
  beginInput,
  conversationInput,
  historyInput,
  readInput,
  reportInput,
  satisfactionInput,
  sendInput,
  viewInput,
} from "./schema";

const tag = "Support";
const P = "/api/user/personalization/contact/us";

/** A person's own conversations with support. */
export const chatRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Own conversations with support, those that moved last first" }))
    .input(pageInput)
    .output(listOf(conversationRowDto))
    .query(({ ctx, input }) => listConversations(ctx.db, ctx.actor, input.page)),

  begin: userProcedure
    .use(spending("message"))
    .meta(rest("POST", `${P}/save`, { tag, summary: "Begin a conversation with support", creates: true }))
    .input(beginInput)
    .output(dataOf(conversationDto))
    .mutation(async ({ ctx, input }) => ({ data: await beginConversation(ctx, input) })),

  view: userProcedure
    .meta(rest("POST", `${P}/detail/view`, { tag, summary: "An own conversation with its newest messages, which count as read then" }))
    .input(viewInput)
    .output(dataOf(conversationViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await viewConversation(ctx, input) })),

  send: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/detail/send/message`, {
        tag,
        summary: "Write in an own conversation",
        description: "A message has words or brings a file.",
        creates: true,
      }),
    )
    .input(sendInput)
    .output(dataOf(messageDto))
    .mutation(async ({ ctx, input }) => ({ data: await sendMessage(ctx, input) })),

  get: userProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "How an own conversation stands" }))
    .input(conversationInput)
    .output(dataOf(conversationDto))
    .query(async ({ ctx, input }) => ({ data: await getConversation(ctx.db, ctx.actor, input.conversationId) })),

  history: userProcedure
    .meta(
      rest("GET", `${P}/detail/message/get`, {
        tag,
        summary: "Messages of an own conversation: the newest, older ones, or those since one",
      }),
    )
    .input(historyInput)
    .output(dataOf(historyDto))
    .query(async ({ ctx, input }) => ({ data: await history(ctx.db, ctx.actor, input) })),

  read: userProcedure
    .meta(rest("POST", `${P}/detail/read`, { tag, summary: "Say up to which message an own conversation was read" }))
    .input(readInput)
    .output(dataOf(acceptedDto))
    .mutation(async ({ ctx, input }) => ({ data: await readConversation(ctx, input) })),

  received: userProcedure
    .meta(rest("POST", `${P}/received`, { tag, summary: "Say that new messages have come to a device" }))
    .output(dataOf(unreadDto))
    .mutation(async ({ ctx }) => ({ data: await receiveMessages(ctx) })),

  typing: userProcedure
    .use(spending("typing"))
    .meta(rest("POST", `${P}/detail/typing`, { tag, summary: "Let support see that a message is being written" }))
    .input(conversationInput)
    .output(dataOf(acceptedDto))
    .mutation(async ({ ctx, input }) => ({ data: await sayTyping(ctx, input.conversationId) })),

  unread: userProcedure
    .meta(rest("GET", `${P}/unread/get`, { tag, summary: "In how many own conversations something waits to be read" }))
    .output(dataOf(unreadDto))
    .query(async ({ ctx }) => ({ data: await countUnread(ctx.db, ctx.actor) })),

  waiting: userProcedure
    .meta(rest("GET", `${P}/waiting/get`, { tag, summary: "How long people wait for an answer these weeks" }))
    .output(dataOf(waitDto))
    .query(async ({ ctx }) => ({ data: await waitingTime(ctx.db) })),

  file: userProcedure
    .meta(rest("POST", `${P}/file/view`, { tag, summary: "The short-lived address of a file of an own conversation" }))
    .input(attachmentInput)
    .output(dataOf(fileLinkDto))
    .query(async ({ ctx, input }) => ({ data: await ownAttachment(ctx, ctx.actor, input.uid) })),

  rate: userProcedure
    .meta(rest("POST", `${P}/detail/rate`, { tag, summary: "Say once how a conversation went", once: true }))
    .input(satisfactionInput)
    .output(dataOf(conversationDto))
    .mutation(async ({ ctx, input }) => ({ data: await rateConversation(ctx, input) })),

  report: userProcedure
    .meta(rest("GET", `${P}/detail/device/get`, { tag, summary: "What support was let see of the own device" }))
    .input(conversationInput)
    .output(dataOf(reportDto))
    .query(async ({ ctx, input }) => ({ data: await getReport(ctx.db, ctx.actor, input.conversationId) })),

  shareReport: userProcedure
    .meta(rest("POST", `${P}/detail/device/save`, { tag, summary: "Let support see details of the own device, or take that back" }))
    .input(reportInput)
    .output(dataOf(reportDto))
    .mutation(async ({ ctx, input }) => ({ data: await shareReport(ctx, input) })),
});
