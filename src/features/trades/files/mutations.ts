import { and, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { shortName, sniffType } from "@/lib/file-kinds";
import type { Services } from "@/server/api/context";
import { mayBeDone } from "@/server/api/errors";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { formEntries, workspaceFiles, workspaceMembers } from "@/server/db/schema";
import { rowIn, withWorkspace } from "@/server/db/workspace";
import { letGo } from "@/server/jobs/orphans";
import { wakeJob } from "@/server/jobs/queue";
import { headOf, wholeInTurn, wholeOf } from "@/server/stored-bytes";
import { cleanPicture } from "@/server/vendors/pictures";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { subjectOf } from "../queries";
import { manages } from "../rules";
import { lockWorkspace } from "../workspace/queries";
import { bytesOf, fileOf, waiting } from "./queries";
import { isPicture, type KeepProblem, MAX_WAITING, MAX_WORKSPACE_BYTES, MOST_ENTRY_FILES, renamed } from "./rules";
import type { FileDeleteInput, FileRenameInput, FileUploadInput } from "./schema";

/** By this name the storage is asked to drop what no row knows any more. */
export const DISCARD_JOB = "trades.discarded";

type Outcome = { taken: true; uid: string } | { taken: false; problem: KeepProblem };

interface Upload {
  key: string;
  name: string;
  type: string;
  size: number;
}

/** Who sends a file, and where to. */
export type FileMeta = FileUploadInput & { userId: string };

/** What belongs to nothing waits for the note that it was chosen for. */
const isOfSomething = ({ customerUid, jobUid, slabUid }: Omit<FileMeta, "userId" | "workspaceId" | "uid">): boolean =>
  Boolean(customerUid || jobUid || slabUid);

/** @throws AppError notFound for whoever is not in the workspace, or a subject that is not there | workspaceStorageFull */
export const admitFile = ({ db }: Services, { workspaceId, userId, uid, ...about }: FileMeta, size: number): Promise<void> =>
  withWorkspace(db, workspaceId, async (tx) => {
    await expectMember(tx, workspaceId, userId);
    if (about.entryUid) await expectOpenEntry(tx, { workspaceId, userId, uid, entryUid: about.entryUid });
    else if (isOfSomething(about)) await subjectOf(tx, workspaceId, about);
    if ((await bytesOf(tx, workspaceId)) + size > MAX_WORKSPACE_BYTES) throw new AppError("workspaceStorageFull");
  });

async function expectMember(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  const [row] = await tx
    .select({ id: workspaceMembers.id })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)));
  if (!row) throw new AppError("notFound");
}

/**
 * Looks at a file that was uploaded, and keeps it for the workspace under a key of its own: it stays when its uploader's account ends.
 * Of pictures only what can be seen is kept, written anew: no place where they were taken, and nothing else that a file may carry.
 */
export async function takeFile(services: Services, meta: FileMeta, upload: Upload): Promise<Outcome> {
  const { files } = services;
  const kept: string[] = [];
  const drop = (problem: KeepProblem): Outcome => ({ taken: false, problem });
  try {
    const load = async () => wholeOf(await files.open(upload.key));
    if (sniffType(await headOf(await files.open(upload.key))) !== upload.type) return drop("lying");
    const name = shortName(upload.name);
    const save = async (as: string, type: string, content: Uint8Array): Promise<string> => {
      const key = await files.save({ name: as, type, bytes: new Blob([new Uint8Array(content)]) });
      kept.push(key);
      return key;
    };
    const picture = isPicture(upload.type) ? await cleanPicture(meta.userId, load) : null;
    if (picture === undefined) return drop("unreadable");
    const store = async (content: Uint8Array) => ({ sizeBytes: content.length, fileKey: await save(name, upload.type, content) });
    await keep(services, meta, {
      name,
      type: upload.type,
      ...(picture ? await store(picture.image) : await wholeInTurn(meta.userId, load, store)),
      previewKey: picture ? await save("preview.webp", "image/webp", picture.preview) : null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
    });
    kept.length = 0;
    return { taken: true, uid: meta.uid };
  } catch (error) {
    // A row may point to them: they are left to the orphans, who look.
    if (mayBeDone(error)) kept.length = 0;
    if (error instanceof AppError && error.code === "notFound") return drop("gone");
    if (error instanceof AppError && error.code === "workspaceStorageFull") return drop("full");
    if (error instanceof AppError && error.issues?.some(({ key }) => key === "tooMany")) return drop("many");
    if (!isUniqueViolation(error, "workspace_files_pkey")) throw error;
    // The answer to an earlier try was lost on its way: the file is there. Under another's id nothing is said of it.
    if (!(await isOwn(services, meta))) throw new AppError("conflict", { cause: error });
    return { taken: true, uid: meta.uid };
  } finally {
    await letGo(services, [upload.key, ...kept]);
  }
}

const isOwn = ({ db }: Services, { workspaceId, uid, userId }: FileMeta): Promise<boolean> =>
  withWorkspace(db, workspaceId, async (tx) => {
    const own = and(rowIn(workspaceFiles, workspaceId, uid), eq(workspaceFiles.uploaderId, userId));
    return (await tx.select({ id: workspaceFiles.id }).from(workspaceFiles).where(own)).length > 0;
  });

type Kept = Pick<typeof workspaceFiles.$inferInsert, "name" | "type" | "sizeBytes" | "fileKey" | "previewKey" | "width" | "height">;

const keep = ({ db }: Services, { workspaceId, userId, uid, ...about }: FileMeta, file: Kept): Promise<void> =>
  withWorkspace(db, workspaceId, async (tx) => {
    // One file of a workspace at a time, so that the bound holds for many at once.
    await lockWorkspace(tx, workspaceId);
    await expectMember(tx, workspaceId, userId);
    if ((await bytesOf(tx, workspaceId)) + file.sizeBytes > MAX_WORKSPACE_BYTES) throw new AppError("workspaceStorageFull");
    const row = { ...file, id: uid, workspaceId, uploaderId: userId };
    if (about.entryUid) {
      await expectOpenEntry(tx, { workspaceId, userId, uid, entryUid: about.entryUid });
      await tx.insert(workspaceFiles).values({ ...row, entryId: about.entryUid });
      return;
    }
    if (!isOfSomething(about)) {
      await tx.insert(workspaceFiles).values(row);
      return makeRoom(tx, workspaceId, userId);
    }
    const { customerId, jobId, slabId } = await subjectOf(tx, workspaceId, about, { lock: true });
    await tx.insert(workspaceFiles).values({ ...row, customerId, jobId, slabId });
    await recordEvent(tx, { workspaceId, actorId: userId }, { action: "file.add", target: { kind: "file", id: uid } });
    await publishToWorkspace(tx, workspaceId);
  });

/** What somebody is filling in, held, so that it is not handed in meanwhile. @throws AppError notFound | invalidInput where it takes no more */
async function expectOpenEntry(tx: Transaction, about: Record<"workspaceId" | "userId" | "uid" | "entryUid", string>): Promise<void> {
  const { workspaceId, userId, uid, entryUid } = about;
  const [entry] = await tx
    .select({ id: formEntries.id })
    .from(formEntries)
    .where(
      and(
        eq(formEntries.workspaceId, workspaceId),
        eq(formEntries.id, entryUid),
        eq(formEntries.authorId, userId),
        eq(formEntries.state, "draft"),
      ),
    )
    .for("share");
  found(entry);
  const [sent] = await tx
    .select({ total: count() })
    .from(workspaceFiles)
    // One that comes again is there already, and takes no other's place.
    .where(and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.entryId, entryUid), ne(workspaceFiles.id, uid)));
  if ((sent?.total ?? 0) >= MOST_ENTRY_FILES) throw refusedAt(["entryUid"], "tooMany", { maximum: MOST_ENTRY_FILES });
}

/** Drops the oldest of those that somebody chose and never sent. */
async function makeRoom(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  const own = and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.uploaderId, userId), waiting);
  const old = tx
    .select({ id: workspaceFiles.id })
    .from(workspaceFiles)
    .where(own)
    .orderBy(desc(workspaceFiles.createdAt), desc(workspaceFiles.id))
    .offset(MAX_WAITING);
  // One that is sent at this very moment stays.
  await tx.delete(workspaceFiles).where(and(inArray(workspaceFiles.id, old), own));
}

/** A document, or what came with a note, as whoever changes it saw it; photos of a form are its own matter. @throws AppError notFound | conflict with the file as it is now */
async function lockSeen(tx: Transaction, { member: { workspaceId }, actor }: WorkspaceContext, { uid, version }: FileDeleteInput) {
  const [row] = await tx
    .select()
    .from(workspaceFiles)
    .where(and(rowIn(workspaceFiles, workspaceId, uid), sql`not (${waiting})`, isNull(workspaceFiles.entryId)))
    .for("update");
  return expectVersion(row, version, () => fileOf(tx, workspaceId, actor.id, uid));
}

/** @throws AppError notFound | conflict with the file as it is now */
export const renameFile = (ctx: WorkspaceContext, input: FileRenameInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const before = await lockSeen(tx, ctx, input);
    await tx
      .update(workspaceFiles)
      .set({ name: renamed(before.name, input.name), version: sql`${workspaceFiles.version} + 1` })
      .where(rowIn(workspaceFiles, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "file.rename", target: { kind: "file", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    return fileOf(tx, workspaceId, ctx.actor.id, uid);
  });

/** Deletes a file for good: one's own, or as somebody who manages the workspace any. @throws AppError notFound | conflict | forbidden */
export const deleteFile = (ctx: WorkspaceContext, input: FileDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { uploaderId } = await lockSeen(tx, ctx, input);
    if (!manages(ctx.member.role) && uploaderId !== ctx.actor.id) throw new AppError("forbidden");
    await tx.delete(workspaceFiles).where(rowIn(workspaceFiles, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "file.delete", target: { kind: "file", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    await wakeJob(tx, DISCARD_JOB);
  });
