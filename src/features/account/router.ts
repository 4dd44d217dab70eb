import { z } from "zod";
import { dataOf } from "@/lib/pagination";
import { limited, rest, router, userProcedure } from "@/server/api/trpc";
import { endSession } from "@/server/auth";
import { accountDto, existenceDto, userDto } from "./dto";
import { login, register } from "./mutations";
import { checkExistence, myAccount } from "./queries";
import { existenceInput, loginInput, registerInput, registerUserInput, userLoginInput } from "./schema";

const tag = "Account";

export const accountRouter = router({
  login: limited("credentials")
    .meta(rest("POST", "/api/account/login", { tag, summary: "Log in by e-mail", open: true }))
    .input(loginInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => login(ctx, { identifier: input.email, password: input.password })),

  register: limited("credentials")
    .meta(rest("POST", "/api/account/register", { tag, summary: "Register", open: true }))
    .input(registerInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => register(ctx, input)),

  me: userProcedure
    .meta(rest("GET", "/api/account/my-account", { tag, summary: "The signed-in account" }))
    .output(z.object({ user: userDto }))
    .query(async ({ ctx }) => ({ user: await myAccount(ctx.db, ctx.actor) })),

  registerUser: limited("credentials")
    .meta(rest("POST", "/api/user/register", { tag, summary: "Register with a username and a language", open: true }))
    .input(registerUserInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => register(ctx, input)),

  checkExistence: limited("existence")
    .meta(rest("POST", "/api/user/register/validation/check", { tag, summary: "Whether an e-mail or username is taken", open: true }))
    .input(existenceInput)
    .output(dataOf(existenceDto))
    .mutation(async ({ ctx, input }) => ({ data: await checkExistence(ctx.db, input) })),

  loginUser: limited("credentials")
    .meta(rest("POST", "/api/user/login", { tag, summary: "Log in by e-mail or username", open: true }))
    .input(userLoginInput)
    .output(accountDto)
    .mutation(({ ctx, input }) => login(ctx, { identifier: input.email ?? input.username ?? "", password: input.password })),

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
      await endSession(ctx.db, ctx.actor);
      return { data: { loggedOut: true as const } };
    }),
});
