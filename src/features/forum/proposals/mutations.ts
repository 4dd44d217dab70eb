import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { v7 as uuidv7 } from "uuid";
import { notify } from "@/features/account/notifications/mutations";
import { proposal as proposalLife } from "@/features/forum/rules";
import { addQuestion } from "@/features/practice/bank/mutations";
import { filledContent } from "@/features/practice/bank/rules";
import { AppError, found } from "@/lib/app-error";
import type { ProposalState } from "@/lib/enums/forum";
import type { NotificationKind } from "@/lib/enums/notifications";
import { fingerprintOf } from "@/lib/fingerprint";
import type { UserContext } from "@/server/api/context";
import { lockBank } from "@/server/db/bank-lock";
import type { Transaction } from "@/server/db/client";
import { questionProposals } from "@/server/db/schema";
import { postHref } from "../hrefs";
import { recordDecision } from "../log/mutations";
import { notifyTeam, readUnlessWaiting } from "../outcomes/mutations";
import { type LockedPost, lockPost, publishToTopic, type Topic } from "../turns/mutations";
import { newestProposed, proposedBefore, proposedLately } from "./queries";
import { isAskedOn, mayAdopt, PROPOSALS_PER_DAY, proposalsFull } from "./rules";
import type { AdoptInput, AskedInput, DeclineInput } from "./schema";

type Proposal = typeof questionProposals.$inferSelect;

/**
 * Proposes a question for the bank, with the message of a thread that was just written and tells of it. Whoever proposes is locked
 * as a member, so that limits hold for what comes at once.
 * @throws AppError invalidInput for a day that cannot be | wrongState in a chat | tooManyProposals | proposedBefore
 */
export async function propose(
  tx: Transaction,
  { actor, locale }: UserContext,
  topic: Topic,
  postId: string,
  asked: AskedInput,
): Promise<void> {
  if (!isAskedOn(asked.askedOn, new Date())) throw new AppError("invalidInput", { issues: [{ path: ["asked", "askedOn"], key: "date" }] });
  if (topic.kind === "chat") throw new AppError("wrongState");
  const now = new Date();
  const retryAfter = proposalsFull(await proposedLately(tx, actor.id, now), now);
  if (retryAfter !== undefined) throw new AppError("tooManyProposals", { values: { max: PROPOSALS_PER_DAY }, retryAfter });
  const fingerprint = fingerprintOf(asked.question);
  if (await proposedBefore(tx, actor.id, fingerprint)) throw new AppError("proposedBefore");
  const row = { id: uuidv7(), postId, professionId: topic.professionId, proposerId: actor.id, locale, fingerprint };
  await tx.insert(questionProposals).values({ ...row, ...asked });
  await notifyTeam(tx, "forum_proposed", { question: asked.question }, [actor.id]);
}

interface LockedProposal extends LockedPost {
  row: Proposal;
}

/** A proposal that is about to change, with its message, which stays as it is meanwhile. @throws AppError notFound */
async function lockProposal(tx: Transaction, uid: string): Promise<LockedProposal> {
  const which = eq(questionProposals.id, uid);
  const { postId } = found((await tx.select({ postId: questionProposals.postId }).from(questionProposals).where(which))[0]);
  const held = await lockPost(tx, postId);
  const [row] = await tx.select().from(questionProposals).where(which).for("update");
  return { ...held, row: found(row) };
}

/** Takes a step of its lifecycle. @throws AppError wrongState */
async function turn(
  tx: Transaction,
  { row, topic }: LockedProposal,
  to: ProposalState,
  by: "proposer" | "moderator",
  set: PgUpdateSetSource<typeof questionProposals>,
): Promise<void> {
  if (!proposalLife.can(row.state, to, by)) throw new AppError("wrongState");
  await tx
    .update(questionProposals)
    .set({ ...set, state: to })
    .where(eq(questionProposals.id, row.id));
  await publishToTopic(tx, topic, { what: "changed", post: row.postId });
  await settleNotices(tx);
}

/** The team's notice names a question that still waits: another one's words may be their proposer's own by now. */
const settleNotices = (tx: Transaction): Promise<void> =>
  readUnlessWaiting(tx, "forum_proposed", async () => {
    const question = await newestProposed(tx);
    return question === undefined ? undefined : { question };
  });

const decided = (actor: { id: string }) => ({ decidedById: actor.id, decidedAt: sql`now()` });

async function notifyProposer(
  tx: Transaction,
  { row }: LockedProposal,
  kind: Extract<NotificationKind, "forum_proposal_adopted" | "forum_proposal_declined">,
  href: `/${string}`,
  reason = "",
): Promise<void> {
  if (!row.proposerId) return;
  await notify(tx, { userId: row.proposerId, event: "community", kind, values: { question: row.question, reason }, href });
}

/**
 * Takes a question into the bank, as the last of its category; its proposer is told, and named with it.
 * @throws AppError notFound | forbidden for an own one | wrongState for a step that its lifecycle does not know, and while the message cannot be seen
 */
export async function adoptProposal(ctx: UserContext, { uid, categoryId, ...input }: AdoptInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const held = await lockProposal(tx, uid);
    const { post, topic, row } = held;
    if (row.proposerId === actor.id) throw new AppError("forbidden");
    if (!mayAdopt({ ...row, post }, actor.id) || topic.state === "deleted") throw new AppError("wrongState");
    await lockBank(tx);
    const { uid: questionId } = await addQuestion(tx, ctx, filledContent({ ...input, category: categoryId }), true);
    await turn(tx, held, "adopted", "moderator", { ...decided(actor), categoryId, questionId, reason: "" });
    const details = { question: held.row.question, questionId };
    await recordDecision(tx, ctx, { act: "adopt", topicId: topic.id, postId: post.id, subjectId: held.row.proposerId, details });
    await notifyProposer(tx, held, "forum_proposal_adopted", `/dashboard/practice/session?question=${questionId}`);
    return { uid, state: "adopted" as const, questionId };
  });
}

/** @throws AppError notFound | wrongState */
export async function declineProposal(ctx: UserContext, { uid, reason }: DeclineInput) {
  const { db, actor } = ctx;
  return db.transaction(async (tx) => {
    const held = await lockProposal(tx, uid);
    await turn(tx, held, "declined", "moderator", { ...decided(actor), reason });
    const { postId, proposerId, question } = held.row;
    await recordDecision(tx, ctx, { act: "decline", topicId: held.topic.id, postId, subjectId: proposerId, reason, details: { question } });
    await notifyProposer(tx, held, "forum_proposal_declined", postHref(postId), reason);
    return { uid, state: "declined" as const, questionId: null };
  });
}

/** Takes an own proposal back. @throws AppError notFound, also for somebody else's | wrongState */
export async function withdrawProposal({ db, actor }: UserContext, uid: string) {
  return db.transaction(async (tx) => {
    const held = await lockProposal(tx, uid);
    if (held.row.proposerId !== actor.id) throw new AppError("notFound");
    await turn(tx, held, "withdrawn", "proposer", {});
    return { uid, state: "withdrawn" as const, questionId: null };
  });
}

/** Who takes messages back takes back what they proposed with them, while nobody has decided. @param posts their ids, of a held topic */
export async function withdrawWith(tx: Transaction, posts: SQLWrapper): Promise<void> {
  const withdrawn = await tx
    .update(questionProposals)
    .set({ state: "withdrawn" })
    .where(and(inArray(questionProposals.postId, posts), eq(questionProposals.state, "proposed")))
    .returning({ id: questionProposals.id });
  if (withdrawn.length > 0) await settleNotices(tx);
}
