import { asc, eq } from "drizzle-orm";
import { areaGrants } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** The areas that somebody was given. */
export const areasData: PersonalData = {
  name: "areas",

  count: async () => ({}),

  records: async ({ db }, userId) => ({
    data: await db
      .select({ area: areaGrants.area, grantedAt: areaGrants.grantedAt })
      .from(areaGrants)
      .where(eq(areaGrants.userId, userId))
      .orderBy(asc(areaGrants.area)),
    files: [],
  }),

  stored: async () => [],

  erase: async (db, userId) => {
    await db.delete(areaGrants).where(eq(areaGrants.userId, userId));
  },
};
