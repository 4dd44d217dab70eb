import { dataOf, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { cannedRouter } from "../canned/router";
import { acceptedDto, fileLinkDto, historyDto, messageDto, unreadDto } from "../chat/dto";
import { attachmentInput, conversationInput, historyInput, readInput } from "../chat/schema";
import { inboxRowDto, inboxViewDto, memberDto, queuesDto } from "./dto";
import { addNote, answer, assign, readForTeam, receiveForTeam, reopen, resolve, sayTeamTyping, snooze, wake } from "./mutations";
import { countQueues, getForTeam, listInbox, listTeam, teamAttachment, teamHistory } from "./queries";
import { answerInput, assignInput, inboxInput, noteInput, resolveInput, snoozeInput } from "./schema";

const tag = "Support, administration";
const P = "/api/admin/support";

/** The support team's side. */
export const inboxRouter = router({
  list: adminProcedure
    .meta(
      rest("GET", `${P}/conversation/get`, { tag, summary: "A queue of the inbox, whoever waits longest first; or what fits a search" }),
    )
    .input(inboxInput)
    .output(listOf(inboxRowDto))
    .query(({ ctx, input }) => listInbox(ctx.db, ctx.actor, input)),

  queues: adminProcedure
    .meta(rest("GET", `${P}/queue/get`, { tag, summary: "How many stand in each queue" }))
    .output(dataOf(queuesDto))
    .query(async ({ ctx }) => ({ data: await countQueues(ctx.db, ctx.actor) })),

  view: adminProcedure
    .meta(rest("POST", `${P}/conversation/view`, { tag, summary: "A conversation with its newest messages and the team's notes" }))
    .input(conversationInput)
    .output(dataOf(inboxViewDto))
    .query(async ({ ctx, input }) => ({ data: await getForTeam(ctx.db, ctx.actor, input.conversationId) })),

  history: adminProcedure
    .meta(
      rest("GET", `${P}/conversation/message/get`, {
        tag,
        summary: "Messages of a conversation: the newest, older ones, or those since one",
      }),
    )
    .input(historyInput)
    .output(dataOf(historyDto))
    .query(async ({ ctx, input }) => ({ data: await teamHistory(ctx.db, input) })),

  answer: adminProcedure
    .meta(
      rest("POST", `${P}/conversation/answer`, {
        tag,
        summary: "Answer somebody",
        description: "A message has words or brings a file.",
        creates: true,
      }),
    )
    .input(answerInput)
    .output(dataOf(messageDto))
    .mutation(async ({ ctx, input }) => ({ data: await answer(ctx, input) })),

  note: adminProcedure
    .meta(rest("POST", `${P}/conversation/note`, { tag, summary: "Write something that only the team sees", creates: true }))
    .input(noteInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await addNote(ctx, input) })),

  assign: adminProcedure
    .meta(rest("POST", `${P}/conversation/assign`, { tag, summary: "Give a conversation to somebody of the team, or back to all" }))
    .input(assignInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await assign(ctx, input) })),

  snooze: adminProcedure
    .meta(rest("POST", `${P}/conversation/snooze`, { tag, summary: "Put a conversation aside until an instant" }))
    .input(snoozeInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await snooze(ctx, input) })),

  wake: adminProcedure
    .meta(rest("POST", `${P}/conversation/wake`, { tag, summary: "Take up again what was put aside" }))
    .input(conversationInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await wake(ctx, input.conversationId) })),

  resolve: adminProcedure
    .meta(rest("POST", `${P}/conversation/resolve`, { tag, summary: "Say that a conversation is solved" }))
    .input(resolveInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await resolve(ctx, input) })),

  reopen: adminProcedure
    .meta(rest("POST", `${P}/conversation/reopen`, { tag, summary: "Open again what counted as solved" }))
    .input(conversationInput)
    .output(dataOf(inboxViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await reopen(ctx, input.conversationId) })),

  read: adminProcedure
    .meta(rest("POST", `${P}/conversation/read`, { tag, summary: "Say up to which message a conversation was read" }))
    .input(readInput)
    .output(dataOf(acceptedDto))
    .mutation(async ({ ctx, input }) => ({ data: await readForTeam(ctx, input) })),

  received: adminProcedure
    .meta(rest("POST", `${P}/received`, { tag, summary: "Say that new messages have come to a device of the team's" }))
    .output(dataOf(unreadDto))
    .mutation(async ({ ctx }) => ({ data: await receiveForTeam(ctx) })),

  typing: adminProcedure
    .meta(rest("POST", `${P}/conversation/typing`, { tag, summary: "Let somebody see that an answer is being written" }))
    .input(conversationInput)
    .output(dataOf(acceptedDto))
    .mutation(async ({ ctx, input }) => ({ data: await sayTeamTyping(ctx, input.conversationId) })),

  file: adminProcedure
    .meta(rest("POST", `${P}/file/view`, { tag, summary: "The short-lived address of a conversation's file" }))
    .input(attachmentInput)
    .output(dataOf(fileLinkDto))
    .query(async ({ ctx, input }) => ({ data: await teamAttachment(ctx, ctx.actor, input.uid) })),

  team: adminProcedure
    .meta(rest("GET", `${P}/team/get`, { tag, summary: "Who can be given a conversation" }))
    .output(listOf(memberDto))
    .query(({ ctx }) => listTeam(ctx.db)),

  canned: cannedRouter,
});
