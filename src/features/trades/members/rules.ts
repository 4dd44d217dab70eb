import { INVITED_ROLES, type InvitedRole, WORKSPACE_ROLES, type WorkspaceRole } from "@/lib/enums/trades";
import { lifecycle } from "@/lib/lifecycle";

/** What somebody is in a workspace, and who makes them something else. Owners become managers when they hand the workspace over. */
export const roles = lifecycle(WORKSPACE_ROLES, [
  { from: "member", to: "manager", by: "owner" },
  { from: "manager", to: "member", by: "owner" },
  { from: "manager", to: "owner", by: "owner" },
  { from: "member", to: "owner", by: "owner" },
  { from: "owner", to: "manager", by: "owner" },
]);

/** Whom somebody can take out of a workspace: managers members, and the owner everybody else. Nobody themselves: they leave. */
export const mayRemove = (by: WorkspaceRole, whom: WorkspaceRole): boolean =>
  (by === "owner" && whom !== "owner") || (by === "manager" && whom === "member");

/** As what somebody can invite others; and so which invitations they can take back. */
export const mayInviteAs = (by: WorkspaceRole): InvitedRole[] =>
  INVITED_ROLES.filter((role) => by === "owner" || (by === "manager" && role === "member"));

/** An owner stays until somebody else is one. */
export const mayLeave = (role: WorkspaceRole): boolean => role !== "owner";
