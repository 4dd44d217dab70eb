import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { AppError, expectVersion, found } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobCosts, jobs } from "@/server/db/schema";
import { type Outside, rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { jobHref } from "../hrefs";
import { acting, recordEvent } from "../log/mutations";
import { notifyManagersOfEach } from "../notices/mutations";
import { pricingOf } from "../pricing/queries";
import { costOf, spentOn } from "./queries";
import { isAlarming } from "./rules";
import type { CostDeleteInput, CostSaveInput } from "./schema";

type Row = typeof jobCosts.$inferSelect;
type Spent = Awaited<ReturnType<typeof spentOn>>;

/**
 * What jobs have cost before something is added: whoever adds to one waits for who adds at once, so that one of them crosses its budget, and
 * not both or none. What comes of it is told by `notifyOfBudgets`, in the same transaction.
 */
export async function lockBudgets(tx: Transaction, workspaceId: string, jobIds: readonly string[]): Promise<Spent> {
  const ids = [...new Set(jobIds)];
  await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), inArray(jobs.id, ids)))
    .orderBy(asc(jobs.id))
    .for("no key update");
  return spentOn(tx, workspaceId, ids);
}

/** Tells those who manage the workspace of each job that costs so much from now on that they wanted to know. */
export async function notifyOfBudgets(
  tx: Transaction,
  outside: Outside,
  { workspaceId, actorId }: { workspaceId: string; actorId: string },
  before: Spent,
): Promise<void> {
  const { budgetAlert: alert } = await pricingOf(tx, workspaceId);
  const after = await spentOn(
    tx,
    workspaceId,
    before.map(({ uid }) => uid),
  );
  const calm = new Set(before.filter((one) => !isAlarming({ ...one, alert })).map(({ uid }) => uid));
  const crossed = after.filter((one) => calm.has(one.uid) && isAlarming({ ...one, alert }));
  const news = crossed.map(({ uid, number, title }) => ({ values: { job: `#${number} ${title}` }, href: jobHref(workspaceId, { uid }) }));
  await notifyManagersOfEach(tx, outside, { workspaceId, actorId, kind: "trades_budget" }, news);
}

/** A cost that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with it as it is now | wrongState */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(jobCosts)
    .where(rowIn(jobCosts, workspaceId, uid))
    .for("update");
  const current = await expectVersion(row, version, () => costOf(tx, workspaceId, uid));
  // What was cut or taken from stock was so.
  if (current.source !== "hand") throw new AppError("wrongState");
  return current;
}

/**
 * Keeps what a job cost beside its material: a new cost, or in the place of one that was seen.
 * @throws AppError notFound | conflict with it as it is now | wrongState for what was not written down by hand
 */
export const saveCost = (ctx: WorkspaceContext, { workspaceId, jobUid, uid: known, version, ...fields }: CostSaveInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { member, idempotencyKey } = ctx;
    const uid = known ?? idFrom("cost", member.id, idempotencyKey);
    const budgets = await lockBudgets(tx, workspaceId, [jobUid]);
    found(budgets[0]);
    if (known) {
      const before = await lockSeen(tx, workspaceId, uid, version ?? 0);
      if (before.jobId !== jobUid) throw new AppError("notFound");
      await tx
        .update(jobCosts)
        .set({ ...fields, version: sql`${jobCosts.version} + 1` })
        .where(rowIn(jobCosts, workspaceId, uid));
      const was = { kind: before.kind, amount: before.amount };
      const is = { kind: fields.kind, amount: fields.amount };
      await recordEvent(tx, acting(ctx), { action: "cost.edit", target: { kind: "cost", id: uid }, before: was, after: is });
    } else {
      const [there] = await tx
        .select({ id: jobCosts.id })
        .from(jobCosts)
        .where(rowIn(jobCosts, workspaceId, uid));
      if (there) return costOf(tx, workspaceId, uid);
      await tx.insert(jobCosts).values({ id: uid, workspaceId, jobId: jobUid, source: "hand", ...fields, actorId: ctx.actor.id });
      const after = { job: jobUid, kind: fields.kind, amount: fields.amount };
      await recordEvent(tx, acting(ctx), { action: "cost.add", target: { kind: "cost", id: uid }, after });
    }
    await notifyOfBudgets(tx, outside, acting(ctx), budgets);
    await publishToWorkspace(tx, workspaceId);
    return costOf(tx, workspaceId, uid);
  });

/** Takes back a cost that was written down. @throws AppError notFound | conflict with it as it is now | wrongState */
export const deleteCost = (ctx: WorkspaceContext, { workspaceId, uid, version }: CostDeleteInput) =>
  ctx.inWorkspace(async (tx) => {
    const before = await lockSeen(tx, workspaceId, uid, version);
    await tx.delete(jobCosts).where(rowIn(jobCosts, workspaceId, uid));
    const was = { job: before.jobId, kind: before.kind, amount: before.amount };
    await recordEvent(tx, acting(ctx), { action: "cost.delete", target: { kind: "cost", id: uid }, before: was });
    await publishToWorkspace(tx, workspaceId);
  });
