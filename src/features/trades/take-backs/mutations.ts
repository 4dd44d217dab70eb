import { and, eq, exists, gt, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { JobState } from "@/lib/enums/trades";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import {
  cutPlanPieces,
  cutPlans,
  formEntries,
  jobCosts,
  jobInvoices,
  jobMoves,
  jobPieces,
  jobs,
  quotes,
  taskChecks,
  tasks,
  workspaceEvents,
} from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { bringBack } from "../jobs/mutations";
import { isWorkedOn, type Standing } from "../jobs/rules";
import { lockRevisions } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { lockSeenQuote, type QuoteRow, sumsOf } from "../quotes/mutations";
import { acceptanceOf, quoteOf } from "../quotes/queries";
import { areAsOrdered, choosing, isTaken, quoteSteps } from "../quotes/rules";
import type { QuoteTakeBackInput } from "../quotes/schema";
import { removeTasks } from "../tasks/mutations";
import { lockWorkspace } from "../workspace/queries";

/** An acceptance that is about to be taken back: its quote, the job that it is of, and when it was written down. */
interface Acceptance {
  quote: QuoteRow;
  jobId: string;
  /** What was written down with it bears the time at which that began, as its event does. */
  at: SQL;
  /** Whether the job goes by it alone: it changes no other, and no other quote of the job was accepted that carries what was done since. */
  alone: boolean;
}

/** Whether a quote is what its job goes by: no variation, and the only one that was accepted. */
async function isAlone(tx: Transaction, { workspaceId, id, kind, jobId }: QuoteRow): Promise<boolean> {
  if (kind !== "quote" || !jobId) return false;
  const others = and(
    eq(quotes.workspaceId, workspaceId),
    eq(quotes.jobId, jobId),
    eq(quotes.kind, "quote"),
    eq(quotes.state, "converted"),
    ne(quotes.id, id),
  );
  return (await tx.$count(quotes, others)) === 0;
}

/** The tasks that came with it; they are held. */
const tasksMade = (tx: Transaction, { quote: { workspaceId }, jobId, at }: Acceptance) =>
  tx
    .select({ id: tasks.id, state: tasks.state })
    .from(tasks)
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobId), eq(tasks.createdAt, at)))
    .orderBy(tasks.id)
    .for("update");

/** Where a job that is held stood when the acceptance was written down, which no job is away from. */
async function stoodAt(tx: Transaction, { quote: { workspaceId }, jobId, at }: Acceptance, { state }: Standing): Promise<JobState> {
  const [next] = await tx
    .select({ from: jobMoves.from })
    .from(jobMoves)
    .where(and(eq(jobMoves.workspaceId, workspaceId), eq(jobMoves.jobId, jobId), gt(jobMoves.at, at)))
    .orderBy(jobMoves.at, jobMoves.id)
    .limit(1);
  return next?.from ?? state;
}

/** Whether somebody has worked by it: on tasks that came with it, or, where the job goes by it alone, on that. */
async function isBegun(tx: Transaction, acceptance: Acceptance, job: Standing, made: { id: string; state: string }[]): Promise<boolean> {
  const { quote, jobId, at, alone } = acceptance;
  const { workspaceId } = quote;
  if (made.some(({ state }) => state !== "todo" && state !== "cancelled")) return true;
  const ids = made.map(({ id }) => id);
  const ticked = and(eq(taskChecks.workspaceId, workspaceId), inArray(taskChecks.taskId, ids), isNotNull(taskChecks.checkedAt));
  const filled = and(eq(formEntries.workspaceId, workspaceId), inArray(formEntries.taskId, ids));
  if ((await tx.$count(taskChecks, ticked)) + (await tx.$count(formEntries, filled)) > 0) return true;
  if (!alone) return false;
  const cost = and(eq(jobCosts.workspaceId, workspaceId), eq(jobCosts.jobId, jobId), gt(jobCosts.createdAt, at));
  if ((await tx.$count(jobCosts, cost)) > 0) return true;
  // By where it stands now: what was moved by mistake, and back, is as it was.
  return isWorkedOn(job, await stoodAt(tx, acceptance, job));
}

/** What stands on an acceptance, so that it is not taken back: the first there is. @throws AppError answerUsed */
async function requireUnused(
  tx: Transaction,
  acceptance: Acceptance,
  job: Standing,
  tasksOfIt: { id: string; state: string }[],
): Promise<void> {
  const { quote, jobId, at, alone } = acceptance;
  const { workspaceId, id, content } = quote;
  const used = (what: "cut" | "measured" | "invoiced" | "varied" | "begun") => new AppError("answerUsed", { values: { what } });
  const planned = tx
    .select({ one: sql`1` })
    .from(cutPlanPieces)
    .innerJoin(cutPlans, and(eq(cutPlans.workspaceId, cutPlanPieces.workspaceId), eq(cutPlans.id, cutPlanPieces.planId)))
    .where(
      and(
        eq(cutPlanPieces.workspaceId, jobPieces.workspaceId),
        eq(cutPlanPieces.pieceId, jobPieces.id),
        ne(cutPlans.state, "discarded"),
        // One that was cut has no room for it any more.
        or(ne(cutPlans.state, "cut"), sql`not ${cutPlans.plan}->'unplaced' @> to_jsonb(${cutPlanPieces.pieceId}::text)`),
      ),
    );
  const made = and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.quoteId, id));
  // What was dropped is wanted by nobody.
  const cut = and(made, or(notInArray(jobPieces.state, ["waiting", "dropped"]), exists(planned)));
  if ((await tx.$count(jobPieces, cut)) > 0) throw used("cut");
  const waiting = await tx
    .select()
    .from(jobPieces)
    .where(and(made, eq(jobPieces.state, "waiting")));
  if (!areAsOrdered(content.pieces, waiting)) throw used("measured");
  // Also a draft: it would ask for what nobody has agreed to. What was credited in full asks for nothing.
  const invoiced = and(
    eq(jobInvoices.workspaceId, workspaceId),
    eq(jobInvoices.jobId, jobId),
    ne(jobInvoices.kind, "credit"),
    ne(jobInvoices.state, "credited"),
    or(gt(jobInvoices.createdAt, at), gt(jobInvoices.issuedAt, at)),
  );
  if ((await tx.$count(jobInvoices, invoiced)) > 0) throw used("invoiced");
  const varied = and(
    eq(quotes.workspaceId, workspaceId),
    eq(quotes.jobId, jobId),
    eq(quotes.kind, "variation"),
    inArray(quotes.state, ["draft", "sent", "accepted", "converted"]),
  );
  if (alone && (await tx.$count(quotes, varied)) > 0) throw used("varied");
  if (await isBegun(tx, acceptance, job, tasksOfIt)) throw used("begun");
}

/** Whether a job that is held was won by this acceptance, and by no other. */
async function wonByIt(tx: Transaction, { quote: { workspaceId }, jobId, at, alone }: Acceptance): Promise<boolean> {
  if (!alone) return false;
  const made = and(rowIn(jobs, workspaceId, jobId), eq(jobs.createdAt, at));
  const moved = and(eq(jobMoves.workspaceId, workspaceId), eq(jobMoves.jobId, jobId), eq(jobMoves.at, at));
  return (await tx.$count(jobs, made)) + (await tx.$count(jobMoves, moved)) > 0;
}

/**
 * Takes back that a quote was accepted, which the shop wrote down by mistake: it is open again, as it was sent. The pieces and tasks that came
 * with the acceptance go; the job stays with all that people did for it, and is offered for again.
 * @throws AppError notFound | conflict | wrongState for what was not accepted, or by the customer | answerUsed for what people did by it since
 */
export const takeBackAnswer = (ctx: WorkspaceContext, { workspaceId, uid, version, reason }: QuoteTakeBackInput) =>
  ctx.inWorkspace(async (tx) => {
    // No plan takes a piece that is about to go.
    await lockWorkspace(tx, workspaceId);
    await lockRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await lockSeenQuote(tx, ctx, { uid, version });
    const written = await acceptanceOf(tx, workspaceId, uid);
    const { jobId } = quote;
    if (!isTaken(quote.state) || !quoteSteps.can(quote.state, "sent", "manager") || written?.by !== "manager" || !jobId)
      throw new AppError("wrongState");
    const [held] = await tx
      .select({ state: jobs.state, leftFrom: jobs.leftFrom })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, jobId))
      .for("update");
    const job = found(held);
    const at = sql`(select e.at from ${workspaceEvents} e where e.workspace_id = ${workspaceId} and e.id = ${written.id})`;
    const acceptance = { quote, jobId, at, alone: await isAlone(tx, quote) };
    const made = await tasksMade(tx, acceptance);
    await requireUnused(tx, acceptance, job, made);
    await tx.delete(jobPieces).where(and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.quoteId, uid)));
    await removeTasks(
      tx,
      acting(ctx),
      made.map(({ id }) => id),
      jobId,
    );
    if (await wonByIt(tx, acceptance)) await bringBack(tx, ctx, jobId);
    await reopen(tx, quote, reason);
    await recordEvent(tx, acting(ctx), {
      action: "quote.takeback",
      target: { kind: "quote", id: uid },
      after: { job: jobId, total: quote.total },
    });
    await publishToWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });

/** What was offered is offered again, with no option taken. */
async function reopen(tx: Transaction, { workspaceId, id, content }: QuoteRow, reason: string): Promise<void> {
  const answer = { name: "", strokes: [], reason };
  const set = { state: "sent" as const, answer, answeredAt: null, version: sql`${quotes.version} + 1` };
  await tx
    .update(quotes)
    .set(set)
    .where(rowIn(quotes, workspaceId, id));
  if (!content.lines.some(({ chosen }) => chosen)) return;
  // The database lets options change where a sent one is taken, and nowhere else.
  const untaken = { ...content, lines: choosing(content.lines, []) };
  await tx
    .update(quotes)
    .set({ state: "accepted", content: untaken, ...sumsOf(untaken) })
    .where(rowIn(quotes, workspaceId, id));
  await tx
    .update(quotes)
    .set({ state: "sent" })
    .where(rowIn(quotes, workspaceId, id));
}
