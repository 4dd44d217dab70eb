import { z } from "zod";
import { WATCH_LEVELS } from "@/lib/enums/forum";

/** A room as anybody sees it. */
export const roomPreviewDto = z.object({
  uid: z.uuid(),
  slug: z.string(),
  /** In the caller's language. */
  name: z.string(),
  description: z.string(),
  /** Threads in it. */
  topicCount: z.int(),
});

export const roomDto = roomPreviewDto.extend({
  /** Nobody begins a thread in it any more; those that are there go on. */
  archived: z.boolean(),
  /** How closely the caller follows it. */
  level: z.enum(WATCH_LEVELS),
  /** Threads of the last thirty days in which something waits to be read. */
  unread: z.int(),
  /** Its live chat: a topic of its own; null where it has none. */
  chatId: z.uuid().nullable(),
  /** The number of the chat's last message, and up to which the caller has read. */
  chatLastSeq: z.int(),
  chatReadSeq: z.int(),
});
export type RoomDto = z.infer<typeof roomDto>;

export const roomLevelDto = z.object({ uid: z.uuid(), level: z.enum(WATCH_LEVELS) });
export const caughtUpDto = z.object({ caughtUpAt: z.string() });
