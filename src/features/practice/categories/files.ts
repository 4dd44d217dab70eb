import { asc, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome } from "@/lib/file-rows";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import type { ContentFiles } from "@/server/content-files";
import { lockBank } from "@/server/db/bank-lock";
import { categories } from "@/server/db/schema";
import { turnCategories } from "./mutations";
import { CATEGORY } from "./schema";

const STATES = ["used", "retired"] as const;

/** A category as files have it. */
interface Filed extends FileContent {
  slug: string;
  state: (typeof STATES)[number];
  name: LocalizedText;
  description: LocalizedText;
}

type Category = typeof categories.$inferSelect;

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "state", as: "word" },
    { name: "name", as: "text" },
    { name: "description", as: "text" },
  ],
  key: ["slug"],
  blank: { state: "used", name: EMPTY_TEXT, description: EMPTY_TEXT },
  needed: [],
};

const row = z.strictObject({
  slug: fileName,
  state: z.enum(STATES).optional(),
  name: inSome(textField(CATEGORY.name)).optional(),
  description: inSome(textField(CATEGORY.description)).optional(),
});

const filed = ({ slug, retiredAt, name, description }: Category): Filed => ({
  slug,
  state: retiredAt ? "retired" : "used",
  name,
  description,
});

const sameTexts = (one: Filed, other: Filed): boolean =>
  LOCALES.every((locale) => one.name[locale] === other.name[locale] && one.description[locale] === other.description[locale]);

const textsOf = ({ name, description }: Pick<Category, "name" | "description">) => ({ name, description });

interface Around {
  /** The last place; it moves on with what is added. */
  last: number;
}

/** The question bank's categories. They stand in menus, beside others: their texts are needed in every language. */
export const categoryFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around: async (db) => ({ last: (await db.select({ last: max(categories.position) }).from(categories))[0]?.last ?? 0 }),
  problems: (content) =>
    (["name", "description"] as const).flatMap((field) =>
      LOCALES.filter((locale) => content[field][locale] === "").map((locale) => ({
        path: [`${field}_${locale}`],
        key: "required" as const,
      })),
    ),
  known: async (db, rows) => {
    const slugs = rows.map(({ slug }) => String(slug));
    const found = slugs.length > 0 ? await db.select().from(categories).where(inArray(categories.slug, slugs)) : [];
    return new Map(
      found.map((category) => {
        const content = filed(category);
        return [category.slug, { id: category.id, content, stood: `${category.id} ${category.version} ${content.state}` }];
      }),
    );
  },
  lock: lockBank,
  apply: async (tx, actorId, rows, surroundings) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(categories).where(inArray(categories.id, ids)) : [];
    const byId = new Map(there.map((category) => [category.id, category]));
    const now = new Date();
    const writes = rows.map(({ content, known }) => {
      const { slug, state, name, description } = content;
      const before = known && byId.get(known.id);
      const texts = !before || !sameTexts(filed(before), content);
      const stands = before ?? { id: uuidv7(), slug, position: ++surroundings.last, version: 0, retiredAt: null };
      const after = { ...stands, name, description, ...(texts ? { version: stands.version + 1, editedAt: now } : {}) };
      return { before, texts, after, retired: state === "retired" };
    });
    await tx
      .insert(categories)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: categories.id,
        set: {
          name: sql`excluded.name`,
          description: sql`excluded.description`,
          version: sql`excluded.version`,
          editedAt: sql`excluded.edited_at`,
        },
      });
    const doer = { actor: { id: actorId }, address: "" };
    const acts = writes
      .filter(({ texts }) => texts)
      .map(({ before, after }) => ({
        action: before ? ("category.save" as const) : ("category.add" as const),
        target: { kind: "category", id: after.id },
        before: before ? textsOf(before) : null,
        after: textsOf(after),
      }));
    await recordActs(tx, doer, acts);
    for (const retired of [true, false]) {
      const turned = writes.filter(({ after, ...write }) => write.retired === retired && (after.retiredAt !== null) !== retired);
      await turnCategories(
        tx,
        doer,
        turned.map(({ after }) => after.id),
        retired,
      );
    }
  },
  /** In the order in which people see them. */
  async *exported(db) {
    const rows = await db.select().from(categories).orderBy(asc(categories.position), asc(categories.id));
    for (const category of rows) yield filed(category);
  },
};
