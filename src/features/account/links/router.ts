import { z } from "zod";
import { changeEmailInput, forgetPasswordInput, resetPasswordInput, verifyEmailInput } from "@/features/account/schema";
import { dataOf } from "@/lib/list-schemas";
import { limited, recentProcedure, rest, router, spending, userProcedure } from "@/server/api/trpc";
import { cancelEmailChange, changeEmail, forgetPassword, requestVerification, resetPassword, verifyEmail } from "./mutations";

const tag = "Account";
const P = "/api/user/personalization/account/email";
const sent = dataOf(z.object({ sent: z.literal(true) }));
const SENT = { data: { sent: true as const } };

export const linksRouter = router({
  forgetPassword: limited("mail")
    .meta(
      rest("POST", "/api/user/forget/password", {
        tag,
        summary: "Mail a link that sets a new password",
        description: "The answer is the same whether an account has the address or not.",
        open: true,
      }),
    )
    .input(forgetPasswordInput)
    .output(sent)
    .mutation(async ({ ctx, input }) => {
      await forgetPassword(ctx, input.email);
      return SENT;
    }),

  resetPassword: limited("credentials")
    .meta(rest("POST", "/api/user/reset/password", { tag, summary: "Set a new password by a mailed link's token", open: true }))
    .input(resetPasswordInput)
    .output(dataOf(z.object({ reset: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input);
      return { data: { reset: true as const } };
    }),

  verifyEmail: limited("credentials")
    .meta(
      rest("POST", "/api/user/verify/email", {
        tag,
        summary: "Confirm an address by a mailed link's token",
        description:
          "It takes a session of the account that the link is for; without one, or in another's, it is refused with `linkNeedsLogin`.",
        token: "needed",
        open: true,
      }),
    )
    .input(verifyEmailInput)
    .output(dataOf(z.object({ email: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: await verifyEmail(ctx, input.token) })),

  requestVerification: userProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/verification/send`, { tag, summary: "Mail the link that confirms the address once more", once: true }))
    .output(sent)
    .mutation(async ({ ctx }) => {
      await requestVerification(ctx);
      return SENT;
    }),

  changeEmail: recentProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/change`, { tag, summary: "Change the address; it counts once the new one is confirmed", once: true }))
    .input(changeEmailInput)
    .output(sent)
    .mutation(async ({ ctx, input }) => {
      await changeEmail(ctx, input.email);
      return SENT;
    }),

  cancelEmailChange: userProcedure
    .meta(rest("POST", `${P}/change/cancel`, { tag, summary: "Take back a change that is not confirmed yet" }))
    .output(dataOf(z.object({ cancelled: z.literal(true) })))
    .mutation(async ({ ctx }) => {
      await cancelEmailChange(ctx);
      return { data: { cancelled: true as const } };
    }),
});
