import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Locale } from "@/lib/locales";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { standardTasks } from "./trades-tasks";

/** What a kind of job takes: which of the shop's standard tasks, in which order, and on which of its days. */
export const jobTemplates = pgTable(
  "job_templates",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    /** Counts changes of the template with its tasks: they are changed together. */
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("job_templates_key").on(t.workspaceId, t.id),
    index("job_templates_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    onlyIn(t.workspaceId),
  ],
);

export const jobTemplateTasks = pgTable(
  "job_template_tasks",
  {
    workspaceId: workspaceId(),
    templateId: uuid("template_id").notNull(),
    position: integer().notNull(),
    standardId: uuid("standard_id").notNull(),
    /** Days from the one on which the work begins to the one on which it is due. */
    offsetDays: integer("offset_days").notNull(),
    /** Whether it waits for the one before it. */
    waits: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.templateId, t.position] }),
    index("job_template_tasks_standard_idx").on(t.workspaceId, t.standardId),
    check("job_template_tasks_offset_check", sql`${t.offsetDays} >= 0`),
    foreignKey({
      name: "job_template_tasks_template_fk",
      columns: [t.workspaceId, t.templateId],
      foreignColumns: [jobTemplates.workspaceId, jobTemplates.id],
    }).onDelete("cascade"),
    // What the shop does no more is in no template any more.
    foreignKey({
      name: "job_template_tasks_standard_fk",
      columns: [t.workspaceId, t.standardId],
      foreignColumns: [standardTasks.workspaceId, standardTasks.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/** What a shop writes to its customers again and again, in the languages that it has written it in. */
export const shopTexts = pgTable(
  "shop_texts",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    wordings: jsonb().$type<Partial<Record<Locale, { subject: string; body: string }>>>().notNull(),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("shop_texts_key").on(t.workspaceId, t.id),
    index("shop_texts_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    onlyIn(t.workspaceId),
  ],
);
