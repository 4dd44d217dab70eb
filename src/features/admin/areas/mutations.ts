import { and, eq, isNull } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { found } from "@/lib/app-error";
import { SERVICE_TOPIC } from "@/lib/settings";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { areaGrants, users } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import type { GrantInput, RevokeInput } from "./schema";

/** Gives an area to an account. Given again, nothing changes. @throws AppError notFound where no account has the address */
export async function grantArea(ctx: UserContext, { area, email }: GrantInput) {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)));
    const userId = found(row).id;
    const given = await tx.insert(areaGrants).values({ userId, area }).onConflictDoNothing().returning({ area: areaGrants.area });
    if (given.length > 0) {
      await recordAct(tx, ctx, { action: "areas.grant", subjectId: userId, target: { kind: "area", id: area } });
      await publish(tx, userTopic(userId), SERVICE_TOPIC);
    }
    return { userId, given: given.length > 0 };
  });
}

/** Takes it back; what somebody made in the area stays. */
export async function revokeArea(ctx: UserContext, { area, userId }: RevokeInput) {
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(areaGrants.userId, userId), eq(areaGrants.area, area));
    found((await tx.delete(areaGrants).where(own).returning({ area: areaGrants.area }))[0]);
    await recordAct(tx, ctx, { action: "areas.revoke", subjectId: userId, target: { kind: "area", id: area } });
    await publish(tx, userTopic(userId), SERVICE_TOPIC);
    return { userId, given: false };
  });
}
