import { dataOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { materialDto, materialsDto } from "./dto";
import { saveMaterial } from "./mutations";
import { listMaterials } from "./queries";
import { materialSaveInput, materialsInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/material";

export const materialsRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What a workspace's slabs are of, by name" }))
    .input(materialsInput)
    .output(dataOf(materialsDto))
    .query(async ({ ctx, input }) => ({ data: await listMaterials(ctx, input) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep a material, or with uid and version change one", creates: true }))
    .input(materialSaveInput)
    .output(dataOf(materialDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveMaterial(ctx, input) })),
});
