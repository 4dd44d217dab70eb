import { asc, count, desc, eq, getTableColumns } from "drizzle-orm";
import { practiceInterviewQuestions as asked, practiceInterviews as interviews } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** What somebody keeps of their real interviews. */
export const interviewData: PersonalData = {
  name: "interviews",

  count: async (db, userId) => {
    const [kept] = await db.select({ n: count() }).from(interviews).where(eq(interviews.userId, userId));
    return { interviews: kept?.n ?? 0 };
  },

  records: async ({ db }, userId) => {
    const kept = await db
      .select()
      .from(interviews)
      .where(eq(interviews.userId, userId))
      .orderBy(desc(interviews.date), desc(interviews.id));
    const told = await db
      .select(getTableColumns(asked))
      .from(asked)
      .innerJoin(interviews, eq(interviews.id, asked.interviewId))
      .where(eq(interviews.userId, userId))
      .orderBy(asc(asked.interviewId), asc(asked.position));
    return {
      data: kept.map(({ userId: _owner, ...interview }) => ({
        ...interview,
        asked: told
          .filter(({ interviewId }) => interviewId === interview.id)
          .map(({ text, questionId, went }) => ({ text, questionId, went })),
      })),
      files: [],
    };
  },

  stored: async () => [],

  // What was asked goes with its interview.
  erase: async (db, userId) => {
    await db.delete(interviews).where(eq(interviews.userId, userId));
  },
};
