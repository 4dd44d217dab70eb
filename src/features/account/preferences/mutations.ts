import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, notificationSettings, users } from "@/server/db/schema";
import { getSettings, listPreferences } from "../notifications/queries";
import { isChoosable, isEventFor } from "../notifications/rules";
import type { preferenceInput, settingsInput } from "../notifications/schema";

/** @throws AppError notFound for an event of which somebody like this never hears, or that is not for choosing */
export async function savePreference(ctx: UserContext, choice: z.infer<typeof preferenceInput>) {
  const { event, channel } = choice;
  if (!isEventFor(event, ctx.actor.role) || !isChoosable(event, channel)) throw new AppError("notFound");
  await writePreference(ctx.db, ctx.actor.id, choice);
  return listPreferences(ctx);
}

export async function writePreference(db: Executor, userId: string, choice: z.infer<typeof preferenceInput>): Promise<void> {
  await db
    .insert(notificationPreferences)
    .values({ userId, ...choice })
    .onConflictDoUpdate({
      target: [notificationPreferences.userId, notificationPreferences.event, notificationPreferences.channel],
      set: { enabled: choice.enabled },
    });
}

export async function saveSettings(ctx: UserContext, { mailRhythm, timeZone }: z.infer<typeof settingsInput>) {
  const { id: userId } = ctx.actor;
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(notificationSettings)
      .values({ userId, mailRhythm })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: { mailRhythm } });
    // Whose morning it is cannot be asked of a browser while nobody is there.
    if (mailRhythm === "daily" && timeZone)
      await tx
        .update(users)
        .set({ timeZone })
        .where(and(eq(users.id, userId), isNull(users.timeZone)));
  });
  return getSettings(ctx);
}
