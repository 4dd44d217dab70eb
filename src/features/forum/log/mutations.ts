import { v7 as uuidv7 } from "uuid";
import type { ModerationAct } from "@/lib/enums/forum";
import type { UserContext } from "@/server/api/context";
import { recordActs } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { moderationActs } from "@/server/db/schema";

interface Entry {
  act: ModerationAct;
  topicId?: string | null;
  postId?: string | null;
  /** Whom it concerns. */
  subjectId?: string | null;
  reason?: string;
  details?: Record<string, string>;
}

/** What was done, as the log of all that the team does has it: by its address, and without what people wrote. */
const actOf = ({ act, topicId, postId, subjectId, reason = "" }: Entry) => {
  const [kind, id] = postId ? ["forum_post", postId] : topicId ? ["forum_topic", topicId] : ["forum_member", subjectId ?? ""];
  return { action: "forum.moderate" as const, target: { kind, id }, detail: { act, reason } };
};

/** Writes down what the team decides: for those whom it concerns, and for those who look after the team. */
export async function recordDecision(tx: Transaction, { actor, address }: UserContext, ...entries: Entry[]): Promise<void> {
  await record(tx, actor, ...entries);
  await recordActs(tx, { actor, address }, entries.map(actOf));
}

/**
 * Writes down what was done, in the transaction that does it. This is the only thing that is ever done to the log.
 * @param moderator null for what the app does by itself
 */
export async function record(tx: Transaction, moderator: { id: string } | null, ...entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ act, topicId = null, postId = null, subjectId = null, reason = "", details = {} }) => ({
    id: uuidv7(),
    moderatorId: moderator?.id ?? null,
    act,
    topicId,
    postId,
    subjectId,
    reason,
    details,
  }));
  await tx.insert(moderationActs).values(rows);
}
