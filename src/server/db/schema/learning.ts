import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { type MarkShape, type UniversitySection, VIDEO_KINDS, WATCH_STATES } from "@/lib/enums/learning";
import type { Locale, LocalizedText } from "@/lib/locales";
import { localeEnum, users } from "./account";
import { instant, searchVector } from "./columns";
import { questions } from "./practice";

export const videoKindEnum = pgEnum("video_kind", VIDEO_KINDS);
export const watchStateEnum = pgEnum("watch_state", WATCH_STATES);

/** Where a file is: one that comes with the app, or one that was uploaded. */
export type FileSource = { path: string } | { key: string };

export interface Chapter {
  /** Seconds from the beginning. */
  at: number;
  title: LocalizedText;
}

/** Mentorship videos and interview tutorials: they differ in what their name is called, and in where they are shown. */
export const videos = pgTable(
  "videos",
  {
    id: uuid().primaryKey(),
    kind: videoKindEnum().notNull(),
    slug: text().notNull(),
    title: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    date: date({ mode: "string" }).notNull(),
    /** Null until a file was uploaded. */
    source: jsonb().$type<FileSource>(),
    /** Seconds; 0 without a file. */
    duration: real().notNull().default(0),
    chapters: jsonb().$type<Chapter[]>().notNull(),
    /** The rating scales that it helps with, and the categories that it is meant for; none: for everybody. */
    scales: text().array().notNull(),
    categories: uuid().array().notNull(),
    /** What to practise right after it. */
    questionId: uuid("question_id").references(() => questions.id, { onDelete: "set null" }),
    published: boolean().notNull().default(false),
    /** Its place among those of its kind; the smallest comes first. */
    position: integer().notNull().default(0),
    /** When somebody last changed it here; null for content that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
    search: searchVector().notNull(),
  },
  (t) => [
    uniqueIndex("videos_slug_key").on(t.slug),
    index("videos_kind_idx").on(t.kind, t.position, t.id).where(sql`published`),
    check("videos_published_check", sql`not ${t.published} or ${t.source} is not null`),
    index("videos_date_idx").on(t.date, t.id).where(sql`published`),
    index("videos_search_idx").using("gin", t.search),
  ],
);

/** Captions in WebVTT, one text per language. */
export const captions = pgTable(
  "captions",
  {
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    locale: localeEnum().notNull(),
    vtt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.videoId, t.locale] })],
);

/** What somebody has watched of a video. */
export const watchProgress = pgTable(
  "watch_progress",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    state: watchStateEnum().notNull(),
    /** Seconds from and to, apart and in order. */
    ranges: jsonb().$type<[number, number][]>().notNull(),
    /** Where they left off, in seconds. */
    position: real().notNull(),
    /** 0 to 1. */
    coverage: real().notNull(),
    watchedAt: instant("watched_at").notNull().defaultNow(),
    completedAt: instant("completed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.videoId] }),
    index("watch_progress_video_idx").on(t.videoId),
    index("watch_progress_recent_idx").on(t.userId, t.watchedAt),
    check("watch_progress_coverage_check", sql`${t.coverage} between 0 and 1`),
  ],
);

/** A moment of a video that somebody wants to find again, with what they thought. */
export const bookmarks = pgTable(
  "bookmarks",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    /** Seconds from the beginning. */
    at: real().notNull(),
    note: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("bookmarks_own_idx").on(t.userId, t.videoId, t.at), index("bookmarks_video_idx").on(t.videoId)],
);

/** Suggestions that somebody called not useful: they are not made again. */
export const dismissals = pgTable(
  "dismissals",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.videoId] }), index("dismissals_video_idx").on(t.videoId)],
);

/** A mark that the app draws: letters in a shape. */
export interface Mark {
  letters: string;
  shape: MarkShape;
  hue: number;
}

export const universities = pgTable(
  "universities",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    name: jsonb().$type<LocalizedText>().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    city: jsonb().$type<LocalizedText>().notNull(),
    website: text().notNull(),
    founded: integer(),
    mark: jsonb().$type<Mark>().notNull(),
    sections: jsonb().$type<Record<UniversitySection, LocalizedText>>().notNull(),
    position: integer().notNull(),
    published: boolean().notNull().default(false),
    search: searchVector().notNull(),
  },
  (t) => [
    uniqueIndex("universities_slug_key").on(t.slug),
    index("universities_position_idx").on(t.position, t.id).where(sql`published`),
    index("universities_search_idx").using("gin", t.search),
  ],
);

/** A document's file in one language. */
export interface DocumentFile {
  source: FileSource;
  /** Bytes. */
  size: number;
}

/** PDFs to read in the app: of one university, or of all of them. */
export const documents = pgTable(
  "documents",
  {
    id: uuid().primaryKey(),
    /** Null: it stands with every university. */
    universityId: uuid("university_id").references(() => universities.id, { onDelete: "cascade" }),
    title: jsonb().$type<LocalizedText>().notNull(),
    /** By language; a reader without a file in theirs gets the English one, or any. */
    files: jsonb().$type<Partial<Record<Locale, DocumentFile>>>().notNull(),
    position: integer().notNull(),
    published: boolean().notNull().default(false),
  },
  (t) => [
    index("documents_university_idx").on(t.universityId, t.position),
    check("documents_published_check", sql`not ${t.published} or ${t.files} <> '{}'::jsonb`),
  ],
);

/** Videos and documents that were deleted here: no release brings them back. */
export const learningRemovals = pgTable("learning_removals", { id: uuid().primaryKey() });
