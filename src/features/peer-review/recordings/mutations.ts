import { randomUUID } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { durationSlackMs } from "@/features/practice/delivery/rules";
import { lockAnswer, questionOf } from "@/features/practice/queries";
import { asLongAs } from "@/features/practice/rules";
import { AppError, found } from "@/lib/app-error";
import type { WithdrawnFor } from "@/lib/enums/peer-review";
import { cleaning, containerOf } from "@/lib/recordings/cleaning";
import { type Looked, type Patch, Unreadable } from "@/lib/recordings/container";
import type { Services } from "@/server/api/context";
import { mayBeDone } from "@/server/api/errors";
import type { Actor } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { answers, reviewRequests } from "@/server/db/schema";
import { runEach, runParts } from "@/server/jobs/parts";
import { wakeJob } from "@/server/jobs/queue";
import { temporaryFolder } from "@/server/temporary";
import { notifyAuthor, touch } from "../notices/mutations";
import { openRequest, PREPARE_JOB, withdraw } from "../requests/mutations";
import { lockRequests } from "../requests/queries";
import { hoursBefore, OPENED_HOURS } from "../rules";

/** Written in one go at most. */
const PIECE = 1 << 20;

async function apply(file: FileHandle, patches: readonly Patch[]): Promise<void> {
  for (const { at, bytes } of patches) {
    for (let from = 0; from < bytes.length; from += PIECE) {
      const piece = bytes.subarray(from, from + PIECE);
      await file.write(piece, 0, piece.length, at + from);
    }
  }
}

/**
 * Stores a copy of a recording that says nothing of who made it, under a name that says nothing either.
 * @returns its key, and how long it is, where the file tells it
 * @throws Unreadable for a file that is not what its type says
 */
async function cleanCopy({ env, files }: Services, key: string, type: string): Promise<{ key: string } & Pick<Looked, "lengthMs">> {
  const container = containerOf(type);
  if (!container) throw new Unreadable(type);
  const name = randomUUID();
  const target = path.join(await temporaryFolder(env.dataDir), name);
  try {
    await pipeline(Readable.fromWeb((await files.open(key)) as never), createWriteStream(target, { mode: 0o600 }));
    const { size } = await stat(target);
    const file = await open(target, "r+");
    let lengthMs: number | undefined;
    try {
      const read = async (at: number, length: number) => {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      };
      const looked = await cleaning(container, read, size);
      lengthMs = looked.lengthMs;
      await apply(file, looked.patches);
    } finally {
      await file.close();
    }
    return { key: await files.save({ name, type, bytes: await openAsBlob(target) }), lengthMs };
  } finally {
    await rm(target, { force: true });
  }
}

/** So many at once; the rest with the next run. */
const BATCH = 100;
/** Nor is one begun later than this in a run, in milliseconds: the queue gives up a run after a quarter of an hour, and would begin another beside it. */
const RUN_MS = 10 * 60_000;

/** Requests that did not come into the queue yet. */
const isUnopened = and(eq(reviewRequests.state, "open"), isNull(reviewRequests.openedAt));
/** The voice that reviewers are to hear first did not come from its author's device yet. */
const isVoiceless = and(eq(reviewRequests.staged, true), isNull(reviewRequests.voiceUploadKey));
/** Requests whose copies are to be made: those with a voice of its own once that is there. */
const isWaiting = and(isUnopened, or(eq(reviewRequests.staged, false), isNotNull(reviewRequests.voiceUploadKey)));

/**
 * Makes the copies of new requests, and opens them. One that fails does not keep the others, nor does one with which the process ends; it is
 * tried again by the clock.
 */
export async function prepareRequests(services: Services, now = new Date()): Promise<void> {
  const due = await services.db
    .select({ request: reviewRequests, fileKey: answers.fileKey, type: answers.mimeType })
    .from(reviewRequests)
    .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
    .where(and(isWaiting, isNull(answers.deletedAt), isNotNull(answers.fileKey)))
    // Those that were tried come after all that are new, whoever has waited longest since first.
    .orderBy(sql`${reviewRequests.triedAt} asc nulls first`, asc(reviewRequests.createdAt))
    .limit(BATCH);
  const until = performance.now() + RUN_MS;
  for (const { request, fileKey, type } of due) {
    if (performance.now() > until) return wakeJob(services.db, PREPARE_JOB);
    // Written before it is opened: a recording with which the process ends must not be the first one for the next.
    const [still] = await services.db
      .update(reviewRequests)
      .set({ triedAt: now })
      // Another run may be at the same: its copies may be there by now.
      .where(and(eq(reviewRequests.id, request.id), isWaiting))
      .returning({ id: reviewRequests.id });
    if (!still) continue;
    await prepare(services, request, { key: fileKey ?? "", type: type ?? "" }, now).catch((error: unknown) => {
      services.log.error({ err: error, request: request.id }, "copies for review");
    });
  }
}

/** Ends requests that did not come into the queue within a day: their authors are told why, and may ask again. */
export async function endUnopened(services: Services, now = new Date()): Promise<void> {
  const late = lte(reviewRequests.createdAt, hoursBefore(now, OPENED_HOURS));
  // However long the app stood still, copies that could not be made are tried once more after that day.
  const triedLate = sql`${reviewRequests.triedAt} >= ${reviewRequests.createdAt} + make_interval(hours => ${OPENED_HOURS}::int)`;
  const end = async (why: GivenUp["why"], lacking: SQL | undefined) => {
    const due = await services.db
      .select()
      .from(reviewRequests)
      .where(and(isUnopened, late, lacking))
      .orderBy(asc(reviewRequests.createdAt))
      .limit(BATCH);
    await runEach(
      services.log,
      due,
      ({ id }) => id,
      (request) => giveUp(services, request, { why, lacking }, now),
    );
  };
  await runParts(services.log, {
    voiceless: () => end("voiceless", isVoiceless),
    unprepared: () => end("unprepared", and(isWaiting, triedLate)),
  });
}

async function prepare(services: Services, request: typeof reviewRequests.$inferSelect, whole: { key: string; type: string }, now: Date) {
  const made: string[] = [];
  const copy = async (key: string, type: string) => {
    const kept = await cleanCopy(services, key, type);
    made.push(kept.key);
    return kept;
  };
  // Whether a request points to what was made, or may.
  let opened = false;
  try {
    const { key: copyKey, lengthMs } = await copy(whole.key, whole.type);
    const voiceKey = request.voiceUploadKey ? (await copy(request.voiceUploadKey, request.voiceType ?? "")).key : null;
    opened = await services.db.transaction(async (tx) => {
      const answer = await lockAnswer(tx, { id: request.authorId }, request.answerId);
      const [row] = await lockRequests(tx, and(eq(reviewRequests.id, request.id), isWaiting));
      // It was taken back meanwhile, or another process was faster.
      if (!row) return false;
      if (answer && lengthMs !== undefined) await correctLength(tx, answer, lengthMs);
      await tx.update(reviewRequests).set({ copyKey, voiceKey }).where(eq(reviewRequests.id, row.id));
      await openRequest(tx, row, now);
      return true;
    });
  } catch (error) {
    opened = mayBeDone(error);
    if (!(error instanceof Unreadable)) throw error;
    await giveUp(services, request, { why: "unreadable", lacking: isWaiting }, now);
  } finally {
    if (!opened) await services.files.remove(made);
  }
}

/**
 * How long a take is was told by whoever sent it. Reviewers are to hear half of it and speak of its seconds, so where its file says otherwise
 * that counts.
 */
async function correctLength(tx: Transaction, { id, deletedAt, durationMs, overrunMs }: typeof answers.$inferSelect, lengthMs: number) {
  const told = durationMs ?? 0;
  if (deletedAt !== null || Math.abs(told - lengthMs) <= durationSlackMs(lengthMs)) return;
  await tx
    .update(answers)
    .set(asLongAs({ durationMs: told, overrunMs }, lengthMs))
    .where(eq(answers.id, id));
}

interface GivenUp {
  why: Extract<WithdrawnFor, "unreadable" | "voiceless" | "unprepared">;
  /** What it still has to be when it is locked. */
  lacking: SQL | undefined;
}

/** Nobody can be asked to listen to this: its author is told, and nothing was lost by it. */
const giveUp = (
  { db }: Services,
  { id, answerId, authorId }: typeof reviewRequests.$inferSelect,
  { why, lacking }: GivenUp,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const answer = await lockAnswer(tx, { id: authorId }, answerId);
    const [row] = await lockRequests(tx, and(eq(reviewRequests.id, id), isUnopened, lacking));
    // What is deleted ends for that.
    if (!row || !answer || answer.deletedAt !== null) return;
    await withdraw(tx, row, why, now);
    await notifyAuthor(tx, row, `review_${why}`, { question: await questionOf(tx, { questionId: answer.questionId, answerId }, authorId) });
  });

/** Removes the copies of requests that nobody reviews any more. Runs again until the storage has confirmed each. */
export async function eraseCopies({ db, files }: Services): Promise<void> {
  for (;;) {
    const due = await db
      .select()
      .from(reviewRequests)
      .where(and(ne(reviewRequests.state, "open"), isNull(reviewRequests.erasedAt)))
      .limit(BATCH);
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await files.remove(due.flatMap(keysOf));
    await files.removeUnfinished("reviewVoice", ids);
    await db
      .update(reviewRequests)
      .set({ erasedAt: sql`now()`, copyKey: null, voiceKey: null, voiceUploadKey: null })
      .where(inArray(reviewRequests.id, ids));
  }
}

/** The stored files of a request. */
export const keysOf = ({
  copyKey,
  voiceKey,
  voiceUploadKey,
}: Pick<typeof reviewRequests.$inferSelect, "copyKey" | "voiceKey" | "voiceUploadKey">) =>
  [copyKey, voiceKey, voiceUploadKey].filter((key) => key !== null);

/** An own request that waits for its voice. @throws AppError notFound | wrongState */
export async function awaitsVoice(tx: Transaction, actor: Pick<Actor, "id">, uid: string) {
  const [row] = await lockRequests(tx, and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, actor.id)));
  const { staged, openedAt, state } = found(row);
  if (!staged || state !== "open" || openedAt !== null) throw new AppError("wrongState");
}

/** The voice alone has arrived; one that came before is replaced. @returns `keep`: it is the request's voice now, `replaced`: what was before */
export async function takeVoice({ db }: Services, { userId, uid, key, type }: { userId: string; uid: string; key: string; type: string }) {
  return db.transaction(async (tx) => {
    const [row] = await lockRequests(tx, and(eq(reviewRequests.id, uid), eq(reviewRequests.authorId, userId)));
    if (row?.voiceUploadKey === key) return { keep: true, replaced: null };
    if (!row?.staged || row.state !== "open" || row.openedAt !== null) return { keep: false, replaced: null };
    await tx.update(reviewRequests).set({ voiceUploadKey: key, voiceType: type }).where(eq(reviewRequests.id, uid));
    await touch(tx, userId, { what: "request", uid });
    await wakeJob(tx, PREPARE_JOB);
    return { keep: true, replaced: row.voiceUploadKey };
  });
}
