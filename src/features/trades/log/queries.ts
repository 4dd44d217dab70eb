import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { EventTarget, WorkspaceAct } from "@/lib/enums/trades";
import type { Transaction } from "@/server/db/client";
import { workspaceEvents } from "@/server/db/schema";
import { DOCUMENTS_PER_DAY } from "../rules";

/** How often any of these was done in a workspace within the last 24 hours. */
export async function doneWithinDay(tx: Transaction, workspaceId: string, ...acts: WorkspaceAct[]): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(workspaceEvents)
    .where(
      and(
        eq(workspaceEvents.workspaceId, workspaceId),
        gt(workspaceEvents.at, sql`now() - interval '1 day'`),
        inArray(workspaceEvents.action, acts),
      ),
    );
  return row?.n ?? 0;
}

/** Whether something was done with one thing, where its note says all of this of what there was before, or after. */
export async function wasDone(
  tx: Transaction,
  workspaceId: string,
  action: WorkspaceAct,
  target: EventTarget,
  said: { before: object } | { after: object },
): Promise<boolean> {
  const [column, part] = "before" in said ? [workspaceEvents.before, said.before] : [workspaceEvents.after, said.after];
  const which = and(
    eq(workspaceEvents.workspaceId, workspaceId),
    eq(workspaceEvents.target, `${target.kind}:${target.id}`),
    eq(workspaceEvents.action, action),
    sql`${column} @> ${JSON.stringify(part)}::text::jsonb`,
  );
  return (await tx.select({ id: workspaceEvents.id }).from(workspaceEvents).where(which).limit(1)).length > 0;
}

/**
 * Counts what was mailed while the workspace is locked (`lockWorkspace`), so that no two count alike.
 * @throws AppError tooManyRequests where a workspace has mailed as many quotes and invoices as it may within a day
 */
export async function mayMailDocument(tx: Transaction, workspaceId: string): Promise<void> {
  const sent = await doneWithinDay(tx, workspaceId, "quote.send", "invoice.send");
  if (sent >= DOCUMENTS_PER_DAY) throw new AppError("tooManyRequests", { retryAfter: 3600 });
}
