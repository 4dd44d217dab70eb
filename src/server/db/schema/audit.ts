import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./account";
import { instant } from "./columns";

/** What those who run the service did to whom: written in the transaction of the act. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: uuid().primaryKey(),
    at: instant("at").notNull().defaultNow(),
    /** Null for the service itself. */
    actorId: uuid("actor_id").references(() => users.id, { onDelete: "set null" }),
    /** A stable name such as "subscription.refund". */
    action: text().notNull(),
    /** The account that it is about, if any. */
    subjectId: uuid("subject_id").references(() => users.id, { onDelete: "set null" }),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    address: text().notNull(),
  },
  (t) => [index("audit_events_subject_idx").on(t.subjectId, t.at), index("audit_events_at_idx").on(t.at, t.id)],
);
