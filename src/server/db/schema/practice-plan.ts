import { sql } from "drizzle-orm";
import { boolean, check, date, doublePrecision, index, integer, pgEnum, pgTable, primaryKey, smallint, uuid } from "drizzle-orm/pg-core";
import { CARD_STATES, PLAN_CHOICES, PLAN_GRADES } from "@/lib/enums/practice";
import { users } from "./account";
import { instant } from "./columns";
import { answers, difficultyEnum, questions } from "./practice";

export const planGradeEnum = pgEnum("plan_grade", PLAN_GRADES);
export const planChoiceEnum = pgEnum("plan_choice", PLAN_CHOICES);
export const cardStateEnum = pgEnum("card_state", CARD_STATES);

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const question = () =>
  uuid("question_id")
    .notNull()
    .references(() => questions.id);

/** What a rated take says of how well its question is known: one for each take, from which the schedule is worked out. */
export const planGradings = pgTable(
  "plan_gradings",
  {
    answerId: uuid("answer_id")
      .primaryKey()
      .references(() => answers.id, { onDelete: "cascade" }),
    userId: owner(),
    questionId: question(),
    /** When the take was made, and the day that this was for its maker: rating it later, or elsewhere, moves neither. */
    at: instant("at").notNull(),
    day: date({ mode: "string" }).notNull(),
    /** The maker's own rating as a whole, from 1 to 5. */
    self: doublePrecision().notNull(),
    difficulty: difficultyEnum(),
    /** The median of what peers gave, from 1 to 5; null without any. */
    peers: doublePrecision(),
    grade: planGradeEnum().notNull(),
  },
  (t) => [
    index("plan_gradings_replay_idx").on(t.userId, t.questionId, t.at, t.answerId),
    check("plan_gradings_scores_check", sql`${t.self} between 1 and 5 and coalesce(${t.peers}, 1) between 1 and 5`),
  ],
);

/** How well somebody knows a question, and when it comes again: what their gradings of it make, and nothing else. */
export const planSchedules = pgTable(
  "plan_schedules",
  {
    userId: owner(),
    questionId: question(),
    /** Days after which nine of ten answers would still be good. */
    stability: doublePrecision().notNull(),
    /** From 1 to 10. */
    difficulty: doublePrecision().notNull(),
    /** As if there were no interview; the plan fits it to the one that comes. */
    due: date({ mode: "string" }).notNull(),
    /** The day of the last take. */
    last: date({ mode: "string" }).notNull(),
    state: cardStateEnum().notNull(),
    reps: integer().notNull(),
    lapses: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.questionId] }),
    check("plan_schedules_card_check", sql`${t.stability} > 0 and ${t.difficulty} between 1 and 10 and ${t.reps} > 0 and ${t.lapses} >= 0`),
    check("plan_schedules_days_check", sql`${t.due} > ${t.last}`),
  ],
);

/** What somebody wants otherwise for a question: not on one day, or not at all. */
export const planChoices = pgTable(
  "plan_choices",
  {
    userId: owner(),
    questionId: question(),
    choice: planChoiceEnum().notNull(),
    /** The day of the person on which it was chosen; "not today" ends with it. */
    day: date({ mode: "string" }).notNull(),
    chosenAt: instant("chosen_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.questionId] }),
    index("plan_choices_left_out_idx").on(t.userId, t.chosenAt).where(sql`choice = 'left_out'`),
  ],
);

/** How somebody wants to practise; who never chose has no row. */
export const planSettings = pgTable(
  "plan_settings",
  {
    userId: owner().primaryKey(),
    /** Categories from which new questions come; null takes all of the bank. */
    categoryIds: uuid("category_ids").array(),
    newPerDay: smallint("new_per_day").notNull(),
    minutesPerDay: smallint("minutes_per_day").notNull(),
    showStreak: boolean("show_streak").notNull(),
  },
  (t) => [check("plan_settings_check", sql`${t.newPerDay} between 0 and 10 and ${t.minutesPerDay} between 5 and 60`)],
);
