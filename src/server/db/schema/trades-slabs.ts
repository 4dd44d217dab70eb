import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgEnum, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Rect } from "@/lib/cutting/types";
import { SLAB_STATES } from "@/lib/enums/trades-stock";
import { instant } from "./columns";
import { onlyIn, workspaceId } from "./trades";
import { amount, materials } from "./trades-pricing";

export const slabStateEnum = pgEnum("slab_state", SLAB_STATES);

/** A part of a slab that no piece may touch, in mm from its corner, and what is the matter with it. */
export interface Defect extends Rect {
  note: string;
}

/** A slab, or what was left of one; each by itself. */
export const slabs = pgTable(
  "slabs",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    /** As its label says it: one of a workspace. */
    serial: text().notNull(),
    materialId: uuid("material_id").notNull(),
    state: slabStateEnum().notNull(),
    /** In mm. */
    length: integer().notNull(),
    width: integer().notNull(),
    thickness: integer().notNull(),
    /** What it stands in the books with. */
    cost: amount("cost").notNull(),
    /** The slab that it was left of. */
    parentId: uuid("parent_id"),
    remnant: boolean().notNull().default(false),
    /** Where it stands. */
    bin: text().notNull().default(""),
    /** Whom it came from, and the block or bundle that looks alike. */
    supplier: text().notNull().default(""),
    batch: text().notNull().default(""),
    defects: jsonb().$type<Defect[]>().notNull().default([]),
    notes: text().notNull().default(""),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("slabs_key").on(t.workspaceId, t.id),
    uniqueIndex("slabs_serial_key").on(t.workspaceId, sql`lower(serial)`),
    index("slabs_material_idx").on(t.workspaceId, t.materialId, t.state),
    index("slabs_parent_idx").on(t.workspaceId, t.parentId),
    check("slabs_size_check", sql`${t.length} > 0 and ${t.width} > 0 and ${t.thickness} > 0 and ${t.cost} >= 0`),
    check("slabs_remnant_check", sql`${t.remnant} = (${t.parentId} is not null)`),
    foreignKey({
      name: "slabs_material_fk",
      columns: [t.workspaceId, t.materialId],
      foreignColumns: [materials.workspaceId, materials.id],
    }),
    foreignKey({ name: "slabs_parent_fk", columns: [t.workspaceId, t.parentId], foreignColumns: [t.workspaceId, t.id] }),
    onlyIn(t.workspaceId),
  ],
);
