/** Closed sets of values, once, of trades: the tables' types, the zod schemas and the interface all read these tuples. */

/** What somebody is in a workspace; the earlier may do all that the later may. */
export const WORKSPACE_ROLES = ["owner", "manager", "member"] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** Whom somebody can be invited as: a workspace has one owner, who hands it over. */
export const INVITED_ROLES = ["manager", "member"] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** Whether tax is rounded once for all lines of a rate, or line by line. */
export const TAX_MODES = ["group", "line"] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** Where a piece of work for a customer stands. */
export const JOB_STATES = [
  "enquiry",
  "quoted",
  "won",
  "in_progress",
  "completed",
  "invoiced",
  "closed",
  "lost",
  "on_hold",
  "cancelled",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Whom a note is written for: the shop alone, or the customer as well. */
export const NOTE_AUDIENCES = ["internal", "customer"] as const;
export type NoteAudience = (typeof NOTE_AUDIENCES)[number];

/** What is done in a workspace, as its log keeps it. */
export const WORKSPACE_ACTS = [
  "customer.add",
  "customer.delete",
  "customer.edit",
  "customer.merge",
  "file.add",
  "file.delete",
  "file.rename",
  "job.add",
  "job.edit",
  "job.move",
  "job.words",
  "note.add",
  "note.delete",
  "note.edit",
  "workspace.create",
  "workspace.edit",
  "workspace.inherit",
  "workspace.transfer",
  "invite.revoke",
  "invite.send",
  "member.join",
  "member.leave",
  "member.remove",
  "member.role",
] as const;
export type WorkspaceAct = (typeof WORKSPACE_ACTS)[number];
