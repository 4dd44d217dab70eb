import { and, count, eq, inArray, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { Move } from "@/lib/enums/service";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct, recordActs } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { lockRows } from "@/server/db/lock-rows";
import { moveRow } from "@/server/db/order";
import { bookmarks, captions, categories, learningRemovals, questions, universities, videos, watchProgress } from "@/server/db/schema";
import { searchVectorOf } from "@/server/db/search";
import { letGo } from "@/server/jobs/orphans";
import { isSame, lastEdit, onlySeen, overSeen, type Saved, versionOf } from "@/server/version";
import { universityFacts } from "../universities/queries";
import { captionsVersion, videoFacts } from "./queries";
import { lacksForPublication } from "./rules";
import type { LanguageDeleteInput, PublishInput, VideoDeleteInput, VideoInput, WholeUniversityInput } from "./schema";

/**
 * Makes a draft, or changes a video's texts and what it belongs to; it counts as edited here from then on, and no release
 * overwrites it. One that says the same as before stays as it is.
 * @throws AppError notFound for it, its question or a category | conflict where somebody has written it since
 */
export async function saveVideo(ctx: UserContext, { uid, version: seen, question, chapters, ...texts }: VideoInput): Promise<Saved> {
  return ctx.db.transaction(async (tx) => {
    if (question) found((await tx.select({ id: questions.id }).from(questions).where(eq(questions.id, question)))[0]);
    const belongsTo = [...new Set(texts.categories)];
    if ((await tx.$count(categories, inArray(categories.id, belongsTo))) < belongsTo.length) throw new AppError("notFound");
    const values = {
      ...texts,
      questionId: question,
      chapters: chapters.toSorted((one, other) => one.at - other.at),
      editedAt: new Date(),
      search: searchVectorOf(texts.title, texts.description),
    };
    const after = videoFacts(values);
    if (uid) {
      const before = videoFacts(await lockVideo(tx, uid));
      const version = overSeen(seen, before, after);
      if (isSame(before, after)) return { uid, version };
      await tx.update(videos).set(values).where(eq(videos.id, uid));
      await recordAct(tx, ctx, { action: "learning.edit", target: video(uid), before, after });
      return { uid, version };
    }
    const id = idFrom("video", ctx.actor.id, ctx.idempotencyKey);
    // A new one comes first.
    const position = sql<number>`coalesce((select min(${videos.position}) from ${videos}), 0) - 1`;
    const row = { ...values, id, slug: id, position, published: false };
    const made = await tx.insert(videos).values(row).onConflictDoNothing().returning({ id: videos.id });
    const saved = { uid: id, version: versionOf(after) };
    if (made.length === 0) return saved;
    await recordAct(tx, ctx, { action: "learning.add", target: video(id), after });
    return saved;
  });
}

const video = (id: string) => ({ kind: "video", id });
const university = (id: string) => ({ kind: "university", id });

async function lockVideo(tx: Transaction, uid: string) {
  const [row] = await lockRows(tx, videos, [uid]);
  return found(row);
}

const captionCount = async (tx: Transaction, uid: string): Promise<number> =>
  (await tx.select({ n: count() }).from(captions).where(eq(captions.videoId, uid)))[0]?.n ?? 0;

/**
 * Shows videos to people, or takes them back, all of them or none.
 * @returns those that stood otherwise  @throws AppError notFound, videoNeedsFile, videoNeedsCaptions for any of them
 */
export async function publishVideos(ctx: UserContext, { uids, published }: PublishInput) {
  return ctx.db.transaction(async (tx) => {
    const rows = (await lockRows(tx, videos, uids)).filter((row) => row.published !== published);
    const turned = rows.map(({ id }) => id);
    const captioned = await tx.selectDistinct({ id: captions.videoId }).from(captions).where(inArray(captions.videoId, turned));
    for (const { id, source } of published ? rows : []) {
      const lack = lacksForPublication({ hasFile: source !== null, captions: captioned.some((own) => own.id === id) ? 1 : 0 });
      if (lack) throw new AppError(lack === "file" ? "videoNeedsFile" : "videoNeedsCaptions");
    }
    await tx.update(videos).set({ published, editedAt: new Date() }).where(inArray(videos.id, turned));
    await recordPublished(tx, ctx, turned.map(video), published);
    return turned.map((uid) => ({ uid }));
  });
}

const recordPublished = (tx: Transaction, ctx: UserContext, targets: { kind: string; id: string }[], published: boolean): Promise<void> =>
  recordActs(
    tx,
    ctx,
    targets.map((target) => ({ action: published ? "learning.publish" : "learning.withdraw", target })),
  );

/** Moves a video among those of its kind. @throws AppError notFound */
export async function moveVideo(ctx: UserContext, { uid, to }: { uid: string; to: Move }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Moves wait for one another before they lock a row, or two would wait in a circle.
    const [row] = await tx.select({ kind: videos.kind }).from(videos).where(eq(videos.id, uid));
    await moveRow(tx, videos, eq(videos.kind, found(row).kind), uid, to);
    await recordAct(tx, ctx, { action: "learning.move", target: video(uid), detail: { to } });
  });
}

/**
 * Deletes a draft that nobody has begun or bookmarked, for good: what people made of a video is theirs, and no release brings it back.
 * @throws AppError notFound, wrongState | conflict where somebody has written it, or sent something of it, since
 */
export async function deleteVideo(ctx: UserContext, { uid, editedAt: seen }: VideoDeleteInput): Promise<void> {
  const key = await ctx.db.transaction(async (tx) => {
    const row = await lockVideo(tx, uid);
    const { published, source, editedAt } = row;
    const [watched, marked] = await Promise.all([
      tx.$count(watchProgress, eq(watchProgress.videoId, uid)),
      tx.$count(bookmarks, eq(bookmarks.videoId, uid)),
    ]);
    if (published || watched > 0 || marked > 0) throw new AppError("wrongState");
    onlySeen(seen, lastEdit(editedAt));
    await tx.delete(videos).where(eq(videos.id, uid));
    await tx.insert(learningRemovals).values({ id: uid }).onConflictDoNothing();
    await recordAct(tx, ctx, { action: "learning.delete", target: video(uid), before: videoFacts(row) });
    return source && "key" in source ? source.key : undefined;
  });
  if (key) await letGo(ctx, [key]);
}

/**
 * Takes captions away; a published video keeps its last ones.
 * @throws AppError notFound, videoNeedsCaptions | conflict where somebody has sent others since
 */
export async function deleteCaptions(ctx: UserContext, { uid, language, version: seen }: LanguageDeleteInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { published } = await lockVideo(tx, uid);
    const own = and(eq(captions.videoId, uid), eq(captions.locale, language));
    const gone = found((await tx.delete(captions).where(own).returning({ vtt: captions.vtt }))[0]);
    onlySeen(seen, captionsVersion(gone));
    if (published && (await captionCount(tx, uid)) === 0) throw new AppError("videoNeedsCaptions");
    await tx.update(videos).set({ editedAt: new Date() }).where(eq(videos.id, uid));
    await recordAct(tx, ctx, { action: "learning.detach", target: video(uid), detail: { language } });
  });
}

/** Makes a university that nobody sees yet, or changes one. @throws AppError notFound | conflict where somebody has written it since */
export async function saveUniversity(ctx: UserContext, { uid, version: seen, ...texts }: WholeUniversityInput): Promise<Saved> {
  const values = { ...texts, search: searchVectorOf(texts.name, texts.city) };
  return ctx.db.transaction(async (tx) => {
    if (uid) {
      const [row] = await lockRows(tx, universities, [uid]);
      const before = universityFacts(found(row));
      const version = overSeen(seen, before, texts);
      if (isSame(before, texts)) return { uid, version };
      await tx.update(universities).set(values).where(eq(universities.id, uid));
      await recordAct(tx, ctx, { action: "learning.edit", target: university(uid), before, after: texts });
      return { uid, version };
    }
    const id = idFrom("university", ctx.actor.id, ctx.idempotencyKey);
    const position = sql<number>`coalesce((select max(${universities.position}) from ${universities}), 0) + 1`;
    const row = { ...values, id, slug: id, position, published: false };
    const made = await tx.insert(universities).values(row).onConflictDoNothing().returning({ id: universities.id });
    const saved = { uid: id, version: versionOf(texts) };
    if (made.length === 0) return saved;
    await recordAct(tx, ctx, { action: "learning.add", target: university(id), after: texts });
    return saved;
  });
}

/** Shows universities to people, or takes them back, all of them or none. @returns those that stood otherwise  @throws AppError notFound */
export async function publishUniversities(ctx: UserContext, { uids, published }: PublishInput) {
  return ctx.db.transaction(async (tx) => {
    const rows = await lockRows(tx, universities, uids);
    const turned = rows.filter((row) => row.published !== published).map(({ id }) => id);
    await tx.update(universities).set({ published }).where(inArray(universities.id, turned));
    await recordPublished(tx, ctx, turned.map(university), published);
    return turned.map((uid) => ({ uid }));
  });
}

/** @throws AppError notFound */
export async function moveUniversity(ctx: UserContext, { uid, to }: { uid: string; to: Move }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    found((await tx.select({ id: universities.id }).from(universities).where(eq(universities.id, uid)))[0]);
    await moveRow(tx, universities, undefined, uid, to);
    await recordAct(tx, ctx, { action: "learning.move", target: university(uid), detail: { to } });
  });
}
