import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "@/server/db/client";
import { supportAttachments, supportMessages } from "@/server/db/schema";
import { requireRoom, roomTaken } from "@/server/room-for-files";

const kept = { bytes: supportAttachments.sizeBytes, createdAt: supportAttachments.createdAt };

/**
 * Whoever is not of the team has a bound for all that they attach: what was sent stays as long as its conversation.
 * @throws AppError attachmentsFull where one more file of this size is too much
 */
export async function expectRoom(db: Executor, userId: string, size: number): Promise<void> {
  const waiting = db
    .select(kept)
    .from(supportAttachments)
    .where(and(eq(supportAttachments.uploaderId, userId), isNull(supportAttachments.messageId)));
  // By their messages, which are found by their author: a file is sent by whoever has uploaded it.
  const sent = db
    .select(kept)
    .from(supportMessages)
    .innerJoin(supportAttachments, eq(supportAttachments.messageId, supportMessages.id))
    .where(eq(supportMessages.authorId, userId));
  const own = waiting.unionAll(sent).as("own");
  const [taken] = await db.select(roomTaken(userId, own)).from(own);
  requireRoom(taken, size, "attachmentsFull");
}
