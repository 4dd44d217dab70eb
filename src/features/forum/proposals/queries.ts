import { and, asc, count, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { VISIBLE_POST_STATES } from "@/features/forum/rules";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { DAY_MS } from "@/lib/durations";
import type { ProposalState } from "@/lib/enums/forum";
import { pageOffset } from "@/lib/page-math";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumMembers, forumPosts, forumTopics, questionProposals } from "@/server/db/schema";
import { authorIn, authorsOf } from "../members/queries";
import type { ProposedDto } from "./dto";
import { PROPOSALS_PER_DAY } from "./rules";
import type { ProposalsInput } from "./schema";

/** What is proposed with the message of a row of `forum_posts`. */
export const proposalColumn = sql<ProposedDto | null>`(
  select jsonb_build_object('uid', w.id, 'question', w.question, 'company', w.company, 'role', w.role, 'askedOn', w.asked_on,
    'state', w.state, 'questionId', w.question_id, 'reason', w.reason)
  from ${questionProposals} w where w.post_id = ${forumPosts}.id)`;

/** A proposal as it stands with its message: what was taken back is its author's own, and why it was declined nobody else's either. */
export function toProposed(row: ProposedDto | null, { own, team, decides }: { own: boolean; team: boolean; decides: boolean }) {
  if (!row || (row.state === "withdrawn" && !own && !decides)) return null;
  return { ...row, reason: own || team ? row.reason : "" };
}

const rows = (db: Executor) =>
  db
    .select({
      row: questionProposals,
      post: { uid: forumPosts.id, seq: forumPosts.seq, state: forumPosts.state },
      topic: { uid: forumTopics.id, title: forumTopics.title, kind: forumTopics.kind },
    })
    .from(questionProposals)
    .innerJoin(forumPosts, eq(forumPosts.id, questionProposals.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId));

async function toProposals(db: Executor, shown: Awaited<ReturnType<typeof rows>>) {
  const authors = await authorsOf(
    db,
    shown.map(({ row }) => row.proposerId),
  );
  return shown.map(({ row, post, topic }) => ({
    uid: row.id,
    question: row.question,
    company: row.company,
    role: row.role,
    askedOn: row.askedOn,
    state: row.state,
    questionId: row.questionId,
    reason: row.reason,
    locale: row.locale,
    professionId: row.professionId,
    proposer: authorIn(authors, row.proposerId),
    post,
    topic,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}

/** Proposals in a state: those that wait, whichever came first; of the others the newest. */
export async function listProposals({ db }: UserContext, { state, page }: ProposalsInput) {
  const which = eq(questionProposals.state, state);
  const order = state === "proposed" ? asc : desc;
  const [shown, total] = await Promise.all([
    rows(db)
      .where(which)
      .orderBy(order(questionProposals.createdAt), order(questionProposals.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    countIn(db, state),
  ]);
  return { data: await toProposals(db, shown), meta: { total } };
}

async function countIn(db: Executor, state: ProposalState): Promise<number> {
  const [row] = await db.select({ total: count() }).from(questionProposals).where(eq(questionProposals.state, state));
  return row?.total ?? 0;
}

/** How many proposals wait for a decision. */
export const countProposed = (db: Executor): Promise<number> => countIn(db, "proposed");

/** One proposal, as the team sees it. @throws AppError notFound, also for one that was taken back */
export async function getProposal({ db }: UserContext, uid: string) {
  const which = and(eq(questionProposals.id, uid), ne(questionProposals.state, "withdrawn"));
  const [proposal] = await toProposals(db, await rows(db).where(which));
  return found(proposal);
}

/** The question that waits for a decision and came last; undefined where none does. */
export async function newestProposed(db: Executor): Promise<string | undefined> {
  const { question, state, createdAt } = questionProposals;
  const [newest] = await db.select({ question }).from(questionProposals).where(eq(state, "proposed")).orderBy(desc(createdAt)).limit(1);
  return newest?.question;
}

/** When somebody made their last proposals, the newest first. */
export async function proposedLately(db: Executor, proposerId: string, now: Date): Promise<Date[]> {
  const lately = and(eq(questionProposals.proposerId, proposerId), gt(questionProposals.createdAt, new Date(now.getTime() - DAY_MS)));
  const theirs = db.select({ at: questionProposals.createdAt }).from(questionProposals).where(lately);
  return (await theirs.orderBy(desc(questionProposals.createdAt)).limit(PROPOSALS_PER_DAY)).map(({ at }) => at);
}

/** Whether somebody proposed the same question; what they took back does not count. */
export async function proposedBefore(db: Executor, proposerId: string, fingerprint: bigint): Promise<boolean> {
  const same = and(
    eq(questionProposals.proposerId, proposerId),
    eq(questionProposals.fingerprint, fingerprint),
    ne(questionProposals.state, "withdrawn"),
  );
  return (await db.select({ id: questionProposals.id }).from(questionProposals).where(same).limit(1)).length > 0;
}

/**
 * Who was asked a question of the bank, where and in which month; null for what nobody proposed. Whoever shared it is named only
 * while the message in which they did can be seen.
 */
export async function creditOf({ db }: UserContext, questionId: string) {
  const seen = and(inArray(forumPosts.state, [...VISIBLE_POST_STATES]), ne(forumTopics.state, "deleted"));
  const [row] = await db
    .select({
      company: questionProposals.company,
      role: questionProposals.role,
      askedOn: sql<string>`to_char(${questionProposals.askedOn}, 'YYYY-MM')`,
      name: sql<string | null>`case when ${seen} then ${forumMembers.name} end`,
    })
    .from(questionProposals)
    .innerJoin(forumPosts, eq(forumPosts.id, questionProposals.postId))
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .leftJoin(forumMembers, eq(forumMembers.userId, questionProposals.proposerId))
    .where(and(eq(questionProposals.questionId, questionId), eq(questionProposals.state, "adopted")));
  return row ?? null;
}
