import { sql } from "drizzle-orm";
import { check, doublePrecision, foreignKey, index, pgEnum, pgTable, primaryKey, smallint, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SIMULATION_STATES, TAKE_STANDINGS } from "@/lib/enums/practice";
import { users } from "./account";
import { instant } from "./columns";
import { answers, questions } from "./practice";

export const simulationStateEnum = pgEnum("simulation_state", SIMULATION_STATES);
export const takeStandingEnum = pgEnum("take_standing", TAKE_STANDINGS);

/** A set of questions that somebody answers under strict clocks, with one take each. */
export const simulations = pgTable(
  "simulations",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: simulationStateEnum().notNull().default("planned"),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("simulations_own_idx").on(t.userId, t.createdAt, t.id),
    // Nobody sits two interviews at once, nor prepares two.
    uniqueIndex("simulations_running_key").on(t.userId).where(sql`state = 'running'`),
    uniqueIndex("simulations_planned_key").on(t.userId).where(sql`state = 'planned'`),
    check("simulations_started_check", sql`(${t.startedAt} is null) = (${t.state} = 'planned')`),
    check("simulations_ended_check", sql`(${t.endedAt} is null) = (${t.state} in ('planned', 'running'))`),
  ],
);

/** The questions of a simulation in their order, which was drawn before it began. */
export const simulationPlaces = pgTable(
  "simulation_places",
  {
    simulationId: uuid("simulation_id")
      .notNull()
      .references(() => simulations.id, { onDelete: "cascade" }),
    /** From 1. */
    position: smallint().notNull(),
    questionId: uuid("question_id")
      .notNull()
      .references(() => questions.id),
    /** Minutes, halves allowed. */
    readingTime: doublePrecision("reading_time").notNull(),
    answerTime: doublePrecision("answer_time").notNull(),
    /** When the question was given out: its clocks run from here. */
    begunAt: instant("begun_at"),
  },
  (t) => [
    primaryKey({ columns: [t.simulationId, t.position] }),
    uniqueIndex("simulation_places_question_key").on(t.simulationId, t.questionId),
    check("simulation_places_position_check", sql`${t.position} between 1 and 10`),
    check("simulation_places_times_check", sql`${t.readingTime} > 0 and ${t.answerTime} > 0`),
  ],
);

/** The takes that were recorded for a place: at most one counts, others stay as what they are besides, practice takes. */
export const simulationTakes = pgTable(
  "simulation_takes",
  {
    answerId: uuid("answer_id")
      .primaryKey()
      .references(() => answers.id, { onDelete: "cascade" }),
    simulationId: uuid("simulation_id").notNull(),
    position: smallint().notNull(),
    standing: takeStandingEnum().notNull(),
  },
  (t) => [
    foreignKey({
      name: "simulation_takes_place_fk",
      columns: [t.simulationId, t.position],
      foreignColumns: [simulationPlaces.simulationId, simulationPlaces.position],
    }).onDelete("cascade"),
    index("simulation_takes_place_idx").on(t.simulationId, t.position),
    uniqueIndex("simulation_takes_counted_key").on(t.simulationId, t.position).where(sql`standing = 'counted'`),
  ],
);
