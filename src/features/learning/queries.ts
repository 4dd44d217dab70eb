import { and, asc, count, desc, eq, isNotNull, isNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { dayOf, interviewOf } from "@/features/practice/plan/queries";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { daysBetween } from "@/lib/days";
import type { VideoKind } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import type { Locale } from "@/lib/locales";
import { pageOffset } from "@/lib/page-math";
import { searchQuery } from "@/lib/search-terms";
import type { Context, UserContext } from "@/server/api/context";
import { prepared } from "@/server/db/client";
import {
  answers,
  bookmarks,
  captions,
  categories,
  dismissals,
  type documents,
  questions,
  type universities,
  users,
  videos,
  watchProgress,
} from "@/server/db/schema";
import type { FileSource } from "@/server/db/schema/learning";
import { matchesSearch } from "@/server/db/search";
import { serverText } from "@/server/text";
import { categoriesOf, suggest, weakestScale } from "./rules";
import type { LibraryInput } from "./schema";

const { placeholder } = sql;

/** One language of a localised column, so that the others never leave the database; English where nobody has written it yet. */
export const inLocale = (
  column: typeof videos.title | typeof videos.description | typeof universities.name | typeof universities.city | typeof documents.title,
  locale: Locale | Placeholder,
) => sql<string>`coalesce(nullif(${column} ->> ${locale}::text, ''), ${column} ->> 'en')`;

/** Whoever watches pauses, takes notes, and comes back after lunch; these files are everybody's. */
const LINK_SECONDS = 6 * 3600;

/** The address of a file that comes with the app or was uploaded; empty where there is none yet. */
export const fileUrl = async ({ env, files }: Context, source: FileSource | null): Promise<string> => {
  if (!source) return "";
  return "path" in source ? env.publicUrl + source.path : files.link(source.key, LINK_SECONDS);
};

const own = (userId: string | Placeholder) => and(eq(watchProgress.videoId, videos.id), eq(watchProgress.userId, userId));

const progressColumns = {
  status: sql<"not_started" | "in_progress" | "completed">`coalesce(${watchProgress.state}, 'not_started')`,
  coverage: sql<number>`coalesce(${watchProgress.coverage}, 0)`,
  position: sql<number>`coalesce(${watchProgress.position}, 0)`,
};

const columns = (locale: Locale | Placeholder) => ({
  uid: videos.id,
  kind: videos.kind,
  title: inLocale(videos.title, locale),
  description: inLocale(videos.description, locale),
  date: videos.date,
  duration: videos.duration,
  source: videos.source,
  ...progressColumns,
});

const ofKind = and(eq(videos.kind, placeholder("kind")), eq(videos.published, true));

const pageOfKind = (name: string, scope: SQL | undefined) =>
  prepared((db) =>
    db
      .select({ ...columns(placeholder("locale")), total: sql<number>`(select count(*)::int from ${videos} where ${scope})` })
      .from(videos)
      .leftJoin(watchProgress, own(placeholder("userId")))
      .where(scope)
      .orderBy(asc(videos.position), asc(videos.id))
      .limit(PAGE_SIZE)
      .offset(placeholder("offset"))
      .prepare(name),
  );
const videoPage = pageOfKind("video_page", ofKind);
const foundVideoPage = pageOfKind("found_video_page", and(ofKind, sql`${videos.search} @@ ${placeholder("words")}::tsquery`));

/** Videos of one kind, in the order that its editors gave them; a new one comes first. */
export async function listVideos(ctx: UserContext, kind: VideoKind, { page, search }: { page: number; search?: string | undefined }) {
  const { db, actor, locale } = ctx;
  const words = search ? searchQuery(search) : undefined;
  // What was typed holds nothing to search for.
  if (words === null) return { data: [], meta: { total: 0 } };
  const values = { kind, locale, userId: actor.id, offset: pageOffset(page) };
  const rows = await (words ? foundVideoPage(db).execute({ ...values, words }) : videoPage(db).execute(values));
  // The total rides on each row; a page past the end has none to carry it.
  if (rows.length === 0 && page > 1) return listWhere(ctx, { kind, search, page });
  return { data: await Promise.all(rows.map(({ total: _, ...row }) => toVideo(ctx, row))), meta: { total: rows[0]?.total ?? 0 } };
}

const toVideo = async <Row extends { source: FileSource | null }>(ctx: Context, { source, ...row }: Row) => ({
  ...row,
  video: await fileUrl(ctx, source),
});

/** Everything that can be watched, by how far one is and in which order one likes. */
export const listLibrary = (ctx: UserContext, input: LibraryInput) => listWhere(ctx, input);

/** How each language orders its letters: the database itself would go by their numbers. */
const COLLATIONS: Record<Locale, SQL> = {
  en: sql.raw('"en-x-icu"'),
  fr: sql.raw('"fr-x-icu"'),
  vi: sql.raw('"vi-x-icu"'),
  cn: sql.raw('"zh-x-icu"'),
  ar: sql.raw('"ar-x-icu"'),
};

const ORDERS = {
  newest: [desc(videos.date), desc(videos.id)],
  title: null,
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
  const sorting = ORDERS[order] ?? [asc(sql`${inLocale(videos.title, locale)} collate ${COLLATIONS[locale]}`), asc(videos.id)];
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
  return { data: await Promise.all(rows.map((row) => toVideo(ctx, row))), meta: { total: sum?.total ?? 0 } };
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
  const day = await dayOf(ctx, undefined);
  const [candidates, recent, [user], fields, interview] = await Promise.all([
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
      .orderBy(desc(answers.recordedAt))
      .limit(RECENT_ANSWERS),
    db.select({ profession: users.profession }).from(users).where(eq(users.id, actor.id)),
    db
      .select({ uid: categories.id, name: categories.name, description: categories.description })
      .from(categories)
      .where(isNull(categories.retiredAt))
      .limit(200),
    interviewOf(db, actor, day),
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
    daysLeft: interview && daysBetween(day.today, interview.date),
  });
  if (!best) return null;
  const { uid, title, description } = best.video;
  const scale = serverText(locale, `practice.rating.scale.${weakest ?? "rating_overall"}`);
  return { uid, title, description, reason: serverText(locale, `learning.reasons.${best.reason}`, { scale }) };
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
