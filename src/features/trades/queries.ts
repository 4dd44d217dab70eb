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

/** The one customer or job that is named. @throws AppError badRequest for none or two | notFound */
export async function subjectOf(tx: Transaction, workspaceId: string, { customerUid, jobUid }: Subject): Promise<SubjectRow> {
  if (customerUid && !jobUid) {
    const [row] = await tx
      .select({ title: customers.name })
      .from(customers)
      .where(and(eq(customers.workspaceId, workspaceId), eq(customers.id, customerUid)));
    return { customerId: customerUid, jobId: null, title: found(row).title };
  }
  if (jobUid && !customerUid) {
    const [row] = await tx
      .select({ title: jobs.title })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobUid)));
    return { customerId: null, jobId: jobUid, title: found(row).title };
  }
  throw new AppError("badRequest");
}
