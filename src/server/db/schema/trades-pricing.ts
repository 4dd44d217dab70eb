import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { COUNTERS, MATERIAL_CATEGORIES, PRICE_KINDS, PRICE_STATES, PRICE_UNITS, TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import type { Seller } from "@/lib/pricing/documents";
import type { Tier } from "@/lib/pricing/prices";
import { users } from "./account";
import { instant } from "./columns";
import { onlyIn, workspaceId, workspaces } from "./trades";

export const taxCategoryEnum = pgEnum("tax_category", TAX_CATEGORIES);
export const priceKindEnum = pgEnum("price_kind", PRICE_KINDS);
export const priceUnitEnum = pgEnum("price_unit", PRICE_UNITS);
export const priceStateEnum = pgEnum("price_state", PRICE_STATES);
export const materialCategoryEnum = pgEnum("material_category", MATERIAL_CATEGORIES);
export const counterEnum = pgEnum("trades_counter", COUNTERS);

/** An amount of the workspace's currency, in its minor units. */
export const amount = (name: string) => bigint(name, { mode: "number" });
/** So many thousandths of a unit. */
export const quantity = (name: string) => bigint(name, { mode: "number" });

/** How a shop works out what it asks for. A row is there as soon as somebody has said it. */
export const pricingSettings = pgTable(
  "pricing_settings",
  {
    workspaceId: uuid("workspace_id")
      .primaryKey()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Who sells, as documents say it; frozen on each. */
    seller: jsonb().$type<Seller>().notNull(),
    /** Whether prices are written with tax in them. */
    taxIncluded: boolean("tax_included").notNull(),
    /** Basis points of the net that are to remain over the cost; who offers less is warned. */
    marginFloor: integer("margin_floor").notNull(),
    /** Basis points that a manager may give away; the owner may any. */
    discountLimit: integer("discount_limit").notNull(),
    /** For how many days an offer stands. */
    validityDays: integer("validity_days").notNull(),
    /** Within how many days an invoice is to be paid. */
    paymentDays: integer("payment_days").notNull(),
    /** Basis points that a deposit asks for. */
    deposit: integer("deposit").notNull(),
    /** Basis points of a budget at which whoever manages the job is told. */
    budgetAlert: integer("budget_alert").notNull(),
    /** Basis points that are cut away, on the average: for slabs that are asked for by the slab. */
    waste: integer("waste").notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check(
      "pricing_settings_check",
      sql`${t.marginFloor} between 0 and 9999 and ${t.discountLimit} between 0 and 10000 and ${t.deposit} between 0 and 10000 and ${t.waste} between 0 and 9000`,
    ),
    onlyIn(t.workspaceId),
  ],
);

/** What a workspace has counted up to; whoever takes a number holds the row to the end of the transaction, so that none is left out. */
export const tradesCounters = pgTable(
  "trades_counters",
  { workspaceId: workspaceId(), counter: counterEnum().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.workspaceId, t.counter] }), onlyIn(t.workspaceId)],
);

export const taxes = pgTable(
  "taxes",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    /** Basis points. */
    rate: integer().notNull(),
    category: taxCategoryEnum().notNull(),
    /** The one that lines begin with. */
    usual: boolean().notNull().default(false),
    /** It is given to nothing new. */
    retired: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (t) => [
    unique("taxes_key").on(t.workspaceId, t.id),
    uniqueIndex("taxes_usual_key").on(t.workspaceId).where(sql`usual`),
    // EN 16931, BR-S-5 and its kin: only the standard rate is more than nothing.
    check("taxes_rate_check", sql`${t.rate} between 0 and 10000 and (${t.category} = 'S' or ${t.rate} = 0)`),
    onlyIn(t.workspaceId),
  ],
);

/** What slabs are of. */
export const materials = pgTable(
  "materials",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    category: materialCategoryEnum().notNull(),
    /** In mm. */
    thickness: integer().notNull(),
    finish: text().notNull().default(""),
    /** Whether it looks otherwise when it is turned. */
    grain: boolean().notNull(),
    /** What a slab usually measures, in mm. */
    slabLength: integer("slab_length").notNull(),
    slabWidth: integer("slab_width").notNull(),
    /** What the saw takes, and what is taken off each edge of a whole slab first, in mm. */
    kerf: integer().notNull(),
    trim: integer().notNull(),
    /** What is left is kept if its sides are at least these, in mm. */
    remnantLength: integer("remnant_length").notNull(),
    remnantWidth: integer("remnant_width").notNull(),
    retired: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("materials_key").on(t.workspaceId, t.id),
    index("materials_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    check("materials_size_check", sql`${t.thickness} > 0 and ${t.slabLength} > 0 and ${t.slabWidth} > 0`),
    check(
      "materials_saw_check",
      sql`${t.kerf} >= 0 and ${t.trim} >= 0 and ${t.remnantLength} >= ${t.remnantWidth} and ${t.remnantWidth} > 0`,
    ),
    onlyIn(t.workspaceId),
  ],
);

export const priceLists = pgTable(
  "price_lists",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    /** The one for customers that have none of their own. */
    usual: boolean().notNull().default(false),
    retired: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("price_lists_key").on(t.workspaceId, t.id),
    uniqueIndex("price_lists_usual_key").on(t.workspaceId).where(sql`usual`),
    index("price_lists_name_idx").on(t.workspaceId, sql`lower(name)`, t.id),
    onlyIn(t.workspaceId),
  ],
);

/**
 * A price list as it holds for a while. The published ones of a list never hold on the same day: the migration that made the table has a
 * constraint (`price_versions_apart`) which excludes it. What is published is not changed any more, but for its last day; a trigger
 * sees to that for its prices.
 */
export const priceVersions = pgTable(
  "price_versions",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    listId: uuid("list_id").notNull(),
    /** Counted from 1 within the list. */
    number: integer().notNull(),
    state: priceStateEnum().notNull().default("draft"),
    /** By the workspace's calendar; the last day is one of them, and null is none. */
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    validTo: date("valid_to", { mode: "string" }),
    publishedAt: instant("published_at"),
    publishedBy: uuid("published_by").references(() => users.id),
    version: integer().notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("price_versions_key").on(t.workspaceId, t.id),
    unique("price_versions_number_key").on(t.workspaceId, t.listId, t.number),
    check("price_versions_days_check", sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
    check("price_versions_published_check", sql`(${t.publishedAt} is not null) = (${t.state} = 'published')`),
    foreignKey({
      name: "price_versions_list_fk",
      columns: [t.workspaceId, t.listId],
      foreignColumns: [priceLists.workspaceId, priceLists.id],
    }).onDelete("cascade"),
    onlyIn(t.workspaceId),
  ],
);

export const priceItems = pgTable(
  "price_items",
  {
    id: uuid().primaryKey(),
    workspaceId: workspaceId(),
    versionId: uuid("version_id").notNull(),
    position: integer().notNull(),
    /** As the shop calls it, such as "GR-BLK-20": one of a version. */
    code: text().notNull(),
    name: text().notNull(),
    kind: priceKindEnum().notNull(),
    unit: priceUnitEnum().notNull(),
    /** Of what is asked for by the square metre or the slab. */
    materialId: uuid("material_id"),
    /** Null: the usual one. */
    taxId: uuid("tax_id"),
    price: amount("price").notNull(),
    /** What it costs the shop. */
    cost: amount("cost").notNull(),
    /** Prices from a quantity on, the smallest first. */
    tiers: jsonb().$type<Tier[]>().notNull().default([]),
  },
  (t) => [
    unique("price_items_key").on(t.workspaceId, t.id),
    unique("price_items_code_key").on(t.workspaceId, t.versionId, t.code),
    index("price_items_version_idx").on(t.workspaceId, t.versionId, t.position),
    index("price_items_material_idx").on(t.workspaceId, t.materialId),
    index("price_items_tax_idx").on(t.workspaceId, t.taxId),
    check("price_items_amounts_check", sql`${t.price} >= 0 and ${t.cost} >= 0`),
    foreignKey({
      name: "price_items_version_fk",
      columns: [t.workspaceId, t.versionId],
      foreignColumns: [priceVersions.workspaceId, priceVersions.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "price_items_material_fk",
      columns: [t.workspaceId, t.materialId],
      foreignColumns: [materials.workspaceId, materials.id],
    }),
    foreignKey({ name: "price_items_tax_fk", columns: [t.workspaceId, t.taxId], foreignColumns: [taxes.workspaceId, taxes.id] }),
    onlyIn(t.workspaceId),
  ],
);
