import { and, asc, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { forgetGroup, notifyAll } from "@/features/account/notifications/mutations";
import { AppError, expectVersion } from "@/lib/app-error";
import { dayIn } from "@/lib/days";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerSites, noteMentions, notes, workspaceFiles, workspacePeople } from "@/server/db/schema";
import { type Outside, rowIn } from "@/server/db/workspace";
import { wakeJob } from "@/server/jobs/queue";
import { publishToWorkspace } from "../events";
import { DISCARD_JOB } from "../files/mutations";
import { waiting } from "../files/queries";
import { acting, recordEvent } from "../log/mutations";
import { personName } from "../members/queries";
import { namedIn, type SubjectRow, subjectOf } from "../queries";
import { manages } from "../rules";
import { workspaceOf } from "../workspace/queries";
import { mentionsOf, noteOf } from "./queries";
import { mentionedIn } from "./rules";
import type { NoteDeleteInput, NoteSaveInput } from "./schema";

/** Notices of one note: it is said once that one is mentioned there. */
const groupOf = (id: string): string => `note:${id}`;

/** A note as whoever changes it saw it. @throws AppError notFound | conflict with the note as it is now */
async function lockSeen(tx: Transaction, { member: { workspaceId }, actor }: WorkspaceContext, { uid, version }: NoteDeleteInput) {
  const [row] = await tx
    .select()
    .from(notes)
    .where(rowIn(notes, workspaceId, uid))
    .for("update");
  return expectVersion(row, version, () => noteOf(tx, { workspaceId, userId: actor.id }, uid));
}

/**
 * Keeps a note: a new one, or in the place of one's own that was seen. Who is mentioned in it for the first time is told.
 * @throws AppError notFound | badRequest without a subject | conflict with the note as it is now | forbidden | attachmentGone
 */
export const saveNote = (ctx: WorkspaceContext, { workspaceId, uid: known, version, body, audience, files, ...asked }: NoteSaveInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { member, actor, idempotencyKey } = ctx;
    const reader = { workspaceId, userId: actor.id };
    // A call that is repeated under its key after a crash finds what the first one made.
    const uid = known ?? idFrom("note", member.id, idempotencyKey);
    const own = rowIn(notes, workspaceId, uid);
    let subject: SubjectRow;
    if (known) {
      const before = await lockSeen(tx, ctx, { workspaceId, uid, version: version ?? 0 });
      if (before.authorId !== actor.id) throw new AppError("forbidden");
      subject = await subjectOf(tx, workspaceId, namedIn(before));
      await tx
        .update(notes)
        .set({ body, audience, version: sql`${notes.version} + 1`, editedAt: sql`now()` })
        .where(own);
    } else {
      subject = await subjectOf(tx, workspaceId, asked, { lock: true });
      const { customerId, jobId, taskId, siteId, bookingId, resourceId, entryId } = subject;
      const about = { customerId, jobId, taskId, siteId, bookingId, resourceId, entryId };
      const row = { id: uid, workspaceId, ...about, body, audience, authorId: actor.id };
      const made = await tx.insert(notes).values(row).onConflictDoNothing().returning({ id: notes.id });
      if (made.length === 0) return noteOf(tx, reader, uid);
    }
    await keepFiles(tx, reader, uid, files);
    const fresh = await keepMentions(tx, workspaceId, uid, mentionedIn(body));
    await recordEvent(
      tx,
      { workspaceId, actorId: actor.id },
      { action: known ? "note.edit" : "note.add", target: { kind: "note", id: uid } },
    );
    await publishToWorkspace(tx, workspaceId);
    await notifyMentioned(tx, outside, ctx, { uid, subject, memberIds: fresh });
    return noteOf(tx, reader, uid);
  });

/** What may be of a job, or of none. */
type OfJob = { taskIds: string[] } | { bookingIds: string[] } | { entryId: string };

const aboutWork = (of: OfJob) =>
  "taskIds" in of
    ? inArray(notes.taskId, of.taskIds)
    : "bookingIds" in of
      ? inArray(notes.bookingId, of.bookingIds)
      : eq(notes.entryId, of.entryId);

/** What was said of tasks or bookings, or of an entry, that are about to go, and are held: its files with it, it is their job's from then on. */
export async function giveNotesToJob(tx: Transaction, workspaceId: string, of: OfJob, jobId: string): Promise<void> {
  await tx
    .update(notes)
    .set({ taskId: null, bookingId: null, entryId: null, jobId })
    .where(and(eq(notes.workspaceId, workspaceId), aboutWork(of)));
}

type OfCustomer = { customerId: string };

/** What was said of a customer and their sites, or of what is of no job, goes with it by its foreign key: first its notices, which name it. */
export async function forgetNotesOf(tx: Transaction, outside: Outside, workspaceId: string, of: OfJob | OfCustomer): Promise<void> {
  const sites = ({ customerId }: OfCustomer) =>
    tx
      .select({ id: customerSites.id })
      .from(customerSites)
      .where(and(eq(customerSites.workspaceId, workspaceId), eq(customerSites.customerId, customerId)));
  const about = "customerId" in of ? or(eq(notes.customerId, of.customerId), inArray(notes.siteId, sites(of))) : aboutWork(of);
  const going = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(eq(notes.workspaceId, workspaceId), about))
    .orderBy(asc(notes.id))
    // Nobody is mentioned in one of them meanwhile.
    .for("update");
  await forgetNotes(outside, going);
}

/** What is said nowhere any more nobody need look for. */
async function forgetNotes(outside: Outside, gone: { id: string }[]): Promise<void> {
  if (gone.length > 0) await outside((inner) => forgetGroup(inner, ...gone.map(({ id }) => groupOf(id))));
}

/** Files as they are given, in that order: those that are missing go, and new ones are those that whoever writes has waiting. */
async function keepFiles(
  tx: Transaction,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  noteId: string,
  uids: string[],
) {
  const ofNote = and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.noteId, noteId));
  const dropped = await tx
    .delete(workspaceFiles)
    .where(and(ofNote, uids.length > 0 ? notInArray(workspaceFiles.id, uids) : undefined))
    .returning({ id: workspaceFiles.id });
  if (dropped.length > 0) await wakeJob(tx, DISCARD_JOB);
  if (uids.length === 0) return;
  const mine = and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.uploaderId, userId), waiting);
  await tx
    .update(workspaceFiles)
    .set({ noteId })
    .where(and(inArray(workspaceFiles.id, uids), mine));
  const there = await tx.select({ id: workspaceFiles.id }).from(workspaceFiles).where(ofNote);
  if (there.length !== new Set(uids).size) throw new AppError("attachmentGone");
  const order = sql.join(
    uids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  await tx
    .update(workspaceFiles)
    .set({ position: sql`array_position(array[${order}], ${workspaceFiles.id})` })
    .where(ofNote);
}

/** Who is mentioned now. @returns those who were not before, and are in the workspace */
async function keepMentions(tx: Transaction, workspaceId: string, noteId: string, memberIds: string[]): Promise<string[]> {
  const ofNote = and(eq(noteMentions.workspaceId, workspaceId), eq(noteMentions.noteId, noteId));
  const before = new Set((await mentionsOf(tx, workspaceId, [noteId])).map(({ memberId }) => memberId));
  const there = await peopleOf(tx, workspaceId, memberIds);
  const fresh = there.map(({ memberId }) => memberId).filter((id) => !before.has(id));
  await tx.delete(noteMentions).where(and(ofNote, memberIds.length > 0 ? notInArray(noteMentions.memberId, memberIds) : undefined));
  if (fresh.length > 0) await tx.insert(noteMentions).values(fresh.map((memberId) => ({ workspaceId, noteId, memberId })));
  return fresh;
}

const peopleOf = async (tx: Transaction, workspaceId: string, memberIds: string[]) =>
  memberIds.length === 0
    ? []
    : tx
        .select({ memberId: workspacePeople.memberId, userId: workspacePeople.userId, name: personName })
        .from(workspacePeople)
        .where(and(eq(workspacePeople.workspaceId, workspaceId), inArray(workspacePeople.memberId, memberIds)));

interface Mentioning {
  uid: string;
  subject: SubjectRow;
  memberIds: string[];
}

/** Nobody is told of their own note. */
async function notifyMentioned(tx: Transaction, outside: Outside, ctx: WorkspaceContext, { uid, subject, memberIds }: Mentioning) {
  const { id: me, workspaceId } = ctx.member;
  const people = await peopleOf(tx, workspaceId, [me, ...memberIds]);
  const author = people.find(({ memberId }) => memberId === me)?.name ?? "";
  const hearers = people.filter(({ memberId }) => memberId !== me).map(({ userId }) => userId);
  if (hearers.length === 0) return;
  const { timeZone } = await workspaceOf(tx, workspaceId);
  await outside((inner) =>
    notifyAll(inner, hearers, {
      event: "trades",
      kind: "trades_mention",
      values: { author, title: subject.title },
      named: ctx.actor.id,
      href: hrefOf(workspaceId, timeZone, subject),
      groupKey: groupOf(uid),
    }),
  );
}

/** Where the subject is shown with what was noted. @param timeZone by which the schedule has its days */
function hrefOf(workspaceId: string, timeZone: string, about: SubjectRow): `/${string}` {
  const { customerId, jobId, taskId, siteId, bookingId, resourceId, entryId, ofJob, ofCustomer, startsAt } = about;
  const at = <Path extends string>(path: Path, uid?: string | null) =>
    `/dashboard/trades/${path}?workspace=${workspaceId}${uid ? `&uid=${uid}` : ""}` as const;
  if (customerId) return `${at("customers/customer", customerId)}#notes`;
  if (jobId) return `${at("jobs/job", jobId)}#notes`;
  if (entryId) return `${at("forms/entry", entryId)}#notes`;
  if (siteId) return `${at("customers/customer", ofCustomer)}&notes=${siteId}`;
  if (bookingId) return `${at("schedule")}&day=${dayIn(startsAt ?? new Date(), timeZone)}&notes=${bookingId}`;
  if (resourceId) return `${at("schedule")}&notes=${resourceId}`;
  return taskId && ofJob ? at("jobs/job", ofJob) : at("tasks");
}

/** Deletes a note with its files for good: one's own, or as somebody who manages the workspace any. @throws AppError notFound | conflict | forbidden */
export const deleteNote = (ctx: WorkspaceContext, input: NoteDeleteInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { workspaceId, uid } = input;
    const { authorId } = await lockSeen(tx, ctx, input);
    if (!manages(ctx.member.role) && authorId !== ctx.actor.id) throw new AppError("forbidden");
    await tx.delete(notes).where(rowIn(notes, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "note.delete", target: { kind: "note", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    await wakeJob(tx, DISCARD_JOB);
    await forgetNotes(outside, [{ id: uid }]);
  });
