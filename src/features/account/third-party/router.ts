import { z } from "zod";
import { accountDto } from "@/features/account/dto";
import {
  providerAccountInput,
  providerInput,
  thirdPartyInput,
  thirdPartyLoginInput,
  thirdPartyRegisterInput,
} from "@/features/account/schema";
import { dataOf } from "@/lib/list-schemas";
import { limited, recentProcedure, rest, router } from "@/server/api/trpc";
import { linkThirdParty, loginByThirdParty, registerByThirdParty, unlinkThirdParty } from "./mutations";
import { providerAccountExists } from "./queries";

const tag = "Account";
const P = "/api/user/personalization/account/third-party";
const PROOF =
  "The proof is the provider's OpenID Connect ID token, or the cookie of the third-party session under /api/auth; nothing else in the request says who somebody is. It works once.";
const description = `${PROOF} With an \`Idempotency-Key\` of 32 characters or more that nobody can guess, the same sent again within five minutes is answered by the session that it opened.`;
const linked = dataOf(z.object({ linked: z.boolean() }));

export const thirdPartyRouter = router({
  login: limited("credentials")
    .meta(rest("POST", "/api/user/social/login", { tag, summary: "Log in by a third party", description, attempt: true, open: true }))
    .input(thirdPartyLoginInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => loginByThirdParty(ctx, input)),

  register: limited("credentials")
    .meta(rest("POST", "/api/user/social/register", { tag, summary: "Register by a third party", description, attempt: true, open: true }))
    .input(thirdPartyRegisterInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => registerByThirdParty(ctx, input)),

  exists: limited("lookup")
    .meta(
      rest("GET", "/auth/check-provider-account-id/{id}", {
        tag,
        summary: "Whether a third-party account opens an account here",
        open: true,
      }),
    )
    .input(providerAccountInput)
    .output(dataOf(z.object({ exists: z.boolean() })))
    .query(async ({ ctx, input }) => ({ data: { exists: await providerAccountExists(ctx, input.id) } })),

  link: recentProcedure
    .meta(
      rest("POST", `${P}/link`, {
        tag,
        summary: "Let a third party open this account",
        description: `${PROOF} Sent again with a proof that has served, it is done where the account is linked so.`,
      }),
    )
    .input(thirdPartyInput)
    .output(linked)
    .mutation(async ({ ctx, input }) => {
      await linkThirdParty(ctx, input);
      return { data: { linked: true } };
    }),

  unlink: recentProcedure
    .meta(rest("POST", `${P}/unlink`, { tag, summary: "End that a third party opens this account", once: true }))
    .input(providerInput)
    .output(linked)
    .mutation(async ({ ctx, input }) => {
      await unlinkThirdParty(ctx, input.provider);
      return { data: { linked: false } };
    }),
});
