import { and, asc, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { UNIVERSITY_SECTIONS } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import { captions, documents, universities, videos } from "@/server/db/schema";
import { matchesSearch } from "@/server/db/search";
import { lacksText, languagesLacking } from "@/server/db/translations";
import { lastEdit, versionOf } from "@/server/version";
import { fileUrl, inLocale } from "../queries";
import { logoOf, universityFacts } from "../universities/queries";
import type { EditedUniversitiesInput, EditedVideosInput } from "./schema";

const captionLanguages = sql<
  Locale[]
>`array(select ${captions.locale}::text from ${captions} where ${captions.videoId} = ${videos.id} order by 1)`;

const VIDEO_TEXTS = [videos.title, videos.description];
const UNIVERSITY_TEXTS = [
  universities.name,
  universities.city,
  ...UNIVERSITY_SECTIONS.map((section) => sql`${universities.sections} -> ${section}::text`),
];

/** Every video, drafts too, in the order in which people see them. */
export async function listEditedVideos({ db, locale }: UserContext, input: EditedVideosInput) {
  const { kind, state, missing, search, page } = input;
  const scope = and(
    kind ? eq(videos.kind, kind) : undefined,
    state ? eq(videos.published, state === "published") : undefined,
    missing ? lacksText(VIDEO_TEXTS, missing) : undefined,
    matchesSearch(videos.search, search),
  );
  const [rows, [sum]] = await Promise.all([
    db
      .select({
        uid: videos.id,
        kind: videos.kind,
        title: inLocale(videos.title, locale),
        date: videos.date,
        duration: videos.duration,
        hasFile: sql<boolean>`${videos.source} is not null`,
        captions: captionLanguages,
        published: videos.published,
        missing: languagesLacking(VIDEO_TEXTS),
        editedAt: videos.editedAt,
      })
      .from(videos)
      .where(scope)
      .orderBy(asc(videos.kind), asc(videos.position), asc(videos.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(videos).where(scope),
  ]);
  const data = rows.map(({ editedAt, ...row }) => ({ ...row, editedAt: lastEdit(editedAt) }));
  return { data, meta: { total: sum?.total ?? 0 } };
}

type VideoFacts = Pick<
  typeof videos.$inferSelect,
  "kind" | "title" | "description" | "date" | "chapters" | "scales" | "categories" | "questionId"
>;

/** What an editor says of a video. */
export const videoFacts = ({ kind, title, description, date, chapters, scales, categories, questionId }: VideoFacts) => ({
  kind,
  title,
  description,
  date,
  chapters,
  scales,
  categories,
  question: questionId,
});

/** Names what captions of one language say. */
export const captionsVersion = ({ vtt }: { vtt: string }): string => versionOf({ vtt });

/** One video with its texts in all languages, published or not. @throws AppError notFound */
export async function getEditedVideo(ctx: UserContext, uid: string) {
  const [[row], tracks] = await Promise.all([
    ctx.db.select().from(videos).where(eq(videos.id, uid)),
    ctx.db
      .select({ language: captions.locale, vtt: captions.vtt })
      .from(captions)
      .where(eq(captions.videoId, uid))
      .orderBy(asc(captions.locale)),
  ]);
  const { kind, title, description, date, source, duration, chapters, scales, categories, questionId, published } = found(row);
  return {
    uid,
    version: versionOf(videoFacts(found(row))),
    kind,
    title,
    description,
    date,
    video: await fileUrl(ctx, source),
    duration,
    chapters,
    scales: RATING_SCALES.filter((scale) => scales.includes(scale)),
    categories,
    question: questionId,
    captions: tracks.map((track) => ({ ...track, version: captionsVersion(track) })),
    published,
  };
}

/** Every university in the order in which people see them. */
export async function listEditedUniversities({ db, locale }: UserContext, { page, search, state, missing }: EditedUniversitiesInput) {
  const scope = and(
    state ? eq(universities.published, state === "published") : undefined,
    missing ? lacksText(UNIVERSITY_TEXTS, missing) : undefined,
    matchesSearch(universities.search, search),
  );
  const [rows, [sum]] = await Promise.all([
    db
      .select({
        uid: universities.id,
        name: inLocale(universities.name, locale),
        city: inLocale(universities.city, locale),
        country: universities.country,
        published: universities.published,
        missing: languagesLacking(UNIVERSITY_TEXTS),
        documents: sql<number>`(select count(*)::int from ${documents} where ${documents.universityId} = ${universities.id})`,
      })
      .from(universities)
      .where(scope)
      .orderBy(asc(universities.position), asc(universities.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(universities).where(scope),
  ]);
  return { data: rows, meta: { total: sum?.total ?? 0 } };
}

/** One university with its texts in all languages, published or not. @throws AppError notFound */
export async function getEditedUniversity({ db }: UserContext, uid: string) {
  const [row] = await db.select().from(universities).where(eq(universities.id, uid));
  const facts = universityFacts(found(row));
  return { uid, version: versionOf(facts), ...facts, logo: logoOf(facts.mark), published: found(row).published };
}

export const documentList = (university: string | null): SQL =>
  university ? eq(documents.universityId, university) : isNull(documents.universityId);

/** The documents of one university, or those that stand with all, with each language's file. */
export async function listEditedDocuments(ctx: UserContext, university: string | null) {
  const rows = await ctx.db
    .select()
    .from(documents)
    .where(documentList(university))
    .orderBy(asc(documents.position), asc(documents.id))
    .limit(200);
  const data = rows.map(({ id, title, files, published }) => ({
    uid: id,
    version: versionOf({ title }),
    wholeVersion: versionOf({ title, files }),
    title,
    published,
    files: Object.entries(files).map(([language, file]) => ({ language: language as Locale, size: file.size, version: versionOf(file) })),
  }));
  return { data, meta: { total: data.length } };
}

/** The address of a document's file, published or not. @throws AppError notFound */
export async function getEditedFile(ctx: UserContext, { uid, language }: { uid: string; language: Locale }): Promise<string> {
  const [row] = await ctx.db.select({ files: documents.files }).from(documents).where(eq(documents.id, uid));
  return fileUrl(ctx, found(found(row).files[language]).source);
}
