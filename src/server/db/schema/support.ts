import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { LocalizedText } from "@/lib/locales";
import { localeEnum, users } from "./account";
import { instant, searchVector } from "./columns";

export const faqCategories = pgTable(
  "faq_categories",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<LocalizedText>().notNull(),
  },
  (t) => [uniqueIndex("faq_categories_slug_key").on(t.slug)],
);

export const faqEntries = pgTable(
  "faq_entries",
  {
    id: uuid().primaryKey(),
    categoryId: uuid("category_id")
      .notNull()
      .references(() => faqCategories.id),
    slug: text().notNull(),
    position: integer().notNull(),
    published: boolean().notNull().default(false),
    question: jsonb().$type<LocalizedText>().notNull(),
    /** Paragraphs, lists and bold words in Markdown. */
    answer: jsonb().$type<LocalizedText>().notNull(),
    /** An administrator has changed it: releases leave it alone. */
    edited: boolean().notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("faq_entries_slug_key").on(t.slug), index("faq_entries_list_idx").on(t.categoryId, t.position, t.id)],
);

/** What an entry says in one language, as it is searched: by stems and by letters that are nearly right. */
export const faqTexts = pgTable(
  "faq_texts",
  {
    entryId: uuid("entry_id")
      .notNull()
      .references(() => faqEntries.id, { onDelete: "cascade" }),
    locale: localeEnum().notNull(),
    /** Question and answer without case and marks. */
    folded: text().notNull(),
    stems: searchVector().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.locale] }),
    index("faq_texts_stems_idx").using("gin", t.stems),
    index("faq_texts_folded_idx").using("gin", sql`${t.folded} gin_trgm_ops`),
  ],
);

/** Whether an answer helped: one word of each person or browser, which may be changed. */
export const faqVotes = pgTable(
  "faq_votes",
  {
    entryId: uuid("entry_id")
      .notNull()
      .references(() => faqEntries.id, { onDelete: "cascade" }),
    /** An account's id, or a visitor's address in a form that leads nowhere back. */
    voter: text().notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    helpful: boolean().notNull(),
    votedAt: instant("voted_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.voter] }), index("faq_votes_user_idx").on(t.userId)],
);
