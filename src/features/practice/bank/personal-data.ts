import { eq, sql } from "drizzle-orm";
import { bankImports, questions, questionVersions } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** What the question bank keeps of those who write it: what they wrote when, and the files that they sent lately. */
export const bankData: PersonalData = {
  name: "bank",

  count: async () => ({}),

  records: async ({ db }, userId) => {
    const [versions, imports] = await Promise.all([
      db
        .select({ question: sql<string>`${questions.text} ->> 'en'`, version: questionVersions.version, at: questionVersions.at })
        .from(questionVersions)
        .innerJoin(questions, eq(questions.id, questionVersions.questionId))
        .where(eq(questionVersions.actorId, userId)),
      db
        .select({ name: bankImports.name, state: bankImports.state, createdAt: bankImports.createdAt })
        .from(bankImports)
        .where(eq(bankImports.userId, userId)),
    ]);
    return { data: { versions, imports }, files: [] };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    await db.delete(bankImports).where(eq(bankImports.userId, userId));
    // The bank keeps what was written, and says no more by whom.
    await db.update(questionVersions).set({ actorId: null }).where(eq(questionVersions.actorId, userId));
  },
};
