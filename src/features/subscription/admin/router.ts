import { dataOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { grantedDto, personDto, refundedDto } from "./dto";
import { grantPlan, refundInvoice, revokeGrant } from "./mutations";
import { getPerson } from "./queries";
import { grantInput, personInput, refundInput, revokeInput } from "./schema";

const tag = "Subscription, administration";
const P = "/api/admin/subscription";

export const billingAdminRouter = router({
  person: adminProcedure
    .meta(rest("POST", `${P}/person/view`, { tag, summary: "What somebody has, was given and paid, by their e-mail" }))
    .input(personInput)
    .output(dataOf(personDto))
    .query(async ({ ctx, input }) => ({ data: await getPerson(ctx, input.email) })),

  grant: adminProcedure
    .meta(rest("POST", `${P}/complimentary/grant`, { tag, summary: "Give somebody a plan for a while", creates: true }))
    .input(grantInput)
    .output(dataOf(grantedDto))
    .mutation(async ({ ctx, input }) => ({ data: { uid: await grantPlan(ctx, input) } })),

  revoke: adminProcedure
    .meta(rest("POST", `${P}/complimentary/revoke`, { tag, summary: "End a plan that was given", once: true }))
    .input(revokeInput)
    .output(dataOf(grantedDto))
    .mutation(async ({ ctx, input }) => ({ data: { uid: await revokeGrant(ctx, input) } })),

  refund: adminProcedure
    .meta(rest("POST", `${P}/refund`, { tag, summary: "Pay back an invoice, or a part of it", creates: true }))
    .input(refundInput)
    .output(dataOf(refundedDto))
    .mutation(async ({ ctx, input }) => ({ data: await refundInvoice(ctx, input) })),
});
