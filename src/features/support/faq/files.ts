import { asc, eq, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome } from "@/lib/file-rows";
import type { LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import { type ContentFiles, digestOf } from "@/server/content-files";
import type { Executor } from "@/server/db/client";
import { indexFaq } from "@/server/db/faq-index";
import { faqCategories, faqEntries } from "@/server/db/schema";
import { ANSWER_MAX, QUESTION_MAX } from "./schema";

type Entry = typeof faqEntries.$inferSelect;

/** An entry as files have it. */
interface Filed extends FileContent {
  category: string;
  slug: string;
  state: "published" | "draft";
  question: LocalizedText;
  answer: LocalizedText;
}

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "category", as: "word" },
    { name: "state", as: "word" },
    { name: "question", as: "text" },
    { name: "answer", as: "text" },
  ],
  key: ["slug"],
  blank: { category: "", state: "draft", question: EMPTY_TEXT, answer: EMPTY_TEXT },
  needed: ["question", "answer"],
};

const row = z.strictObject({
  slug: fileName,
  category: fileName.optional(),
  state: z.enum(["published", "draft"]).optional(),
  question: inSome(textField(QUESTION_MAX)).optional(),
  answer: inSome(textField(ANSWER_MAX)).optional(),
});

const filed = ({ slug, published, question, answer }: Entry, category: string): Filed => ({
  slug,
  category,
  state: published ? "published" : "draft",
  question,
  answer,
});

interface Around {
  /** Categories by their names. */
  ids: Map<string, string>;
  /** The last place of each; it moves on with what is added. */
  places: Map<string, number>;
}

const read = (db: Executor) =>
  db
    .select({ row: faqEntries, category: faqCategories.slug })
    .from(faqEntries)
    .innerJoin(faqCategories, eq(faqCategories.id, faqEntries.categoryId));

const textsOf = ({ categoryId, question, answer }: Entry) => ({ category: categoryId, question, answer });

/** An entry as a row of the file makes it; one that changes its category comes last there. */
function entryOf(content: Filed, before: Entry | undefined, texts: boolean, { ids, places }: Around): Entry {
  const categoryId = ids.get(content.category) ?? "";
  const { slug, question, answer } = content;
  const stays = before?.categoryId === categoryId;
  const position = stays ? before.position : (places.get(categoryId) ?? 0) + 1;
  if (!stays) places.set(categoryId, position);
  const editedAt = texts ? new Date() : (before?.editedAt ?? null);
  return { id: before?.id ?? uuidv7(), slug, categoryId, position, published: content.state === "published", question, answer, editedAt };
}

/** Frequent questions: their names in addresses are those in files. */
export const faqFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around: async (db) => {
    const rows = await db
      .select({ id: faqCategories.id, slug: faqCategories.slug, last: max(faqEntries.position) })
      .from(faqCategories)
      .leftJoin(faqEntries, eq(faqEntries.categoryId, faqCategories.id))
      .groupBy(faqCategories.id);
    return {
      ids: new Map(rows.map(({ id, slug }) => [slug, id])),
      places: new Map(rows.map(({ id, last }) => [id, last ?? 0])),
    };
  },
  problems: ({ category }, { ids }) => (ids.has(String(category)) ? [] : [{ path: ["category"], key: "categoryUnknown" }]),
  known: async (db, rows) => {
    const slugs = rows.map(({ slug }) => String(slug));
    const found = slugs.length > 0 ? await read(db).where(inArray(faqEntries.slug, slugs)) : [];
    return new Map(
      found.map(({ row: entry, category }) => {
        const content = filed(entry, category);
        return [entry.slug, { id: entry.id, content, stood: `${entry.id} ${digestOf(shape, content)}` }];
      }),
    );
  },
  lock: async (tx) => {
    await tx.execute(sql`lock table ${faqEntries} in share row exclusive mode`);
  },
  apply: async (tx, actorId, rows, surroundings) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(faqEntries).where(inArray(faqEntries.id, ids)) : [];
    const byId = new Map(there.map((entry) => [entry.id, entry]));
    const writes = rows.map(({ content, known }) => {
      const texts = !known || digestOf(shape, { ...known.content, state: "" }) !== digestOf(shape, { ...content, state: "" });
      const before = known && byId.get(known.id);
      return { texts, before, after: entryOf(content, before, texts, surroundings) };
    });
    await tx
      .insert(faqEntries)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: faqEntries.id,
        set: {
          categoryId: sql`excluded.category_id`,
          position: sql`excluded.position`,
          published: sql`excluded.published`,
          question: sql`excluded.question`,
          answer: sql`excluded.answer`,
          editedAt: sql`excluded.edited_at`,
        },
      });
    const written = writes.filter(({ texts }) => texts);
    await indexFaq(
      tx,
      written.map(({ after }) => after),
    );
    const acts = writes.flatMap(({ texts, before, after }) => {
      const target = { kind: "faq", id: after.id };
      const saved = { target, before: before ? textsOf(before) : null, after: textsOf(after) };
      return [
        ...(texts ? [{ action: before ? ("faq.edit" as const) : ("faq.add" as const), ...saved }] : []),
        ...((before?.published ?? false) === after.published
          ? []
          : [{ action: after.published ? ("faq.publish" as const) : ("faq.withdraw" as const), target }]),
      ];
    });
    await recordActs(tx, { actor: { id: actorId }, address: "" }, acts);
  },
  /** In the order in which people see them. */
  async *exported(db) {
    const rows = await read(db).orderBy(asc(faqCategories.position), asc(faqEntries.position), asc(faqEntries.id));
    for (const { row: entry, category } of rows) yield filed(entry, category);
  },
};
