import { dataOf } from "@/lib/list-schemas";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { savedSettingDto, settingsDto } from "./dto";
import { saveSetting } from "./mutations";
import { listSettings } from "./queries";
import { saveSettingInput } from "./schema";

const tag = "Administration";
const P = "/api/super/admin/settings";

export const settingsRouter = router({
  list: superProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What can be changed while the service runs" }))
    .output(dataOf(settingsDto))
    .query(async ({ ctx }) => ({ data: await listSettings(ctx) })),

  save: superProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Change one setting, unless somebody else has meanwhile",
        description: "`value` has the form of the setting that `key` names, as it is listed.",
        example: { key: "registration", value: { open: true }, version: 0 },
        once: true,
      }),
    )
    .input(saveSettingInput)
    .output(dataOf(savedSettingDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveSetting(ctx, input) })),
});
