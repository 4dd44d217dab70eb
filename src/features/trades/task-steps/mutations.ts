import { and, count, eq, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { taskChecks, taskMoves, tasks } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { assigneesOf } from "../tasks/mutations";
import { taskOf } from "../tasks/queries";
import { beginsWork, isSettled, mayDo, mayStep } from "../tasks/rules";
import type { TaskCheckInput, TaskMoveInput } from "../tasks/schema";

/** @throws AppError forbidden: it was given to others */
async function mustDo(tx: Transaction, { member }: WorkspaceContext, taskId: string): Promise<void> {
  if (!mayDo(await assigneesOf(tx, member.workspaceId, taskId), member)) throw new AppError("forbidden");
}

/**
 * Takes a step with a task, once however often it is sent.
 * @throws AppError notFound | conflict with the task as it is now | forbidden | wrongState |
 *   taskWaits for what is to be done before | checksOpen for lines that are not ticked | formMissing for what is not filled in
 */
export const moveTask = (ctx: WorkspaceContext, { workspaceId, uid, moveUid, version, to, reason }: TaskMoveInput) =>
  ctx.inWorkspace(async (tx) => {
    const [row] = await tx
      .select()
      .from(tasks)
      .where(rowIn(tasks, workspaceId, uid))
      .for("update");
    const { state: from, version: now } = found(row);
    const [taken] = await tx
      .select({ taskId: taskMoves.taskId })
      .from(taskMoves)
      .where(rowIn(taskMoves, workspaceId, moveUid));
    if (taken?.taskId === uid) return taskOf(tx, workspaceId, uid);
    if (now !== version) throw new AppError("conflict", { current: await taskOf(tx, workspaceId, uid) });
    await mustDo(tx, ctx, uid);
    if (!mayStep(from, to, ctx.member.role)) throw new AppError(mayStep(from, to, "manager") ? "forbidden" : "wrongState");
    if (beginsWork(to)) await mustBeReady(tx, workspaceId, uid);
    if (to === "done") {
      await mustBeTicked(tx, workspaceId, uid);
      await mustBeFilledIn(tx, workspaceId, uid);
    }
    const done = to === "done" ? { doneAt: new Date(), doneBy: ctx.actor.id } : { doneAt: null, doneBy: null };
    const blockedFor = to === "blocked" ? reason : "";
    await tx
      .update(tasks)
      .set({ state: to, blockedFor, ...done, version: sql`${tasks.version} + 1` })
      .where(rowIn(tasks, workspaceId, uid));
    const [step] = await tx
      .insert(taskMoves)
      .values({ id: moveUid, taskId: uid, from, to, reason: blockedFor, ...acting(ctx) })
      .onConflictDoNothing()
      .returning({ id: taskMoves.id });
    // Somebody else's step, or another task's, has that id.
    if (!step) throw new AppError("conflict", { current: await taskOf(tx, workspaceId, uid) });
    await recordEvent(tx, acting(ctx), {
      action: "task.move",
      target: { kind: "task", id: uid },
      before: { state: from },
      after: { state: to },
    });
    await publishToWorkspace(tx, workspaceId);
    return taskOf(tx, workspaceId, uid);
  });

async function mustBeReady(tx: Transaction, workspaceId: string, uid: string): Promise<void> {
  const { needs } = await taskOf(tx, workspaceId, uid);
  const open = needs.find(({ state }) => !isSettled(state));
  if (open) throw new AppError("taskWaits", { values: { title: open.title } });
}

async function mustBeTicked(tx: Transaction, workspaceId: string, uid: string): Promise<void> {
  const [open] = await tx
    .select({ total: count() })
    .from(taskChecks)
    .where(and(eq(taskChecks.workspaceId, workspaceId), eq(taskChecks.taskId, uid), sql`${taskChecks.checkedAt} is null`));
  if (open && open.total > 0) throw new AppError("checksOpen", { values: { count: open.total } });
}

async function mustBeFilledIn(tx: Transaction, workspaceId: string, uid: string): Promise<void> {
  const { form } = await taskOf(tx, workspaceId, uid);
  if (form && !form.filled) throw new AppError("formMissing", { values: { name: form.name } });
}

/** Ticks a line of a task, or takes the tick back; the same once more changes nothing. @throws AppError notFound | forbidden | wrongState */
export const checkTask = (ctx: WorkspaceContext, { workspaceId, uid, checkUid, checked }: TaskCheckInput) =>
  ctx.inWorkspace(async (tx) => {
    const [row] = await tx
      .select()
      .from(tasks)
      .where(rowIn(tasks, workspaceId, uid))
      .for("update");
    const { state } = found(row);
    const line = and(eq(taskChecks.workspaceId, workspaceId), eq(taskChecks.taskId, uid), eq(taskChecks.id, checkUid));
    const [check] = await tx.select({ checkedAt: taskChecks.checkedAt }).from(taskChecks).where(line);
    const before = found(check).checkedAt !== null;
    await mustDo(tx, ctx, uid);
    if (before === checked) return { checked };
    // What was done was done with all of it.
    if (isSettled(state)) throw new AppError("wrongState");
    await tx
      .update(taskChecks)
      .set(checked ? { checkedAt: new Date(), checkedBy: ctx.actor.id } : { checkedAt: null, checkedBy: null })
      .where(line);
    await recordEvent(tx, acting(ctx), {
      action: "task.check",
      target: { kind: "task", id: uid },
      before: { checked: before },
      after: { checked },
    });
    await publishToWorkspace(tx, workspaceId);
    return { checked };
  });
