import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { claimRoom } from "@/features/subscription/queries";
import { isOnItsWay } from "@/features/subscription/rules";
import { AppError, found } from "@/lib/app-error";
import type { AnswerState } from "@/lib/enums/practice";
import type { Services, UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { answerDeliveries, answerStarMarks, answers, questions, shareLinks, simulationTakes } from "@/server/db/schema";
import { durationSlackMs } from "./delivery/rules";
import { getAnswer, isReviewed, lockAnswer, shareLink, toRatings } from "./queries";
import { afterRating, canShare, isOnDevice, isStored, ratingColumns, recordedAt, take } from "./rules";
import { gradeTake, ungradeTakes } from "./schedule/mutations";
import type { AnswerInput, RecordingInput } from "./schema";
import { lockPlace } from "./simulations/queries";

type AnswerRow = typeof answers.$inferSelect;

/**
 * Saves a practice answer record: creates it, or changes what is given of one's own.
 * @throws AppError notFound for a stranger's or deleted answer, wrongState, recordingMismatch, invalidInput
 */
export async function saveAnswer(ctx: UserContext, input: AnswerInput) {
  const uid = input.uid ?? idFrom("answer", ctx.actor.id, ctx.idempotencyKey);
  await ctx.db.transaction(async (tx) => {
    const existing = await lockAnswer(tx, ctx.actor, uid);
    // A call that is repeated under its key after a crash finds what the first one made, and leaves it as it is by now.
    if (existing && input.uid === undefined) return;
    if (existing) await changeAnswer(tx, existing, input);
    else if (!(await createAnswer(tx, ctx.actor, uid, input))) {
      // The id is taken after all: by the same save, sent twice at once, or by a stranger, whose answer does not exist here.
      await changeAnswer(tx, found(await lockAnswer(tx, ctx.actor, uid)), input);
    }
    if (input.rate_your_self || input.question_difficulty !== undefined) {
      await gradeTake(tx, { userId: ctx.actor.id, answerId: uid, timeZone: input.time_zone });
    }
  });
  return getAnswer(ctx, uid);
}

/** @returns false when an answer has this id already */
async function createAnswer(tx: Transaction, actor: Actor, uid: string, input: AnswerInput): Promise<boolean> {
  if (!input.question_id) throw new AppError("invalidInput", { issues: [{ path: ["question_id"], key: "required" }] });
  const place = await placeOf(tx, actor, input.question_id, input);
  const [question] = await tx
    .select()
    .from(questions)
    // Whoever recorded an answer was asked: it is not lost because the question was taken out since, or is a draft again. Of one that was
    // never asked nobody knows the id.
    .where(and(eq(questions.id, input.question_id), place || input.recording ? undefined : eq(questions.published, true)));
  if (!question) throw new AppError("invalidInput", { issues: [{ path: ["question_id"], key: "invalid" }] });
  if (input.category_id && input.category_id !== question.categoryId) {
    throw new AppError("invalidInput", { issues: [{ path: ["category_id"], key: "invalid" }] });
  }
  // A record without a recording has nothing left to store.
  const state: AnswerState = input.recording ? "captured" : "stored";
  const made = await tx
    .insert(answers)
    .values({
      id: uid,
      userId: actor.id,
      questionId: question.id,
      state: input.rate_your_self ? afterRating(state) : state,
      mode: input.simulation ? (place?.standing === "counted" ? "simulation" : "practice") : (input.mode ?? "practice"),
      readingTime: place?.readingTime ?? input.reading_time ?? question.readingTime,
      answerTime: place?.answerTime ?? input.answer_time ?? question.answerTime,
      questionDifficulty: input.question_difficulty,
      comments: input.comments ?? "",
      ...(input.recorded_at === undefined ? {} : { recordedAt: recordedAt(input.recorded_at, new Date()) }),
      ...recordingColumns(input.recording),
      ...(input.rate_your_self ? ratingColumns(input.rate_your_self) : {}),
    })
    .onConflictDoNothing()
    .returning({ id: answers.id });
  if (made.length === 0) return false;
  if (place) await tx.insert(simulationTakes).values({ answerId: uid, ...place.take, standing: place.standing });
  return true;
}

/** The place of a simulation for which this answer is brought, locked. One that has gone leaves an ordinary practice take. */
async function placeOf(tx: Transaction, actor: Actor, questionId: string, { simulation, recording }: AnswerInput) {
  if (!simulation) return undefined;
  const { uid, position, started_after_ms: startedAfterMs } = simulation;
  const place = await lockPlace(tx, actor, { uid, position, questionId, startedAfterMs, durationMs: recording?.duration_ms ?? 0 });
  return place && { ...place, take: { simulationId: uid, position } };
}

async function changeAnswer(tx: Transaction, row: AnswerRow, input: AnswerInput): Promise<void> {
  if (row.state === "deleted") throw new AppError("notFound");
  // What a take answers, and how strictly, was settled when it was made.
  const moved = input.question_id && input.question_id !== row.questionId;
  if (moved || (input.mode && !input.simulation && input.mode !== row.mode)) throw new AppError("wrongState");
  const replaces = input.recording && input.recording.md5 !== row.md5;
  // What was saved without a recording gets none: there was none announced that this one could differ from.
  if (replaces && !isOnDevice(row.state)) throw new AppError(row.md5 === null ? "wrongState" : "recordingMismatch");
  // A simulation has no second take. The same may come as another file: its device mends what it kept once there is room for that.
  if (replaces && row.mode === "simulation" && !isAsLong(input.recording, row)) throw new AppError("recordingMismatch");
  if (replaces) await forgetMeasured(tx, [row.id]);
  // A simulation's times are those of its place, whatever its device says of them each time that it sends.
  const { reading_time: readingTime, answer_time: answerTime } = row.mode === "simulation" ? {} : input;
  await tx
    .update(answers)
    .set({
      state: input.rate_your_self ? afterRating(row.state) : row.state,
      ...(readingTime === undefined ? {} : { readingTime }),
      ...(answerTime === undefined ? {} : { answerTime }),
      ...(input.question_difficulty === undefined ? {} : { questionDifficulty: input.question_difficulty }),
      ...(input.comments === undefined ? {} : { comments: input.comments }),
      ...(replaces ? recordingColumns(input.recording) : {}),
      // What was let in was smaller: this one asks for room anew.
      ...(replaces && (input.recording?.size ?? 0) > (row.sizeBytes ?? 0) ? { sendingSince: null } : {}),
      ...(input.rate_your_self ? { ...ratingColumns(input.rate_your_self), ratingsBeforePeers: await unswayed(tx, row) } : {}),
    })
    .where(eq(answers.id, row.id));
}

/** What is mended loses its last broken piece, and is measured by its packets. */
const isAsLong = (recording: RecordingInput | null | undefined, { durationMs }: AnswerRow): boolean =>
  !recording || durationMs === null || Math.abs(recording.duration_ms - durationMs) <= durationSlackMs(durationMs);

/**
 * What somebody thought of a take before they could read what peers say of it. Reviews show as soon as it is rated: of a reviewed take this is
 * the rating before its first change since then, and later changes do not replace it.
 */
async function unswayed(tx: Transaction, row: AnswerRow): Promise<AnswerRow["ratingsBeforePeers"]> {
  return row.ratingsBeforePeers ?? ((await isReviewed(tx, row.id)) ? toRatings(row) : null);
}

/** What was measured and marked holds for one recording. */
async function forgetMeasured(tx: Transaction, answerIds: string[]): Promise<void> {
  await tx.delete(answerDeliveries).where(inArray(answerDeliveries.answerId, answerIds));
  await tx.delete(answerStarMarks).where(inArray(answerStarMarks.answerId, answerIds));
}

const recordingColumns = (recording: RecordingInput | null | undefined) =>
  recording
    ? {
        recordingKind: recording.kind,
        mimeType: recording.type,
        sizeBytes: recording.size,
        durationMs: recording.duration_ms,
        overrunMs: recording.overrun_ms ?? 0,
        md5: recording.md5,
      }
    : {};

/**
 * The answer whose file is about to be sent, marked so; sending again after a broken upload is allowed.
 * @throws AppError notFound | wrongState | recordingMismatch when the file is not the one that was declared |
 * takesPerWeekReached | storageFull when the plan has no room for it now
 */
export async function beginUpload(
  services: Services,
  tx: Transaction,
  actor: Actor,
  uid: string,
  file: { size: number; type: string },
): Promise<AnswerRow> {
  const row = found(await lockAnswer(tx, actor, uid));
  if (row.state === "deleted") throw new AppError("notFound");
  if (!isOnDevice(row.state)) throw new AppError("wrongState");
  if (row.sizeBytes !== file.size || row.mimeType !== file.type) throw new AppError("recordingMismatch");
  // What was let in stays let in, whatever the limits are by now.
  if (!isOnItsWay(row, new Date())) await claimRoom(services, tx, { userId: actor.id, uid, size: file.size });
  const state = take.can(row.state, "uploading", "device") ? "uploading" : row.state;
  await tx.update(answers).set({ state, sendingSince: sql`now()` }).where(eq(answers.id, uid));
  return row;
}

/**
 * Records that the whole file has arrived and is the one that the device made. The same file once more, also under another
 * key after a broken try, changes nothing.
 * @param args `plays`: whether it looks like a recording; what is stored already is not judged anew
 * @returns `stored`: the answer has its recording; `keep`: this very file is it, any other is to be removed; `refused`: as announced, and no recording
 */
export async function completeUpload(
  tx: Transaction,
  args: { userId: string; uid: string; key: string; md5: string; size: number; plays: boolean },
): Promise<{ stored: boolean; keep: boolean; refused?: true }> {
  const row = await lockAnswer(tx, { id: args.userId }, args.uid);
  const announced = row !== undefined && row.state !== "deleted" && row.md5 === args.md5 && row.sizeBytes === args.size;
  if (!announced) return { stored: false, keep: false };
  if (row.fileKey !== null) return { stored: true, keep: row.fileKey === args.key };
  if (!args.plays) return { stored: false, keep: false, refused: true };
  const rated = row.ratingOverall !== null;
  await tx
    .update(answers)
    .set({ state: rated ? afterRating("stored") : "stored", fileKey: args.key, storedAt: sql`now()` })
    .where(eq(answers.id, args.uid));
  return { stored: true, keep: true };
}

/** Deletes one's own answer: what it says goes now, the file by the next job. The empty row stops a device from sending it again. */
export async function deleteAnswer(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if ((await markDeleted(tx, ctx.actor, [uid])) === 0) throw new AppError("notFound");
  });
  await eraseSoon(ctx);
}

/** The files of deleted answers go soon; so does what others have of them for review, to which the feature that lent it sees. */
export async function eraseSoon({ jobs }: UserContext): Promise<void> {
  await jobs.send("practice.erase");
  await jobs.send("peerReview.tidy");
}

/** Deletes those of the answers that are one's own and still there; their files are due then. @returns how many that were */
export async function markDeleted(tx: Transaction, actor: Actor, uids: string[]): Promise<number> {
  const rows = await tx
    .select({ id: answers.id, state: answers.state })
    .from(answers)
    .where(and(inArray(answers.id, uids), eq(answers.userId, actor.id)))
    .orderBy(answers.id)
    .for("update");
  const ids = rows.filter(({ state }) => take.can(state, "deleted", "candidate")).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(shareLinks.answerId, ids), isNull(shareLinks.revokedAt)));
  await forgetMeasured(tx, ids);
  await ungradeTakes(tx, actor.id, ids);
  await tx
    .update(answers)
    .set({
      state: "deleted",
      deletedAt: sql`now()`,
      comments: "",
      questionDifficulty: null,
      clarity: null,
      logicRelevance: null,
      expertiseInsight: null,
      attitudeEngagement: null,
      ratingOverall: null,
      ratingsBeforePeers: null,
      recordingKind: null,
      md5: null,
      durationMs: null,
    })
    .where(inArray(answers.id, ids));
  return ids.length;
}

/** Removes the files of deleted answers, also half-sent ones. Runs again until the storage has confirmed each. */
export async function eraseDeleted({ db, files }: Services): Promise<void> {
  for (;;) {
    const due = await db
      .select({ id: answers.id, fileKey: answers.fileKey })
      .from(answers)
      .where(and(isNotNull(answers.deletedAt), isNull(answers.erasedAt)))
      .limit(100);
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await files.remove(due.flatMap((row) => row.fileKey ?? []));
    await files.removeUnfinished("recording", ids);
    await db.update(answers).set({ erasedAt: sql`now()`, fileKey: null, mimeType: null, sizeBytes: null }).where(inArray(answers.id, ids));
  }
}

/** The working link of one's own rated answer, made when there is none. */
export async function shareAnswer(ctx: UserContext, uid: string): Promise<string> {
  const linkId = await ctx.db.transaction(async (tx) => {
    const row = found(await lockAnswer(tx, ctx.actor, uid));
    if (row.state === "deleted") throw new AppError("notFound");
    const [active] = await tx
      .select()
      .from(shareLinks)
      .where(and(eq(shareLinks.answerId, uid), isNull(shareLinks.revokedAt)));
    if (active) return active.id;
    const rated = row.ratingOverall !== null;
    if (!row.fileKey || !canShare(row.state, rated)) throw new AppError(isStored(row.state) && !rated ? "rateBeforeSharing" : "wrongState");
    const id = uuidv7();
    await tx.insert(shareLinks).values({ id, answerId: uid });
    if (take.can(row.state, "link_shared", "candidate")) await tx.update(answers).set({ state: "link_shared" }).where(eq(answers.id, uid));
    return id;
  });
  return shareLink(ctx, linkId);
}

/** Ends the link for good; sharing again makes another address. */
export async function revokeShare(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = found(await lockAnswer(tx, ctx.actor, uid));
    if (row.state === "deleted") throw new AppError("notFound");
    await tx
      .update(shareLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(shareLinks.answerId, uid), isNull(shareLinks.revokedAt)));
    if (take.can(row.state, "private", "candidate") && row.state === "link_shared") {
      await tx.update(answers).set({ state: "private" }).where(eq(answers.id, uid));
    }
  });
}
