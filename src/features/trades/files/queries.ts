import { and, asc, count, desc, eq, exists, inArray, isNull, or, sql, sum } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { formEntries, workspaceFiles, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { personName } from "../members/queries";
import { entriesSeenBy, type SubjectRow, subjectOf } from "../queries";
import type { FilesInput } from "./schema";

type Row = typeof workspaceFiles.$inferSelect;

/** Files that came with no note yet, and are nobody's document. */
export const waiting = and(
  isNull(workspaceFiles.customerId),
  isNull(workspaceFiles.jobId),
  isNull(workspaceFiles.noteId),
  isNull(workspaceFiles.entryId),
  isNull(workspaceFiles.slabId),
);

function showFile({ file, addedBy }: { file: Row; addedBy: string | null }, readerId: string) {
  const { id: uid, name, type, sizeBytes: size, width, height, version, createdAt, uploaderId } = file;
  return { uid, name, type, size, width, height, version, addedAt: createdAt.toISOString(), addedBy, yours: uploaderId === readerId };
}

const named = (tx: Transaction, workspaceId: string) =>
  tx
    .select({ file: workspaceFiles, addedBy: personName })
    .from(workspaceFiles)
    .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, workspaceFiles.uploaderId)));

const documentsOf = (workspaceId: string, { customerId, jobId, slabId }: Pick<SubjectRow, "customerId" | "jobId" | "slabId">) =>
  and(
    eq(workspaceFiles.workspaceId, workspaceId),
    customerId === null ? undefined : eq(workspaceFiles.customerId, customerId),
    jobId === null ? undefined : eq(workspaceFiles.jobId, jobId),
    slabId === null ? undefined : eq(workspaceFiles.slabId, slabId),
  );

/** The documents of a customer, a job or a slab, the newest first. @throws AppError notFound */
export const listFiles = ({ inWorkspace, member: { workspaceId }, actor }: WorkspaceContext, { page, ...subject }: FilesInput) =>
  inWorkspace(async (tx) => {
    const scope = documentsOf(workspaceId, await subjectOf(tx, workspaceId, subject));
    const rows = await named(tx, workspaceId)
      .where(scope)
      .orderBy(desc(workspaceFiles.createdAt), desc(workspaceFiles.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(workspaceFiles).where(scope);
    return { data: rows.map((row) => showFile(row, actor.id)), meta: { total: totals?.total ?? 0 } };
  });

/** One file as somebody may see it. @throws AppError notFound */
export async function fileOf(tx: Transaction, workspaceId: string, readerId: string, uid: string) {
  const [row] = await named(tx, workspaceId).where(rowIn(workspaceFiles, workspaceId, uid));
  return showFile(found(row), readerId);
}

/** What came with these notes, each in its order. */
export const filesOfNotes = async (tx: Transaction, workspaceId: string, readerId: string, noteIds: string[]) => {
  if (noteIds.length === 0) return [];
  const rows = await named(tx, workspaceId)
    .where(and(eq(workspaceFiles.workspaceId, workspaceId), inArray(workspaceFiles.noteId, noteIds)))
    .orderBy(asc(workspaceFiles.position), asc(workspaceFiles.id));
  return rows.map((row) => ({ noteId: row.file.noteId, file: showFile(row, readerId) }));
};

const ofFile = eq(formEntries.id, workspaceFiles.entryId);

/**
 * Where a file can be read for a quarter of an hour. One that waits for its note is there for whoever chose it alone, and a photo of a
 * form for those who see what was filled in.
 * @throws AppError notFound
 */
export async function fileLink(ctx: WorkspaceContext, uid: string) {
  const { inWorkspace, member, actor, files } = ctx;
  const [row] = await inWorkspace((tx) =>
    tx
      .select()
      .from(workspaceFiles)
      .where(
        and(
          eq(workspaceFiles.workspaceId, member.workspaceId),
          eq(workspaceFiles.id, uid),
          or(sql`not (${waiting})`, eq(workspaceFiles.uploaderId, actor.id)),
          or(
            isNull(workspaceFiles.entryId),
            exists(
              tx
                .select()
                .from(formEntries)
                .where(and(ofFile, entriesSeenBy(ctx))),
            ),
          ),
        ),
      ),
  );
  const { fileKey, previewKey, name, type } = found(row);
  return { url: await files.link(fileKey), preview: previewKey ? await files.link(previewKey) : null, name, type };
}

/** How much a workspace's files take. */
export async function bytesOf(tx: Transaction, workspaceId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sum(workspaceFiles.sizeBytes).mapWith(Number) })
    .from(workspaceFiles)
    .where(eq(workspaceFiles.workspaceId, workspaceId));
  return row?.bytes ?? 0;
}
