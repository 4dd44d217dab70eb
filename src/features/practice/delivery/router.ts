import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { comparedDeliveryDto } from "./dto";
import { saveDelivery } from "./mutations";
import { getDelivery } from "./queries";
import { deliveryInput, deliveryOfInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/answer/delivery";

export const deliveryRouter = router({
  get: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "How an own answer was spoken, beside what one usually does" }))
    .input(deliveryOfInput)
    .output(dataOf(comparedDeliveryDto))
    .query(async ({ ctx, input }) => ({ data: await getDelivery(ctx, input.uid) })),

  save: userProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep how an own answer was spoken, as the device measured it",
        description:
          "Times fit into the recording: pauses follow one another, after the first word and before the end. Where no word is heard, `onsetMs` is null and there is nothing else.",
      }),
    )
    .input(deliveryInput)
    .output(dataOf(comparedDeliveryDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveDelivery(ctx, input) })),
});
