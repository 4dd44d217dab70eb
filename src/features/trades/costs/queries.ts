import { and, asc, count, desc, eq, exists, inArray, isNotNull, or, type SQL, type SQLWrapper, sql, sum } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { COST_KINDS } from "@/lib/enums/trades-stock";
import { pageOffset } from "@/lib/page-math";
import { sumOf } from "@/lib/pricing/amounts";
import { marginOf } from "@/lib/pricing/documents";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customers, cutPlans, jobCosts, jobs, quotes, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { expectJob, fits } from "../jobs/queries";
import { personName } from "../members/queries";
import { pricingOf } from "../pricing/queries";
import { budgetState, noCosts, quotedByKind, rateOf } from "./rules";
import type { JobCostsInput, MarginsInput } from "./schema";

const costsOfJob = (workspaceId: string, jobId: string | SQLWrapper): SQL | undefined =>
  and(eq(jobCosts.workspaceId, workspaceId), eq(jobCosts.jobId, jobId));

/** A quote counts for its job once the job has come of it, or was changed by it. */
const converted = (workspaceId: string): SQL | undefined => and(eq(quotes.workspaceId, workspaceId), eq(quotes.state, "converted"));

const rowsOf = (tx: Transaction) =>
  tx
    .select({
      uid: jobCosts.id,
      kind: jobCosts.kind,
      source: jobCosts.source,
      day: jobCosts.day,
      text: jobCosts.text,
      quantity: jobCosts.quantity,
      amount: jobCosts.amount,
      plan: { uid: cutPlans.id, number: cutPlans.number },
      by: personName,
      version: jobCosts.version,
    })
    .from(jobCosts)
    .leftJoin(cutPlans, and(eq(cutPlans.workspaceId, jobCosts.workspaceId), eq(cutPlans.id, jobCosts.planId)))
    .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, jobCosts.workspaceId), eq(workspacePeople.userId, jobCosts.actorId)))
    .$dynamic();

/** One cost. @throws AppError notFound */
export async function costOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await rowsOf(tx).where(rowIn(jobCosts, workspaceId, uid));
  return found(row);
}

/** What a job has cost, the latest first. @throws AppError notFound */
export const listCosts = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { jobUid, page }: JobCostsInput) =>
  inWorkspace(async (tx) => {
    await expectJob(tx, workspaceId, jobUid);
    const scope = costsOfJob(workspaceId, jobUid);
    const data = await rowsOf(tx).where(scope).orderBy(desc(jobCosts.day), desc(jobCosts.id)).limit(PAGE_SIZE).offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(jobCosts).where(scope);
    return { data, meta: { total: totals?.total ?? 0 } };
  });

/** What a job was to cost by its quotes, and what it has cost. @throws AppError notFound */
export const viewBudget = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, jobUid: string) =>
  inWorkspace(async (tx) => {
    await expectJob(tx, workspaceId, jobUid);
    const { budgetAlert: alert } = await pricingOf(tx, workspaceId);
    const offers = await tx
      .select({ content: quotes.content, net: quotes.net, cost: quotes.cost })
      .from(quotes)
      .where(and(converted(workspaceId), eq(quotes.jobId, jobUid)));
    const spent = await tx
      .select({ kind: jobCosts.kind, amount: sum(jobCosts.amount).mapWith(Number) })
      .from(jobCosts)
      .where(costsOfJob(workspaceId, jobUid))
      .groupBy(jobCosts.kind);
    const actually = { ...noCosts(), ...Object.fromEntries(spent.map(({ kind, amount }) => [kind, amount])) };
    const expected = quotedByKind(offers.flatMap(({ content }) => content.lines));
    const [net, quoted] = [sumOf(offers.map((offer) => offer.net)), sumOf(offers.map((offer) => offer.cost))];
    const actual = sumOf(Object.values(actually));
    return {
      state: budgetState({ quoted, actual, alert }),
      alert,
      net,
      quoted,
      actual,
      spent: rateOf(actual, quoted),
      margin: marginOf({ net, cost: actual }),
      kinds: COST_KINDS.map((kind) => {
        const [was, is] = [expected[kind], actually[kind]];
        return { kind, quoted: was, actual: is, variance: is - was };
      }),
    };
  });

/** What these jobs were to cost, and have cost; of those alone that have either. */
const sums = (tx: Transaction, workspaceId: string, jobIds: string[] | SQLWrapper) => ({
  offered: tx
    .select({
      jobId: quotes.jobId,
      net: sql<number>`sum(${quotes.net})::bigint`.mapWith(Number).as("net"),
      quoted: sql<number>`sum(${quotes.cost})::bigint`.mapWith(Number).as("quoted"),
    })
    .from(quotes)
    .where(and(converted(workspaceId), inArray(quotes.jobId, jobIds)))
    .groupBy(quotes.jobId)
    .as("offered"),
  spent: tx
    .select({ jobId: jobCosts.jobId, actual: sql<number>`sum(${jobCosts.amount})::bigint`.mapWith(Number).as("actual") })
    .from(jobCosts)
    .where(and(eq(jobCosts.workspaceId, workspaceId), inArray(jobCosts.jobId, jobIds)))
    .groupBy(jobCosts.jobId)
    .as("spent"),
});

/** What remains of what jobs bring in, those that fit what is asked for. */
export const listMargins = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, input: MarginsInput) =>
  inWorkspace(async (tx) => {
    const { search, state, customerUid, order, descending, page } = input;
    const { budgetAlert: alert } = await pricingOf(tx, workspaceId);
    const wanted = and(
      eq(jobs.workspaceId, workspaceId),
      state === undefined ? undefined : eq(jobs.state, state),
      customerUid === undefined ? undefined : eq(jobs.customerId, customerUid),
      fits(tx, workspaceId, search),
    );
    const { offered, spent } = sums(tx, workspaceId, tx.select({ id: jobs.id }).from(jobs).where(wanted));
    const [net, actual] = [sql`coalesce(${offered.net}, 0)`, sql`coalesce(${spent.actual}, 0)`];
    const turned = descending ? desc : asc;
    // Where nothing is asked for there is no margin: such jobs stand behind the others, whichever way round they are.
    const ways =
      order === "margin" ? [sql`${net} <= 0`, turned(sql`(${net} - ${actual})::numeric / nullif(${net}, 0)`)] : [turned(jobs.number)];
    const rows = await tx
      .select({
        uid: jobs.id,
        number: jobs.number,
        title: jobs.title,
        state: jobs.state,
        customer: { uid: customers.id, name: customers.name },
        net: sql<number>`${net}`.mapWith(Number),
        quoted: sql<number>`coalesce(${offered.quoted}, 0)`.mapWith(Number),
        actual: sql<number>`${actual}`.mapWith(Number),
      })
      .from(jobs)
      .innerJoin(customers, and(eq(customers.workspaceId, jobs.workspaceId), eq(customers.id, jobs.customerId)))
      .leftJoin(offered, eq(offered.jobId, jobs.id))
      .leftJoin(spent, eq(spent.jobId, jobs.id))
      .where(and(wanted, or(isNotNull(offered.jobId), isNotNull(spent.jobId))))
      .orderBy(...ways, desc(jobs.number))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    // What they come to is nothing to how many there are.
    const sold = tx
      .select({ one: sql`1` })
      .from(quotes)
      .where(and(converted(workspaceId), eq(quotes.jobId, jobs.id)));
    const costly = tx.select({ one: sql`1` }).from(jobCosts).where(costsOfJob(workspaceId, jobs.id));
    const total = await tx.$count(jobs, and(wanted, or(exists(sold), exists(costly))));
    return {
      data: rows.map((row) => ({
        ...row,
        quotedMargin: marginOf({ net: row.net, cost: row.quoted }),
        margin: marginOf({ net: row.net, cost: row.actual }),
        budget: budgetState({ ...row, alert }),
      })),
      meta: { total },
    };
  });

/** What these jobs were to cost, and have cost up to now. */
export async function spentOn(tx: Transaction, workspaceId: string, jobIds: readonly string[]) {
  const { offered, spent } = sums(tx, workspaceId, [...jobIds]);
  return tx
    .select({
      uid: jobs.id,
      number: jobs.number,
      title: jobs.title,
      quoted: sql<number>`coalesce(${offered.quoted}, 0)`.mapWith(Number),
      actual: sql<number>`coalesce(${spent.actual}, 0)`.mapWith(Number),
    })
    .from(jobs)
    .leftJoin(offered, eq(offered.jobId, jobs.id))
    .leftJoin(spent, eq(spent.jobId, jobs.id))
    .where(and(eq(jobs.workspaceId, workspaceId), inArray(jobs.id, [...jobIds])));
}
