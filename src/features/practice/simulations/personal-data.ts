import { and, asc, count, desc, eq, getTableColumns, ne } from "drizzle-orm";
import { simulationPlaces, simulations, simulationTakes } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** The sets of questions that somebody sat, and which of their answers belongs where. The answers themselves are practice's. */
export const simulationsData: PersonalData = {
  name: "simulations",

  count: async (db, userId) => {
    const [row] = await db
      .select({ simulations: count() })
      .from(simulations)
      .where(and(eq(simulations.userId, userId), ne(simulations.state, "planned")));
    return { simulations: row?.simulations ?? 0 };
  },

  records: async ({ db }, userId) => {
    const own = eq(simulations.userId, userId);
    const [rows, places, takes] = await Promise.all([
      db.select().from(simulations).where(own).orderBy(desc(simulations.createdAt)),
      db
        .select(getTableColumns(simulationPlaces))
        .from(simulationPlaces)
        .innerJoin(simulations, eq(simulations.id, simulationPlaces.simulationId))
        .where(own)
        .orderBy(asc(simulationPlaces.position)),
      db
        .select(getTableColumns(simulationTakes))
        .from(simulationTakes)
        .innerJoin(simulations, eq(simulations.id, simulationTakes.simulationId))
        .where(own)
        .orderBy(asc(simulationTakes.answerId)),
    ]);
    return {
      data: rows.map(({ userId: _owner, ...row }) => ({
        ...row,
        places: places
          .filter(({ simulationId }) => simulationId === row.id)
          .map(({ simulationId: _, ...place }) => ({
            ...place,
            // Which question it would be is told to nobody before it is given out.
            questionId: place.begunAt ? place.questionId : null,
            takes: takes
              .filter(({ simulationId, position }) => simulationId === row.id && position === place.position)
              .map(({ answerId, standing }) => ({ answerId, standing })),
          })),
      })),
      files: [],
    };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    await db.delete(simulations).where(eq(simulations.userId, userId));
  },
};
