import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { type FileProblem, sniffType } from "@/lib/file-kinds";
import type { Services } from "@/server/api/context";
import { mayBeDone } from "@/server/api/errors";
import type { Database, Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { forumImages } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";
import { letGo } from "@/server/jobs/orphans";
import { headOf, wholeOf } from "@/server/stored-bytes";
import { cleanPicture } from "@/server/vendors/pictures";
import { expectRoom } from "./queries";

interface Upload {
  key: string;
  type: string;
}

type Outcome = { taken: true; uid: string } | { taken: false; problem: FileProblem };

/** Pictures that somebody may have waiting for a message; the oldest make room. */
const MAX_WAITING = 30;
/** One that no message has taken is kept this long: somebody may be writing all evening. */
const UNUSED_HOURS = 24;
const BATCH = 500;

/**
 * Looks at a picture that was uploaded for a message, and keeps it for its uploader, written anew, under a key of its own: what
 * stands in a message stays when its uploader's account ends.
 */
export async function takeImage(services: Services, { userId, uid }: { userId: string; uid: string }, upload: Upload): Promise<Outcome> {
  const { db, files } = services;
  // What is removed in the end: what came, and until a row points to it what was made of it.
  let left = [upload.key];
  try {
    if (sniffType(await headOf(await files.open(upload.key))) !== upload.type) return { taken: false, problem: "lying" };
    const picture = await cleanPicture(userId, async () => wholeOf(await files.open(upload.key)));
    if (!picture) return { taken: false, problem: "unreadable" };
    const { image, width, height } = picture;
    const name = `${uid}.${upload.type.slice("image/".length)}`;
    const fileKey = await files.save({ name, type: upload.type, bytes: new Blob([new Uint8Array(image)]) });
    left.push(fileKey);
    const kept = { id: uid, uploaderId: userId, fileKey, type: upload.type, sizeBytes: image.length, width, height };
    left = [upload.key, ...(await keep(db, kept))];
    return { taken: true, uid };
  } catch (error) {
    // A row may point to it: it is left to the orphans, who look.
    if (mayBeDone(error)) left = [upload.key];
    if (!isUniqueViolation(error, "forum_images_pkey")) throw error;
    // The answer to an earlier try was lost on its way: the picture is there. Under another's id nothing is said of it.
    const own = and(eq(forumImages.id, uid), eq(forumImages.uploaderId, userId));
    const [before] = await db.select({ id: forumImages.id }).from(forumImages).where(own);
    if (!before) throw new AppError("conflict", { cause: error });
    return { taken: true, uid };
  } finally {
    await letGo(services, left);
  }
}

/**
 * Keeps a picture for its uploader, and drops the oldest of those that no message took.
 * @returns the keys of their files
 * @throws AppError imagesFull where others have come meanwhile: whoever asks again is told so before they send it
 */
async function keep(db: Database, row: typeof forumImages.$inferInsert & { uploaderId: string }): Promise<string[]> {
  const surplus = await db.transaction(async (tx) => {
    // One picture of an account at a time, so that the bound holds for many at once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${row.uploaderId}`}, 0))`);
    await expectRoom(tx, row.uploaderId, row.sizeBytes);
    await tx.insert(forumImages).values(row);
    const waiting = and(eq(forumImages.uploaderId, row.uploaderId), isNull(forumImages.postId));
    const old = tx
      .select({ id: forumImages.id })
      .from(forumImages)
      .where(waiting)
      .orderBy(desc(forumImages.createdAt), desc(forumImages.id))
      .offset(MAX_WAITING);
    return tx
      .delete(forumImages)
      .where(and(inArray(forumImages.id, old), waiting))
      .returning({ fileKey: forumImages.fileKey });
  });
  return surplus.map(({ fileKey }) => fileKey);
}

/**
 * Gives a message the pictures that stand in it: those that its author uploaded and that wait, or that are the message's already.
 * @throws AppError attachmentGone
 */
export async function attachImages(tx: Transaction, postId: string, authorId: string, uids: string[]): Promise<void> {
  if (uids.length === 0) return;
  const attached = await tx
    .update(forumImages)
    .set({ postId })
    .where(
      and(
        sql`${forumImages.id}::text = any(${sql.param(uids)}::text[])`,
        or(eq(forumImages.postId, postId), and(isNull(forumImages.postId), eq(forumImages.uploaderId, authorId))),
      ),
    )
    .returning({ id: forumImages.id });
  if (attached.length !== uids.length) throw new AppError("attachmentGone");
}

/** Pictures that no message took go; one that is taken at this very moment stays. */
export const dropUnused = (services: Services): Promise<void> =>
  inBatches(BATCH, async (size) => {
    const { db } = services;
    const unused = and(isNull(forumImages.postId), lt(forumImages.createdAt, sql`now() - make_interval(hours => ${UNUSED_HOURS}::int)`));
    const old = db.select({ id: forumImages.id }).from(forumImages).where(unused).limit(size);
    const gone = await db
      .delete(forumImages)
      .where(and(inArray(forumImages.id, old), isNull(forumImages.postId)))
      .returning({ fileKey: forumImages.fileKey });
    await letGo(
      services,
      gone.map(({ fileKey }) => fileKey),
    );
    return gone.length;
  });
