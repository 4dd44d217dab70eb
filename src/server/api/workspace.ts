import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError, found } from "@/lib/app-error";
import type { WorkspaceRole } from "@/lib/enums/trades";
import { toErrorIssues } from "@/lib/validation";
import { workspaceInput } from "@/lib/workspace-input";
import { type Database, prepared } from "../db/client";
import { workspaceMembers } from "../db/schema";
import { type InWorkspace, withLockedWorkspace, withWorkspace } from "../db/workspace";
import type { UserContext } from "./context";
import { userProcedure } from "./trpc";

/** What somebody is in the workspace that a call is about. */
export interface Member {
  id: string;
  role: WorkspaceRole;
  workspaceId: string;
}

export interface WorkspaceContext extends UserContext {
  member: Member;
  /** The one way to the rows of trades: a transaction that sees this workspace and no other, and holds it where the call writes. */
  inWorkspace: InWorkspace;
  /** The same for what changes the workspace itself, or who is in it: nothing else writes there until it is done. */
  aloneInWorkspace: InWorkspace;
}

/** The rest of what a call says is read by its own form. */
const named = z.object(workspaceInput.shape);

const memberOf = prepared((db: Database) => {
  return db
    .select({ id: workspaceMembers.id, role: workspaceMembers.role })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, sql.placeholder("workspaceId")), eq(workspaceMembers.userId, sql.placeholder("userId"))))
    .prepare("workspace_member");
});

/** A workspace that somebody is not in does not exist for them, whatever they are on the platform. */
const inRole = (...roles: WorkspaceRole[]) =>
  userProcedure.use(async ({ ctx, type, getRawInput, next }) => {
    const parsed = named.safeParse((await getRawInput()) ?? {});
    if (!parsed.success) throw new AppError("invalidInput", { issues: toErrorIssues(parsed.error) });
    const { workspaceId } = parsed.data;
    const [row] = await memberOf(ctx.db).execute({ workspaceId, userId: ctx.actor.id });
    const member: Member = { ...found(row), workspaceId };
    if (!roles.includes(member.role)) throw new AppError("forbidden");
    const inWorkspace: InWorkspace = (work) =>
      type === "mutation" ? withLockedWorkspace(ctx.db, workspaceId, "key share", work) : withWorkspace(ctx.db, workspaceId, work);
    const aloneInWorkspace: InWorkspace = (work) => withLockedWorkspace(ctx.db, workspaceId, "update", work);
    return next({ ctx: { member, inWorkspace, aloneInWorkspace } });
  });

export const memberProcedure = inRole("owner", "manager", "member").meta({ workspace: "member" });
export const managerProcedure = inRole("owner", "manager").meta({ workspace: "manager" });
export const ownerProcedure = inRole("owner").meta({ workspace: "owner" });
