import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { imagesRouter } from "./images/router";
import { membersRouter } from "./members/router";
import { postsRouter } from "./posts/router";
import { previewRouter } from "./preview/router";
import { happenings } from "./queries";
import { roomsRouter } from "./rooms/router";
import { liveInput } from "./schema";
import { hitsDto } from "./search/dto";
import { searchPosts } from "./search/queries";
import { searchInput } from "./search/schema";
import { topicsRouter } from "./topics/router";

export const forumRouter = router({
  rooms: roomsRouter,
  topics: topicsRouter,
  posts: postsRouter,
  images: imagesRouter,
  members: membersRouter,
  preview: previewRouter,

  search: userProcedure
    .use(spending("reading"))
    .meta(
      rest("GET", "/api/user/personalization/community/search", {
        tag: "Community",
        summary: "Messages that say something, the newest first; in one room, by one member, between two days",
      }),
    )
    .input(searchInput)
    .output(hitsDto)
    .query(({ ctx, input }) => searchPosts(ctx, input)),

  live: userProcedure.input(liveInput).subscription(({ ctx, input }) => happenings(ctx, input)),
});
