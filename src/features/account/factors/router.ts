import { accountDto, challengeDto, recoveryCodesDto, securityDto, totpSetupDto } from "@/features/account/dto";
import {
  addPasskey,
  beginLogin,
  beginReauthentication,
  beginRegistration,
  loginWithPasskey,
  reauthenticateWithPasskey,
  removePasskey,
  renamePasskey,
} from "@/features/account/passkeys/mutations";
import { enableTotpInput, newPasskeyInput, passkeyIdInput, passkeyInput, passkeyNameInput } from "@/features/account/schema";
import { DONE, dataOf, doneDto } from "@/lib/list-schemas";
import { confirmedProcedure, limited, recentProcedure, rest, router, userProcedure } from "@/server/api/trpc";
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from "./mutations";
import { getSecurity } from "./queries";

const tag = "Account security";
const P = "/api/user/personalization/account/security";

export const factorsRouter = router({
  get: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What protects the account and what opens it" }))
    .output(dataOf(securityDto))
    .query(async ({ ctx }) => ({ data: await getSecurity(ctx) })),

  beginTotp: confirmedProcedure
    .meta(rest("POST", `${P}/totp/begin`, { tag, summary: "Begin setting up an authenticator app" }))
    .output(dataOf(totpSetupDto))
    .mutation(async ({ ctx }) => ({ data: await beginTotp(ctx) })),

  enableTotp: confirmedProcedure
    .meta(rest("POST", `${P}/totp/enable`, { tag, summary: "Finish with a code of the app; the first factor brings recovery codes" }))
    .input(enableTotpInput)
    .output(dataOf(recoveryCodesDto))
    .mutation(async ({ ctx, input }) => ({ data: { recoveryCodes: await enableTotp(ctx, input.code) } })),

  disableTotp: recentProcedure
    .meta(rest("POST", `${P}/totp/disable`, { tag, summary: "Remove the authenticator app" }))
    .output(doneDto)
    .mutation(async ({ ctx }) => {
      await disableTotp(ctx);
      return DONE;
    }),

  renewRecoveryCodes: recentProcedure
    .meta(rest("POST", `${P}/recovery/renew`, { tag, summary: "Replace all recovery codes" }))
    .output(dataOf(recoveryCodesDto))
    .mutation(async ({ ctx }) => ({ data: { recoveryCodes: await renewRecoveryCodes(ctx) } })),

  beginPasskey: confirmedProcedure
    .meta(rest("POST", `${P}/passkey/begin`, { tag, summary: "Options for making a passkey" }))
    .output(dataOf(challengeDto))
    .mutation(async ({ ctx }) => ({ data: await beginRegistration(ctx) })),

  addPasskey: confirmedProcedure
    .meta(rest("POST", `${P}/passkey/add`, { tag, summary: "Keep a passkey that was made" }))
    .input(newPasskeyInput)
    .output(dataOf(recoveryCodesDto))
    .mutation(async ({ ctx, input }) => ({ data: { recoveryCodes: await addPasskey(ctx, input) } })),

  renamePasskey: userProcedure
    .meta(rest("POST", `${P}/passkey/rename`, { tag, summary: "Name a passkey" }))
    .input(passkeyNameInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await renamePasskey(ctx, input);
      return DONE;
    }),

  removePasskey: recentProcedure
    .meta(rest("POST", `${P}/passkey/remove`, { tag, summary: "Remove a passkey", once: true }))
    .input(passkeyIdInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, input.id);
      return DONE;
    }),

  beginPasskeyLogin: limited("credentials")
    .meta(rest("POST", "/api/user/passkey/begin", { tag, summary: "Options for logging in with a passkey", open: true }))
    .output(dataOf(challengeDto))
    .mutation(async ({ ctx }) => ({ data: await beginLogin(ctx) })),

  loginWithPasskey: limited("credentials")
    .meta(rest("POST", "/api/user/passkey/login", { tag, summary: "Log in with a passkey", open: true }))
    .input(passkeyInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input)),

  beginPasskeyReauthentication: userProcedure
    .meta(rest("POST", `${P}/passkey/reauthenticate/begin`, { tag, summary: "Options for proving oneself again with a passkey" }))
    .output(dataOf(challengeDto))
    .mutation(async ({ ctx }) => ({ data: await beginReauthentication(ctx) })),

  reauthenticateWithPasskey: userProcedure
    .meta(rest("POST", `${P}/passkey/reauthenticate`, { tag, summary: "Prove oneself again with a passkey" }))
    .input(passkeyInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await reauthenticateWithPasskey(ctx, input);
      return DONE;
    }),
});
