import { and, count, eq, gte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { personZone } from "@/features/account/queries";
import { waitsForTeam } from "@/features/forum/moderation/queries";
import { countCare } from "@/features/peer-review/care/queries";
import { inWorld } from "@/features/subscription/queries";
import { countWaiting } from "@/features/support/inbox/queries";
import { dayIn, dayStart } from "@/lib/days";
import type { UserContext } from "@/server/api/context";
import { answers, conversations, forumPosts, invoices, peerReviews, users } from "@/server/db/schema";
import { countFailures, listJobs } from "../operations/queries";
import { byDay, daysUpTo, type Figure, isWorking } from "./rules";
import type { FigureInput, RevenueInput } from "./schema";

/** Where each figure's rows are, and the instant by which they count. Each has an index that begins with it. */
const COUNTED: Record<Figure, { table: PgTable; at: PgColumn }> = {
  accounts: { table: users, at: users.createdAt },
  takes: { table: answers, at: answers.storedAt },
  reviews: { table: peerReviews, at: peerReviews.createdAt },
  conversations: { table: conversations, at: conversations.createdAt },
  messages: { table: forumPosts, at: forumPosts.createdAt },
};

/** The days of whoever asks, and for a column of instants which of them each lies in, from 1 on, and that it does. */
async function lastDays({ db, actor }: UserContext, timeZone: string | undefined, at: PgColumn) {
  const zone = await personZone(db, actor, timeZone);
  const days = daysUpTo(dayIn(new Date(), zone));
  const starts = days.map((day) => dayStart(day, zone));
  // One value, so that the statement is the same whatever the days are.
  const bounds = sql`${`{${starts.map((start) => start.toISOString()).join(",")}}`}::timestamptz[]`;
  return { days, place: sql<number>`width_bucket(${at}, ${bounds})`, within: gte(at, starts[0] ?? new Date(0)) };
}

/** How much of something there was on each of the last days. */
export async function getFigure(ctx: UserContext, { figure, timeZone }: FigureInput) {
  const { table, at } = COUNTED[figure];
  const { days, place, within } = await lastDays(ctx, timeZone, at);
  const rows = await ctx.db.select({ place, amount: count() }).from(table).where(within).groupBy(sql`1`);
  return { days, counts: byDay(rows) };
}

/** What was paid on each of the last days, less what was paid back of it since. */
export async function getRevenue(ctx: UserContext, { timeZone }: RevenueInput) {
  const { days, place, within } = await lastDays(ctx, timeZone, invoices.createdAt);
  const amount: SQL<number> = sql<number>`sum(coalesce(${invoices.amountPaid}, greatest(${invoices.total}, 0)) - ${invoices.amountRefunded})::float8`;
  const rows = await ctx.db
    .select({ currency: invoices.currency, place, amount })
    .from(invoices)
    .where(and(eq(invoices.status, "paid"), inWorld(ctx.payments, invoices), within))
    .groupBy(invoices.currency, sql`2`)
    .orderBy(invoices.currency);
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    days,
    currencies: currencies.map((currency) => ({ currency, amounts: byDay(rows.filter((row) => row.currency === currency)) })),
  };
}

/** How much waits for a person, wherever that is. */
export async function whatWaits(ctx: UserContext) {
  const [inbox, community, care, failures] = await Promise.all([
    countWaiting(ctx.db, ctx.actor),
    waitsForTeam(ctx),
    countCare(ctx),
    countFailures(ctx.db),
  ]);
  return { inbox, ...community, cases: care.cases, unreviewed: care.waiting, ...failures };
}

/** Whether what runs beside the pages runs. */
export async function getHealth({ db, mail, payments }: UserContext) {
  const [jobs, [size]] = await Promise.all([
    listJobs(db),
    db.execute<{ bytes: number }>(sql`select pg_database_size(current_database())::float8 as bytes`),
  ]);
  const workedAt =
    jobs
      .flatMap(({ doneAt }) => doneAt ?? [])
      .toSorted()
      .at(-1) ?? null;
  return {
    workedAt,
    works: isWorking(workedAt ? new Date(workedAt) : null, new Date()),
    jobsWaiting: jobs.reduce((sum, job) => sum + job.waiting, 0),
    jobsRunning: jobs.reduce((sum, job) => sum + job.running, 0),
    databaseBytes: size?.bytes ?? 0,
    mailsAreSent: mail.kept === null,
    payments: payments.world ?? ("off" as const),
  };
}
