import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgEnum, pgTable, primaryKey, real, smallint, uuid } from "drizzle-orm/pg-core";
import { STAR_PARTS } from "@/lib/enums/practice";
import { bytes, instant } from "./columns";
import { answers } from "./practice";

export const starPartEnum = pgEnum("star_part", STAR_PARTS);

/** How an answer was spoken, as its maker's own device measured it. Times are milliseconds from the recording's start. */
export const answerDeliveries = pgTable(
  "answer_deliveries",
  {
    answerId: uuid("answer_id")
      .primaryKey()
      .references(() => answers.id, { onDelete: "cascade" }),
    /** Which way of measuring: only what was measured in the same way is compared. */
    version: smallint().notNull(),
    durationMs: integer("duration_ms").notNull(),
    speakingMs: integer("speaking_ms").notNull(),
    /** Null where nobody speaks, like the loudness. */
    onsetMs: integer("onset_ms"),
    /** The sum of the pauses. */
    pausedMs: integer("paused_ms").notNull(),
    pauses: jsonb().$type<{ startMs: number; endMs: number }[]>().notNull(),
    syllables: integer().notNull(),
    /** In dB below full scale. */
    loudnessDb: real("loudness_db"),
    loudnessRangeDb: real("loudness_range_db"),
    /** The waveform, a byte for each bar. */
    peaks: bytes().notNull(),
    measuredAt: instant("measured_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "answer_deliveries_times_check",
      sql`${t.durationMs} between 1 and 86400000 and ${t.speakingMs} >= 0 and ${t.pausedMs} >= 0 and ${t.syllables} >= 0
        and coalesce(${t.onsetMs}, 0) between 0 and ${t.durationMs}
        and coalesce(${t.onsetMs}, 0) + ${t.speakingMs} + ${t.pausedMs} <= ${t.durationMs} + 50`,
    ),
    check("answer_deliveries_spoken_check", sql`(${t.onsetMs} is null) = (${t.speakingMs} = 0)`),
    check("answer_deliveries_loudness_check", sql`${t.loudnessDb} between -100 and 6 and ${t.loudnessRangeDb} between 0 and 106`),
    check("answer_deliveries_pauses_check", sql`jsonb_typeof(${t.pauses}) = 'array'`),
    check("answer_deliveries_peaks_check", sql`octet_length(${t.peaks}) between 1 and 600`),
  ],
);

/** Where in an answer its maker hears which part of the story. */
export const answerStarMarks = pgTable(
  "answer_star_marks",
  {
    answerId: uuid("answer_id")
      .notNull()
      .references(() => answers.id, { onDelete: "cascade" }),
    startMs: integer("start_ms").notNull(),
    endMs: integer("end_ms").notNull(),
    part: starPartEnum().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.answerId, t.startMs] }),
    check("answer_star_marks_times_check", sql`${t.startMs} >= 0 and ${t.endMs} > ${t.startMs} and ${t.endMs} <= 86400000`),
  ],
);
