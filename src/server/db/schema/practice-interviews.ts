import { sql } from "drizzle-orm";
import { check, date, index, integer, pgEnum, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { INTERVIEW_OUTCOMES, INTERVIEW_STAGES } from "@/lib/enums/practice";
import { users } from "./account";
import { instant } from "./columns";
import { questions } from "./practice";

export const interviewStageEnum = pgEnum("interview_stage", INTERVIEW_STAGES);
export const interviewOutcomeEnum = pgEnum("interview_outcome", INTERVIEW_OUTCOMES);

/** A real interview, as whoever had it keeps it for themselves. */
export const practiceInterviews = pgTable(
  "practice_interviews",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    company: text().notNull(),
    role: text().notNull(),
    /** A day of the person's own calendar. */
    date: date({ mode: "string" }).notNull(),
    /** What the clock shows then, such as 14:30, in the zone beside it. */
    time: text(),
    timeZone: text("time_zone"),
    stage: interviewStageEnum().notNull(),
    outcome: interviewOutcomeEnum().notNull().default("waiting"),
    notes: text().notNull().default(""),
    /** How often it was written: who saves names the one that they read. */
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("practice_interviews_own_idx").on(t.userId, t.date, t.id),
    check("practice_interviews_time_check", sql`${t.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check("practice_interviews_zone_check", sql`${t.timeZone} is null or ${t.time} is not null`),
  ],
);

/** What was asked in an interview, in the order in which it is told. */
export const practiceInterviewQuestions = pgTable(
  "practice_interview_questions",
  {
    interviewId: uuid("interview_id")
      .notNull()
      .references(() => practiceInterviews.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    text: text().notNull(),
    /** The question of the bank that it is, or resembles. */
    questionId: uuid("question_id").references(() => questions.id, { onDelete: "set null" }),
    /** How the answer went, from 1 to 5. */
    went: smallint(),
  },
  (t) => [
    primaryKey({ columns: [t.interviewId, t.position] }),
    check("practice_interview_questions_went_check", sql`${t.went} between 1 and 5`),
  ],
);
