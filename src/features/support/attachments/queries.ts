import { and, eq, isNull, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { Executor } from "@/server/db/client";
import { supportAttachments, supportMessages, users } from "@/server/db/schema";
import { hasRoom } from "../chat/rules";

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
  const lately = sql`filter (where ${own.createdAt} > now() - interval '1 day')`;
  const [taken] = await db
    .select({
      all: sql<number>`coalesce(sum(${own.bytes}), 0)::float8`,
      day: sql<number>`coalesce(sum(${own.bytes}) ${lately}, 0)::float8`,
      role: sql<string>`(select ${users.role} from ${users} where ${users.id} = ${userId})`,
    })
    .from(own);
  if (taken && taken.role === "candidate" && !hasRoom(taken, size)) throw new AppError("attachmentsFull");
}
