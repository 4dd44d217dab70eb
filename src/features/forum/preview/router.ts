import { dataOf, listOf } from "@/lib/list-schemas";
import { limited, rest, router } from "@/server/api/trpc";
import { roomPreviewDto } from "../rooms/dto";
import { previewRooms } from "../rooms/queries";
import { topicPreviewDto } from "../topics/dto";
import { threadPreviewDto } from "./dto";
import { previewThread, previewTopics } from "./queries";
import { previewTopicInput, previewTopicsInput } from "./schema";

const tag = "Community";
const P = "/api/user/web/community";

/** What somebody without an account reads. */
export const previewRouter = router({
  rooms: limited("reading")
    .meta(rest("GET", `${P}/profession/get`, { tag, summary: "The rooms of the community, without an account", open: true }))
    .output(listOf(roomPreviewDto))
    .query(({ ctx }) => previewRooms(ctx)),

  topics: limited("reading")
    .meta(rest("GET", `${P}/topic/get`, { tag, summary: "The latest topics of a room or of all, without an account", open: true }))
    .input(previewTopicsInput)
    .output(listOf(topicPreviewDto))
    .query(({ ctx, input }) => previewTopics(ctx, input)),

  topic: limited("reading")
    .meta(rest("GET", `${P}/topic/message/get`, { tag, summary: "The first messages of a topic, without an account", open: true }))
    .input(previewTopicInput)
    .output(dataOf(threadPreviewDto))
    .query(async ({ ctx, input }) => ({ data: await previewThread(ctx, input.topicId) })),
});
