import { and, asc, count, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { RATING_SCALES, UNIVERSITY_SECTIONS, type VideoKind } from "@/lib/enums";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/paging";
import type { Context, UserContext } from "@/server/api/context";
import {
  answers,
  bookmarks,
  captions,
  categories,
  dismissals,
  documents,
  questions,
  universities,
  users,
  videos,
  watchProgress,
} from "@/server/db/schema";
import type { FileSource } from "@/server/db/schema/learning";
import { matchesSearch } from "@/server/db/search";
import { serverText } from "@/server/text";
import { categoriesOf, drawMark, fileInLocale, suggest, weakestScale } from "./rules";
import type { LibraryInput } from "./schema";

/** One language of a localised column, so that the others never leave the database; English where nobody has written it yet. */
export const inLocale = (
  column: typeof videos.title | typeof videos.description | typeof universities.name | typeof universities.city | typeof documents.title,
  locale: Locale,
) => sql<string>`coalesce(nullif(${column} ->> ${locale}::text, ''), ${column} ->> 'en')`;

/** Whoever watches pauses, takes notes, and comes back after lunch; these files are everybody's. */
const LINK_SECONDS = 6 * 3600;

/** The address of a file that comes with the app or was uploaded; empty where there is none yet. */
export const fileUrl = async ({ env, files }: Context, source: FileSource | null): Promise<string> => {
  if (!source) return "";
  return "path" in source ? env.publicUrl + source.path : files.link(source.key, LINK_SECONDS);
};

const own = (userId: string) => and(eq(watchProgress.videoId, videos.id), eq(watchProgress.userId, userId));

const progressColumns = {
  status: sql<"not_started" | "in_progress" | "completed">`coalesce(${watchProgress.state}, 'not_started')`,
  coverage: sql<number>`coalesce(${watchProgress.coverage}, 0)`,
  position: sql<number>`coalesce(${watchProgress.position}, 0)`,
};

const columns = (locale: Locale) => ({
  uid: videos.id,
  kind: videos.kind,
  title: inLocale(videos.title, locale),
  description: inLocale(videos.description, locale),
  date: videos.date,
  duration: videos.duration,
  source: videos.source,
  ...progressColumns,
});

/** Videos of one kind, in the order that its editors gave them; a new one comes first. */
export async function listVideos(ctx: UserContext, kind: VideoKind, input: { page: number; search?: string | undefined }) {
  return listWhere(ctx, { ...input, kind }, [asc(videos.position), asc(videos.id)]);
}

/** Everything that can be watched, by how far one is and in which order one likes. */
export const listLibrary = (ctx: UserContext, input: LibraryInput) => listWhere(ctx, input);

const ORDERS = {
  newest: [desc(videos.date), desc(videos.id)],
  title: null,
  recently_watched: [sql`${watchProgress.watchedAt} desc nulls last`, desc(videos.date), desc(videos.id)],
};

async function listWhere(ctx: UserContext, { kind, search, status, order = "newest", page }: LibraryInput, given?: SQL[]) {
  const { db, actor, locale } = ctx;
  const scope = and(
    eq(videos.published, true),
    kind ? eq(videos.kind, kind) : undefined,
    matchesSearch(videos.search, search),
    status === "not_started"
      ? or(isNull(watchProgress.state), eq(watchProgress.state, status))
      : status
        ? eq(watchProgress.state, status)
        : undefined,
  );
  const sorting = given ?? ORDERS[order] ?? [asc(inLocale(videos.title, locale)), asc(videos.id)];
  const totals = db.select({ total: count() }).from(videos).$dynamic();
  // Who watched what matters to the count only where it is asked for.
  const counted = status ? totals.leftJoin(watchProgress, own(actor.id)) : totals;
  const [rows, [sum]] = await Promise.all([
    db
      .select(columns(locale))
      .from(videos)
      .leftJoin(watchProgress, own(actor.id))
      .where(scope)
      .orderBy(...sorting)
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    counted.where(scope),
  ]);
  const data = await Promise.all(rows.map(async ({ source, ...row }) => ({ ...row, video: await fileUrl(ctx, source) })));
  return { data, meta: { total: sum?.total ?? 0 } };
}

/** What was begun and not finished, the last one first. */
export async function continueWatching(ctx: UserContext) {
  const { data } = await listWhere(ctx, { status: "in_progress", order: "recently_watched", page: 1 });
  return data.slice(0, 3);
}

/** One video with everything that its page shows. @throws AppError notFound */
export async function getVideo(ctx: UserContext, kind: VideoKind, uid: string) {
  const { db, actor, locale } = ctx;
  const [[row], tracks] = await Promise.all([
    db
      .select({
        ...columns(locale),
        chapters: videos.chapters,
        scales: videos.scales,
        questionId: questions.id,
        question: sql<string | null>`${questions.text} ->> ${locale}::text`,
      })
      .from(videos)
      .leftJoin(watchProgress, own(actor.id))
      .leftJoin(questions, and(eq(questions.id, videos.questionId), eq(questions.published, true)))
      .where(and(eq(videos.id, uid), eq(videos.kind, kind), eq(videos.published, true))),
    db.select({ locale: captions.locale, vtt: captions.vtt }).from(captions).where(eq(captions.videoId, uid)),
  ]);
  const { source, chapters, scales, questionId, question, ...video } = found(row);
  return {
    ...video,
    video: await fileUrl(ctx, source),
    captions: tracks,
    chapters: chapters.map(({ at, title }) => ({ at, title: title[locale] || title.en })),
    scales: RATING_SCALES.filter((scale) => scales.includes(scale)),
    question: questionId && question ? { uid: questionId, text: question } : null,
  };
}

/** How many of the last rated answers tell what somebody is weak in, and which categories they practise. */
const RECENT_ANSWERS = 20;

/** The video of a kind that fits best now, with why; null when all are watched. */
export async function suggestVideo(ctx: UserContext, kind: VideoKind) {
  const { db, actor, locale } = ctx;
  const [candidates, recent, [user], fields] = await Promise.all([
    db
      .select({
        uid: videos.id,
        title: inLocale(videos.title, locale),
        description: inLocale(videos.description, locale),
        scales: videos.scales,
        categories: videos.categories,
        state: progressColumns.status,
      })
      .from(videos)
      .leftJoin(watchProgress, own(actor.id))
      .leftJoin(dismissals, and(eq(dismissals.videoId, videos.id), eq(dismissals.userId, actor.id)))
      .where(and(eq(videos.kind, kind), eq(videos.published, true), isNull(dismissals.videoId)))
      .orderBy(desc(videos.date), desc(videos.id))
      .limit(200),
    db
      .select({
        category: questions.categoryId,
        clarity: answers.clarity,
        logic_relevance: answers.logicRelevance,
        expertise_insight: answers.expertiseInsight,
        attitude_engagement: answers.attitudeEngagement,
        rating_overall: answers.ratingOverall,
      })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(and(eq(answers.userId, actor.id), isNull(answers.deletedAt), isNotNull(answers.ratingOverall), ne(answers.state, "deleted")))
      .orderBy(desc(answers.createdAt))
      .limit(RECENT_ANSWERS),
    db.select({ interviewDate: users.interviewDate, profession: users.profession }).from(users).where(eq(users.id, actor.id)),
    db.select({ uid: categories.id, name: categories.name, description: categories.description }).from(categories).limit(200),
  ]);
  const ratings = recent.map(({ category: _, ...scales }) => scales as Record<(typeof RATING_SCALES)[number], number>);
  const weakest = weakestScale(ratings);
  const best = suggest(candidates, {
    weakest,
    categories: [...new Set(recent.map(({ category }) => category))],
    professional: categoriesOf(
      user?.profession ?? "",
      fields.map(({ uid, name, description }) => ({ uid, text: [...Object.values(name), ...Object.values(description)].join(" ") })),
    ),
    daysLeft: daysUntil(user?.interviewDate ?? null, new Date()),
  });
  if (!best) return null;
  const { uid, title, description } = best.video;
  const scale = serverText(locale, `practice.rating.scale.${weakest ?? "rating_overall"}`);
  return { uid, title, description, reason: serverText(locale, `learning.reasons.${best.reason}`, { scale }) };
}

/** Whole days to a day of the calendar; null without one, or when it is over. */
function daysUntil(day: string | null, now: Date): number | null {
  if (!day) return null;
  const days = Math.ceil((new Date(`${day}T00:00:00Z`).getTime() - now.getTime()) / 86_400_000);
  return days < 0 ? null : days;
}

export async function listBookmarks({ db, actor }: UserContext, video: string) {
  const rows = await db
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, actor.id), eq(bookmarks.videoId, video)))
    .orderBy(asc(bookmarks.at))
    .limit(500);
  return {
    data: rows.map(({ id, at, note, createdAt }) => ({ uid: id, at, note, createdAt: createdAt.toISOString() })),
    meta: { total: rows.length },
  };
}

const universityColumns = (locale: Locale) => ({
  uid: universities.id,
  name: inLocale(universities.name, locale),
  city: inLocale(universities.city, locale),
  country: universities.country,
  mark: universities.mark,
});

const logo = (mark: Parameters<typeof drawMark>[0]): string => `data:image/svg+xml,${encodeURIComponent(drawMark(mark))}`;

export async function listUniversities({ db, locale }: UserContext, { page, search }: { page: number; search?: string | undefined }) {
  const scope = and(eq(universities.published, true), matchesSearch(universities.search, search));
  const [rows, [sum]] = await Promise.all([
    db
      .select(universityColumns(locale))
      .from(universities)
      .where(scope)
      .orderBy(asc(universities.position), asc(universities.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(universities).where(scope),
  ]);
  return { data: rows.map(({ mark, ...row }) => ({ ...row, logo: logo(mark) })), meta: { total: sum?.total ?? 0 } };
}

/** One university with its sections and documents; `drafts`: also one that is not published. @throws AppError notFound */
export async function getUniversity({ db, locale }: UserContext, uid: string, { drafts = false } = {}) {
  const [[row], papers] = await Promise.all([
    db
      .select({
        ...universityColumns(locale),
        website: universities.website,
        founded: universities.founded,
        sections: universities.sections,
      })
      .from(universities)
      .where(and(eq(universities.id, uid), drafts ? undefined : eq(universities.published, true))),
    db
      .select({ uid: documents.id, title: inLocale(documents.title, locale), files: documents.files })
      .from(documents)
      .where(and(documentsOf(uid), eq(documents.published, true)))
      // A university's own first.
      .orderBy(sql`${documents.universityId} is null`, asc(documents.position), asc(documents.id))
      .limit(100),
  ]);
  const { mark, sections, ...university } = found(row);
  return {
    ...university,
    logo: logo(mark),
    sections: UNIVERSITY_SECTIONS.map((section) => ({ section, text: sections[section][locale] || sections[section].en })),
    documents: papers.flatMap(({ files, ...paper }) => {
      const best = fileInLocale(files, locale);
      return best ? [{ ...paper, language: best.language, size: best.size }] : [];
    }),
  };
}

const documentsOf = (university: string) => or(eq(documents.universityId, university), isNull(documents.universityId));

/** One document of a university, in the reader's language where it is there. @throws AppError notFound */
export async function getDocument(ctx: UserContext, { university, uid }: { university: string; uid: string }) {
  const [row] = await ctx.db
    .select({ title: inLocale(documents.title, ctx.locale), files: documents.files })
    .from(documents)
    .innerJoin(universities, and(eq(universities.id, university), eq(universities.published, true)))
    .where(and(eq(documents.id, uid), documentsOf(university), eq(documents.published, true)));
  const { title, files } = found(row);
  const { source, size, language } = found(fileInLocale(files, ctx.locale));
  return { uid, title, language, size, link: await fileUrl(ctx, source) };
}
