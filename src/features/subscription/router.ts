import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { limited, paying, rest, router, userProcedure } from "@/server/api/trpc";
import { billingAdminRouter } from "./admin/router";
import { changePlan, previewChange } from "./change/mutations";
import { demoRouter } from "./demo/router";
import {
  addressDto,
  changePreviewDto,
  invoiceDto,
  methodDto,
  owedDto,
  plansDto,
  receiptDto,
  refreshedDto,
  subscriptionDto,
  usageDto,
} from "./dto";
import { changeMethod, payOwed, startCardCheckout } from "./method/mutations";
import { cancelSubscription, refresh, resumeSubscription, startCheckout } from "./mutations";
import { activeSubscription, getReceipt, getUsage, listInvoices, listPlans } from "./queries";
import { cancelInput, changeInput, invoiceInput, methodInput, offerInput } from "./schema";

const tag = "Subscription";
const P = "/api/user/personalization/subscription";

export const subscriptionRouter = router({
  admin: billingAdminRouter,
  demo: demoRouter,

  plans: limited("lookup")
    .meta(rest("GET", "/api/user/web/subscription/plan/get", { tag, summary: "Plans, what they allow and cost", open: true }))
    .output(dataOf(plansDto))
    .query(async ({ ctx }) => ({ data: await listPlans(ctx) })),

  active: userProcedure
    .meta(rest("GET", `${P}/active/get`, { tag, summary: "The own subscription, or null" }))
    .output(dataOf(subscriptionDto.nullable()))
    .query(async ({ ctx }) => ({ data: await activeSubscription(ctx) })),

  usage: userProcedure
    .meta(rest("GET", `${P}/usage/get`, { tag, summary: "The plan that counts now, and how much of it is used" }))
    .output(dataOf(usageDto))
    .query(async ({ ctx }) => ({ data: await getUsage(ctx) })),

  checkout: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/checkout`, { tag, summary: "The address of the page on which a plan is paid" }))
    .input(offerInput)
    .output(dataOf(addressDto))
    .mutation(async ({ ctx, input }) => ({ data: { url: await startCheckout(ctx, input) } })),

  refresh: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/refresh`, { tag, summary: "Ask Stripe anew for the own subscription" }))
    .output(dataOf(refreshedDto))
    .mutation(async ({ ctx }) => ({ data: await refresh(ctx) })),

  previewChange: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/change/preview`, { tag, summary: "What another plan would cost today, line by line" }))
    .input(offerInput)
    .output(dataOf(changePreviewDto))
    .query(async ({ ctx, input }) => ({ data: await previewChange(ctx, input) })),

  change: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/change`, { tag, summary: "Change to another plan, for the amounts of a preview", once: true }))
    .input(changeInput)
    .output(dataOf(subscriptionDto))
    .mutation(async ({ ctx, input }) => ({ data: await changePlan(ctx, input) })),

  cancel: userProcedure
    .use(paying)
    .meta(
      rest("GET", `${P}/canceling`, {
        tag,
        summary: "End the subscription with its period",
        description: "Idempotent. POST on the same path does the same, and takes a reason.",
        alias: "POST",
      }),
    )
    .input(cancelInput)
    .output(dataOf(subscriptionDto))
    .mutation(async ({ ctx, input }) => ({ data: await cancelSubscription(ctx, input) })),

  resume: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/resume`, { tag, summary: "Take the end of the subscription back" }))
    .output(dataOf(subscriptionDto))
    .mutation(async ({ ctx }) => ({ data: await resumeSubscription(ctx) })),

  changeMethod: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/change/method`, { tag, summary: "Pay by another card, or get a set-up intent to give one" }))
    .input(methodInput)
    .output(dataOf(methodDto))
    .mutation(async ({ ctx, input }) => ({ data: await changeMethod(ctx, input.paymentMethodId) })),

  cardCheckout: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/change/method/checkout`, { tag, summary: "The address of the page on which another card is given" }))
    .output(dataOf(addressDto))
    .mutation(async ({ ctx }) => ({ data: { url: await startCardCheckout(ctx) } })),

  pay: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/pay`, { tag, summary: "Try what is owed with the card that is known" }))
    .output(dataOf(owedDto))
    .mutation(async ({ ctx }) => ({ data: await payOwed(ctx) })),

  invoices: userProcedure
    .meta(rest("GET", `${P}/receipt/invoices/get`, { tag, summary: "Own invoices, newest first" }))
    .input(pageInput)
    .output(listOf(invoiceDto))
    .query(({ ctx, input }) => listInvoices(ctx, input.page)),

  receipt: userProcedure
    .use(paying)
    .meta(rest("POST", `${P}/receipt/invoices/download`, { tag, summary: "An own invoice as a PDF", file: "application/pdf" }))
    .input(invoiceInput)
    .output(receiptDto)
    .query(({ ctx, input }) => getReceipt(ctx, input.invoiceId)),
});
