import { v7 as uuidv7 } from "uuid";
import type { UserContext } from "./api/context";
import type { Executor } from "./db/client";
import { auditEvents } from "./db/schema";

interface Act {
  /** Given where the act must not be noted twice. */
  id?: string;
  /** A stable name such as "subscription.refund". */
  action: string;
  /** The account that it is about, if any. */
  subjectId?: string;
  /** What was before and after, and why. */
  detail: Record<string, unknown>;
}

/** Notes what somebody who runs the service did, in the transaction of the act: neither happens without the other. */
export async function recordAct(
  tx: Executor,
  { actor, address }: UserContext,
  { id = uuidv7(), action, subjectId, detail }: Act,
): Promise<void> {
  await tx.insert(auditEvents).values({ id, actorId: actor.id, action, subjectId: subjectId ?? null, detail, address });
}
