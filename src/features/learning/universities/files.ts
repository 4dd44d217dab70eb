import { asc, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { MARK_SHAPES, type MarkShape, UNIVERSITY_SECTIONS, type UniversitySection } from "@/lib/enums/learning";
import { textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome } from "@/lib/file-rows";
import type { LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import { type ContentFiles, digestOf } from "@/server/content-files";
import { universities } from "@/server/db/schema";
import { searchVectorOf } from "@/server/db/search";
import { CITY_MAX, SECTION_MAX, TITLE_MAX, universityFields } from "../editing/schema";
import { universityFacts } from "./queries";

type University = typeof universities.$inferSelect;

/** A university as files have it: what is said of it, a field for each part of its page. Its documents arrive as uploads. */
interface Filed extends FileContent, Record<UniversitySection, LocalizedText> {
  slug: string;
  state: "published" | "draft";
  country: string;
  website: string;
  founded: number | null;
  letters: string;
  shape: MarkShape;
  hue: number;
  name: LocalizedText;
  city: LocalizedText;
}

/** What each section has. */
const inSections = <T>(of: (section: UniversitySection) => T) =>
  Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, of(section)])) as Record<UniversitySection, T>;

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "state", as: "word" },
    { name: "country", as: "word" },
    { name: "website", as: "word" },
    { name: "founded", as: "number" },
    { name: "letters", as: "word" },
    { name: "shape", as: "word" },
    { name: "hue", as: "number" },
    { name: "name", as: "text" },
    { name: "city", as: "text" },
    ...UNIVERSITY_SECTIONS.map((name) => ({ name, as: "text" as const })),
  ],
  key: ["slug"],
  blank: {
    state: "draft",
    country: "",
    website: "",
    founded: null,
    letters: "",
    shape: "shield",
    hue: 210,
    name: EMPTY_TEXT,
    city: EMPTY_TEXT,
    ...inSections(() => EMPTY_TEXT),
  },
  needed: ["name", "city"],
};

const { country, website, founded, mark } = universityFields;

const row = z.strictObject({
  slug: fileName,
  state: z.enum(["published", "draft"]).optional(),
  country: country.optional(),
  website: website.optional(),
  founded: founded.optional(),
  letters: mark.shape.letters.optional(),
  shape: z.enum(MARK_SHAPES).optional(),
  hue: mark.shape.hue.optional(),
  name: inSome(textField(TITLE_MAX)).optional(),
  city: inSome(textField(CITY_MAX)).optional(),
  ...inSections(() => inSome(textField(SECTION_MAX)).optional()),
});

const filed = ({ slug, published, mark: drawn, sections, ...facts }: University): Filed => ({
  slug,
  state: published ? "published" : "draft",
  country: facts.country,
  website: facts.website,
  founded: facts.founded,
  letters: drawn.letters,
  shape: drawn.shape,
  hue: drawn.hue,
  name: facts.name,
  city: facts.city,
  ...inSections((section) => sections[section] ?? EMPTY_TEXT),
});

interface Around {
  /** The last place; it moves on with what is added. */
  last: number;
}

function universityOf(content: Filed, before: University | undefined, around: Around) {
  const { name, city, letters, hue, state } = content;
  return {
    ...(before ?? { id: uuidv7(), slug: content.slug, position: ++around.last }),
    name,
    city,
    country: content.country,
    website: content.website,
    founded: content.founded,
    mark: { letters, shape: content.shape, hue },
    sections: inSections((section) => content[section]),
    published: state === "published",
    search: searchVectorOf(name, city),
  };
}

const textsOnly = (content: FileContent): FileContent => ({ ...content, state: "" });

export const universityFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  around: async (db) => ({ last: (await db.select({ last: max(universities.position) }).from(universities))[0]?.last ?? 0 }),
  problems: (content) =>
    ["country", "website", "letters"].filter((field) => content[field] === "").map((field) => ({ path: [field], key: "required" })),
  known: async (db, rows) => {
    const slugs = rows.map(({ slug }) => String(slug));
    const found = slugs.length > 0 ? await db.select().from(universities).where(inArray(universities.slug, slugs)) : [];
    return new Map(
      found.map((university) => {
        const content = filed(university);
        return [university.slug, { id: university.id, content, stood: `${university.id} ${digestOf(shape, content)}` }];
      }),
    );
  },
  lock: async (tx) => {
    await tx.execute(sql`lock table ${universities} in share row exclusive mode`);
  },
  apply: async (tx, actorId, rows, around) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(universities).where(inArray(universities.id, ids)) : [];
    const byId = new Map(there.map((university) => [university.id, university]));
    const writes = rows.map(({ content, known }) => {
      const before = known && byId.get(known.id);
      const texts = !known || digestOf(shape, textsOnly(known.content)) !== digestOf(shape, textsOnly(content));
      return { texts, before, after: universityOf(content, before, around) };
    });
    await tx
      .insert(universities)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: universities.id,
        set: {
          name: sql`excluded.name`,
          city: sql`excluded.city`,
          country: sql`excluded.country`,
          website: sql`excluded.website`,
          founded: sql`excluded.founded`,
          mark: sql`excluded.mark`,
          sections: sql`excluded.sections`,
          published: sql`excluded.published`,
          search: sql`excluded.search`,
        },
      });
    const acts = writes.flatMap(({ texts, before, after }) => {
      const target = { kind: "university", id: after.id };
      const saved = { target, before: before ? universityFacts(before) : null, after: universityFacts(after) };
      const turned = (before?.published ?? false) !== after.published;
      return [
        ...(texts ? [{ action: before ? ("learning.edit" as const) : ("learning.add" as const), ...saved }] : []),
        ...(turned ? [{ action: after.published ? ("learning.publish" as const) : ("learning.withdraw" as const), target }] : []),
      ];
    });
    await recordActs(tx, { actor: { id: actorId }, address: "" }, acts);
  },
  /** In the order in which people see them. */
  async *exported(db) {
    const rows = await db.select().from(universities).orderBy(asc(universities.position), asc(universities.id));
    for (const university of rows) yield filed(university);
  },
};
