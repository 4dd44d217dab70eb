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
    /** Its name in addresses: it stays when the question is put in other words. */
    slug: text().notNull(),
    /** Its place in its category; the smallest comes first. */
    position: integer().notNull(),
    published: boolean().notNull().default(false),
    question: jsonb().$type<LocalizedText>().notNull(),
    /** Paragraphs, lists and bold words in Markdown. */
    answer: jsonb().$type<LocalizedText>().notNull(),
    /** When somebody last changed it here; null for one that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
  },
  (t) => [uniqueIndex("faq_entries_slug_key").on(t.slug), index("faq_entries_list_idx").on(t.categoryId, t.position, t.id)],
);

/** Entries that were deleted here: no release brings them back. */
export const faqRemovals = pgTable("faq_removals", { id: uuid().primaryKey() });

/** What an entry is found by in one language. */
export const faqTexts = pgTable(
  "faq_texts",
  {
    entryId: uuid("entry_id")
      .notNull()
      .references(() => faqEntries.id, { onDelete: "cascade" }),
    locale: localeEnum().notNull(),
    /** Words and stems of question and answer, and of the question alone: what stands there counts more. */
    stems: searchVector().notNull(),
    questionStems: searchVector("question_stems").notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.locale] }), index("faq_texts_stems_idx").using("gin", t.stems)],
);

/**
 * The words that occur, to find the one that was meant by a wrong one. A word may stay after the last text that had it: it leads
 * nowhere then.
 */
export const faqWords = pgTable(
  "faq_words",
  {
    locale: localeEnum().notNull(),
    word: text().notNull(),
    /** What is left of it when letters are missing (lib/spelling). */
    spellings: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.locale, t.word] }), index("faq_words_spellings_idx").using("gin", t.spellings)],
);

/** Whether an answer helped: one word of each account or address, which may be changed. */
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
