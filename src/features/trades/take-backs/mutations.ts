import { and, eq, exists, gt, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
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
import type { Transaction } from "@/server/db/workspace";
import { tellWorkspace } from "../events";
import { bringBack } from "../jobs/mutations";
import { recordEvent } from "../log/mutations";
import { acting, here, hold, holdRevisions, type QuoteRow, sumsOf, target } from "../quotes/mutations";
import { acceptanceOf, quoteOf } from "../quotes/queries";
import { areAsOrdered, choosing, isTaken, quoteSteps } from "../quotes/rules";
import type { QuoteTakeBackInput } from "../quotes/schema";
import { removeTask } from "../tasks/mutations";
import { oneAtATime } from "../workspace/queries";

/** An acceptance that is about to be taken back: its quote, the job that it is of, and when it was written down. */
interface Acceptance {
  quote: QuoteRow;
  jobId: string;
  /** What was written down with it bears the time at which that began, as its event does. */
  at: SQL;
}

/** The tasks that came with it; they are held. */
const tasksMade = (tx: Transaction, { quote: { workspaceId }, jobId, at }: Acceptance) =>
  tx
    .select({ id: tasks.id, state: tasks.state })
    .from(tasks)
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.jobId, jobId), eq(tasks.createdAt, at)))
    .orderBy(tasks.id)
    .for("update");

/** Whether somebody has worked by it: on tasks that came with it, or, where it won the job, on that. */
async function isBegun(tx: Transaction, acceptance: Acceptance, made: { id: string; state: string }[]): Promise<boolean> {
  const { quote, jobId, at } = acceptance;
  const { workspaceId } = quote;
  if (made.some(({ state }) => state !== "todo" && state !== "cancelled")) return true;
  const ids = made.map(({ id }) => id);
  const ticked = and(eq(taskChecks.workspaceId, workspaceId), inArray(taskChecks.taskId, ids), isNotNull(taskChecks.checkedAt));
  const filled = and(eq(formEntries.workspaceId, workspaceId), inArray(formEntries.taskId, ids));
  if ((await tx.$count(taskChecks, ticked)) + (await tx.$count(formEntries, filled)) > 0) return true;
  if (quote.kind === "variation") return false;
  const cost = and(eq(jobCosts.workspaceId, workspaceId), eq(jobCosts.jobId, jobId), gt(jobCosts.createdAt, at));
  const on = and(
    eq(jobMoves.workspaceId, workspaceId),
    eq(jobMoves.jobId, jobId),
    gt(jobMoves.at, at),
    inArray(jobMoves.to, ["in_progress", "completed", "invoiced", "closed"]),
  );
  return (await tx.$count(jobCosts, cost)) + (await tx.$count(jobMoves, on)) > 0;
}

/** What stands on an acceptance, so that it is not taken back: the first there is. @throws AppError answerUsed */
async function requireUnused(tx: Transaction, acceptance: Acceptance, tasksOfIt: { id: string; state: string }[]): Promise<void> {
  const { quote, jobId, at } = acceptance;
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
  if (quote.kind === "quote" && (await tx.$count(quotes, varied)) > 0) throw used("varied");
  if (await isBegun(tx, acceptance, tasksOfIt)) throw used("begun");
}

/** Whether a job that is held was won by this acceptance, and by no other. */
async function wonByIt(tx: Transaction, { quote, jobId, at }: Acceptance): Promise<boolean> {
  const { workspaceId, id, kind } = quote;
  if (kind !== "quote") return false;
  const others = and(
    eq(quotes.workspaceId, workspaceId),
    eq(quotes.jobId, jobId),
    eq(quotes.kind, "quote"),
    eq(quotes.state, "converted"),
    ne(quotes.id, id),
  );
  const made = and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobId), eq(jobs.createdAt, at));
  const moved = and(eq(jobMoves.workspaceId, workspaceId), eq(jobMoves.jobId, jobId), eq(jobMoves.at, at));
  if ((await tx.$count(quotes, others)) > 0) return false;
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
    await oneAtATime(tx, workspaceId);
    await holdRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await hold(tx, ctx, { uid, version });
    const written = await acceptanceOf(tx, workspaceId, uid);
    const { jobId } = quote;
    if (!isTaken(quote.state) || !quoteSteps.can(quote.state, "sent", "manager") || written?.by !== "manager" || !jobId)
      throw new AppError("wrongState");
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobId)))
      .for("update");
    found(job);
    const at = sql`(select e.at from ${workspaceEvents} e where e.workspace_id = ${workspaceId} and e.id = ${written.id})`;
    const acceptance = { quote, jobId, at };
    const made = await tasksMade(tx, acceptance);
    await requireUnused(tx, acceptance, made);
    await tx.delete(jobPieces).where(and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.quoteId, uid)));
    for (const { id } of made) await removeTask(tx, acting(ctx), id, jobId);
    if (await wonByIt(tx, acceptance)) await bringBack(tx, ctx, jobId);
    await reopen(tx, quote, reason);
    await recordEvent(tx, acting(ctx), { action: "quote.takeback", target: target(uid), after: { job: jobId } });
    await tellWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });

/** What was offered is offered again, with no option taken. */
async function reopen(tx: Transaction, { workspaceId, id, content }: QuoteRow, reason: string): Promise<void> {
  const answer = { name: "", strokes: [], reason };
  const set = { state: "sent" as const, answer, answeredAt: null, version: sql`${quotes.version} + 1` };
  await tx.update(quotes).set(set).where(here(workspaceId, id));
  if (!content.lines.some(({ chosen }) => chosen)) return;
  // The database lets options change where a sent one is taken, and nowhere else.
  const untaken = { ...content, lines: choosing(content.lines, []) };
  await tx
    .update(quotes)
    .set({ state: "accepted", content: untaken, ...sumsOf(untaken) })
    .where(here(workspaceId, id));
  await tx.update(quotes).set({ state: "sent" }).where(here(workspaceId, id));
}
