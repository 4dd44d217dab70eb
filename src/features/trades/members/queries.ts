import { asc, eq, sql } from "drizzle-orm";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { fullNameOf } from "@/server/db/names";
import { workspaceMembers, workspacePeople } from "@/server/db/schema";
import { shownTo } from "../rules";

/** What somebody of a workspace is called; null for who is not in it any more. */
export const personName = sql<string | null>`nullif(${fullNameOf(workspacePeople)}, '')`;

type Asker = Pick<WorkspaceContext, "actor" | "member">;

/** Everybody in the workspace: its owner, its managers, its members, each by name. */
export async function membersOf(tx: Transaction, { actor, member }: Asker) {
  const rows = await tx
    .select({
      uid: workspaceMembers.id,
      firstName: workspacePeople.firstName,
      lastName: workspacePeople.lastName,
      role: workspaceMembers.role,
      version: workspaceMembers.version,
      joinedAt: workspaceMembers.joinedAt,
      email: workspacePeople.email,
      userId: workspaceMembers.userId,
    })
    .from(workspaceMembers)
    .innerJoin(workspacePeople, eq(workspacePeople.memberId, workspaceMembers.id))
    .where(eq(workspaceMembers.workspaceId, member.workspaceId))
    .orderBy(
      asc(workspaceMembers.role),
      asc(sql`lower(${workspacePeople.firstName} || ' ' || ${workspacePeople.lastName})`),
      asc(workspaceMembers.id),
    );
  return rows.map(({ userId, joinedAt, ...row }) =>
    shownTo(member.role, { ...row, joinedAt: joinedAt.toISOString(), you: userId === actor.id }, ["email"]),
  );
}

export const listMembers = (ctx: WorkspaceContext) => ctx.inWorkspace((tx) => membersOf(tx, ctx));
