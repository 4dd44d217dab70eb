import { and, eq } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { customers, jobs, slabs, tasks } from "@/server/db/schema";
import type { Transaction } from "@/server/db/workspace";
import type { Subject } from "./schema";

/** What notes and files are about, as their rows say it, and as people call it. */
export interface SubjectRow {
  customerId: string | null;
  jobId: string | null;
  taskId: string | null;
  slabId: string | null;
  /** The customer's name, the title of the job or the task, or the slab's serial. */
  title: string;
  /** The job that a task is of. */
  ofJob: string | null;
}

const NOTHING = { customerId: null, jobId: null, taskId: null, slabId: null, ofJob: null };

/**
 * The one customer, job, task or slab that is named; held, where something is about to be written of it, so that it does not go meanwhile.
 * @throws AppError badRequest for none or several | notFound
 */
export async function subjectOf(
  tx: Transaction,
  workspaceId: string,
  { customerUid, jobUid, taskUid, slabUid }: Subject,
  { hold = false } = {},
): Promise<SubjectRow> {
  if ([customerUid, jobUid, taskUid, slabUid].filter(Boolean).length !== 1) throw new AppError("badRequest");
  if (customerUid) {
    const query = tx
      .select({ title: customers.name })
      .from(customers)
      .where(and(eq(customers.workspaceId, workspaceId), eq(customers.id, customerUid)));
    const [row] = await (hold ? query.for("key share") : query);
    return { ...NOTHING, customerId: customerUid, ...found(row) };
  }
  if (jobUid) {
    const query = tx
      .select({ title: jobs.title })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobUid)));
    const [row] = await (hold ? query.for("key share") : query);
    return { ...NOTHING, jobId: jobUid, ...found(row) };
  }
  if (slabUid) {
    const query = tx
      .select({ title: slabs.serial })
      .from(slabs)
      .where(and(eq(slabs.workspaceId, workspaceId), eq(slabs.id, slabUid)));
    const [row] = await (hold ? query.for("key share") : query);
    return { ...NOTHING, slabId: slabUid, ...found(row) };
  }
  const taskId = taskUid ?? "";
  const query = tx
    .select({ title: tasks.title, ofJob: tasks.jobId })
    .from(tasks)
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.id, taskId)));
  const [row] = await (hold ? query.for("key share") : query);
  return { ...NOTHING, taskId, ...found(row) };
}
