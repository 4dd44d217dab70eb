import { v7 as uuidv7 } from "uuid";
import type { EventTarget, WorkspaceAct } from "@/lib/enums/trades";
import { differing } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { workspaceEvents } from "@/server/db/schema";

/** Who did it, and where. */
interface Acting {
  workspaceId: string;
  actorId: string;
}

/** Whoever calls, where they call. */
export const acting = ({ member, actor }: { member: { workspaceId: string }; actor: { id: string } }): Acting => ({
  workspaceId: member.workspaceId,
  actorId: actor.id,
});

interface Event {
  action: WorkspaceAct;
  /** What it is about: its kind and id. */
  target?: EventTarget;
  /** Null: there was nothing before. Nothing by which a person could be known: this is never taken back. */
  before?: Record<string, unknown> | null;
  /** Null: there is nothing any more. */
  after?: Record<string, unknown> | null;
}

/** Notes what was done in a workspace, in the transaction of the act: neither happens without the other. */
export const recordEvent = (tx: Transaction, acting: Acting, event: Event): Promise<void> => recordEvents(tx, acting, [event]);

/** The same of many acts at once. */
export async function recordEvents(tx: Transaction, { workspaceId, actorId }: Acting, events: Event[]): Promise<void> {
  const rows = events.map(({ action, target, before = null, after = null }) => ({
    id: uuidv7(),
    workspaceId,
    actorId,
    action,
    target: target ? `${target.kind}:${target.id}` : null,
    ...differing(before, after),
  }));
  if (rows.length > 0) await tx.insert(workspaceEvents).values(rows);
}
