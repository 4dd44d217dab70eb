import { eq, sql } from "drizzle-orm";
import { faqEntries, faqVotes } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";

/** What the FAQ keeps of a person: which answers they called helpful or not. */
export const faqData: PersonalData = {
  name: "faq",

  count: async () => ({}),

  records: async ({ db }, userId) => {
    const votes = await db
      .select({ question: sql<string>`${faqEntries.question} ->> 'en'`, helpful: faqVotes.helpful, votedAt: faqVotes.votedAt })
      .from(faqVotes)
      .innerJoin(faqEntries, eq(faqEntries.id, faqVotes.entryId))
      .where(eq(faqVotes.userId, userId));
    return { data: { votes }, files: [] };
  },

  stored: async () => [],

  erase: async (db, userId) => {
    await db.delete(faqVotes).where(eq(faqVotes.userId, userId));
  },
};
