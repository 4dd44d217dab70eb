import { and, count, eq, inArray, isNotNull, max, notInArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { searchTerms } from "@/lib/search-terms";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { moveRow } from "@/server/db/order";
import { formEntries, forms, jobs, taskAssignees, taskChecks, taskNeeds, tasks, workspaceMembers } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent, recordEvents } from "../log/mutations";
import { forgetNotesOf, giveNotesToJob } from "../notes/mutations";
import { notifyPeople, tasksGroup } from "../notices/mutations";
import { taskOf } from "./queries";
import { circleAt, differences, MOST_TASKS, TASK } from "./rules";
import type { TaskDeleteInput, TaskFields, TaskOrderInput, TaskSaveInput } from "./schema";

type Row = typeof tasks.$inferSelect;

/** A task that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with the task as it is now */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(rowIn(tasks, workspaceId, uid))
    .for("update");
  return expectVersion(row, version, () => taskOf(tx, workspaceId, uid));
}

/** A job while its tasks, their order or what they need change: one at a time, and held before they are. @throws AppError invalidInput */
export async function lockJob(tx: Transaction, workspaceId: string, jobUid: string): Promise<void> {
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(rowIn(jobs, workspaceId, jobUid))
    .for("no key update");
  if (!job) throw refusedAt(["jobUid"], "gone");
}

/** The place behind a job's tasks. @throws AppError invalidInput where they would be too many */
export async function placeBehind(tx: Transaction, workspaceId: string, jobUid: string, more: number): Promise<number> {
  const [last] = await tx
    .select({ position: max(tasks.position), total: count() })
    .from(tasks)
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobUid)));
  if ((last?.total ?? 0) + more > MOST_TASKS) throw refusedAt(["jobUid"], "tooMany", { maximum: MOST_TASKS });
  return (last?.position ?? 0) + 1;
}

/** What a task is found by, a blank before each word. */
export const wordsOf = (title: string): string =>
  searchTerms(title)
    .map((term) => ` ${term}`)
    .join("")
    .slice(0, TASK.words);

/**
 * Keeps a task: a new one behind its job's, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the task as it is now | invalidInput for what is not there | taskCircle
 */
export const saveTask = (ctx: WorkspaceContext, { workspaceId, uid: known, version, jobUid: wanted, ...fields }: TaskSaveInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    // A call that is repeated under its key after a crash finds what the first one made.
    const uid = known ?? idFrom("task", ctx.member.id, ctx.idempotencyKey);
    const [there] = await tx
      .select({ jobId: tasks.jobId, formId: tasks.formId })
      .from(tasks)
      .where(rowIn(tasks, workspaceId, uid));
    if (known) found(there);
    else if (there) return taskOf(tx, workspaceId, uid);
    const jobUid = there ? there.jobId : wanted;
    const doers = await lockAssignees(tx, workspaceId, fields.assignees);
    if (jobUid) await lockJob(tx, workspaceId, jobUid);
    const { title, details, dueOn, formUid: formId } = fields;
    if (formId && formId !== there?.formId) await lockForm(tx, workspaceId, formId);
    const set = { title, details, dueOn, formId, words: wordsOf(title) };
    let seen: Awaited<ReturnType<typeof taskOf>> | undefined;
    if (known) {
      await lockSeen(tx, workspaceId, uid, version ?? 0);
      seen = await taskOf(tx, workspaceId, uid);
      await tx
        .update(tasks)
        .set({ ...set, version: sql`${tasks.version} + 1` })
        .where(rowIn(tasks, workspaceId, uid));
    } else {
      const position = jobUid ? await placeBehind(tx, workspaceId, jobUid, 1) : 0;
      await tx.insert(tasks).values({ id: uid, workspaceId, jobId: jobUid, position, ...set });
    }
    const before = new Set(await assigneesOf(tx, workspaceId, uid));
    await keepAssignees(tx, workspaceId, uid, fields.assignees);
    await keepChecks(tx, workspaceId, uid, fields.checks);
    await keepNeeds(tx, workspaceId, { uid, jobUid }, fields.needs);
    const saved = await taskOf(tx, workspaceId, uid);
    // Which fields, and not what stood in them: the log outlives what people want to be forgotten.
    if (seen)
      await recordEvent(tx, acting(ctx), {
        action: "task.edit",
        target: { kind: "task", id: uid },
        after: { fields: differences(seen, saved) },
      });
    else await recordEvent(tx, acting(ctx), { action: "task.add", target: { kind: "task", id: uid }, after: { job: jobUid } });
    const userIds = doers.flatMap(({ id, userId }) => (before.has(id) ? [] : [userId]));
    await notifyPeople(tx, outside, {
      ...acting(ctx),
      userIds,
      kind: "trades_task",
      values: { title },
      tab: "day",
      groupKey: tasksGroup(workspaceId),
    });
    await publishToWorkspace(tx, workspaceId);
    return saved;
  });

/** A form that is asked for from now on: one that can be filled in. @throws AppError invalidInput */
export async function lockForm(tx: Transaction, workspaceId: string, formUid: string): Promise<void> {
  const [form] = await tx
    .select({ id: forms.id })
    .from(forms)
    .where(and(rowIn(forms, workspaceId, formUid), eq(forms.archived, false), isNotNull(forms.published)))
    .for("key share");
  if (!form) throw refusedAt(["formUid"], "gone");
}

/** Those who are to do a task, held before the task is, so that none leaves meanwhile. @throws AppError invalidInput for who is not there */
async function lockAssignees(tx: Transaction, workspaceId: string, wanted: string[]) {
  const ids = [...new Set(wanted)];
  if (ids.length === 0) return [];
  const members = await tx
    .select({ id: workspaceMembers.id, userId: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), inArray(workspaceMembers.id, ids)))
    .orderBy(workspaceMembers.id)
    .for("key share");
  if (members.length < ids.length) throw refusedAt(["assignees"], "gone");
  return members;
}

async function keepAssignees(tx: Transaction, workspaceId: string, taskId: string, wanted: string[]): Promise<void> {
  const ids = [...new Set(wanted)];
  const mine = and(eq(taskAssignees.workspaceId, workspaceId), eq(taskAssignees.taskId, taskId));
  await tx.delete(taskAssignees).where(mine);
  if (ids.length === 0) return;
  await tx.insert(taskAssignees).values(ids.map((memberId) => ({ workspaceId, taskId, memberId })));
}

/** The list as it is given, in that order: lines that are there keep their ids and that they are ticked, and those that are missing go. */
async function keepChecks(tx: Transaction, workspaceId: string, taskId: string, given: TaskFields["checks"]): Promise<void> {
  const mine = and(eq(taskChecks.workspaceId, workspaceId), eq(taskChecks.taskId, taskId));
  const before = await tx.select({ id: taskChecks.id }).from(taskChecks).where(mine);
  const free = new Set(before.map(({ id }) => id));
  // Each id once, and none of another task.
  const rows = given.map(({ uid, text }, position) => ({
    id: uid && free.delete(uid) ? uid : uuidv7(),
    workspaceId,
    taskId,
    position,
    text,
  }));
  await tx.delete(taskChecks).where(
    and(
      mine,
      notInArray(
        taskChecks.id,
        rows.map(({ id }) => id),
      ),
    ),
  );
  if (rows.length > 0)
    await tx
      .insert(taskChecks)
      .values(rows)
      .onConflictDoUpdate({ target: taskChecks.id, set: { position: sql`excluded.position`, text: sql`excluded.text` } });
}

/** What a task needs: tasks of its own job, which is held, so that no two changes at once close a circle between them. */
async function keepNeeds(
  tx: Transaction,
  workspaceId: string,
  { uid, jobUid }: { uid: string; jobUid: string | null },
  wanted: string[],
): Promise<void> {
  const ids = [...new Set(wanted)];
  await tx.delete(taskNeeds).where(and(eq(taskNeeds.workspaceId, workspaceId), eq(taskNeeds.taskId, uid)));
  if (ids.length === 0) return;
  if (jobUid === null) throw refusedAt(["needs"], "gone");
  const all = await tx
    .select({ id: tasks.id, title: tasks.title, needsId: taskNeeds.needsId })
    .from(tasks)
    .leftJoin(taskNeeds, and(eq(taskNeeds.workspaceId, tasks.workspaceId), eq(taskNeeds.taskId, tasks.id)))
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobUid)));
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  if (ids.some((id) => !titles.has(id))) throw refusedAt(["needs"], "gone");
  const needs = new Map<string, string[]>();
  for (const { id, needsId } of all) if (needsId) needs.set(id, [...(needs.get(id) ?? []), needsId]);
  const through = circleAt(uid, needs.set(uid, ids));
  if (through !== undefined) throw new AppError("taskCircle", { values: { title: titles.get(through) ?? "" } });
  await tx.insert(taskNeeds).values(ids.map((needsId) => ({ workspaceId, taskId: uid, needsId })));
}

/** Who does a task. */
export async function assigneesOf(tx: Transaction, workspaceId: string, taskId: string): Promise<string[]> {
  const rows = await tx
    .select({ memberId: taskAssignees.memberId })
    .from(taskAssignees)
    .where(and(eq(taskAssignees.workspaceId, workspaceId), eq(taskAssignees.taskId, taskId)));
  return rows.map(({ memberId }) => memberId);
}

/** Gives a task another place among its job's. @throws AppError notFound | wrongState for what is of no job */
export const orderTask = (ctx: WorkspaceContext, { workspaceId, uid, to }: TaskOrderInput) =>
  ctx.inWorkspace(async (tx) => {
    const [row] = await tx
      .select({ jobId: tasks.jobId })
      .from(tasks)
      .where(rowIn(tasks, workspaceId, uid));
    const { jobId } = found(row);
    if (jobId === null) throw new AppError("wrongState");
    await lockJob(tx, workspaceId, jobId);
    await moveRow(tx, tasks, and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobId)), uid, to);
    await recordEvent(tx, acting(ctx), { action: "task.edit", target: { kind: "task", id: uid }, after: { place: to } });
    await publishToWorkspace(tx, workspaceId);
    return taskOf(tx, workspaceId, uid);
  });

/** Deletes a task with its list, for good; what needed it needs it no more. @throws AppError notFound | conflict */
export const deleteTask = (ctx: WorkspaceContext, { workspaceId, uid, version }: TaskDeleteInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const [there] = await tx
      .select({ jobId: tasks.jobId })
      .from(tasks)
      .where(rowIn(tasks, workspaceId, uid));
    const { jobId } = found(there);
    if (jobId) await lockJob(tx, workspaceId, jobId);
    await lockSeen(tx, workspaceId, uid, version);
    if (!jobId) await forgetNotesOf(tx, outside, workspaceId, { taskIds: [uid] });
    await removeTasks(tx, acting(ctx), [uid], jobId);
    await publishToWorkspace(tx, workspaceId);
  });

/** The same of tasks that are held, of one job or of none, within something larger. */
export async function removeTasks(
  tx: Transaction,
  acting: { workspaceId: string; actorId: string },
  uids: string[],
  jobId: string | null,
): Promise<void> {
  const { workspaceId } = acting;
  if (uids.length === 0) return;
  // What was filled in for it, or said of it, stays with the job.
  if (jobId) await giveNotesToJob(tx, workspaceId, { taskIds: uids }, jobId);
  await tx
    .update(formEntries)
    .set({ taskId: null })
    .where(and(eq(formEntries.workspaceId, workspaceId), inArray(formEntries.taskId, uids)));
  await tx.delete(tasks).where(and(eq(tasks.workspaceId, workspaceId), inArray(tasks.id, uids)));
  // Of a job: in that one's history it is looked for, where the task itself is found no more.
  const about = (uid: string) =>
    jobId ? { target: { kind: "job" as const, id: jobId }, before: { task: uid } } : { target: { kind: "task" as const, id: uid } };
  await recordEvents(
    tx,
    acting,
    uids.map((uid) => ({ action: "task.delete" as const, ...about(uid) })),
  );
}
