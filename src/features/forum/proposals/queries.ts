import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/paging";
import type { UserContext } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { forumMembers, forumPosts, forumTopics, questionProposals } from "@/server/db/schema";
import { authorIn, authorsOf } from "../members/queries";
import type { ProposedDto } from "./dto";
import type { ProposalsInput } from "./schema";

/** What is proposed with the message of a row of `forum_posts`. */
export const proposalColumn = sql<ProposedDto | null>`(
  select jsonb_build_object('uid', w.id, 'question', w.question, 'company', w.company, 'role', w.role, 'askedOn', w.asked_on,
    'state', w.state, 'questionId', w.question_id, 'reason', w.reason)
  from ${questionProposals} w where w.post_id = ${forumPosts}.id)`;

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
  const [shown, [totals]] = await Promise.all([
    rows(db)
      .where(which)
      .orderBy(order(questionProposals.createdAt), order(questionProposals.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page)),
    db.select({ total: count() }).from(questionProposals).where(which),
  ]);
  return { data: await toProposals(db, shown), meta: { total: totals?.total ?? 0 } };
}

/** One proposal. @throws AppError notFound */
export async function getProposal({ db }: UserContext, uid: string) {
  const [proposal] = await toProposals(db, await rows(db).where(eq(questionProposals.id, uid)));
  return found(proposal);
}

export async function hasProposals(db: Executor): Promise<boolean> {
  const waiting = db.select({ id: questionProposals.id }).from(questionProposals).where(eq(questionProposals.state, "proposed")).limit(1);
  return (await waiting).length > 0;
}

/** Who was asked a question of the bank, where and when; null for what nobody proposed. */
export async function creditOf({ db }: UserContext, questionId: string) {
  const [row] = await db
    .select({
      company: questionProposals.company,
      role: questionProposals.role,
      askedOn: questionProposals.askedOn,
      name: forumMembers.name,
    })
    .from(questionProposals)
    .leftJoin(forumMembers, eq(forumMembers.userId, questionProposals.proposerId))
    .where(and(eq(questionProposals.questionId, questionId), eq(questionProposals.state, "adopted")));
  return row ?? null;
}
