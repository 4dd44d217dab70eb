import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { flagDto } from "./flags/dto";
import { flagPost } from "./flags/mutations";
import { reportsRouter } from "./flags/router";
import { flagInput } from "./flags/schema";
import { imagesRouter } from "./images/router";
import { logRouter } from "./log/router";
import { membersRouter } from "./members/router";
import { moderationRouter } from "./moderation/router";
import { postsRouter } from "./posts/router";
import { previewRouter } from "./preview/router";
import { professionsRouter } from "./professions/router";
import { proposalsRouter } from "./proposals/router";
import { liveEvents } from "./queries";
import { roomsRouter } from "./rooms/router";
import { liveInput } from "./schema";
import { hitsDto } from "./search/dto";
import { searchPosts } from "./search/queries";
import { searchInput } from "./search/schema";
import { sharingRouter } from "./sharing/router";
import { topicsRouter } from "./topics/router";

export const forumRouter = router({
  rooms: roomsRouter,
  topics: topicsRouter,
  posts: postsRouter,
  images: imagesRouter,
  members: membersRouter,
  preview: previewRouter,
  reports: reportsRouter,
  moderation: moderationRouter,
  log: logRouter,
  sharing: sharingRouter,
  proposals: proposalsRouter,
  professions: professionsRouter,

  flag: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", "/api/user/personalization/community/topic/message/flag", {
        tag: "Community",
        summary: "Report a message to those who look after the community",
        description: "The reason `other` needs a `note`.",
      }),
    )
    .input(flagInput)
    .output(dataOf(flagDto))
    .mutation(async ({ ctx, input }) => ({ data: await flagPost(ctx, input) })),

  search: userProcedure
    .use(spending("reading"))
    .meta(
      rest("GET", "/api/user/personalization/community/search", {
        tag: "Community",
        summary: "Messages that say something, the newest first; in one room, by one member, between two days",
        description: "Days are those of UTC, or by the clocks of `timeZone` where it is named.",
      }),
    )
    .input(searchInput)
    .output(hitsDto)
    .query(({ ctx, input }) => searchPosts(ctx, input)),

  live: userProcedure.input(liveInput).subscription(({ ctx, input }) => liveEvents(ctx, input)),
});
