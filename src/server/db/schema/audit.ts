import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditAction } from "@/lib/enums/service";
import { users } from "./account";
import { instant } from "./columns";

/**
 * What those who run the service did, and to whom or what: written in the transaction of the act. A trigger of the migration that
 * made it so refuses every change of a row and every removal, whoever asks; so it points only at rows that are never removed.
 */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull().defaultNow(),
    /** Null for the service itself, and for somebody at a terminal. */
    actorId: uuid("actor_id").references(() => users.id),
    action: text().$type<AuditAction>().notNull(),
    /** The account that it is about, if any. */
    subjectId: uuid("subject_id").references(() => users.id),
    /** What it is about beside an account: its kind and id, such as "question:018f…". */
    target: text(),
    /** What was changed, as it was and as it is: the fields that differ, and nothing else. Null where a thing is new, or gone. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** What else there is to say: why, and how much. */
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    address: text().notNull(),
  },
  (t) => [
    index("audit_events_subject_idx").on(t.subjectId, t.at),
    index("audit_events_at_idx").on(t.at, t.id),
    index("audit_events_actor_idx").on(t.actorId, t.at, t.id),
    index("audit_events_action_idx").on(t.action, t.at, t.id),
    index("audit_events_target_idx").on(t.target, t.at, t.id).where(sql`target is not null`),
  ],
);
