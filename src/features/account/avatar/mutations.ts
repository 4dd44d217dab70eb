import { and, eq, isNull } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { userTopic } from "@/features/account/events";
import { avatarPath } from "@/features/account/queries";
import type { Services, UserContext } from "@/server/api/context";
import { avatars, users } from "@/server/db/schema";
import { letGo } from "@/server/jobs/orphans";
import { publish } from "@/server/realtime";
import { wholeOf } from "@/server/stored-bytes";
import { squarePicture } from "@/server/vendors/pictures";

/**
 * Makes the profile picture out of an uploaded file, which is removed afterwards in any case.
 * @returns its address, or null when the file is no picture
 */
export async function saveAvatar(
  services: Services,
  { userId, crop, key }: { userId: string; crop: { x: number; y: number; size: number }; key: string },
): Promise<string | null> {
  const { db, files } = services;
  try {
    const image = await squarePicture(userId, async () => wholeOf(await files.open(key)), crop);
    if (!image) return null;
    // Random, because whoever knows it may see the picture.
    const id = uuidv4();
    await db.transaction(async (tx) => {
      const [user] = await tx
        .update(users)
        .set({ avatarId: id })
        .where(and(eq(users.id, userId), isNull(users.erasedAt)))
        .returning({ id: users.id });
      if (!user) return;
      await tx.delete(avatars).where(eq(avatars.userId, userId));
      await tx.insert(avatars).values({ id, userId, image });
      await publish(tx, userTopic(userId), "account");
    });
    return avatarPath(id);
  } finally {
    await letGo(services, [key]);
  }
}

export async function removeAvatar({ db, actor }: UserContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ avatarId: null }).where(eq(users.id, actor.id));
    await tx.delete(avatars).where(eq(avatars.userId, actor.id));
    await publish(tx, userTopic(actor.id), "account");
  });
}
