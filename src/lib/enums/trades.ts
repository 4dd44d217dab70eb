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

/** What jobs are listed by. */
export const JOB_ORDERS = ["number", "due", "title", "state"] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** Which jobs are looked for by their day: those that are late, and those due within a week from today. */
export const JOB_DUE = ["late", "week"] as const;
export type JobDue = (typeof JOB_DUE)[number];

/** What of a job is changed by a form. */
export const JOB_FIELDS = ["title", "description", "customer", "site", "dueOn"] as const;
export type JobField = (typeof JOB_FIELDS)[number];
/** What can be booked for a while. A team is not booked itself: each of those in it is. */
export const RESOURCE_KINDS = ["person", "team", "vehicle", "machine"] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** In which of the theme's colours a resource stands in the schedule. */
export const RESOURCE_COLORS = ["primary", "info", "success", "warning", "danger", "neutral"] as const;
export type ResourceColor = (typeof RESOURCE_COLORS)[number];

/** Whether a booking is agreed upon. One that is not holds its time all the same, so that nothing is promised twice. */
export const BOOKING_STATES = ["tentative", "confirmed"] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** Why a resource is away. */
export const ABSENCE_KINDS = ["leave", "sick", "service", "other"] as const;
/** Whom a note is written for: the shop alone, or the customer as well. */
export const NOTE_AUDIENCES = ["internal", "customer"] as const;

/** What is done in a workspace, as its log keeps it. */
const WORKSPACE_ACTS = [
  "absence.add",
  "absence.delete",
  "absence.edit",
  "booking.add",
  "booking.delete",
  "booking.edit",
  "customer.add",
  "customer.delete",
  "customer.edit",
  "customer.import",
  "customer.merge",
  "entry.discard",
  "entry.start",
  "entry.submit",
  "file.add",
  "file.delete",
  "file.rename",
  "form.add",
  "form.archive",
  "form.delete",
  "form.edit",
  "form.publish",
  "form.restore",
  "job.add",
  "job.edit",
  "job.move",
  "job.unbook",
  "job.words",
  "task.add",
  "task.check",
  "task.delete",
  "task.edit",
  "task.move",
  "tasks.standard",
  "template.add",
  "template.delete",
  "template.edit",
  "text.add",
  "text.delete",
  "text.edit",
  "resource.add",
  "resource.edit",
  "resource.feed",
  "schedule.edit",
  "note.add",
  "note.delete",
  "note.edit",
  "pricing.edit",
  "tax.add",
  "tax.edit",
  "material.add",
  "material.edit",
  "prices.add",
  "prices.edit",
  "prices.draft",
  "prices.items",
  "prices.publish",
  "prices.discard",
  "prices.import",
  "quote.add",
  "quote.edit",
  "quote.delete",
  "quote.send",
  "quote.handover",
  "quote.revise",
  "quote.accept",
  "quote.decline",
  "quote.takeback",
  "invoice.add",
  "invoice.edit",
  "invoice.delete",
  "invoice.issue",
  "invoice.send",
  "mail.unsent",
  "payment.add",
  "payment.reverse",
  "payment.refund",
  "refund.reverse",
  "stock.add",
  "stock.edit",
  "stock.move",
  "stock.count",
  "stock.reserve",
  "stock.release",
  "stock.issue",
  "slab.add",
  "slab.edit",
  "slab.move",
  "slab.remnant",
  "piece.edit",
  "piece.move",
  "plan.add",
  "plan.stop",
  "plan.approve",
  "plan.discard",
  "plan.cut",
  "cost.add",
  "cost.edit",
  "cost.delete",
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

/** What an act can be about, as the log of a workspace names it before its id. */
const EVENT_TARGETS = [
  "absence",
  "booking",
  "cost",
  "customer",
  "entry",
  "file",
  "form",
  "invite",
  "invoice",
  "job",
  "material",
  "member",
  "note",
  "piece",
  "plan",
  "prices",
  "quote",
  "resource",
  "slab",
  "standard",
  "stock",
  "task",
  "tax",
  "template",
  "text",
] as const;
export interface EventTarget {
  kind: (typeof EVENT_TARGETS)[number];
  id: string;
}
