import { eq } from "drizzle-orm";
import { STAFF_TOPIC, userTopic } from "@/features/account/events";
import { inTurn, notify, notifyAll, readGroup } from "@/features/account/notifications/mutations";
import { teamIds } from "@/features/account/queries";
import type { NotificationKind } from "@/lib/enums/notifications";
import type { ReviewCaseKind, ReviewOutcome } from "@/lib/enums/peer-review";
import type { Transaction } from "@/server/db/client";
import { peerReviews } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { encodeEvent } from "../events";

const PAGE = "/dashboard/peer-review";

/** Where an own request is read, a recording that was lent, a review that one gave. None of these ids is the other side's. */
const requestHref = (uid: string) => `${PAGE}?request=${uid}` as const;
const assignmentHref = (uid: string) => `${PAGE}?assignment=${uid}` as const;
const givenHref = (uid: string) => `${PAGE}?given=${uid}` as const;

interface Asked {
  id: string;
  authorId: string;
}

const REQUEST_KINDS = [
  "review_first",
  "review_all",
  "review_decided",
  "review_waiting",
  "review_unreadable",
  "review_voiceless",
  "review_unprepared",
] as const satisfies readonly NotificationKind[];
type RequestKind = (typeof REQUEST_KINDS)[number];

const groupOf = (requestId: string, kind: RequestKind): string => `peer-review:${requestId}:${kind}`;
/** Each decision is told for itself: what was decided about one review says nothing of another. */
const decisionOf = (requestId: string, reviewId: string): string => `${groupOf(requestId, "review_decided")}:${reviewId}`;

type Values = Record<string, string | number>;

/** Tells somebody of their own request, and their open pages; while one notice of a kind is unread the next renews it. */
export const notifyAuthor = (tx: Transaction, asked: Asked, kind: RequestKind, values: Values): Promise<void> =>
  notifyOfRequest(tx, asked, { kind, values, groupKey: groupOf(asked.id, kind) });

/** Tells somebody what was decided about a review that they got. */
export const notifyOfDecision = (tx: Transaction, asked: Asked, reviewId: string, values: Values): Promise<void> =>
  notifyOfRequest(tx, asked, { kind: "review_decided", values, groupKey: decisionOf(asked.id, reviewId) });

async function notifyOfRequest(
  tx: Transaction,
  { id, authorId }: Asked,
  notice: { kind: RequestKind; values: Values; groupKey: string },
): Promise<void> {
  await notify(tx, { userId: authorId, event: "peer_review", href: requestHref(id), ...notice });
  await touch(tx, authorId, { what: "request", uid: id });
}

/** Somebody has looked at an own request: what they were told of it, and of its reviews, is seen. */
export async function requestRead(tx: Transaction, authorId: string, id: string): Promise<void> {
  const reviews = await tx.select({ id: peerReviews.id }).from(peerReviews).where(eq(peerReviews.requestId, id));
  const decisions = reviews.map((review) => decisionOf(id, review.id));
  await readGroup(tx, [authorId], ...REQUEST_KINDS.map((kind) => groupOf(id, kind)), ...decisions);
}

interface Given {
  id: string;
  /** Null where the account has ended. */
  reviewerId: string | null;
}

type GivenKind = Extract<NotificationKind, "review_thanked" | "review_retake" | "review_own_decided">;

/** Tells somebody of a review that they gave. */
export async function notifyReviewer(
  tx: Transaction,
  { id, reviewerId }: Given,
  kind: GivenKind,
  values: { question: string; outcome?: ReviewOutcome; reason?: string },
): Promise<void> {
  if (reviewerId) await notify(tx, { userId: reviewerId, event: "peer_review", kind, values, href: givenHref(id) });
  await touch(tx, reviewerId, { what: "given", uid: id });
}

const leaseOf = (uid: string): string => `peer-review:lease:${uid}`;

/** Tells somebody that they do not have a recording for much longer. */
export const notifyOfLeaseEnding = (tx: Transaction, reviewerId: string, uid: string, values: { question: string; leaseEndsAt: string }) =>
  notify(tx, {
    userId: reviewerId,
    event: "peer_review",
    kind: "review_lease_ending",
    values,
    href: assignmentHref(uid),
    groupKey: leaseOf(uid),
  });

/** Somebody has a recording no longer, however that came: their page shows it, and what they were told of its near end is of no use. */
export async function leaseOver(tx: Transaction, reviewerId: string | null, uid: string): Promise<void> {
  if (reviewerId) await readGroup(tx, [reviewerId], leaseOf(uid));
  await touch(tx, reviewerId, { what: "assignment", uid });
}

/** What the team is told of cases, while one waits. */
export const CARE_GROUP = "peer-review:cases";

/** Tells those who look after reviews that one, or a recording, waits for a decision; not those whose it is, who must not know. */
export async function notifyCare(tx: Transaction, about: ReviewCaseKind, but: (string | null | undefined)[]): Promise<void> {
  await inTurn(tx, CARE_GROUP);
  const href = "/dashboard/admin/peer-review";
  const hearers = (await teamIds(tx)).filter((id) => !but.includes(id));
  await notifyAll(tx, hearers, { event: "peer_review_care", kind: "review_case", values: { about }, href, groupKey: CARE_GROUP });
  await touchCare(tx);
}

/** What waits for those who look after reviews has changed: their pages ask for it. */
export const touchCare = (tx: Transaction): Promise<void> => publish(tx, STAFF_TOPIC, encodeEvent({ what: "care" }));

type Touched = { what: "request" | "assignment" | "given"; uid: string };

/**
 * Something of somebody's own has changed: their pages ask for it. At once, as pushes go: whoever waits for a review wants it, and only a
 * page that is open just then learns the moment, which is kept nowhere. What is kept tells the hour (`roughly`).
 */
export async function touch(tx: Transaction, userId: string | null, touched: Touched): Promise<void> {
  if (userId) await publish(tx, userTopic(userId), encodeEvent(touched));
}
