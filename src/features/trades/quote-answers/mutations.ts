import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { jobPieces, jobs, type QuoteAnswer, quotes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { type Acting, bringOn, makeJob } from "../jobs/mutations";
import { lockRevisions } from "../locks/queries";
import { acting, recordEvent } from "../log/mutations";
import { todayOf } from "../prices/queries";
import { lockSeenQuote, type QuoteRow, sumsOf } from "../quotes/mutations";
import { acceptanceOf, quoteOf } from "../quotes/queries";
import { choosing, expanded, quoteSteps, saysThat, standsOn, takes } from "../quotes/rules";
import type { QuoteAnswerInput } from "../quotes/schema";
import { applyTo } from "../templates/mutations";

interface Answered {
  accepted: boolean;
  answer: QuoteAnswer;
  /** Which of the options are taken, by their places. */
  options: readonly number[];
  by: "customer" | "manager";
}

/**
 * What the customer said to a quote that is held with the other revisions of its number, written down; what they took becomes a job, or a part of the one that it changes.
 * @returns whether the tasks of the quote's template came with it, where it has one
 * @throws AppError quoteClosed where it is answered, replaced or over | invalidInput for whoever manages, where the tasks have no room
 */
export async function answerQuote(
  tx: Transaction,
  who: Acting,
  quote: QuoteRow,
  { accepted, answer, options, by }: Answered,
): Promise<{ tasksMade: boolean }> {
  const { workspaceId, id: uid } = quote;
  const to = accepted ? "accepted" : "declined";
  const stands = standsOn(quote, await todayOf(tx, workspaceId));
  if (!quoteSteps.can(stands, to, by)) throw new AppError("quoteClosed");
  // Held before the clock is read, as whoever drafts its last invoice holds it: which came first is known for certain.
  if (quote.jobId)
    await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(rowIn(jobs, workspaceId, quote.jobId))
      .for("update");
  const set = { answer, answeredAt: sql`clock_timestamp()`, version: sql`${quotes.version} + 1` };
  if (!accepted) {
    await tx
      .update(quotes)
      .set({ ...set, state: "declined" })
      .where(rowIn(quotes, workspaceId, uid));
    await recordEvent(tx, acting(who), { action: "quote.decline", target: { kind: "quote", id: uid }, after: { by } });
    return { tasksMade: true };
  }
  const lines = choosing(quote.content.lines, options);
  const content = { ...quote.content, lines };
  const sums = sumsOf(content);
  const jobId = quote.jobId ?? uuidv7();
  if (quote.jobId) {
    if (quote.kind === "quote") await bringOn(tx, who, jobId, "won");
  } else {
    const { title, customerId: customerUid, siteId: siteUid } = quote;
    await makeJob(tx, who, jobId, { title, description: "", customerUid, siteUid, dueOn: null }, "won");
  }
  try {
    // Nested, so that what is refused leaves nothing of it.
    await tx.transaction((inner) =>
      inner
        .update(quotes)
        .set({ ...set, content, ...sums, state: "converted", jobId })
        .where(rowIn(quotes, workspaceId, uid)),
    );
  } catch (error) {
    // Another revision of the number was taken meanwhile.
    if (isUniqueViolation(error, "quotes_taken_key")) throw new AppError("quoteClosed");
    throw error;
  }
  await addPieces(tx, quote, jobId);
  const tasksMade = await makeTasks(tx, who, quote, { jobId, by });
  await recordEvent(tx, acting(who), {
    action: "quote.accept",
    target: { kind: "quote", id: uid },
    after: { by, job: jobId, total: sums.total },
  });
  return { tasksMade };
}

/**
 * What the customer accepts that the shop has written down as accepted already: from now on it is their own word, which nobody takes back.
 * @param quote held with the other revisions of its number
 * @returns false where they said so before
 * @throws AppError quoteClosed where they take other options than was written down
 */
export async function confirmAnswer(
  tx: Transaction,
  who: Acting,
  quote: QuoteRow,
  { answer, options }: Pick<Answered, "answer" | "options">,
): Promise<boolean> {
  const { workspaceId, id: uid, content, jobId, total } = quote;
  if ((await acceptanceOf(tx, workspaceId, uid))?.by !== "manager") return false;
  if (!takes(content.lines, options)) throw new AppError("quoteClosed");
  await tx
    .update(quotes)
    .set({ answer, version: sql`${quotes.version} + 1` })
    .where(rowIn(quotes, workspaceId, uid));
  await recordEvent(tx, acting(who), {
    action: "quote.accept",
    target: { kind: "quote", id: uid },
    after: { by: "customer", job: jobId, total },
  });
  return true;
}

/** What a template asks for. Where that has no room in the job, it does not keep a customer, who can do nothing about it, from accepting. */
async function makeTasks(
  tx: Transaction,
  who: Acting,
  { workspaceId, templateId }: QuoteRow,
  { jobId, by }: Pick<Answered, "by"> & { jobId: string },
): Promise<boolean> {
  if (!templateId) return true;
  const startOn = await todayOf(tx, workspaceId);
  try {
    await tx.transaction((inner) => applyTo(inner, { ...who, idempotencyKey: undefined }, { uid: templateId, jobUid: jobId, startOn }));
    return true;
  } catch (error) {
    if (by === "manager" || !(error instanceof AppError) || error.code !== "invalidInput") throw error;
    return false;
  }
}

/** Each piece that was ordered, by itself, for whoever cuts it. */
async function addPieces(tx: Transaction, { workspaceId, id: quoteId, content }: QuoteRow, jobId: string): Promise<void> {
  const rows = expanded(content.pieces).map(({ label, materialUid, length, width, grain }, position) => ({
    id: uuidv7(),
    workspaceId,
    jobId,
    quoteId,
    position,
    label,
    materialId: materialUid,
    length,
    width,
    grain,
  }));
  for (let from = 0; from < rows.length; from += 1000) await tx.insert(jobPieces).values(rows.slice(from, from + 1000));
}

/**
 * What the customer said by other ways, written down by the shop. Written down again as the quote was seen before, it counts once.
 * @throws AppError notFound | conflict | quoteClosed
 */
export const recordAnswer = (ctx: WorkspaceContext, { workspaceId, uid, version, accepted, name, reason, options }: QuoteAnswerInput) =>
  ctx.inWorkspace(async (tx) => {
    const answered = { accepted, answer: { name, strokes: [], reason }, options };
    await lockRevisions(tx, workspaceId, eq(quotes.id, uid));
    const quote = await lockSeenQuote(tx, ctx, { uid, version }, (now) => saysThat(now, answered));
    if (!quote) return quoteOf(tx, ctx, uid);
    await answerQuote(tx, ctx, quote, { ...answered, by: "manager" });
    await publishToWorkspace(tx, workspaceId);
    return quoteOf(tx, ctx, uid);
  });
