import { v7 as uuidv7 } from "uuid";
import type { WorkspaceAct } from "@/lib/enums/trades";
import { differing } from "@/server/audit";
import { workspaceEvents } from "@/server/db/schema";
import type { Transaction } from "@/server/db/workspace";

interface Event {
  action: WorkspaceAct;
  /** What it is about: its kind and id. */
  target?: { kind: string; id: string };
  /** Null: there was nothing before. Nothing by which a person could be known: this is never taken back. */
  before?: Record<string, unknown> | null;
  /** Null: there is nothing any more. */
  after?: Record<string, unknown> | null;
}

/** Notes what was done in a workspace, in the transaction of the act: neither happens without the other. */
export async function recordEvent(
  tx: Transaction,
  { workspaceId, actorId }: { workspaceId: string; actorId: string },
  { action, target, before = null, after = null }: Event,
): Promise<void> {
  await tx.insert(workspaceEvents).values({
    id: uuidv7(),
    workspaceId,
    actorId,
    action,
    target: target ? `${target.kind}:${target.id}` : null,
    ...differing(before, after),
  });
}
