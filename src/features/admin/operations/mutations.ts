import { sql } from "drizzle-orm";
import { EVENTS_JOB } from "@/features/subscription/sync/mutations";
import { AppError } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordActs } from "@/server/audit";
import { outboxMails, stripeEvents } from "@/server/db/schema";
import { wakeJob, wakeJobs } from "@/server/jobs/queue";
import { MAIL_JOB } from "@/server/mail/outbox";
import { knownJobs, whichEvents, whichMails } from "./queries";
import type { RetryInput, RunInput } from "./schema";

/** Asks for a run of jobs soon: each does all that is due. @throws AppError notFound where the queue has none of that name */
export async function runJobs(ctx: UserContext, { names }: RunInput): Promise<number> {
  const known = await knownJobs(ctx.db, names);
  if (known.length < new Set(names).size) throw new AppError("notFound");
  await ctx.db.transaction(async (tx) => {
    await recordActs(
      tx,
      ctx,
      known.map((name) => ({ action: "operations.run_job", target: { kind: "job", id: name } })),
    );
    await wakeJobs(tx, known);
  });
  return known.length;
}

/** Stripe's events are due at once, and begin their waits anew. What was handled meanwhile stays so. @returns how many are asked for again */
export const retryEvents = (ctx: UserContext, { uids }: RetryInput): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const due = await tx
      .update(stripeEvents)
      .set({ dueAt: sql`now()`, attempts: 1 })
      .where(whichEvents(uids))
      .returning({ id: stripeEvents.id });
    await recordActs(
      tx,
      ctx,
      due.map(({ id }) => ({ action: "operations.retry_event", target: { kind: "stripe_event", id } })),
    );
    await wakeJob(tx, EVENTS_JOB);
    return due.length;
  });

/** Mails are due at once, also those that were given up. What was sent meanwhile stays so. @returns how many are asked for again */
export const retryMails = (ctx: UserContext, { uids }: RetryInput): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const due = await tx.update(outboxMails).set({ dueAt: sql`now()` }).where(whichMails(uids)).returning({ id: outboxMails.id });
    await recordActs(
      tx,
      ctx,
      due.map(({ id }) => ({ action: "operations.retry_mail", target: { kind: "mail", id } })),
    );
    await wakeJob(tx, MAIL_JOB);
    return due.length;
  });
