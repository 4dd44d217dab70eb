import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { WATCH_LEVELS } from "@/lib/enums/forum";

/** A room as anybody sees it. */
export const roomPreviewDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  name: z.string().meta({ description: "In the caller's language." }),
  description: z.string(),
  topicCount: z.int().meta({ description: "Threads in it." }),
});

export const roomDto = roomPreviewDto.extend({
  archived: z.boolean().meta({ description: "Nobody begins a thread in it any more; those that are there go on." }),
  level: z.enum(WATCH_LEVELS).meta({ description: "How closely the caller follows it." }),
  unread: z.int().meta({ description: "Threads of the last thirty days in which something waits to be read." }),
  chatId: z.uuid().nullable().meta({ description: "Its live chat: a topic of its own; null where it has none." }),
  chatLastSeq: z.int().meta({ description: "The number of the chat's last message." }),
  chatReadSeq: z.int().meta({ description: "Up to which of them the caller has read." }),
});
export type RoomDto = z.infer<typeof roomDto>;

export const roomLevelDto = z.object({ uid: z.uuid(), level: z.enum(WATCH_LEVELS) });
export const caughtUpDto = z.object({ caughtUpAt: instant });
