import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { noteMentions, notes, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { filesOfNotes } from "../files/queries";
import { personName } from "../members/queries";
import { SUBJECT_COLUMNS, type SubjectRow, subjectOf } from "../queries";
import type { NotesInput } from "./schema";

interface Reader {
  workspaceId: string;
  userId: string;
}

/** @param subject of which one column names something */
const notesOf = (workspaceId: string, subject: SubjectRow) =>
  and(
    eq(notes.workspaceId, workspaceId),
    ...Object.values(SUBJECT_COLUMNS).flatMap((column) => {
      const uid = subject[column];
      return uid ? [eq(notes[column], uid)] : [];
    }),
  );

const named = (tx: Transaction, workspaceId: string) =>
  tx
    .select({ note: notes, author: personName })
    .from(notes)
    .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, notes.authorId)));

/** Notes with those who are mentioned in them and their files. */
async function shown(tx: Transaction, { workspaceId, userId }: Reader, rows: { note: typeof notes.$inferSelect; author: string | null }[]) {
  const ids = rows.map(({ note }) => note.id);
  const people = await mentionsOf(tx, workspaceId, ids);
  const files = await filesOfNotes(tx, workspaceId, userId, ids);
  return rows.map(({ note: { id: uid, body, audience, version, createdAt, editedAt, authorId }, author }) => ({
    uid,
    body,
    audience,
    version,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    author,
    yours: authorId === userId,
    people: people.filter(({ noteId }) => noteId === uid).map(({ memberId, name }) => ({ uid: memberId, name: name ?? "" })),
    files: files.filter(({ noteId }) => noteId === uid).map(({ file }) => file),
  }));
}

/** Who is mentioned in these notes, and as whom they are known. */
export const mentionsOf = async (tx: Transaction, workspaceId: string, noteIds: string[]) =>
  noteIds.length === 0
    ? []
    : tx
        .select({ noteId: noteMentions.noteId, memberId: noteMentions.memberId, userId: workspacePeople.userId, name: personName })
        .from(noteMentions)
        .innerJoin(
          workspacePeople,
          // By its whole name: the mention has a column of the same one.
          and(eq(workspacePeople.workspaceId, workspaceId), sql`${workspacePeople}.member_id = ${noteMentions.memberId}`),
        )
        .where(and(eq(noteMentions.workspaceId, workspaceId), inArray(noteMentions.noteId, noteIds)));

/** What was written about one thing, the newest first. @throws AppError notFound */
export const listNotes = ({ inWorkspace, member: { workspaceId }, actor }: WorkspaceContext, { page, ...subject }: NotesInput) =>
  inWorkspace(async (tx) => {
    const scope = notesOf(workspaceId, await subjectOf(tx, workspaceId, subject));
    const rows = await named(tx, workspaceId)
      .where(scope)
      .orderBy(desc(notes.createdAt), desc(notes.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(notes).where(scope);
    return { data: await shown(tx, { workspaceId, userId: actor.id }, rows), meta: { total: totals?.total ?? 0 } };
  });

/** One note as somebody may see it. @throws AppError notFound */
export async function noteOf(tx: Transaction, reader: Reader, uid: string) {
  const rows = await named(tx, reader.workspaceId).where(rowIn(notes, reader.workspaceId, uid));
  const [note] = await shown(tx, reader, rows);
  return found(note);
}
