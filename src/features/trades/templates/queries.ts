import { and, asc, eq, sql } from "drizzle-orm";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobTemplates, jobTemplateTasks, standardTasks } from "@/server/db/schema";

/** What kinds of jobs take, by name. */
export async function templatesOf(tx: Transaction, workspaceId: string) {
  const rows = await tx
    .select({ uid: jobTemplates.id, version: jobTemplates.version, name: jobTemplates.name })
    .from(jobTemplates)
    .where(eq(jobTemplates.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${jobTemplates.name})`), asc(jobTemplates.id));
  const steps = await tx
    .select({
      templateId: jobTemplateTasks.templateId,
      standardUid: standardTasks.id,
      title: standardTasks.title,
      offsetDays: jobTemplateTasks.offsetDays,
      waits: jobTemplateTasks.waits,
    })
    .from(jobTemplateTasks)
    .innerJoin(
      standardTasks,
      and(eq(standardTasks.workspaceId, jobTemplateTasks.workspaceId), eq(standardTasks.id, jobTemplateTasks.standardId)),
    )
    .where(eq(jobTemplateTasks.workspaceId, workspaceId))
    .orderBy(asc(jobTemplateTasks.position));
  return {
    templates: rows.map((row) => ({
      ...row,
      steps: steps.filter(({ templateId }) => templateId === row.uid).map(({ templateId: _, ...step }) => step),
    })),
  };
}

export const listTemplates = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => templatesOf(tx, member.workspaceId));
