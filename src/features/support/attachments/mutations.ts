import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { type FileProblem, shortName, sniffType } from "@/lib/file-kinds";
import type { Services } from "@/server/api/context";
import { mayBeDone } from "@/server/api/errors";
import type { Database } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { supportAttachments } from "@/server/db/schema";
import { letGo } from "@/server/jobs/orphans";
import { headOf, wholeInTurn, wholeOf } from "@/server/stored-bytes";
import { cleanPicture } from "@/server/vendors/pictures";
import { expectRoom } from "./queries";

interface Upload {
  key: string;
  name: string;
  type: string;
  size: number;
}

type Outcome = { taken: true; uid: string } | { taken: false; problem: FileProblem };

/** Files that somebody may have waiting for a message: a few messages' worth. The oldest make room. */
const MAX_WAITING = 20;

/**
 * Looks at a file that was uploaded for a message, and keeps it for its uploader under a key of its own: what was sent belongs to
 * the conversation, and stays when its uploader's account ends or the upload comes twice. Of pictures only what can be seen is kept,
 * written anew: no place where they were taken, and nothing else that a file may carry.
 */
export async function takeAttachment(
  services: Services,
  { userId, uid }: { userId: string; uid: string },
  upload: Upload,
): Promise<Outcome> {
  const { files } = services;
  // What is removed in the end: what came, and until a row points to it what was made of it.
  let left = [upload.key];
  try {
    const load = async () => wholeOf(await files.open(upload.key));
    if (sniffType(await headOf(await files.open(upload.key))) !== upload.type) return { taken: false, problem: "lying" };
    const row = { id: uid, uploaderId: userId, name: shortName(upload.name), type: upload.type };
    const save = async (name: string, type: string, content: Uint8Array): Promise<string> => {
      const key = await files.save({ name, type, bytes: new Blob([new Uint8Array(content)]) });
      left.push(key);
      return key;
    };
    if (upload.type === "application/pdf") {
      const content = await wholeInTurn(userId, load, async (bytes) => ({
        fileKey: await save(row.name, row.type, bytes),
        sizeBytes: bytes.length,
      }));
      left = [upload.key, ...(await keep(services.db, userId, { ...row, ...content }))];
    } else {
      const picture = await cleanPicture(userId, load);
      if (!picture) return { taken: false, problem: "unreadable" };
      const { image, preview, width, height } = picture;
      const fileKey = await save(row.name, row.type, image);
      const previewKey = await save("preview.webp", "image/webp", preview);
      const kept = { ...row, fileKey, previewKey, sizeBytes: image.length, width, height };
      left = [upload.key, ...(await keep(services.db, userId, kept))];
    }
    return { taken: true, uid };
  } catch (error) {
    // A row may point to them: they are left to the orphans, who look.
    if (mayBeDone(error)) left = [upload.key];
    if (!isUniqueViolation(error, "support_attachments_pkey")) throw error;
    // The answer to an earlier try was lost on its way: the file is there. Under another's id nothing is said of it.
    const own = and(eq(supportAttachments.id, uid), eq(supportAttachments.uploaderId, userId));
    const [before] = await services.db.select({ id: supportAttachments.id }).from(supportAttachments).where(own);
    if (!before) throw new AppError("conflict", { cause: error });
    return { taken: true, uid };
  } finally {
    await letGo(services, left);
  }
}

/**
 * Keeps a file for its uploader, and drops the oldest of those that were never sent.
 * @returns the keys of their files
 * @throws AppError attachmentsFull where others have come meanwhile: whoever asks again is told so before they send it
 */
async function keep(db: Database, userId: string, row: typeof supportAttachments.$inferInsert): Promise<string[]> {
  const surplus = await db.transaction(async (tx) => {
    // One file of an account at a time, so that the bound holds for many at once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attachments of ${userId}`}, 0))`);
    await expectRoom(tx, userId, row.sizeBytes);
    await tx.insert(supportAttachments).values(row);
    const waiting = and(eq(supportAttachments.uploaderId, userId), isNull(supportAttachments.messageId));
    const old = tx
      .select({ id: supportAttachments.id })
      .from(supportAttachments)
      .where(waiting)
      .orderBy(desc(supportAttachments.createdAt), desc(supportAttachments.id))
      .offset(MAX_WAITING);
    // One that is sent at this very moment stays.
    return tx
      .delete(supportAttachments)
      .where(and(inArray(supportAttachments.id, old), waiting))
      .returning({ fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey });
  });
  return surplus.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]);
}
