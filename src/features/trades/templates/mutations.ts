import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { expectVersion, found, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobTemplates, jobTemplateTasks, quotes, standardTasks } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { lockQuotes } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { isPlannable } from "../schema";
import { addToJob } from "../standards/mutations";
import { lockWorkspace } from "../workspace/queries";
import { templatesOf } from "./queries";
import { MOST_TEMPLATES, planned } from "./rules";
import type { TemplateApplyInput, TemplateDeleteInput, TemplateFields, TemplateSaveInput } from "./schema";

/** @throws AppError notFound | conflict with the template as it is now */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<void> {
  const [row] = await tx
    .select({ version: jobTemplates.version })
    .from(jobTemplates)
    .where(rowIn(jobTemplates, workspaceId, uid))
    .for("update");
  await expectVersion(row, version, async () => (await templatesOf(tx, workspaceId)).templates.find((one) => one.uid === uid));
}

/** Keeps a template with its tasks: a new one, or in the place of one that was seen. @throws AppError notFound | conflict | invalidInput */
export const saveTemplate = (ctx: WorkspaceContext, { workspaceId, uid: known, version, name, steps }: TemplateSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("template", ctx.member.id, ctx.idempotencyKey);
    if (known) {
      await lockSeen(tx, workspaceId, uid, version ?? 0);
      await tx
        .update(jobTemplates)
        .set({ name, version: sql`${jobTemplates.version} + 1` })
        .where(rowIn(jobTemplates, workspaceId, uid));
    } else {
      // One at a time, so that the bound holds for calls at once.
      await lockWorkspace(tx, workspaceId);
      const [all] = await tx.select({ total: count() }).from(jobTemplates).where(eq(jobTemplates.workspaceId, workspaceId));
      if ((all?.total ?? 0) >= MOST_TEMPLATES) throw refusedAt(["name"], "tooMany", { maximum: MOST_TEMPLATES });
      const [made] = await tx.insert(jobTemplates).values({ id: uid, workspaceId, name }).onConflictDoNothing().returning();
      if (!made) return templatesOf(tx, workspaceId);
    }
    await keepSteps(tx, workspaceId, uid, steps);
    await recordEvent(tx, acting(ctx), { action: known ? "template.edit" : "template.add", target: { kind: "template", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    return templatesOf(tx, workspaceId);
  });

async function keepSteps(tx: Transaction, workspaceId: string, templateId: string, steps: TemplateFields["steps"]): Promise<void> {
  const ids = [...new Set(steps.map(({ standardUid }) => standardUid))];
  // Held, so that none goes meanwhile.
  const known = await tx
    .select({ id: standardTasks.id })
    .from(standardTasks)
    .where(and(eq(standardTasks.workspaceId, workspaceId), inArray(standardTasks.id, ids)))
    .for("key share");
  if (known.length < ids.length) throw refusedAt(["steps"], "gone");
  await tx.delete(jobTemplateTasks).where(and(eq(jobTemplateTasks.workspaceId, workspaceId), eq(jobTemplateTasks.templateId, templateId)));
  await tx
    .insert(jobTemplateTasks)
    .values(steps.map(({ standardUid: standardId, ...step }, position) => ({ ...step, workspaceId, templateId, standardId, position })));
}

/** Deletes a template; tasks that were made by it stay, and quotes that named it make none by it. @throws AppError notFound | conflict */
export const deleteTemplate = (ctx: WorkspaceContext, { workspaceId, uid, version }: TemplateDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeen(tx, workspaceId, uid, version);
    await lockQuotes(tx, workspaceId, eq(quotes.templateId, uid));
    await tx
      .update(quotes)
      .set({ templateId: null })
      .where(and(eq(quotes.workspaceId, workspaceId), eq(quotes.templateId, uid)));
    await tx.delete(jobTemplates).where(rowIn(jobTemplates, workspaceId, uid));
    await recordEvent(tx, acting(ctx), { action: "template.delete", target: { kind: "template", id: uid } });
    await publishToWorkspace(tx, workspaceId);
    return templatesOf(tx, workspaceId);
  });

/** Makes a job's tasks by a template, due from the day on which the work begins. @throws AppError notFound | invalidInput, also for days that are too far away */
export const applyTemplate = (ctx: WorkspaceContext, { uid, jobUid, startOn }: TemplateApplyInput) =>
  ctx.inWorkspace((tx) => applyTo(tx, ctx, { uid, jobUid, startOn }));

/** The same within something larger, such as an accepted quote. @throws AppError notFound | invalidInput */
export async function applyTo(
  tx: Transaction,
  ctx: Parameters<typeof addToJob>[1],
  { uid, jobUid, startOn }: Omit<TemplateApplyInput, "workspaceId">,
) {
  const { workspaceId } = ctx.member;
  const [template] = await tx
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(rowIn(jobTemplates, workspaceId, uid));
  found(template);
  const steps = await tx
    .select({ standard: standardTasks, offsetDays: jobTemplateTasks.offsetDays, waits: jobTemplateTasks.waits })
    .from(jobTemplateTasks)
    .innerJoin(
      standardTasks,
      and(eq(standardTasks.workspaceId, jobTemplateTasks.workspaceId), eq(standardTasks.id, jobTemplateTasks.standardId)),
    )
    .where(and(eq(jobTemplateTasks.workspaceId, workspaceId), eq(jobTemplateTasks.templateId, uid)))
    .orderBy(asc(jobTemplateTasks.position));
  const due = planned(steps, startOn);
  if (!due.every(({ dueOn }) => isPlannable(dueOn))) throw refusedAt(["startOn"], "planTooLate");
  return addToJob(tx, ctx, jobUid, due);
}
