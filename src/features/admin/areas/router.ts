import { dataOf } from "@/lib/list-schemas";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { grantedDto, grantsDto } from "./dto";
import { grantArea, revokeArea } from "./mutations";
import { listGrants } from "./queries";
import { grantInput, grantsInput, revokeInput } from "./schema";

const tag = "Administration";
const P = "/api/super/admin/area";

/** Who has an area that is not for everybody. */
export const areasRouter = router({
  grants: superProcedure
    .meta(rest("POST", `${P}/grant/get`, { tag, summary: "Accounts that were given an area" }))
    .input(grantsInput)
    .output(grantsDto)
    .query(({ ctx, input }) => listGrants(ctx, input)),

  grant: superProcedure
    .meta(rest("POST", `${P}/grant`, { tag, summary: "Give an area to the account with this address" }))
    .input(grantInput)
    .output(dataOf(grantedDto))
    .mutation(async ({ ctx, input }) => ({ data: await grantArea(ctx, input) })),

  revoke: superProcedure
    .meta(rest("POST", `${P}/revoke`, { tag, summary: "Take an area back from an account", once: true }))
    .input(revokeInput)
    .output(dataOf(grantedDto))
    .mutation(async ({ ctx, input }) => ({ data: await revokeArea(ctx, input) })),
});
