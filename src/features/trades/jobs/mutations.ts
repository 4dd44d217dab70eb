import { and, eq, ne, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { JOB_STATES, type JobField, type JobState } from "@/lib/enums/trades";
import { searchTerms } from "@/lib/search-terms";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerSites, customers, jobInvoices, jobMoves, jobSettings, jobs, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { cancel, lockComing } from "../schedule/mutations";
import { jobOf, wordsOf } from "./queries";
import { isAway, isRework, JOB, mayMove, moved } from "./rules";
import type { JobFields, JobMoveInput, JobSaveInput, JobWordsInput } from "./schema";

type Row = typeof jobs.$inferSelect;

const jobRow = (tx: Transaction, workspaceId: string, uid: string) =>
  tx
    .select()
    .from(jobs)
    .where(rowIn(jobs, workspaceId, uid));

/** A job that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with the job as it is now */
async function lockSeen(tx: Transaction, workspaceId: string, uid: string, version: number): Promise<Row> {
  const [row] = await jobRow(tx, workspaceId, uid).for("update");
  return expectVersion(row, version, () => jobOf(tx, workspaceId, uid));
}

/**
 * Keeps customer and site as they are while a job or a quote comes to them.
 * @throws AppError invalidInput for a customer that is no more, or a site that is none of theirs
 */
export async function lockPlace(
  tx: Transaction,
  workspaceId: string,
  { customerUid, siteUid }: Pick<JobFields, "customerUid" | "siteUid">,
): Promise<void> {
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(rowIn(customers, workspaceId, customerUid))
    .for("share");
  if (!customer) throw refusedAt(["customerUid"], "gone");
  if (siteUid === null) return;
  const [site] = await tx
    .select({ id: customerSites.id })
    .from(customerSites)
    .where(and(eq(customerSites.workspaceId, workspaceId), eq(customerSites.customerId, customerUid), eq(customerSites.id, siteUid)));
  if (!site) throw refusedAt(["siteUid"], "gone");
}

/** The next number of the workspace. Whoever makes a job waits for who makes one at once, so that none is left out or given twice. */
async function nextJobNumber(tx: Transaction, workspaceId: string): Promise<number> {
  const [row] = await tx
    .insert(jobSettings)
    .values({ workspaceId, lastNumber: 1 })
    .onConflictDoUpdate({ target: jobSettings.workspaceId, set: { lastNumber: sql`${jobSettings.lastNumber} + 1` } })
    .returning({ number: jobSettings.lastNumber });
  return found(row).number;
}

/** What a job is found by, a blank before each word. */
const wordsFor = (number: number, title: string): string =>
  searchTerms(`${number} ${title}`)
    .map((term) => ` ${term}`)
    .join("")
    .slice(0, JOB.words);

const columnsOf = ({ title, description, customerUid, siteUid, dueOn }: JobFields) => ({
  title,
  description,
  customerId: customerUid,
  siteId: siteUid,
  dueOn,
});

/** The names of the fields in which a job is about to change. */
function differences(before: Row, after: ReturnType<typeof columnsOf>): JobField[] {
  const names = { title: "title", description: "description", customerId: "customer", siteId: "site", dueOn: "dueOn" } as const;
  return (Object.keys(names) as (keyof typeof names)[]).filter((name) => before[name] !== after[name]).map((name) => names[name]);
}

/** Who does something in a workspace, in whose name it is written down. */
export interface Acting {
  member: { id: string; workspaceId: string };
  actor: { id: string };
}

/** A new job with the next number. @param uid of the job that is to be */
export async function makeJob(
  tx: Transaction,
  { member: { workspaceId }, actor }: Acting,
  uid: string,
  fields: JobFields,
  state: JobState = "enquiry",
) {
  const number = await nextJobNumber(tx, workspaceId);
  const set = columnsOf(fields);
  await tx.insert(jobs).values({ id: uid, workspaceId, number, words: wordsFor(number, set.title), state, ...set });
  await recordEvent(tx, { workspaceId, actorId: actor.id }, { action: "job.add", target: { kind: "job", id: uid }, after: { number } });
}

/**
 * Brings a job on because of something else that happened, such as a quote that was sent or accepted: what is further already stays, and what
 * was put away before comes back for it.
 */
export async function bringOn(
  tx: Transaction,
  { member: { workspaceId }, actor }: Acting,
  uid: string,
  to: "quoted" | "won" | "invoiced",
): Promise<void> {
  const [row] = await jobRow(tx, workspaceId, uid).for("no key update");
  const { state: from, leftFrom } = found(row);
  const stands = leftFrom ?? from;
  const further = JOB_STATES.indexOf(stands) >= JOB_STATES.indexOf(to);
  // What was put away stays so while it is only offered for.
  if (from === to || (further && leftFrom === null) || (leftFrom !== null && to === "quoted")) return;
  const next = further ? stands : to;
  await tx
    .update(jobs)
    .set({ state: next, leftFrom: null, version: sql`${jobs.version} + 1` })
    .where(rowIn(jobs, workspaceId, uid));
  const acting = { workspaceId, actorId: actor.id };
  await tx.insert(jobMoves).values({ id: uuidv7(), jobId: uid, from, to: next, reason: "", ...acting });
  await recordEvent(tx, acting, { action: "job.move", target: { kind: "job", id: uid }, before: { state: from }, after: { state: next } });
}

/**
 * Brings a job back to where it was offered for, because what it was won by was taken back; where it stands elsewhere meanwhile it stays.
 * @param uid of a job that is held
 */
export async function bringBack(tx: Transaction, { member: { workspaceId }, actor }: Acting, uid: string): Promise<void> {
  const [moved] = await tx
    .update(jobs)
    .set({ state: "quoted", version: sql`${jobs.version} + 1` })
    .where(and(rowIn(jobs, workspaceId, uid), eq(jobs.state, "won")))
    .returning({ id: jobs.id });
  if (!moved) {
    // One that is away comes back to where it is offered for.
    await tx
      .update(jobs)
      .set({ leftFrom: "quoted", version: sql`${jobs.version} + 1` })
      .where(and(rowIn(jobs, workspaceId, uid), eq(jobs.leftFrom, "won")));
    return;
  }
  const acting = { workspaceId, actorId: actor.id };
  await tx.insert(jobMoves).values({ id: uuidv7(), jobId: uid, from: "won", to: "quoted", reason: "", ...acting });
  await recordEvent(tx, acting, {
    action: "job.move",
    target: { kind: "job", id: uid },
    before: { state: "won" },
    after: { state: "quoted" },
  });
}

/**
 * What a customer is offered, or asked to pay, is theirs, a draft as well, which is sent as it is: the job goes to nobody else.
 * @throws AppError invalidInput
 */
async function requireUnoffered(tx: Transaction, workspaceId: string, uid: string, customerId: string): Promise<void> {
  const offered = and(eq(quotes.workspaceId, workspaceId), eq(quotes.jobId, uid), ne(quotes.customerId, customerId));
  const invoiced = and(eq(jobInvoices.workspaceId, workspaceId), eq(jobInvoices.jobId, uid), ne(jobInvoices.customerId, customerId));
  const counts = await Promise.all([tx.$count(quotes, offered), tx.$count(jobInvoices, invoiced)]);
  if (counts.some((n) => n > 0)) throw refusedAt(["customerUid"], "customerFixed");
}

/**
 * Keeps a job: a new one, which gets the next number, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the job as it is now | invalidInput for a customer or site that is not there, and for another
 *   customer where there is a quote or an invoice for the one that it has
 */
export const saveJob = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: JobSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    // A call that is repeated under its key after a crash finds what the first one made.
    const uid = known ?? idFrom("job", ctx.member.id, ctx.idempotencyKey);
    const [there] = await jobRow(tx, workspaceId, uid);
    if (known) found(there);
    else if (there) return jobOf(tx, workspaceId, uid);
    await lockPlace(tx, workspaceId, fields);
    const set = columnsOf(fields);
    if (known) {
      const before = await lockSeen(tx, workspaceId, uid, version ?? 0);
      if (before.customerId !== set.customerId) await requireUnoffered(tx, workspaceId, uid, set.customerId);
      const next = { ...set, words: wordsFor(before.number, set.title), version: sql`${jobs.version} + 1` };
      await tx
        .update(jobs)
        .set(next)
        .where(rowIn(jobs, workspaceId, uid));
      // Which fields, and not what stood in them: the log outlives what people want to be forgotten.
      await recordEvent(tx, acting(ctx), {
        action: "job.edit",
        target: { kind: "job", id: uid },
        after: { fields: differences(before, set) },
      });
    } else await makeJob(tx, ctx, uid, fields);
    await publishToWorkspace(tx, workspaceId);
    return jobOf(tx, workspaceId, uid);
  });

/**
 * Moves a job to where it stands from now on.
 * @throws AppError notFound | conflict with the job as it is now | forbidden for who may not | wrongState for what nobody can |
 *   invalidInput for work that is to be done again without a word why | badRequest for bookings that are to go though the work goes on
 */
export const moveJob = (ctx: WorkspaceContext, { workspaceId, uid, version, to, reason, cancelBookings }: JobMoveInput) =>
  ctx.inWorkspace(async (tx) => {
    if (cancelBookings && !isAway(to)) throw new AppError("badRequest");
    const coming = cancelBookings ? await lockComing(tx, workspaceId, uid) : [];
    const before = await lockSeen(tx, workspaceId, uid, version);
    const from = before.state;
    if (!mayMove(before, to, ctx.member.role)) throw new AppError(mayMove(before, to, "manager") ? "forbidden" : "wrongState");
    if (isRework(from, to) && reason === "") throw refusedAt(["reason"], "required");
    await tx
      .update(jobs)
      .set({ ...moved(before, to), version: sql`${jobs.version} + 1` })
      .where(rowIn(jobs, workspaceId, uid));
    await tx.insert(jobMoves).values({ id: uuidv7(), jobId: uid, from, to, reason, ...acting(ctx) });
    await recordEvent(tx, acting(ctx), {
      action: "job.move",
      target: { kind: "job", id: uid },
      before: { state: from },
      after: { state: to },
    });
    await cancel(tx, ctx, coming);
    await publishToWorkspace(tx, workspaceId);
    return jobOf(tx, workspaceId, uid);
  });

/** Keeps a shop's own words for states. @throws AppError conflict with the words as they are now */
export const saveWords = (ctx: WorkspaceContext, { workspaceId, version, labels: given }: JobWordsInput) =>
  ctx.inWorkspace(async (tx) => {
    // So that there is a row to hold.
    await tx.insert(jobSettings).values({ workspaceId }).onConflictDoNothing();
    const before = await wordsOf(tx, workspaceId, { lock: true });
    await expectVersion(before, version, (current) => current);
    const labels = Object.fromEntries(JOB_STATES.flatMap((state) => (given[state] === "" ? [] : [[state, given[state]]])));
    await tx
      .update(jobSettings)
      .set({ labels, version: sql`${jobSettings.version} + 1` })
      .where(eq(jobSettings.workspaceId, workspaceId));
    await recordEvent(tx, acting(ctx), { action: "job.words", before: before.labels, after: given });
    await publishToWorkspace(tx, workspaceId);
    return { labels: given, version: version + 1 };
  });
