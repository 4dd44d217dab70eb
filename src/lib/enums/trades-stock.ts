/** Closed sets of values, once, of what a shop has. */

/** What stock is counted in; quantities are thousandths of it. */
export const STOCK_UNITS = ["piece", "m", "m2", "kg", "litre", "box", "hour"] as const;
export type StockUnit = (typeof STOCK_UNITS)[number];

/** What changes how much there is, or how much of it is spoken for. */
export const STOCK_MOVES = ["receipt", "issue", "return", "count", "loss", "reserve", "release"] as const;

/** What became of stock that was put aside for a job. */
export const RESERVATION_STATES = ["open", "issued", "released"] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** Where a slab stands. */
export const SLAB_STATES = ["ordered", "available", "reserved", "cutting", "consumed", "quarantined", "scrapped"] as const;
export type SlabState = (typeof SLAB_STATES)[number];

/** What slabs are listed by. */
export const SLAB_ORDERS = ["serial", "area", "state"] as const;
export type SlabOrder = (typeof SLAB_ORDERS)[number];

/** Where a cut plan stands: it is worked out, read, agreed upon, cut, or thrown away. */
export const PLAN_STATES = ["planning", "draft", "approved", "cut", "discarded"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** What a job costs the shop. */
export const COST_KINDS = ["material", "labour", "subcontract", "other"] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** Where a cost comes from: it was written down, or followed from what was cut or taken from stock. */
export const COST_SOURCES = ["hand", "cut", "stock"] as const;
export type CostSource = (typeof COST_SOURCES)[number];
