import { eq } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import type { Transaction } from "@/server/db/client";
import { workspaceMembers } from "@/server/db/schema";
import { publishAll } from "@/server/realtime";

/** The name of the area, as a person's own stream tells of a change in it. */
const NEWS = "trades";

/** Tells everybody in a workspace that something changed there, and whom else it concerns, such as somebody who is in it no more. */
export async function publishToWorkspace(tx: Transaction, workspaceId: string, others: string[] = []): Promise<void> {
  const members = await tx
    .select({ userId: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, workspaceId));
  const people = new Set([...members.map(({ userId }) => userId), ...others]);
  await publishAll(tx, [...people].map(userTopic), NEWS);
}
