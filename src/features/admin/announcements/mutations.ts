import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { SERVICE_TOPIC } from "@/lib/settings";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import { announcements } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { onlySeen } from "@/server/version";
import type { AnnouncementDeleteInput, AnnouncementInput } from "./schema";

type Facts = Pick<typeof announcements.$inferSelect, "kind" | "audience" | "text" | "link" | "startsAt" | "endsAt">;
const factsOf = ({ kind, audience, text, link, startsAt, endsAt }: Facts) => ({ kind, audience, text, link, startsAt, endsAt });

const target = (id: string) => ({ kind: "announcement", id });

/**
 * Makes an announcement, or changes one; what says the same as before is not written, nor noted.
 * @throws AppError notFound | conflict where somebody else has changed it meanwhile
 */
export async function saveAnnouncement(ctx: UserContext, { uid, version, startsAt, endsAt, ...rest }: AnnouncementInput) {
  const values = { ...rest, startsAt: new Date(startsAt), endsAt: endsAt ? new Date(endsAt) : null };
  return ctx.db.transaction(async (tx) => {
    await publish(tx, SERVICE_TOPIC, SERVICE_TOPIC);
    if (!uid) {
      const id = idFrom("announcement", ctx.actor.id, ctx.idempotencyKey);
      const made = await tx
        .insert(announcements)
        .values({ id, ...values })
        .onConflictDoNothing()
        .returning();
      if (made.length === 0) return { uid: id, version: 1 };
      await recordAct(tx, ctx, { action: "announcements.add", target: target(id), after: values });
      return { uid: id, version: 1 };
    }
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, uid)).for("update");
    const before = found(row);
    if (before.version !== version) throw new AppError("conflict");
    if (isDeepStrictEqual(factsOf(before), values)) return { uid, version };
    await tx
      .update(announcements)
      .set({ ...values, version: version + 1 })
      .where(eq(announcements.id, uid));
    await recordAct(tx, ctx, { action: "announcements.edit", target: target(uid), before: factsOf(before), after: values });
    return { uid, version: version + 1 };
  });
}

/** Takes one down for good. @throws AppError notFound | conflict where somebody has changed it since */
export async function deleteAnnouncement(ctx: UserContext, { uid, version: seen }: AnnouncementDeleteInput) {
  return ctx.db.transaction(async (tx) => {
    const gone = found((await tx.delete(announcements).where(eq(announcements.id, uid)).returning())[0]);
    onlySeen(seen, gone.version);
    await recordAct(tx, ctx, { action: "announcements.delete", target: target(uid), before: factsOf(gone) });
    await publish(tx, SERVICE_TOPIC, SERVICE_TOPIC);
    return { uid };
  });
}
