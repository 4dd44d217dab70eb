import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { FormDefinition } from "@/lib/form-definitions";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";

/** What a shop has filled in again and again, as it is being built. */
export const forms = pgTable(
  "forms",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    definition: jsonb().$type<FormDefinition>().notNull(),
    /** The number of the version that is filled in; null before there is one. */
    published: integer(),
    /** It is begun no more; what was begun can be handed in. */
    archived: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("forms_key").on(t.workspaceId, t.id),
    index("forms_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    onlyIn(t.workspaceId),
  ],
);

/** A form as it was published. Nobody changes it any more: the role has no right to, and what was filled in by it stays with it. */
export const formVersions = pgTable(
  "form_versions",
  {
    workspaceId: workspaceId(),
    formId: uuid("form_id").notNull(),
    /** Counted from 1. */
    number: integer().notNull(),
    name: text().notNull(),
    definition: jsonb().$type<FormDefinition>().notNull(),
    publishedAt: instant("published_at").notNull().defaultNow(),
    publishedBy: uuid("published_by")
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.formId, t.number] }),
    foreignKey({
      name: "form_versions_form_fk",
      columns: [t.workspaceId, t.formId],
      foreignColumns: [forms.workspaceId, forms.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);
