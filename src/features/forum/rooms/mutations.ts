import { eq, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { forumRoomMarks, forumTopicMarks, forumTopics, professions } from "@/server/db/schema";
import { roomSeen } from "../notices/mutations";
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

/**
 * What was written in a room, or in all of them, until now counts as read, in its chat, too, and what was told of it as seen.
 * @throws AppError notFound
 */
export async function catchUp({ db, actor }: UserContext, { professionId }: { professionId?: string | undefined }) {
  if (professionId) await roomOf(db, professionId);
  const caughtUpAt = new Date();
  await db.transaction(async (tx) => {
    const rooms = tx
      .select({
        userId: sql<string>`${actor.id}::uuid`.as("user_id"),
        professionId: professions.id,
        level: sql`'normal'::watch_level`.as("level"),
        caughtUpAt: sql`${caughtUpAt.toISOString()}::timestamptz`.as("caught_up_at"),
      })
      .from(professions)
      .where(professionId ? eq(professions.id, professionId) : undefined)
      .orderBy(professions.id);
    await tx
      .insert(forumRoomMarks)
      .select(rooms)
      .onConflictDoUpdate({
        target: [forumRoomMarks.userId, forumRoomMarks.professionId],
        set: { caughtUpAt: sql`greatest(${forumRoomMarks.caughtUpAt}, excluded.caught_up_at)` },
      });
    // A chat is read up to a number.
    const inRoom = professionId ? sql`and profession_id = ${professionId}` : sql``;
    await tx.execute(sql`
      insert into ${forumTopicMarks} as m (user_id, topic_id, read_seq)
      select ${actor.id}::uuid, id, last_seq from ${forumTopics} where kind = 'chat' ${inRoom} order by id
      on conflict (user_id, topic_id) do update set read_seq = greatest(m.read_seq, excluded.read_seq)`);
    await roomSeen(tx, actor.id, professionId);
  });
  return { caughtUpAt: caughtUpAt.toISOString() };
}
