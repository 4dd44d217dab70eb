import { dataOf } from "@/lib/list-schemas";
import { limited, rest, router } from "@/server/api/trpc";
import { fileLinkDto, messageDto } from "../chat/dto";
import { guestViewDto, receivedDto } from "./dto";
import { leaveMessage, sendAsGuest, viewAsGuest } from "./mutations";
import { guestFile } from "./queries";
import { contactInput, guestFileInput, guestInput, guestSendInput } from "./schema";

const tag = "Support";
const P = "/api/user/web/contact/us";

/** Support for people without an account. */
export const contactRouter = router({
  save: limited("contact")
    .meta(rest("POST", `${P}/save`, { tag, summary: "Leave a message without an account; the address gets a link to it", open: true }))
    .input(contactInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: await leaveMessage(ctx, input) })),

  view: limited("message")
    .meta(rest("POST", `${P}/detail/view`, { tag, summary: "What a guest wrote and what was answered, by the mailed link", open: true }))
    .input(guestInput)
    .output(dataOf(guestViewDto))
    .mutation(async ({ ctx, input }) => ({ data: await viewAsGuest(ctx, input) })),

  send: limited("contact")
    .meta(rest("POST", `${P}/detail/send/message`, { tag, summary: "Write on as a guest", open: true }))
    .input(guestSendInput)
    .output(dataOf(messageDto))
    .mutation(async ({ ctx, input }) => ({ data: await sendAsGuest(ctx, input) })),

  file: limited("message")
    .meta(rest("POST", `${P}/file/view`, { tag, summary: "The short-lived address of a file that a guest was sent", open: true }))
    .input(guestFileInput)
    .output(dataOf(fileLinkDto))
    // A query would carry the link's token in an address.
    .mutation(async ({ ctx, input }) => ({ data: await guestFile(ctx, input.token, input.uid) })),
});
