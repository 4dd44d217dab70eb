import { z } from "zod";
import { DONE, dataOf, doneDto } from "@/lib/list-schemas";
import { limited, publicProcedure, rest, router, spending, userProcedure } from "@/server/api/trpc";
import { endSession } from "@/server/auth";
import { messages } from "@/server/realtime";
import { removeAvatar } from "./avatar/mutations";
import { deletionRouter } from "./deletion/router";
import { accountDto, existenceDto, profileDto, signInOptionsDto, userDto } from "./dto";
import { topicsOf } from "./events";
import { exportRouter } from "./export/router";
import { factorsRouter } from "./factors/router";
import { linksRouter } from "./links/router";
import { login, reauthenticate, register, updatePassword, updateProfile } from "./mutations";
import { preferenceDto } from "./notifications/dto";
import { listPreferences } from "./notifications/queries";
import { notificationsRouter } from "./notifications/router";
import { preferenceInput } from "./notifications/schema";
import { savePreference } from "./preferences/mutations";
import { checkExistence, getProfile, myAccount, signInOptions } from "./queries";
import {
  existenceInput,
  loginInput,
  profileInput,
  reauthenticateInput,
  registerInput,
  registerUserInput,
  updatePasswordInput,
  userLoginInput,
} from "./schema";
import { sessionsRouter } from "./sessions/router";
import { thirdPartyRouter } from "./third-party/router";
import { viewingsRouter } from "./viewings/router";

const tag = "Account";
const P = "/api/user/personalization/account";

/** What a client may do whose answer was lost. */
const AGAIN =
  "A code works once. With an `Idempotency-Key` of 32 characters or more that nobody can guess, the same sent again within five minutes is answered by the session that it opened or proved.";

export const accountRouter = router({
  sessions: sessionsRouter,
  factors: factorsRouter,
  links: linksRouter,
  thirdParty: thirdPartyRouter,
  export: exportRouter,
  deletion: deletionRouter,
  notifications: notificationsRouter,
  viewings: viewingsRouter,

  login: limited("credentials")
    .meta(rest("POST", "/api/account/login", { tag, summary: "Log in by e-mail", description: AGAIN, attempt: true, open: true }))
    .input(loginInput)
    .output(accountDto)
    .mutation(({ ctx, input: { email, ...proof } }) => login(ctx, { identifier: email, ...proof })),

  register: limited("credentials")
    .meta(rest("POST", "/api/account/register", { tag, summary: "Register", open: true }))
    .input(registerInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => register(ctx, input)),

  me: userProcedure
    .meta(rest("GET", "/api/account/my-account", { tag, summary: "The signed-in account" }))
    .output(z.object({ user: userDto }))
    .query(async ({ ctx }) => ({ user: await myAccount(ctx) })),

  registerUser: limited("credentials")
    .meta(rest("POST", "/api/user/register", { tag, summary: "Register with a username and a language", open: true }))
    .input(registerUserInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => register(ctx, input)),

  checkExistence: limited("lookup")
    .meta(
      rest("POST", "/api/user/register/validation/check", {
        tag,
        summary: "Whether an e-mail or username is taken",
        description: "One of the two is given, or both.",
        example: { email: "lan@example.com", username: "lan.nguyen" },
        open: true,
      }),
    )
    .input(existenceInput)
    .output(dataOf(existenceDto))
    .mutation(async ({ ctx, input }) => ({ data: await checkExistence(ctx.db, input) })),

  loginUser: limited("credentials")
    .meta(
      rest("POST", "/api/user/login", {
        tag,
        summary: "Log in by e-mail or username",
        description: `Exactly one of the two is given. ${AGAIN}`,
        example: { username: "lan.nguyen", password: "correct horse battery" },
        attempt: true,
        open: true,
      }),
    )
    .input(userLoginInput)
    .output(accountDto)
    .mutation(({ ctx, input: { email, username, ...proof } }) => login(ctx, { identifier: email ?? username ?? "", ...proof })),

  logout: userProcedure
    .meta(
      rest("GET", "/api/user/logout", {
        tag,
        summary: "End this session",
        description: "Only the bearer header counts; a cookie never does.",
      }),
    )
    .output(dataOf(z.object({ loggedOut: z.literal(true) })))
    .mutation(async ({ ctx }) => {
      await ctx.db.transaction((tx) => endSession(tx, ctx.actor.id, ctx.actor.sessionId));
      return { data: { loggedOut: true as const } };
    }),

  signInOptions: publicProcedure
    .meta(
      rest("GET", "/api/user/login/options", {
        tag,
        summary: "Third parties that open an account, and the session client's settings",
        open: true,
      }),
    )
    .output(dataOf(signInOptionsDto))
    .query(({ ctx }) => ({ data: signInOptions(ctx) })),

  reauthenticate: userProcedure
    .meta(
      rest("POST", `${P}/reauthenticate`, {
        tag,
        summary: "Prove oneself again for what needs a recent proof",
        description: AGAIN,
        attempt: true,
      }),
    )
    .input(reauthenticateInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await reauthenticate(ctx, input);
      return DONE;
    }),

  profile: userProcedure
    .meta(rest("GET", `${P}/detail/profile/get`, { tag, summary: "The own profile" }))
    .output(dataOf(profileDto))
    .query(async ({ ctx }) => ({ data: await getProfile(ctx) })),

  updateProfile: userProcedure
    .meta(rest("POST", `${P}/detail/profile/update`, { tag, summary: "Change fields of the own profile" }))
    .input(profileInput)
    .output(dataOf(profileDto))
    .mutation(async ({ ctx, input }) => ({ data: await updateProfile(ctx, input) })),

  removeAvatar: userProcedure
    .meta(rest("POST", `${P}/avatar/remove`, { tag, summary: "Remove the profile picture" }))
    .output(dataOf(z.object({ avatar: z.null() })))
    .mutation(async ({ ctx }) => {
      await removeAvatar(ctx);
      return { data: { avatar: null } };
    }),

  updatePassword: userProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/detail/password/update`, { tag, summary: "Change the password and sign out every other device" }))
    .input(updatePasswordInput)
    .output(dataOf(z.object({ updated: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await updatePassword(ctx, input);
      return { data: { updated: true as const } };
    }),

  preferences: userProcedure
    .meta(rest("GET", `${P}/preference/get`, { tag, summary: "What is told by which way" }))
    .output(dataOf(z.array(preferenceDto)))
    .query(async ({ ctx }) => ({ data: await listPreferences(ctx) })),

  savePreference: userProcedure
    .meta(rest("POST", `${P}/preference/save`, { tag, summary: "Choose whether an event is told by a way" }))
    .input(preferenceInput)
    .output(dataOf(z.array(preferenceDto)))
    .mutation(async ({ ctx, input }) => ({ data: await savePreference(ctx, input) })),

  /** What changes of the own account, as it changes: "account", "export", "notifications"; null when something may have been missed. */
  live: userProcedure.subscription(({ ctx }) => messages(ctx.realtime, topicsOf(ctx.actor), ctx.signal)),
});
