import { and, asc, eq, gt, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { QUESTION_STATES, type QuestionState } from "@/lib/enums/practice";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome, keyOf } from "@/lib/file-rows";
import { byLocale, type LocalizedList, type LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { type Act, recordActs } from "@/server/audit";
import type { ContentFiles } from "@/server/content-files";
import { lockBank } from "@/server/db/bank-lock";
import type { Executor } from "@/server/db/client";
import { categories, type QuestionContent, questions } from "@/server/db/schema";
import { minutesField } from "../minutes/schema";
import { keepVersions } from "./mutations";
import { BANK, contentOf, filledContent, sameContent, stateOf, writtenContent } from "./rules";

type Question = typeof questions.$inferSelect;

/** A question as files have it. */
interface Filed extends FileContent {
  category: string;
  slug: string;
  state: QuestionState;
  reading_time: number;
  answer_time: number;
  text: LocalizedText;
  guidance: LocalizedList;
}

/** Questions that are read at once. */
const PIECE = 1000;

const shape: FileShape = {
  fields: [
    { name: "category", as: "word" },
    { name: "slug", as: "word" },
    { name: "state", as: "word" },
    { name: "reading_time", as: "number" },
    { name: "answer_time", as: "number" },
    { name: "text", as: "text" },
    { name: "guidance", as: "list" },
  ],
  key: ["category", "slug"],
  blank: {
    state: "draft",
    reading_time: 1,
    answer_time: 2,
    text: EMPTY_TEXT,
    guidance: byLocale(() => []),
  },
  needed: ["text", "guidance"],
};

const points = z
  .array(textField(BANK.point))
  .max(BANK.points)
  .transform((list) => list.filter((point) => point !== ""));

const row = z.strictObject({
  category: fileName,
  slug: fileName,
  state: z.enum(QUESTION_STATES).optional(),
  reading_time: minutesField.optional(),
  answer_time: minutesField.optional(),
  text: inSome(textField(BANK.text)).optional(),
  guidance: inSome(points).optional(),
});

const filed = (question: Question, category: string): Filed => {
  const { text, guidance } = writtenContent(contentOf(question));
  const times = { reading_time: question.readingTime, answer_time: question.answerTime };
  return { category, slug: question.slug, state: stateOf(question), ...times, text, guidance };
};

/** What a row says, as the bank keeps it. */
const kept = ({ reading_time, answer_time, text, guidance }: Filed, category: string): QuestionContent =>
  filledContent({ category, readingTime: reading_time, answerTime: answer_time, text, guidance });

interface Around {
  open: Map<string, { id: string; retired: boolean }>;
  /** The last place of each category that has questions; it moves on with what is added. */
  places: Map<string, number>;
}

async function around(db: Executor): Promise<Around> {
  const rows = await db.select({ id: categories.id, slug: categories.slug, retiredAt: categories.retiredAt }).from(categories);
  const last = await db
    .select({ id: questions.categoryId, last: max(questions.position) })
    .from(questions)
    .groupBy(questions.categoryId);
  return {
    open: new Map(rows.map(({ id, slug, retiredAt }) => [slug, { id, retired: retiredAt !== null }])),
    places: new Map(last.map(({ id, last: place }) => [id, place ?? 0])),
  };
}

/** A question as a row of the file makes it. */
function questionOf(content: Filed, category: string, before: Question | undefined, places: Map<string, number>): Question {
  const now = new Date();
  const { state, slug } = content;
  const stands = { published: state === "published", retiredAt: state === "retired" ? (before?.retiredAt ?? now) : null };
  const { category: categoryId, ...anew } = kept(content, category);
  if (before) {
    const differs = !sameContent(contentOf(before), { category: categoryId, ...anew });
    return { ...before, ...stands, ...(differs && { ...anew, version: before.version + 1, editedAt: now }) };
  }
  const position = (places.get(categoryId) ?? 0) + 1;
  places.set(categoryId, position);
  return { id: uuidv7(), categoryId, slug, position, ...anew, ...stands, version: 1, editedAt: now };
}

/** What a row of the file did, as whoever edits by hand is noted. */
function actsOf({ before, after }: { before: Question | null; after: Question }): Act[] {
  const target = { kind: "question", id: after.id };
  if (!before) return [{ action: "bank.add", target, before: null, after: { ...contentOf(after) } }];
  const saved: Act = { action: "bank.save", target, before: { ...contentOf(before) }, after: { ...contentOf(after) } };
  const turned: Act = { action: "bank.turn", target, before: { state: stateOf(before) }, after: { state: stateOf(after) } };
  return [...(before.version !== after.version ? [saved] : []), ...(stateOf(before) !== stateOf(after) ? [turned] : [])];
}

/** The question bank: a question's name is its category's and its own. */
export const questionFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around,
  // What is the same as the English text only stands in for it: it is no change.
  settled: (content) => {
    const { text, guidance } = writtenContent(kept(content, ""));
    return { ...content, text, guidance };
  },
  problems: (content, { open }, known) => {
    const category = open.get(String(content.category));
    if (!category) return [{ path: ["category"], key: "categoryUnknown" }];
    const shut = category.retired && (!known || content.state === "published");
    return shut ? [{ path: ["category"], key: "categoryRetired" }] : [];
  },
  known: async (db, rows) => {
    const [named, slugs] = [rows.map(({ category }) => category), rows.map(({ slug }) => slug)];
    const found = await db
      .select({ row: questions, category: categories.slug })
      .from(questions)
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(
        sql`(${categories.slug}, ${questions.slug}) in (select * from unnest(${sql.param(named)}::text[], ${sql.param(slugs)}::text[]))`,
      );
    return new Map(
      found.map(({ row: question, category }) => {
        const content = filed(question, category);
        return [keyOf(shape, content), { id: question.id, content, stood: `${question.id} ${question.version} ${content.state}` }];
      }),
    );
  },
  lock: lockBank,
  apply: async (tx, actorId, rows, { open, places }) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(questions).where(inArray(questions.id, ids)) : [];
    const byId = new Map(there.map((question) => [question.id, question]));
    const writes = rows.map(({ content, known }) => {
      const before = known && byId.get(known.id);
      return {
        before: before ?? null,
        after: questionOf(content, open.get(String(content.category))?.id ?? "", before, places),
      };
    });
    await tx
      .insert(questions)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: questions.id,
        set: {
          text: sql`excluded.text`,
          guidance: sql`excluded.guidance`,
          readingTime: sql`excluded.reading_time`,
          answerTime: sql`excluded.answer_time`,
          published: sql`excluded.published`,
          retiredAt: sql`excluded.retired_at`,
          version: sql`excluded.version`,
          editedAt: sql`excluded.edited_at`,
        },
      });
    // Where only the state has changed, nothing was written.
    const saved = writes.filter(({ before, after }) => before?.version !== after.version);
    await keepVersions(
      tx,
      actorId,
      saved.map(({ before, after }) => ({ before, id: after.id, version: after.version, content: contentOf(after) })),
    );
    await recordActs(tx, { actor: { id: actorId }, address: "" }, writes.flatMap(actsOf));
  },
  /** By the questions' ids: the order in which they came. */
  async *exported(db, { category }) {
    for (let last: string | undefined; ; ) {
      const rows = await db
        .select({ row: questions, category: categories.slug })
        .from(questions)
        .innerJoin(categories, eq(categories.id, questions.categoryId))
        .where(and(category ? eq(questions.categoryId, category) : undefined, last ? gt(questions.id, last) : undefined))
        .orderBy(asc(questions.id))
        .limit(PIECE);
      for (const { row: question, category: of } of rows) yield filed(question, of);
      last = rows.at(-1)?.row.id;
      if (rows.length < PIECE) return;
    }
  },
};
