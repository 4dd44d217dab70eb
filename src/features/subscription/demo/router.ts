import { dataOf } from "@/lib/list-schemas";
import { adminProcedure, paying, rest, router, userProcedure } from "@/server/api/trpc";
import { checkoutDto, clockDto, paidDto } from "./dto";
import { advanceClock, authenticate, getCheckout, getClock, pay } from "./mutations";
import { advanceInput, authenticateInput, checkoutInput, payInput } from "./schema";

const tag = "Demo payments";
const P = "/api/demo/payments";

/** What Stripe's own page and dashboard do where payments are real; there, nothing of this is found. */
export const demoRouter = router({
  checkout: userProcedure
    .meta(rest("POST", `${P}/checkout/view`, { tag, summary: "An own Checkout of the demo" }))
    .input(checkoutInput)
    .output(dataOf(checkoutDto))
    .query(async ({ ctx, input }) => ({ data: await getCheckout(ctx, input.session) })),

  pay: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/checkout/pay`, { tag, summary: "Pay with a test card" }))
    .input(payInput)
    .output(dataOf(paidDto))
    .mutation(async ({ ctx, input }) => ({ data: await pay(ctx, input) })),

  authenticate: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/checkout/authenticate`, { tag, summary: "Answer the bank's question (3-D Secure)" }))
    .input(authenticateInput)
    .output(dataOf(paidDto))
    .mutation(async ({ ctx, input }) => ({ data: await authenticate(ctx, input) })),

  clock: adminProcedure
    .meta(rest("GET", `${P}/clock/get`, { tag, summary: "What time it is for the demo's subscriptions" }))
    .output(dataOf(clockDto))
    .query(async ({ ctx }) => ({ data: await getClock(ctx) })),

  advance: adminProcedure
    .meta(rest("POST", `${P}/clock/advance`, { tag, summary: "Set the demo's clock forward", once: true }))
    .input(advanceInput)
    .output(dataOf(clockDto))
    .mutation(async ({ ctx, input }) => ({ data: await advanceClock(ctx, input.days) })),
});
