import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { customerDeletedDto, customerDto, customerRowDto } from "./dto";
import { deleteCustomer, mergeCustomers, saveCustomer } from "./mutations";
import { listCustomers, viewCustomer } from "./queries";
import { customerDeleteInput, customerMergeInput, customerOfInput, customerSaveInput, customersInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/customer";

export const customersRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's customers by name, or those that a search finds" }))
    .input(customersInput)
    .output(listOf(customerRowDto))
    .query(({ ctx, input }) => listCustomers(ctx, input)),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One customer with contacts and sites" }))
    .input(customerOfInput)
    .output(dataOf(customerDto))
    .query(async ({ ctx, input }) => ({ data: await viewCustomer(ctx, input.uid) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep a customer, or with uid and version change one", creates: true }))
    .input(customerSaveInput)
    .output(dataOf(customerDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveCustomer(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a customer with contacts and sites, for good", once: true }))
    .input(customerDeleteInput)
    .output(dataOf(customerDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteCustomer(ctx, input);
      return { data: { deleted: true as const } };
    }),

  merge: managerProcedure
    .meta(rest("POST", `${P}/merge`, { tag, summary: "Make one customer of two", once: true }))
    .input(customerMergeInput)
    .output(dataOf(customerDto))
    .mutation(async ({ ctx, input }) => ({ data: await mergeCustomers(ctx, input) })),
});
