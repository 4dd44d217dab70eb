import { and, asc, between, count, desc, eq, inArray, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { addDays, dayIn } from "@/lib/days";
import type { JobDue, JobOrder } from "@/lib/enums/trades";
import { pageOffset } from "@/lib/page-math";
import { searchTerms } from "@/lib/search-terms";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerSites, customers, jobSettings, jobs } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { partsOf, withTerm } from "../customers/queries";
import { timelineOf } from "../timeline/queries";
import { workspaceOf } from "../workspace/queries";
import { BOARD_STATES, CARDS, everyLabel, UNDONE } from "./rules";
import type { JobsInput, JobTimelineInput } from "./schema";

/** That there is such a job. @throws AppError notFound */
export async function expectJob(tx: Transaction, workspaceId: string, uid: string): Promise<void> {
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(rowIn(jobs, workspaceId, uid));
  found(job);
}

/** More words than these say nothing more. */
const MOST_WORDS = 8;

/** A search is for all its words, in the job's own or in its customer's; what begins like one is meant too. */
export function fits(tx: Transaction, workspaceId: string, search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const terms = searchTerms(search).slice(0, MOST_WORDS);
  if (terms.length === 0) return sql`false`;
  return and(
    ...terms.map((term) =>
      or(
        // Terms hold letters and digits alone: nothing that a pattern would read otherwise.
        like(jobs.words, `% ${term}%`),
        inArray(jobs.customerId, withTerm(tx, workspaceId, term)),
      ),
    ),
  );
}

/** @param today of the workspace's calendar */
const dueWhen = (due: JobDue, today: string): SQL | undefined =>
  and(inArray(jobs.state, [...UNDONE]), due === "late" ? lt(jobs.dueOn, today) : between(jobs.dueOn, today, addDays(today, 7)));

const ORDERS: Record<JobOrder, SQL> = {
  number: sql`${jobs.number}`,
  due: sql`${jobs.dueOn}`,
  title: sql`lower(${jobs.title})`,
  state: sql`${jobs.state}`,
};

const ROW = {
  uid: jobs.id,
  number: jobs.number,
  title: jobs.title,
  state: jobs.state,
  leftFrom: jobs.leftFrom,
  dueOn: jobs.dueOn,
  version: jobs.version,
  customer: { uid: customers.id, name: customers.name },
  address: sql<string>`coalesce(${customerSites.address}, '')`,
};

const rowsOf = (tx: Transaction) =>
  tx
    .select(ROW)
    .from(jobs)
    .innerJoin(customers, and(eq(customers.workspaceId, jobs.workspaceId), eq(customers.id, jobs.customerId)))
    .leftJoin(customerSites, and(eq(customerSites.workspaceId, jobs.workspaceId), eq(customerSites.id, jobs.siteId)));

/** A shop's jobs, those that fit what is asked for. */
export const listJobs = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, input: JobsInput) =>
  inWorkspace(async (tx) => {
    const { search, state, customerUid, due, order, descending, page } = input;
    const scope = and(
      eq(jobs.workspaceId, workspaceId),
      state === undefined ? undefined : eq(jobs.state, state),
      customerUid === undefined ? undefined : eq(jobs.customerId, customerUid),
      due === undefined ? undefined : dueWhen(due, dayIn(new Date(), (await workspaceOf(tx, workspaceId)).timeZone)),
      fits(tx, workspaceId, search),
    );
    const turned = descending ? desc : asc;
    const data = await rowsOf(tx)
      .where(scope)
      // Without a day a job stands behind those that have one, whichever way round they are.
      .orderBy(...(order === "due" ? [sql`${jobs.dueOn} is null`] : []), turned(ORDERS[order]), desc(jobs.number))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(jobs).where(scope);
    return { data, meta: { total: totals?.total ?? 0 } };
  });

/** What is to be done, by states: of each the first, by the day that it is due. */
export const viewBoard = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const here = and(eq(jobs.workspaceId, workspaceId), inArray(jobs.state, [...BOARD_STATES]));
    const placed = tx
      .select({
        id: jobs.id,
        place: sql<number>`row_number() over (partition by ${jobs.state} order by ${jobs.dueOn}, ${jobs.number})`.as("place"),
      })
      .from(jobs)
      .where(here)
      .as("placed");
    const shown = tx.select({ id: placed.id }).from(placed).where(lte(placed.place, CARDS));
    const rows = await rowsOf(tx)
      .where(and(here, inArray(jobs.id, shown)))
      .orderBy(asc(jobs.dueOn), asc(jobs.number));
    const totals = await tx.select({ state: jobs.state, total: count() }).from(jobs).where(here).groupBy(jobs.state);
    return {
      columns: BOARD_STATES.map((state) => ({
        state,
        total: totals.find((one) => one.state === state)?.total ?? 0,
        jobs: rows.filter((row) => row.state === state),
      })),
    };
  });

/** One job with where it is done and whom to talk to. @throws AppError notFound */
export async function jobOf(tx: Transaction, workspaceId: string, uid: string) {
  const [row] = await tx
    .select({ job: jobs, customer: { uid: customers.id, name: customers.name } })
    .from(jobs)
    .innerJoin(customers, and(eq(customers.workspaceId, jobs.workspaceId), eq(customers.id, jobs.customerId)))
    .where(rowIn(jobs, workspaceId, uid));
  const { job, customer } = found(row);
  const { contacts, sites } = await partsOf(tx, workspaceId, [customer.uid]);
  const site = sites.find(({ id }) => id === job.siteId);
  const [contact] = contacts;
  return {
    uid,
    number: job.number,
    title: job.title,
    state: job.state,
    leftFrom: job.leftFrom,
    dueOn: job.dueOn,
    version: job.version,
    customer,
    description: job.description,
    site: site ? { uid: site.id, name: site.name, address: site.address, access: site.access } : null,
    contact: contact ? { name: contact.name, phone: contact.phone } : null,
    createdAt: job.createdAt.toISOString(),
  };
}

export const viewJob = ({ inWorkspace, member }: WorkspaceContext, uid: string) => inWorkspace((tx) => jobOf(tx, member.workspaceId, uid));

/** What happened to a job, the latest first. @throws AppError notFound */
export const viewTimeline = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, { uid, before }: JobTimelineInput) =>
  inWorkspace(async (tx) => {
    const [row] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, uid));
    return timelineOf(tx, { workspaceId, jobId: found(row).id }, role, before);
  });

/** A shop's own words for states, empty where it has none; version 0 before it had any. */
export async function wordsOf(tx: Transaction, workspaceId: string, { lock = false } = {}) {
  const query = tx
    .select({ labels: jobSettings.labels, version: jobSettings.version })
    .from(jobSettings)
    .where(eq(jobSettings.workspaceId, workspaceId));
  const [row] = await (lock ? query.for("update") : query);
  return { labels: everyLabel(row?.labels ?? {}), version: row?.version ?? 0 };
}

export const viewWords = ({ inWorkspace, member }: WorkspaceContext) => inWorkspace((tx) => wordsOf(tx, member.workspaceId));
