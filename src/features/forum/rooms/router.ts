import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { caughtUpDto, roomDto, roomLevelDto } from "./dto";
import { catchUp, markRoom } from "./mutations";
import { listRooms } from "./queries";
import { catchUpInput, roomLevelInput } from "./schema";

const tag = "Community";
const P = "/api/user/personalization/community/profession";

export const roomsRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "The rooms of the community, one for each profession" }))
    .output(listOf(roomDto))
    .query(({ ctx }) => listRooms(ctx)),

  mark: userProcedure
    .meta(rest("POST", `${P}/level/save`, { tag, summary: "Choose how closely to follow a room" }))
    .input(roomLevelInput)
    .output(dataOf(roomLevelDto))
    .mutation(async ({ ctx, input }) => ({ data: await markRoom(ctx, input) })),

  catchUp: userProcedure
    .meta(rest("POST", `${P}/read`, { tag, summary: "Count everything in a room, or in all of them, as read" }))
    .input(catchUpInput)
    .output(dataOf(caughtUpDto))
    .mutation(async ({ ctx, input }) => ({ data: await catchUp(ctx, input) })),
});
