import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, notExists, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DEFAULT_LOCALE, type Locale } from "@/lib/locales";
import type { UserContext } from "@/server/api/context";
import type { Actor } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import {
  answers,
  peerReviews,
  reviewAssignments,
  reviewCases,
  reviewerLanguages,
  reviewPairs,
  reviewRequests,
  users,
  viewings,
} from "@/server/db/schema";
import {
  daysBefore,
  ESTIMATE_DAYS,
  ESTIMATE_OF,
  GIVEN_UP,
  HELD_BY_REPORTS,
  HOLDING_REPORTS,
  hoursBefore,
  OTHER_LANGUAGES_HOURS,
  owedForNext,
  PAIR_DAYS,
  STAFF_HOURS,
  waitingEstimate,
} from "./rules";

/** Requests that count: what was withdrawn before anybody reviewed it does not. */
export const counts = or(ne(reviewRequests.state, "withdrawn"), gt(reviewRequests.received, 0));

/** What somebody has given and asked for, as far as it counts. */
export async function balanceOf(db: Executor, userId: string): Promise<{ given: number; asked: number }> {
  const [[given], [asked]] = await Promise.all([
    db
      .select({ n: count() })
      .from(peerReviews)
      .where(and(eq(peerReviews.reviewerId, userId), ne(peerReviews.state, "removed"))),
    db
      .select({ n: count() })
      .from(reviewRequests)
      .where(and(eq(reviewRequests.authorId, userId), counts)),
  ]);
  return { given: given?.n ?? 0, asked: asked?.n ?? 0 };
}

export async function accountLanguage(db: Executor, userId: string): Promise<Locale> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return user?.language ?? DEFAULT_LOCALE;
}

/** The languages in which somebody reviews: those that they chose, or their account's. */
export async function languagesOf(db: Executor, userId: string): Promise<Locale[]> {
  const [row] = await db.select().from(reviewerLanguages).where(eq(reviewerLanguages.userId, userId));
  return row?.languages ?? [await accountLanguage(db, userId)];
}

const heard = alias(reviewAssignments, "heard");

/** Whether a request's take is to be heard: open, not deleted, and not of an account that is suspended or about to end. */
export const isHeard = (requestId: SQLWrapper, more = sql``): SQL => sql`exists (
  select from ${reviewRequests} r join ${answers} a on a.id = r.answer_id join ${users} u on u.id = r.author_id
  where r.id = ${requestId} and r.state = 'open' and a.deleted_at is null
    and u.suspended_at is null and u.deletion_requested_at is null ${more})`;

/** Whoever made the report c has more of them turned down than found right. Reports that were closed because the take was deleted are not counted. */
const isOftenWrong = sql`(select count(*) filter (where b.outcome = 'upheld' and b.decided_by_id is not null) > count(*) filter (where b.outcome = 'removed')
  from ${reviewCases} b where b.asked_by_id = c.asked_by_id and b.kind = 'recording')`;

/** So many reports somebody made before c that wait for a decision as well. */
const waitingBefore = sql`(select count(*) from ${reviewCases} b where b.asked_by_id = c.asked_by_id and b.kind = 'recording'
  and b.outcome is null and (b.created_at, b.id) < (c.created_at, c.id))`;

/**
 * Several people found that a recording should not be here, and nobody has decided yet. Whoever has it now keeps it. What was reported
 * stays so when its author takes the request back and asks again: that one waits until somebody has decided. As in the community, reports
 * count by whoever was not wrong more often than right; and of each person's only few at a time.
 */
const isHeld = sql`(select count(*) from ${reviewCases} c join ${reviewRequests} r on r.id = c.request_id join ${users} u on u.id = c.asked_by_id
  where r.answer_id = ${reviewAssignments.answerId} and c.outcome is null and u.suspended_at is null
    and not ${isOftenWrong} and ${waitingBefore} < ${HOLDING_REPORTS}) >= ${HELD_BY_REPORTS}`;

/**
 * What waits in the queue and can be served to somebody: to those who run the service only that for which no peer came in time, and
 * of which its author let them hear.
 */
export const servable = ({ role }: Pick<Actor, "role">, now: Date): SQL => {
  const since = hoursBefore(now, STAFF_HOURS).toISOString();
  const consent = role === "candidate" ? undefined : sql`and r.staff_may and r.received = 0 and r.opened_at <= ${since}::timestamptz`;
  return sql`${reviewAssignments.state} = 'queued' and ${isHeard(reviewAssignments.requestId, consent)} and not ${isHeld}`;
};

/** What may be lent to somebody: nothing of their own, of whom they met or whose account they looked at within the last days, or that they had before. */
export function lendable(db: Executor, actor: Pick<Actor, "id" | "role">, now: Date): SQL | undefined {
  const { authorId, answerId } = reviewAssignments;
  const pair = sql`${reviewPairs.oneId} = least(${authorId}, ${actor.id}::uuid) and ${reviewPairs.otherId} = greatest(${authorId}, ${actor.id}::uuid)`;
  const met = db
    .select({ one: sql`1` })
    .from(reviewPairs)
    .where(and(pair, gt(reviewPairs.pairedAt, daysBefore(now, PAIR_DAYS))));
  const had = db
    .select({ one: sql`1` })
    .from(heard)
    .where(and(eq(heard.answerId, answerId), eq(heard.reviewerId, actor.id)));
  const looked = db
    .select({ one: sql`1` })
    .from(viewings)
    .where(and(eq(viewings.userId, authorId), eq(viewings.adminId, actor.id), gt(viewings.openedAt, daysBefore(now, PAIR_DAYS))));
  return and(servable(actor, now), ne(authorId, actor.id), notExists(met), notExists(had), notExists(looked));
}

/** Turns that somebody gave up lately, the last ones: of those in their own languages, or in others. @returns when, the newest first */
export async function givenUpLately(db: Executor, userId: string, ownLanguage: boolean, now: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: sql<Date>`${reviewAssignments.endedAt}`.mapWith(reviewAssignments.endedAt) })
    .from(reviewAssignments)
    .where(
      and(
        eq(reviewAssignments.reviewerId, userId),
        eq(reviewAssignments.givenUp, true),
        eq(reviewAssignments.ownLanguage, ownLanguage),
        gt(reviewAssignments.endedAt, daysBefore(now, GIVEN_UP.days)),
      ),
    )
    .orderBy(desc(reviewAssignments.endedAt))
    .limit(GIVEN_UP.most);
  return rows.map(({ at }) => at);
}

/** In which languages somebody is lent recordings: their own, and others while they do not give those back. */
export interface Served {
  own: readonly Locale[];
  others: boolean;
}

export async function servedIn(db: Executor, userId: string, now: Date): Promise<Served> {
  const [own, givenBack] = await Promise.all([languagesOf(db, userId), givenUpLately(db, userId, false, now)]);
  return { own, others: givenBack.length < GIVEN_UP.most };
}

/** Since when something has to be due that is served in another language than one's own. */
const othersSince = ({ others }: Served, now: Date): SQL =>
  sql`${others ? hoursBefore(now, OTHER_LANGUAGES_HOURS).toISOString() : "-infinity"}::timestamptz`;

/** In another language than one's own only what has been due for some hours. */
export const dueIn = (language: Locale, served: Served, now: Date): SQL | undefined =>
  and(
    eq(reviewAssignments.language, language),
    served.own.includes(language) ? undefined : sql`${reviewAssignments.turnAt} <= ${othersSince(served, now)}`,
  );

/** How long first reviews have taken these days. */
export async function waitingSeconds(db: Executor, now: Date): Promise<number | null> {
  const rows = await db
    .select({ seconds: sql<number>`extract(epoch from ${reviewRequests.firstReviewAt} - ${reviewRequests.openedAt})::float8` })
    .from(reviewRequests)
    .where(and(isNotNull(reviewRequests.firstReviewAt), gt(reviewRequests.firstReviewAt, daysBefore(now, ESTIMATE_DAYS))))
    .orderBy(desc(reviewRequests.firstReviewAt))
    .limit(ESTIMATE_OF);
  return waitingEstimate(rows.map(({ seconds }) => seconds));
}

/** Whether a row of assignments is somebody's to hear now: the clock decides, and whether the take is to be heard. */
export const isLentNow = (now: Date): SQL | undefined =>
  and(eq(reviewAssignments.state, "leased"), gt(reviewAssignments.leaseEndsAt, now), isHeard(reviewAssignments.requestId));

/** The recording that somebody has for review now. */
export async function activeLease(db: Executor, userId: string, now: Date) {
  const [row] = await db
    .select()
    .from(reviewAssignments)
    .where(and(eq(reviewAssignments.reviewerId, userId), isLentNow(now)));
  return row;
}

/** Own requests with reviews, as far as something is to be done about them: rating the take, or reading. */
async function unseen(db: Executor, userId: string): Promise<{ unread: number; unrated: number }> {
  const news = sql`${peerReviews.publishedAt} > coalesce(${reviewRequests.seenAt}, '-infinity')`;
  const rated = isNotNull(answers.ratingOverall);
  const [row] = await db
    .select({
      unread: sql<number>`(count(distinct ${reviewRequests.id}) filter (where ${news} and ${rated}))::int`,
      unrated: sql<number>`(count(distinct ${reviewRequests.id}) filter (where not ${rated}))::int`,
    })
    .from(reviewRequests)
    .innerJoin(peerReviews, eq(peerReviews.requestId, reviewRequests.id))
    .innerJoin(answers, eq(answers.id, reviewRequests.answerId))
    .where(and(eq(reviewRequests.authorId, userId), ne(peerReviews.state, "removed"), isNull(answers.deletedAt)));
  return { unread: row?.unread ?? 0, unrated: row?.unrated ?? 0 };
}

/** All that a person wants to know at a glance. */
export async function getOverview({ db, actor }: UserContext, now = new Date()) {
  const [balance, lease, news, seconds, served] = await Promise.all([
    balanceOf(db, actor.id),
    activeLease(db, actor.id, now),
    unseen(db, actor.id),
    waitingSeconds(db, now),
    servedIn(db, actor.id, now),
  ]);
  const reviewable = (await dueLanguages(db, actor, served, now)).length > 0;
  const active = lease?.leaseEndsAt ? { uid: lease.id, leaseEndsAt: lease.leaseEndsAt.toISOString() } : null;
  return { ...balance, ...news, owed: owedForNext(balance), active, waitingSeconds: seconds, reviewable, languages: [...served.own] };
}

/** The languages in which something can be lent to somebody: first those that they chose, of these the one whose turn has been due for longest. */
export async function dueLanguages(db: Executor, actor: Pick<Actor, "id" | "role">, served: Served, now: Date): Promise<Locale[]> {
  const mine = sql`${sql.param(served.own)}::locale[]`;
  const first = db
    .select({ turnAt: reviewAssignments.turnAt })
    .from(reviewAssignments)
    .where(
      and(
        sql`${reviewAssignments.language} = l.language`,
        // One bound, so that the index is read up to it and no further.
        sql`${reviewAssignments.turnAt} <= case when l.language = any(${mine}) then 'infinity'::timestamptz else ${othersSince(served, now)} end`,
        lendable(db, actor, now),
      ),
    )
    .orderBy(asc(reviewAssignments.turnAt), asc(reviewAssignments.id))
    .limit(1);
  const rows = await db.execute<{ language: Locale }>(sql`
    select l.language from unnest(enum_range(null::locale)) as l(language) cross join lateral ${first} due
    order by l.language = any(${mine}) desc, due.turn_at`);
  return rows.map(({ language }) => language);
}
