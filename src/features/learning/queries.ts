import { and, asc, count, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { RATING_SCALES, UNIVERSITY_SECTIONS, type VideoKind } from "@/lib/enums";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/paging";
import type { Context, UserContext } from "@/server/api/context";
import { answers, bookmarks, captions, dismissals, questions, universities, users, videos, watchProgress } from "@/server/db/schema";
import type { FileSource } from "@/server/db/schema/learning";
import { matchesSearch } from "@/server/db/search";
import { serverText } from "@/server/text";
import { drawMark, suggest, weakestScale } from "./rules";
import type { LibraryInput } from "./schema";

/** One language of a localised column, so that the others never leave the database. */
const inLocale = (
  column: typeof videos.title | typeof videos.description | typeof universities.name | typeof universities.city,
  locale: Locale,
) => sql<string>`${column} ->> ${locale}::text`;

/** The address of a file that comes with the app or was uploaded. */
const fileUrl = async ({ env, files }: Context, source: FileSource): Promise<string> =>
  "path" in source ? env.publicUrl + source.path : files.link(source.key);

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

/** Videos of one kind, the newest first. */
export async function listVideos(ctx: UserContext, kind: VideoKind, input: { page: number; search?: string | undefined }) {
  return listWhere(ctx, { ...input, kind, order: "newest" });
}

/** Everything that can be watched, by how far one is and in which order one likes. */
export const listLibrary = (ctx: UserContext, input: LibraryInput) => listWhere(ctx, input);

const ORDERS = {
  newest: [desc(videos.date), desc(videos.id)],
  title: [],
  recently_watched: [sql`${watchProgress.watchedAt} desc nulls last`, desc(videos.date), desc(videos.id)],
};

async function listWhere(ctx: UserContext, { kind, search, status, order = "newest", page }: LibraryInput) {
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
  const sorting = order === "title" ? [asc(inLocale(videos.title, locale)), asc(videos.id)] : ORDERS[order];
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
    chapters: chapters.map(({ at, title }) => ({ at, title: title[locale] })),
    scales: RATING_SCALES.filter((scale) => scales.includes(scale)),
    question: questionId && question ? { uid: questionId, text: question } : null,
  };
}

/** How many of the last rated answers tell what somebody is weak in, and which categories they practise. */
const RECENT_ANSWERS = 20;

/** The video of a kind that fits best now, with why; null when all are watched. */
export async function suggestVideo(ctx: UserContext, kind: VideoKind) {
  const { db, actor, locale } = ctx;
  const [candidates, recent, [user]] = await Promise.all([
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
    db.select({ interviewDate: users.interviewDate }).from(users).where(eq(users.id, actor.id)),
  ]);
  const ratings = recent.map(({ category: _, ...scales }) => scales as Record<(typeof RATING_SCALES)[number], number>);
  const weakest = weakestScale(ratings);
  const best = suggest(candidates, {
    weakest,
    categories: [...new Set(recent.map(({ category }) => category))],
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

/** @throws AppError notFound */
export async function getUniversity({ db, locale }: UserContext, uid: string) {
  const [row] = await db
    .select({ ...universityColumns(locale), website: universities.website, founded: universities.founded, sections: universities.sections })
    .from(universities)
    .where(and(eq(universities.id, uid), eq(universities.published, true)));
  const { mark, sections, ...university } = found(row);
  return {
    ...university,
    logo: logo(mark),
    sections: UNIVERSITY_SECTIONS.map((section) => ({ section, text: sections[section][locale] })),
  };
}
