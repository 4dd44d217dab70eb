import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CutPlan, Saw } from "@/lib/cutting/types";
import { COST_KINDS, COST_SOURCES, PLAN_STATES } from "@/lib/enums/trades-stock";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { jobs } from "./trades-jobs";
import { amount, materials, quantity } from "./trades-pricing";
import { jobPieces } from "./trades-quotes";
import { slabs } from "./trades-slabs";

export const planStateEnum = pgEnum("cut_plan_state", PLAN_STATES);
export const costKindEnum = pgEnum("cost_kind", COST_KINDS);
export const costSourceEnum = pgEnum("cost_source", COST_SOURCES);

/** What a plan is worked out with. Kept with it, because whoever takes up the work of a process that ended must come to the same plan. */
export interface PlanningSaw extends Saw {
  /** About so many seconds of a processor. */
  effort: number;
}

/** How pieces of one material are cut from slabs of it. */
export const cutPlans = pgTable(
  "cut_plans",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    number: integer().notNull(),
    materialId: uuid("material_id").notNull(),
    state: planStateEnum().notNull().default("planning"),
    /** As it was when it was worked out, and how long a plan is looked for. */
    saw: jsonb().$type<PlanningSaw>().notNull(),
    /** Null while it is being worked out. */
    plan: jsonb().$type<CutPlan>(),
    /** Percent of the work that is done, and whether somebody has asked to stop it. */
    progress: integer().notNull().default(0),
    stopping: integer().notNull().default(0),
    note: text().notNull().default(""),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    cutAt: instant("cut_at"),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("cut_plans_key").on(t.workspaceId, t.id),
    unique("cut_plans_number_key").on(t.workspaceId, t.number),
    index("cut_plans_created_idx").on(t.workspaceId, t.createdAt, t.id),
    index("cut_plans_material_idx").on(t.workspaceId, t.materialId),
    check("cut_plans_planned_check", sql`${t.plan} is not null or ${t.state} in ('planning', 'discarded')`),
    foreignKey({
      name: "cut_plans_material_fk",
      columns: [t.workspaceId, t.materialId],
      foreignColumns: [materials.workspaceId, materials.id],
    }),
    onlyIn(t.workspaceId),
  ],
);

/** The pieces that a plan is for. */
export const cutPlanPieces = pgTable(
  "cut_plan_pieces",
  { workspaceId: workspaceId(), planId: uuid("plan_id").notNull(), pieceId: uuid("piece_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.planId, t.pieceId] }),
    index("cut_plan_pieces_piece_idx").on(t.workspaceId, t.pieceId),
    foreignKey({
      name: "cut_plan_pieces_plan_fk",
      columns: [t.workspaceId, t.planId],
      foreignColumns: [cutPlans.workspaceId, cutPlans.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "cut_plan_pieces_piece_fk",
      columns: [t.workspaceId, t.pieceId],
      foreignColumns: [jobPieces.workspaceId, jobPieces.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

/** The slabs that a plan may take. Of those that it holds, no other plan holds one. */
export const cutPlanSlabs = pgTable(
  "cut_plan_slabs",
  {
    workspaceId: workspaceId(),
    planId: uuid("plan_id").notNull(),
    slabId: uuid("slab_id").notNull(),
    /** Set while the plan is agreed upon and not cut yet. */
    heldSlabId: uuid("held_slab_id"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.planId, t.slabId] }),
    uniqueIndex("cut_plan_slabs_held_key").on(t.workspaceId, t.heldSlabId),
    index("cut_plan_slabs_slab_idx").on(t.workspaceId, t.slabId),
    check("cut_plan_slabs_held_check", sql`${t.heldSlabId} is null or ${t.heldSlabId} = ${t.slabId}`),
    foreignKey({
      name: "cut_plan_slabs_plan_fk",
      columns: [t.workspaceId, t.planId],
      foreignColumns: [cutPlans.workspaceId, cutPlans.id],
    }).onDelete("cascade"),
    foreignKey({ name: "cut_plan_slabs_slab_fk", columns: [t.workspaceId, t.slabId], foreignColumns: [slabs.workspaceId, slabs.id] }),
    onlyIn(t.workspaceId),
  ],
);

/** What a job cost the shop. Material comes from what was cut or taken from stock alone; all else is written down. */
export const jobCosts = pgTable(
  "job_costs",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    jobId: uuid("job_id").notNull(),
    kind: costKindEnum().notNull(),
    source: costSourceEnum().notNull(),
    /** By the workspace's calendar. */
    day: date({ mode: "string" }).notNull(),
    text: text().notNull(),
    /** Thousandths of an hour for labour, else of a piece. */
    quantity: quantity("quantity").notNull(),
    amount: amount("amount").notNull(),
    /** The plan or the slab that it comes from, where it was cut. */
    planId: uuid("plan_id"),
    slabId: uuid("slab_id"),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("job_costs_key").on(t.workspaceId, t.id),
    index("job_costs_job_idx").on(t.workspaceId, t.jobId, t.day, t.id),
    index("job_costs_plan_idx").on(t.workspaceId, t.planId),
    index("job_costs_slab_idx").on(t.workspaceId, t.slabId),
    check("job_costs_source_check", sql`(${t.kind} = 'material') = (${t.source} <> 'hand')`),
    foreignKey({ name: "job_costs_job_fk", columns: [t.workspaceId, t.jobId], foreignColumns: [jobs.workspaceId, jobs.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "job_costs_plan_fk", columns: [t.workspaceId, t.planId], foreignColumns: [cutPlans.workspaceId, cutPlans.id] }),
    foreignKey({ name: "job_costs_slab_fk", columns: [t.workspaceId, t.slabId], foreignColumns: [slabs.workspaceId, slabs.id] }),
    onlyIn(t.workspaceId),
  ],
);
