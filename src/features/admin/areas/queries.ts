import { and, desc, eq } from "drizzle-orm";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { fullName } from "@/lib/names";
import type { UserContext } from "@/server/api/context";
import { exactly, olderThan } from "@/server/db/keyset";
import { areaGrants, users } from "@/server/db/schema";
import { GRANTS, type GrantsInput } from "./schema";

/** Accounts that have an area which is not for everybody, the latest first. */
export async function listGrants({ db }: UserContext, { area, before }: GrantsInput) {
  const cursor = before ? beforeCursor(before) : undefined;
  const rows = await db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      at: exactly(areaGrants.grantedAt),
      grantedAt: areaGrants.grantedAt,
    })
    .from(areaGrants)
    .innerJoin(users, eq(users.id, areaGrants.userId))
    .where(and(eq(areaGrants.area, area), olderThan(areaGrants.grantedAt, areaGrants.userId, cursor)))
    .orderBy(desc(areaGrants.grantedAt), desc(areaGrants.userId))
    .limit(GRANTS + 1);
  const shown = rows.slice(0, GRANTS);
  const last = shown.at(-1);
  return {
    data: shown.map(({ userId, email, grantedAt, ...person }) => ({
      userId,
      name: fullName(person),
      email,
      grantedAt: grantedAt.toISOString(),
    })),
    meta: { next: rows.length > GRANTS && last ? cursorOf(last.at, last.userId) : null },
  };
}
