import { and, eq } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import { customers, jobs } from "@/server/db/schema";
import type { Transaction } from "@/server/db/workspace";
import type { Subject } from "./schema";

/** What notes and files are about, as their rows say it, and as people call it. */
export interface SubjectRow {
  customerId: string | null;
  jobId: string | null;
  /** The customer's name, or the job's title. */
  title: string;
}

/**
 * The one customer or job that is named; held, where something is about to be written of it, so that it does not go meanwhile.
 * @throws AppError badRequest for none or two | notFound
 */
export async function subjectOf(
  tx: Transaction,
  workspaceId: string,
  { customerUid, jobUid }: Subject,
  { hold = false } = {},
): Promise<SubjectRow> {
  if (customerUid && !jobUid) {
    const query = tx
      .select({ title: customers.name })
      .from(customers)
      .where(and(eq(customers.workspaceId, workspaceId), eq(customers.id, customerUid)));
    const [row] = await (hold ? query.for("key share") : query);
    return { customerId: customerUid, jobId: null, title: found(row).title };
  }
  if (jobUid && !customerUid) {
    const query = tx
      .select({ title: jobs.title })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobUid)));
    const [row] = await (hold ? query.for("key share") : query);
    return { customerId: null, jobId: jobUid, title: found(row).title };
  }
  throw new AppError("badRequest");
}
