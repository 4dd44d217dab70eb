import { and, count, desc, eq, notInArray, sql } from "drizzle-orm";
import { AppError, type ErrorIssue, found, refusedAt } from "@/lib/app-error";
import type { EventTarget } from "@/lib/enums/trades";
import type { AnswerProblem } from "@/lib/enums/trades-forms";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { formEntries, forms, formVersions, jobs, tasks, workspaceFiles } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { wakeJob } from "@/server/jobs/queue";
import { publishToWorkspace } from "../events";
import { DISCARD_JOB } from "../files/mutations";
import type { AskedField } from "../forms/rules";
import { acting, recordEvent } from "../log/mutations";
import { forgetNotesOf, giveNotesToJob } from "../notes/mutations";
import { versionFilledIn } from "../queries";
import { manages } from "../rules";
import { lockWorkspace } from "../workspace/queries";
import { entryOf } from "./queries";
import { fitting, handedIn, MOST_DRAFTS, photosOf, withPhotos } from "./rules";
import type { EntryDiscardInput, EntrySaveInput, EntryStartInput } from "./schema";

/**
 * The form's version that is filled in now; the form is held so that it does not go meanwhile.
 * @param anyway also where it was laid aside: a task asks for it
 * @throws AppError invalidInput
 */
async function openVersion(tx: Transaction, workspaceId: string, formUid: string, anyway: boolean): Promise<number> {
  const [form] = await tx
    .select({ published: forms.published })
    .from(forms)
    .where(and(rowIn(forms, workspaceId, formUid), anyway ? undefined : eq(forms.archived, false)))
    .for("share");
  if (!form?.published) throw refusedAt(["formUid"], "gone");
  return form.published;
}

/** A version that was filled in on a device: also of a form that was laid aside meanwhile. @throws AppError invalidInput */
async function begunVersion(tx: Transaction, workspaceId: string, formUid: string, number: number): Promise<number> {
  const [known] = await tx
    .select({ number: formVersions.number })
    .from(formVersions)
    .where(and(eq(formVersions.workspaceId, workspaceId), eq(formVersions.formId, formUid), eq(formVersions.number, number)));
  if (!known) throw refusedAt(["formUid"], "gone");
  return known.number;
}

/** Of which job an entry is to be, and which form its task asks for; both are held. @throws AppError invalidInput for what is not there */
async function placeOf(tx: Transaction, workspaceId: string, { jobUid, taskUid }: EntryStartInput) {
  if (taskUid) {
    const [task] = await tx
      .select({ jobId: tasks.jobId, asksFor: tasks.formId })
      .from(tasks)
      .where(rowIn(tasks, workspaceId, taskUid))
      .for("key share");
    if (!task) throw refusedAt(["taskUid"], "gone");
    return task;
  }
  if (!jobUid) return { jobId: null, asksFor: null };
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(rowIn(jobs, workspaceId, jobUid))
    .for("key share");
  if (!job) throw refusedAt(["jobUid"], "gone");
  return { jobId: job.id, asksFor: null };
}

/**
 * Begins to fill a form in; one's own for the same task, where there is one, goes on. What was filled in on a device already is an entry of
 * its own, so that none of it mixes with another.
 * @throws AppError invalidInput for a form, a job or a task that is not there, or with too many that were begun | notFound for an id that
 * is somebody else's
 */
export const startEntry = (ctx: WorkspaceContext, input: EntryStartInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, formUid, taskUid, number: begunWith } = input;
    const authorId = ctx.actor.id;
    // One at a time, so that the bound holds for calls at once, and a task gets one entry of each person.
    await lockWorkspace(tx, workspaceId);
    if (input.uid) {
      const [sent] = await tx
        .select({ id: formEntries.id })
        .from(formEntries)
        .where(and(rowIn(formEntries, workspaceId, input.uid), eq(formEntries.authorId, authorId)));
      if (sent) return entryOf(tx, ctx, sent.id);
    }
    const { jobId, asksFor } = await placeOf(tx, workspaceId, input);
    const number = begunWith
      ? await begunVersion(tx, workspaceId, formUid, begunWith)
      : await openVersion(tx, workspaceId, formUid, asksFor === formUid);
    const mine = and(eq(formEntries.workspaceId, workspaceId), eq(formEntries.authorId, authorId), eq(formEntries.state, "draft"));
    if (taskUid && !begunWith) {
      const [begun] = await tx
        .select({ id: formEntries.id })
        .from(formEntries)
        .where(and(mine, eq(formEntries.taskId, taskUid), eq(formEntries.formId, formUid)))
        .orderBy(desc(formEntries.createdAt), desc(formEntries.id))
        .limit(1);
      if (begun) return entryOf(tx, ctx, begun.id);
    }
    const [all] = await tx.select({ total: count() }).from(formEntries).where(mine);
    if ((all?.total ?? 0) >= MOST_DRAFTS) throw refusedAt(["formUid"], "tooMany", { maximum: MOST_DRAFTS });
    const uid = input.uid ?? idFrom("entry", ctx.member.id, ctx.idempotencyKey);
    const [made] = await tx
      .insert(formEntries)
      .values({ id: uid, workspaceId, formId: formUid, number, jobId, taskId: taskUid, authorId })
      .onConflictDoNothing()
      .returning({ id: formEntries.id });
    if (made) {
      await recordEvent(tx, { workspaceId, actorId: authorId }, { action: "entry.start", target: { kind: "entry", id: uid } });
      await publishToWorkspace(tx, workspaceId);
    } else if (input.uid) throw new AppError("notFound");
    return entryOf(tx, ctx, uid);
  });

/**
 * What somebody is filling in, as they saw it.
 * @throws AppError notFound for what is another's | conflict with the entry as it is now, also where it was handed in
 */
async function lockSeen(tx: Transaction, ctx: WorkspaceContext, { workspaceId, uid, version }: EntryDiscardInput) {
  const [row] = await tx
    .select({ version: formEntries.version, state: formEntries.state, definition: formVersions.definition })
    .from(formEntries)
    .innerJoin(formVersions, versionFilledIn)
    .where(and(rowIn(formEntries, workspaceId, uid), eq(formEntries.authorId, ctx.actor.id)))
    .for("update", { of: formEntries });
  const entry = found(row);
  if (entry.version !== version || entry.state !== "draft") throw new AppError("conflict", { current: await entryOf(tx, ctx, uid) });
  return entry;
}

/** The photos that were sent for an entry. */
async function photosThere(tx: Transaction, workspaceId: string, uid: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: workspaceFiles.id })
    .from(workspaceFiles)
    .where(and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.entryId, uid)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Keeps what was filled in so far. Nobody else is told, and the log does not grow: it is one's own until it is handed in.
 * @throws AppError notFound | conflict with the entry as it is now
 */
export const saveEntry = (ctx: WorkspaceContext, { answers, ...input }: EntrySaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { definition } = await lockSeen(tx, ctx, input);
    const kept = withPhotos(fitting(definition, answers), await photosThere(tx, workspaceId, uid));
    await tx
      .update(formEntries)
      .set({ answers: kept, version: sql`${formEntries.version} + 1` })
      .where(rowIn(formEntries, workspaceId, uid));
    return entryOf(tx, ctx, uid);
  });

/** The sentence at a field, with its bound where it has one. */
function issueOf({ field, problem: key }: { field: AskedField; problem: AnswerProblem }): ErrorIssue {
  const path = ["answers", field.id];
  if (field.kind === "number" && key === "tooSmall") return { path, key, values: { minimum: field.min ?? 0 } };
  if (field.kind === "number" && key === "tooLarge") return { path, key, values: { maximum: field.max ?? 0 } };
  if (key === "tooMany") return { path, key, values: { maximum: field.kind === "photo" ? field.most : 1 } };
  return { path, key };
}

/**
 * Hands in what was filled in: the answers of the fields that show, and their photos; whatever else was sent goes. It stays as it is from
 * then on.
 * @throws AppError notFound | conflict with the entry as it is now | invalidInput with what is wrong at which field
 */
export const submitEntry = (ctx: WorkspaceContext, { answers, ...input }: EntrySaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId, uid } = input;
    const { definition } = await lockSeen(tx, ctx, input);
    const given = withPhotos(fitting(definition, answers), await photosThere(tx, workspaceId, uid));
    const { answers: kept, problems } = handedIn(definition, given);
    if (problems.length > 0) throw new AppError("invalidInput", { issues: problems.map(issueOf) });
    const photos = photosOf(kept);
    const unused = and(eq(workspaceFiles.workspaceId, workspaceId), eq(workspaceFiles.entryId, uid), notInArray(workspaceFiles.id, photos));
    await tx.delete(workspaceFiles).where(unused);
    await tx
      .update(formEntries)
      .set({ state: "submitted", submittedAt: new Date(), answers: kept, version: sql`${formEntries.version} + 1` })
      .where(rowIn(formEntries, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "entry.submit", target: { kind: "entry", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    await wakeJob(tx, DISCARD_JOB);
    return entryOf(tx, ctx, uid);
  });

/**
 * Throws away what was begun, with its photos: one's own, or as somebody who manages the workspace any, and that also once it was handed in. What
 * was said of it stays with its job; a task that asks for the form lacks it again.
 * @throws AppError notFound | conflict with the entry as it is now, also where it was handed in by somebody who does not manage
 */
export const discardEntry = (ctx: WorkspaceContext, { workspaceId, uid, version }: EntryDiscardInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const managing = manages(ctx.member.role);
    const [row] = await tx
      .select({
        version: formEntries.version,
        state: formEntries.state,
        form: formEntries.formId,
        number: formEntries.number,
        jobId: formEntries.jobId,
        task: formEntries.taskId,
      })
      .from(formEntries)
      .where(and(rowIn(formEntries, workspaceId, uid), managing ? undefined : eq(formEntries.authorId, ctx.actor.id)))
      .for("update");
    const { state, form, number, jobId, task, ...entry } = found(row);
    const handedInAlready = state !== "draft";
    if (entry.version !== version || (handedInAlready && !managing))
      throw new AppError("conflict", { current: await entryOf(tx, ctx, uid) });
    if (jobId) await giveNotesToJob(tx, workspaceId, { entryId: uid }, jobId);
    else await forgetNotesOf(tx, outside, workspaceId, { entryId: uid });
    await tx.delete(formEntries).where(rowIn(formEntries, workspaceId, uid));
    // Once handed in it belongs to its job's history, where the entry itself is found no more.
    const of: EventTarget = handedInAlready && jobId ? { kind: "job", id: jobId } : { kind: "entry", id: uid };
    const before = handedInAlready ? { entry: uid, form, number, task } : null;
    await recordEvent(tx, acting(ctx), { action: "entry.discard", target: of, before });
    await publishToWorkspace(tx, workspaceId);
    await wakeJob(tx, DISCARD_JOB);
  });
