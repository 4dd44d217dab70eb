import { index, integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import type { LocalizedList, LocalizedText } from "@/lib/locales";
import { users } from "./account";
import { instant } from "./columns";
import { questions } from "./practice";

/** What of a question is written by hand: its category's id, its times in minutes, and its texts. */
export interface QuestionContent {
  category: string;
  readingTime: number;
  answerTime: number;
  text: LocalizedText;
  guidance: LocalizedList;
}

/** A question as it was from one time that it was written until the next. */
export const questionVersions = pgTable(
  "question_versions",
  {
    questionId: uuid("question_id")
      .notNull()
      .references(() => questions.id),
    version: integer().notNull(),
    /** Null for what came with the app, or was there before versions were kept. */
    actorId: uuid("actor_id").references(() => users.id),
    at: instant("at"),
    content: jsonb().$type<QuestionContent>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.questionId, t.version] }), index("question_versions_actor_idx").on(t.actorId)],
);
