import { and, asc, count, eq, inArray, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { moveRow } from "@/server/db/order";
import { standardTasks, taskChecks, taskNeeds, tasks } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import type { Acting } from "../jobs/mutations";
import { acting, recordEvent, recordEvents } from "../log/mutations";
import { lockForm, lockJob, placeBehind, wordsOf } from "../tasks/mutations";
import { standardsOf } from "../tasks/queries";
import { MOST_STANDARD } from "../tasks/rules";
import type { StandardSaveInput, StandardUseInput, TaskDeleteInput, TaskOrderInput } from "../tasks/schema";
import { lockWorkspace } from "../workspace/queries";

/** @throws AppError notFound | conflict with all of them as they are now */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<void> {
  const [row] = await tx
    .select({ version: standardTasks.version })
    .from(standardTasks)
    .where(rowIn(standardTasks, workspaceId, uid))
    .for("update");
  await expectVersion(row, version, async () => (await standardsOf(tx, workspaceId)).tasks.find((one) => one.uid === uid));
}

async function changed(tx: Transaction, { actor, member: { workspaceId } }: WorkspaceContext, uid: string) {
  await recordEvent(tx, { workspaceId, actorId: actor.id }, { action: "tasks.standard", target: { kind: "standard", id: uid } });
  await publishToWorkspace(tx, workspaceId);
  return standardsOf(tx, workspaceId);
}

/** Keeps a standard task: a new one behind the others, or in the place of one that was seen. @throws AppError notFound | conflict | invalidInput */
export const saveStandard = (
  ctx: WorkspaceContext,
  { workspaceId, uid: known, version, title, details, checks, formUid: formId }: StandardSaveInput,
) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("standard", ctx.member.id, ctx.idempotencyKey);
    const set = { title, details, formId, checks: checks.map(({ text }) => text) };
    if (formId) await expectForm(tx, workspaceId, uid, formId);
    if (known) {
      await lockSeen(tx, workspaceId, uid, version ?? 0);
      await tx
        .update(standardTasks)
        .set({ ...set, version: sql`${standardTasks.version} + 1` })
        .where(rowIn(standardTasks, workspaceId, uid));
    } else {
      // One at a time, so that their places and the bound hold for calls at once.
      await lockWorkspace(tx, workspaceId);
      const [last] = await tx
        .select({ position: max(standardTasks.position), total: count() })
        .from(standardTasks)
        .where(eq(standardTasks.workspaceId, workspaceId));
      if ((last?.total ?? 0) >= MOST_STANDARD) throw refusedAt(["title"], "tooMany", { maximum: MOST_STANDARD });
      const row = { id: uid, workspaceId, position: (last?.position ?? 0) + 1, ...set };
      const made = await tx.insert(standardTasks).values(row).onConflictDoNothing().returning({ id: standardTasks.id });
      if (made.length === 0) return standardsOf(tx, workspaceId);
    }
    return changed(tx, ctx, uid);
  });

/** A form that it asks for already may have been laid aside meanwhile; another one must be there to be filled in. */
async function expectForm(tx: Transaction, workspaceId: string, uid: string, formId: string): Promise<void> {
  const [row] = await tx
    .select({ formId: standardTasks.formId })
    .from(standardTasks)
    .where(rowIn(standardTasks, workspaceId, uid));
  if (row?.formId !== formId) await lockForm(tx, workspaceId, formId);
}

/** Gives a standard task another place. @throws AppError notFound */
export const orderStandard = (ctx: WorkspaceContext, { workspaceId, uid, to }: TaskOrderInput) =>
  ctx.inWorkspace(async (tx) => {
    const [row] = await tx
      .select({ id: standardTasks.id })
      .from(standardTasks)
      .where(rowIn(standardTasks, workspaceId, uid));
    found(row);
    await moveRow(tx, standardTasks, eq(standardTasks.workspaceId, workspaceId), uid, to);
    return changed(tx, ctx, uid);
  });

/** Deletes a standard task; tasks that were made of it stay. @throws AppError notFound | conflict */
export const deleteStandard = (ctx: WorkspaceContext, { workspaceId, uid, version }: TaskDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeen(tx, workspaceId, uid, version);
    await tx.delete(standardTasks).where(rowIn(standardTasks, workspaceId, uid));
    return changed(tx, ctx, uid);
  });

/** Makes tasks for a job as the shop does them, in the shop's order. @throws AppError notFound | invalidInput */
export const addFromStandards = (ctx: WorkspaceContext, { workspaceId, jobUid, uids }: StandardUseInput) =>
  ctx.inWorkspace(async (tx) => {
    const wanted = await tx
      .select()
      .from(standardTasks)
      .where(and(eq(standardTasks.workspaceId, workspaceId), inArray(standardTasks.id, uids)))
      .orderBy(asc(standardTasks.position), asc(standardTasks.id));
    if (wanted.length < new Set(uids).size) throw new AppError("notFound");
    return addToJob(
      tx,
      ctx,
      jobUid,
      wanted.map((standard) => ({ standard })),
    );
  });

/** A task that a job is to get: a standard one, by when, and after which of the others, by their places. */
interface Planned {
  standard: typeof standardTasks.$inferSelect;
  dueOn?: string;
  needs?: number[];
}

/** Gives a job tasks behind those that it has. @throws AppError invalidInput for a job that is not there, or has too many */
export async function addToJob(tx: Transaction, ctx: Acting & Pick<WorkspaceContext, "idempotencyKey">, jobUid: string, plan: Planned[]) {
  const { workspaceId } = ctx.member;
  await lockJob(tx, workspaceId, jobUid);
  const first = await placeBehind(tx, workspaceId, jobUid, plan.length);
  const made = plan.map(({ standard: { title, details, checks, formId }, dueOn = null, needs = [] }, at) => ({
    // A call that is repeated under its key after a crash finds what the first one made.
    id: idFrom(`task ${at}`, ctx.member.id, ctx.idempotencyKey),
    task: { title, details, dueOn, formId, words: wordsOf(title), position: first + at },
    checks,
    needs,
  }));
  if (made.length === 0) return { added: 0 };
  const rows = await tx
    .insert(tasks)
    .values(made.map(({ id, task }) => ({ id, workspaceId, jobId: jobUid, ...task })))
    .onConflictDoNothing()
    .returning({ id: tasks.id });
  const fresh = made.filter(({ id }) => rows.some((row) => row.id === id));
  const lines = fresh.flatMap(({ id, checks }) =>
    checks.map((text, position) => ({ id: uuidv7(), workspaceId, taskId: id, position, text })),
  );
  if (lines.length > 0) await tx.insert(taskChecks).values(lines);
  const links = fresh.flatMap(({ id, needs }) =>
    needs.flatMap((at) => made[at] ?? []).map((other) => ({ workspaceId, taskId: id, needsId: other.id })),
  );
  if (links.length > 0) await tx.insert(taskNeeds).values(links);
  const added = fresh.map(({ id }) => ({ action: "task.add" as const, target: { kind: "task" as const, id }, after: { job: jobUid } }));
  await recordEvents(tx, acting(ctx), added);
  await publishToWorkspace(tx, workspaceId);
  return { added: fresh.length };
}
