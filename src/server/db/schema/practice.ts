import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  ANSWER_STATES,
  DIFFICULTIES,
  PLAYED_BY,
  PRACTICE_MODES,
  type QuestionState,
  type RatingScale,
  RECORDING_KINDS,
} from "@/lib/enums/practice";
import { LOCALES, type Locale, type LocalizedList, type LocalizedText } from "@/lib/locales";
import { foldedText, users } from "./account";
import { instant } from "./columns";

export const answerStateEnum = pgEnum("answer_state", ANSWER_STATES);
export const recordingKindEnum = pgEnum("recording_kind", RECORDING_KINDS);
export const practiceModeEnum = pgEnum("practice_mode", PRACTICE_MODES);
export const playedByEnum = pgEnum("played_by", PLAYED_BY);
export const difficultyEnum = pgEnum("difficulty", DIFFICULTIES);

export const categories = pgTable(
  "categories",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    /** How often it was written: who saves names the one that they read. */
    version: integer().notNull().default(1),
    /** When somebody last wrote it here; null for one that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
    /** When it was taken out of use, with the questions that were published in it. */
    retiredAt: instant("retired_at"),
  },
  (t) => [uniqueIndex("categories_slug_key").on(t.slug)],
);

/** Letters that are written without blanks, each of which stands for itself; and signs that are neither letters nor of ASCII. */
const UNSPACED = sql.raw(String.raw`'([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])'`);
const SIGNS = sql.raw(String.raw`'[\u060c\u061b\u061f\u2010-\u206f\u3000-\u303f]+'`);

/** A text in the words by which questions are found, parted by blanks. */
export const questionWords = (text: SQL): SQL =>
  foldedText(sql`regexp_replace(regexp_replace(${text}, ${UNSPACED}, ' \\1 ', 'g'), ${SIGNS}, ' ', 'g')`);

/** The words of a question in all languages: whatever somebody types finds it. Written out, as the index has it. */
export const QUESTION_TERMS = sql`to_tsvector('simple'::regconfig, ${questionWords(
  sql.raw(LOCALES.map((locale) => `coalesce("text" ->> '${locale}', '')`).join(" || ' ' || ")),
)})`;

/** Whether only the English text stands there yet, in one language. Written out, as the indexes have it. */
export const questionLacks = (language: Locale): SQL =>
  sql.raw(`("text" ->> '${language}' = "text" ->> 'en' or "guidance" -> '${language}' = "guidance" -> 'en')`);

/** Where a question stands, as the indexes of each state have it. */
export const QUESTION_IN_STATE = {
  draft: sql`not "published" and "retired_at" is null`,
  published: sql`"published"`,
  retired: sql`"retired_at" is not null`,
} satisfies Record<QuestionState, SQL>;

export const questions = pgTable(
  "questions",
  {
    id: uuid().primaryKey(),
    categoryId: uuid("category_id")
      .notNull()
      .references(() => categories.id),
    slug: text().notNull(),
    position: integer().notNull(),
    published: boolean().notNull().default(true),
    text: jsonb().$type<LocalizedText>().notNull(),
    /** What a good answer shows, point by point. */
    guidance: jsonb().$type<LocalizedList>().notNull(),
    /** Minutes, halves allowed. */
    readingTime: doublePrecision("reading_time").notNull().default(1),
    answerTime: doublePrecision("answer_time").notNull().default(1),
    /** How often it was written: who saves names the one that they read. */
    version: integer().notNull().default(1),
    /** When somebody last wrote it here; null for one that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
    /** When it was taken out of use: nobody is asked it any more, and the takes that answer it keep it. */
    retiredAt: instant("retired_at"),
  },
  (t) => [
    uniqueIndex("questions_slug_key").on(t.categoryId, t.slug),
    index("questions_list_idx").on(t.categoryId, t.position, t.id),
    index("questions_draft_idx").on(t.categoryId, t.position, t.id).where(QUESTION_IN_STATE.draft),
    index("questions_retired_idx").on(t.categoryId, t.position, t.id).where(QUESTION_IN_STATE.retired),
    ...LOCALES.filter((language) => language !== "en").map((language) =>
      index(`questions_lack_${language}_idx`).on(t.categoryId, t.position, t.id).where(questionLacks(language)),
    ),
    index("questions_search_idx").using("gin", QUESTION_TERMS),
    check("questions_retired_check", sql`not (${t.published} and ${t.retiredAt} is not null)`),
    check("questions_times_check", sql`${t.readingTime} > 0 and ${t.answerTime} > 0`),
  ],
);

/** A take and what its maker says of it: the specification's practice answer record. */
export const answers = pgTable(
  "answers",
  {
    /** Made on the device, so that saving it again after a lost answer has one effect. */
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    questionId: uuid("question_id")
      .notNull()
      .references(() => questions.id),
    state: answerStateEnum().notNull().default("captured"),
    mode: practiceModeEnum().notNull().default("practice"),
    readingTime: doublePrecision("reading_time").notNull(),
    answerTime: doublePrecision("answer_time").notNull(),
    /** What the device captured; null for a record that an external client keeps without a recording. */
    recordingKind: recordingKindEnum("recording_kind"),
    mimeType: text("mime_type"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    durationMs: integer("duration_ms"),
    overrunMs: integer("overrun_ms").notNull().default(0),
    /** MD5 of the file in hex: the transport checksum that UploadThing reports too. */
    md5: text(),
    fileKey: text("file_key"),
    clarity: smallint(),
    logicRelevance: smallint("logic_relevance"),
    expertiseInsight: smallint("expertise_insight"),
    attitudeEngagement: smallint("attitude_engagement"),
    ratingOverall: smallint("rating_overall"),
    /** What its maker gave it before they could read what peers say, where they have changed it since. */
    ratingsBeforePeers: jsonb("ratings_before_peers").$type<Record<RatingScale, number>>(),
    questionDifficulty: difficultyEnum("question_difficulty"),
    comments: text().notNull().default(""),
    /** When it was made, as its device tells: people see and count by this. A take that waits for a network arrives days later. */
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    /** When it came to be known here: limits and clean-ups go by what arrives, which no device can date back. */
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When sending was last begun: what is on its way takes up room as well. */
    sendingSince: instant("sending_since"),
    storedAt: instant("stored_at"),
    deletedAt: instant("deleted_at"),
    /** When the storage had confirmed that a deleted answer's files are gone. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("answers_own_idx").on(t.userId, t.recordedAt, t.id).where(sql`deleted_at is null`),
    index("answers_taken_in_idx").on(t.userId, t.storedAt),
    index("answers_stored_idx").on(t.storedAt).where(sql`stored_at is not null`),
    // Sums of what is stored read it alone: 80 ms instead of 400 for a million takes, in 29 MB.
    index("answers_sizes_idx").on(t.recordingKind, t.sizeBytes).where(sql`file_key is not null and stored_at is not null`),
    index("answers_due_erasure_idx").on(t.deletedAt).where(sql`deleted_at is not null and erased_at is null`),
    index("answers_erased_idx").on(t.erasedAt).where(sql`erased_at is not null`),
    uniqueIndex("answers_file_key").on(t.fileKey),
    check(
      "answers_ratings_check",
      sql`least(${t.clarity}, ${t.logicRelevance}, ${t.expertiseInsight}, ${t.attitudeEngagement}, ${t.ratingOverall}) >= 1 and greatest(${t.clarity}, ${t.logicRelevance}, ${t.expertiseInsight}, ${t.attitudeEngagement}, ${t.ratingOverall}) <= 5`,
    ),
  ],
);

/** A link that lets anybody who has it play one answer, until it is revoked. The token is derived, never stored. */
export const shareLinks = pgTable(
  "share_links",
  {
    id: uuid().primaryKey(),
    answerId: uuid("answer_id")
      .notNull()
      .references(() => answers.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  // At most one link of an answer works at a time.
  (t) => [
    uniqueIndex("share_links_active_key").on(t.answerId).where(sql`revoked_at is null`),
    index("share_links_answer_idx").on(t.answerId),
  ],
);

/** Who asked for the address that plays a recording, so that its maker can see it. The same listener counts once an hour. */
export const recordingPlays = pgTable(
  "recording_plays",
  {
    id: uuid().primaryKey(),
    answerId: uuid("answer_id")
      .notNull()
      .references(() => answers.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    by: playedByEnum().notNull(),
    /** The listener's browser, as it names itself. */
    userAgent: text("user_agent").notNull(),
    playedAt: instant("played_at").notNull().defaultNow(),
  },
  (t) => [index("recording_plays_own_idx").on(t.userId, t.playedAt), index("recording_plays_answer_idx").on(t.answerId, t.playedAt)],
);
