import { asc, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome } from "@/lib/file-rows";
import type { LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import { type ContentFiles, digestOf } from "@/server/content-files";
import { cannedReplies } from "@/server/db/schema";
import { TEXT_MAX, TITLE_MAX } from "./schema";

/** A ready answer as files have it. */
interface Filed extends FileContent {
  slug: string;
  title: LocalizedText;
  text: LocalizedText;
}

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "title", as: "text" },
    { name: "text", as: "text" },
  ],
  key: ["slug"],
  blank: { title: EMPTY_TEXT, text: EMPTY_TEXT },
  needed: ["title", "text"],
};

const row = z.strictObject({
  slug: fileName,
  title: inSome(textField(TITLE_MAX)).optional(),
  text: inSome(textField(TEXT_MAX)).optional(),
});

interface Around {
  /** The last place; it moves on with what is added. */
  last: number;
}

/** Ready answers. */
export const cannedFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around: async (db) => ({ last: (await db.select({ last: max(cannedReplies.position) }).from(cannedReplies))[0]?.last ?? 0 }),
  problems: () => [],
  known: async (db, rows) => {
    const slugs = rows.map(({ slug }) => String(slug));
    const found = slugs.length > 0 ? await db.select().from(cannedReplies).where(inArray(cannedReplies.slug, slugs)) : [];
    return new Map(
      found.map(({ id, slug, title, text }) => {
        const content = { slug, title, text };
        return [slug, { id, content, stood: `${id} ${digestOf(shape, content)}` }];
      }),
    );
  },
  lock: async (tx) => {
    await tx.execute(sql`lock table ${cannedReplies} in share row exclusive mode`);
  },
  apply: async (tx, actorId, rows, surroundings) => {
    const editedAt = new Date();
    const writes = rows.map(({ content, known }) => {
      const { slug, title, text } = content;
      // What is known keeps its place: only new ones take one.
      const position = known ? 0 : ++surroundings.last;
      return { known, after: { id: known?.id ?? uuidv7(), slug, position, title, text, editedAt } };
    });
    await tx
      .insert(cannedReplies)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: cannedReplies.id,
        set: { title: sql`excluded.title`, text: sql`excluded.text`, editedAt: sql`excluded.edited_at` },
      });
    const textsOf = ({ title, text }: Filed) => ({ title, text });
    const acts = writes.map(({ known, after: { id, title, text } }) => ({
      action: known ? ("canned.edit" as const) : ("canned.add" as const),
      target: { kind: "canned", id },
      before: known ? textsOf(known.content) : null,
      after: { title, text },
    }));
    await recordActs(tx, { actor: { id: actorId }, address: "" }, acts);
  },
  /** In the order in which the team chooses from them. */
  async *exported(db) {
    const rows = await db.select().from(cannedReplies).orderBy(asc(cannedReplies.position), asc(cannedReplies.id));
    for (const { slug, title, text } of rows) yield { slug, title, text };
  },
};
