import { eq, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { forumRoomMarks, professions } from "@/server/db/schema";
import { roomOf } from "./queries";
import type { RoomLevelInput } from "./schema";

/** How closely somebody follows a room from now on. @throws AppError notFound */
export async function markRoom({ db, actor }: UserContext, { professionId, level }: RoomLevelInput) {
  await roomOf(db, professionId);
  await db
    .insert(forumRoomMarks)
    .values({ userId: actor.id, professionId, level })
    .onConflictDoUpdate({ target: [forumRoomMarks.userId, forumRoomMarks.professionId], set: { level } });
  return { uid: professionId, level };
}

/** What was written in a room, or in all of them, until now counts as read. @throws AppError notFound */
export async function catchUp({ db, actor }: UserContext, { professionId }: { professionId?: string | undefined }) {
  if (professionId) await roomOf(db, professionId);
  const caughtUpAt = new Date();
  const rooms = db
    .select({
      userId: sql<string>`${actor.id}::uuid`.as("user_id"),
      professionId: professions.id,
      level: sql`'normal'::watch_level`.as("level"),
      caughtUpAt: sql`${caughtUpAt.toISOString()}::timestamptz`.as("caught_up_at"),
    })
    .from(professions)
    .where(professionId ? eq(professions.id, professionId) : undefined);
  await db
    .insert(forumRoomMarks)
    .select(rooms)
    .onConflictDoUpdate({
      target: [forumRoomMarks.userId, forumRoomMarks.professionId],
      set: { caughtUpAt: sql`greatest(${forumRoomMarks.caughtUpAt}, excluded.caught_up_at)` },
    });
  return { caughtUpAt: caughtUpAt.toISOString() };
}
