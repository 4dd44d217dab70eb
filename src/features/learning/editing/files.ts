import { isDeepStrictEqual } from "node:util";
import { asc, eq, inArray, min, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { VIDEO_KINDS, type VideoKind } from "@/lib/enums/learning";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { calendarDay, textField } from "@/lib/fields";
import { type FileContent, type FileShape, fileName, inSome } from "@/lib/file-rows";
import type { LocalizedList, LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { recordActs } from "@/server/audit";
import { type ContentFiles, digestOf } from "@/server/content-files";
import type { Executor } from "@/server/db/client";
import { captions, categories, questions, videos } from "@/server/db/schema";
import { searchVectorOf } from "@/server/db/search";
import { chapterLines, chaptersOf } from "../rules";
import { videoFacts } from "./queries";
import { CHAPTERS_MAX, DESCRIPTION_MAX, TITLE_MAX } from "./schema";

type Video = typeof videos.$inferSelect;

/** A video as files have it: its texts and what it belongs to. Its file and its captions arrive as uploads. */
interface Filed extends FileContent {
  slug: string;
  kind: VideoKind;
  state: "published" | "draft";
  date: string;
  scales: RatingScale[];
  /** Categories by their names in files. */
  categories: string[];
  /** The question to practise after it, as "category/question"; none or one. */
  question: string[];
  title: LocalizedText;
  description: LocalizedText;
  /** Each line is when a chapter begins and its name: "1:05 The first step". */
  chapters: LocalizedList;
}

const shape: FileShape = {
  fields: [
    { name: "slug", as: "word" },
    { name: "kind", as: "word" },
    { name: "state", as: "word" },
    { name: "date", as: "word" },
    { name: "scales", as: "words" },
    { name: "categories", as: "words" },
    { name: "question", as: "words" },
    { name: "title", as: "text" },
    { name: "description", as: "text" },
    { name: "chapters", as: "list" },
  ],
  key: ["slug"],
  blank: {
    kind: "mentorship",
    state: "draft",
    date: "",
    scales: [],
    categories: [],
    question: [],
    title: EMPTY_TEXT,
    description: EMPTY_TEXT,
    chapters: chapterLines([]),
  },
  needed: ["title", "description"],
};

const row = z.strictObject({
  slug: fileName,
  kind: z.enum(VIDEO_KINDS).optional(),
  state: z.enum(["published", "draft"]).optional(),
  date: calendarDay.optional(),
  scales: z.array(z.enum(RATING_SCALES)).max(RATING_SCALES.length).optional(),
  categories: z.array(fileName).max(50).optional(),
  question: z.array(z.string().max(201)).max(1).optional(),
  title: inSome(textField(TITLE_MAX)).optional(),
  description: inSome(textField(DESCRIPTION_MAX)).optional(),
  chapters: inSome(z.array(textField(TITLE_MAX + 10)).max(CHAPTERS_MAX)).optional(),
});

interface Around {
  /** Categories and questions by their names in files. */
  categoryIds: Map<string, string>;
  questionIds: Map<string, string>;
  /** Videos that have what it takes to be published. */
  ready: Set<string>;
  /** The first place; it moves up with what is added. */
  first: number;
}

/** In one order, whatever the order that somebody wrote. */
const settled = (content: Filed): Filed => {
  const { scales, categories: named, chapters, ...rest } = content;
  const { chapters: read, problems } = chaptersOf(chapters);
  return {
    ...rest,
    scales: RATING_SCALES.filter((scale) => scales.includes(scale)),
    categories: [...new Set(named)].sort(),
    chapters: problems.length > 0 ? chapters : chapterLines(read),
  };
};

// Named by hand: in a query of one table the columns of others would lose their tables' names.
const questionName = sql<string | null>`(select c.slug || '/' || q.slug from ${questions} q
  join ${categories} c on c.id = q.category_id where q.id = ${videos}.question_id)`;
const categoryNames = sql<string[]>`array(select c.slug from ${categories} c where c.id = any(${videos}.categories))`;

const read = (db: Executor) => db.select({ row: videos, question: questionName, categories: categoryNames }).from(videos);

interface Read {
  row: Video;
  question: string | null;
  categories: string[];
}

const filed = ({ row: { slug, kind, published, date, scales, title, description, chapters }, question, categories: named }: Read): Filed =>
  settled({
    slug,
    kind,
    state: published ? "published" : "draft",
    date,
    scales: RATING_SCALES.filter((scale) => scales.includes(scale)),
    categories: named,
    question: question ? [question] : [],
    title,
    description,
    chapters: chapterLines(chapters),
  });

/** Chapters as they are where the lines say the same: lines tell whole seconds. */
const chaptersAs = (lines: LocalizedList, before: Video | undefined) =>
  before && isDeepStrictEqual(chapterLines(before.chapters), lines) ? before.chapters : chaptersOf(lines).chapters;

/** A video as a row of the file makes it; new ones come first, in the file's order. */
function videoOf(content: Filed, before: Video | undefined, around: Around) {
  const { slug, kind, date, scales, title, description } = content;
  return {
    ...(before ?? { id: uuidv7(), slug, position: around.first++, source: null, duration: 0 }),
    kind,
    date,
    scales,
    title,
    description,
    categories: content.categories.flatMap((name) => around.categoryIds.get(name) ?? []),
    questionId: content.question.map((name) => around.questionIds.get(name))[0] ?? null,
    chapters: chaptersAs(content.chapters, before),
    published: content.state === "published",
    editedAt: new Date(),
    search: searchVectorOf(title, description),
  };
}

const textsOnly = (content: FileContent): FileContent => ({ ...content, state: "" });

export const videoFiles: ContentFiles<Filed, Around> = {
  shape,
  row,
  settled,
  around: async (db) => {
    const [named, asked, ready, [place]] = await Promise.all([
      db.select({ id: categories.id, name: categories.slug }).from(categories),
      db
        .select({ id: questions.id, name: sql<string>`${categories.slug} || '/' || ${questions.slug}` })
        .from(questions)
        .innerJoin(categories, eq(categories.id, questions.categoryId)),
      db
        .selectDistinct({ slug: videos.slug })
        .from(videos)
        .innerJoin(captions, eq(captions.videoId, videos.id))
        .where(sql`${videos.source} is not null`),
      db.select({ first: min(videos.position) }).from(videos),
    ]);
    return {
      categoryIds: new Map(named.map(({ id, name }) => [name, id])),
      questionIds: new Map(asked.map(({ id, name }) => [name, id])),
      ready: new Set(ready.map(({ slug }) => slug)),
      first: place?.first ?? 0,
    };
  },
  problems: (content, { categoryIds, questionIds, ready }) => {
    const { slug, state, date, categories: named, question, chapters } = content;
    return [
      ...(date === "" ? [{ path: ["date"], key: "required" }] : []),
      ...(named.every((name) => categoryIds.has(name)) ? [] : [{ path: ["categories"], key: "categoryUnknown" }]),
      ...(question.every((name) => questionIds.has(name)) ? [] : [{ path: ["question"], key: "questionUnknown" }]),
      ...(state === "published" && !ready.has(slug) ? [{ path: ["state"], key: "videoUnready" }] : []),
      ...chaptersOf(chapters).problems.map((locale) => ({ path: [`chapters_${locale}`], key: "chapters" })),
    ];
  },
  known: async (db, rows) => {
    const slugs = rows.map(({ slug }) => String(slug));
    const found = slugs.length > 0 ? await read(db).where(inArray(videos.slug, slugs)) : [];
    return new Map(
      found.map((video) => {
        const content = filed(video);
        return [video.row.slug, { id: video.row.id, content, stood: `${video.row.id} ${digestOf(shape, content)}` }];
      }),
    );
  },
  // Whoever watches goes on.
  lock: async (tx) => {
    await tx.execute(sql`lock table ${videos} in share row exclusive mode`);
  },
  apply: async (tx, actorId, rows, around) => {
    const ids = rows.flatMap(({ known }) => known?.id ?? []);
    const there = ids.length > 0 ? await tx.select().from(videos).where(inArray(videos.id, ids)) : [];
    const byId = new Map(there.map((video) => [video.id, video]));
    const fresh = rows.filter(({ known }) => !known).length;
    around.first -= fresh;
    const writes = rows.map(({ content, known }) => {
      const before = known && byId.get(known.id);
      const texts = !known || digestOf(shape, textsOnly(known.content)) !== digestOf(shape, textsOnly(content));
      return { texts, before, after: videoOf(content, before, around) };
    });
    around.first -= fresh;
    await tx
      .insert(videos)
      .values(writes.map(({ after }) => after))
      .onConflictDoUpdate({
        target: videos.id,
        set: {
          kind: sql`excluded.kind`,
          title: sql`excluded.title`,
          description: sql`excluded.description`,
          date: sql`excluded.date`,
          chapters: sql`excluded.chapters`,
          scales: sql`excluded.scales`,
          categories: sql`excluded.categories`,
          questionId: sql`excluded.question_id`,
          published: sql`excluded.published`,
          editedAt: sql`excluded.edited_at`,
          search: sql`excluded.search`,
        },
      });
    const acts = writes.flatMap(({ texts, before, after }) => {
      const target = { kind: "video", id: after.id };
      const saved = { target, before: before ? videoFacts(before) : null, after: videoFacts(after) };
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
    for (const video of await read(db).orderBy(asc(videos.kind), asc(videos.position), asc(videos.id))) yield filed(video);
  },
};
