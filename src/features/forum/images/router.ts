import { dataOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { imageDto } from "../posts/dto";
import { waitingImage } from "./queries";
import { imageInput } from "./schema";

export const imagesRouter = router({
  waiting: userProcedure
    .meta(
      rest("POST", "/api/user/personalization/community/image/view", {
        tag: "Community",
        summary: "The short-lived address of an own picture that waits for its message",
      }),
    )
    .input(imageInput)
    .output(dataOf(imageDto))
    .query(async ({ ctx, input }) => ({ data: await waitingImage(ctx, input.uid) })),
});
