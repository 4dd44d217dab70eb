import type { Rect } from "@/lib/cutting/types";
import { SLAB_STATES, type SlabState } from "@/lib/enums/trades-stock";
import { spread } from "@/lib/largest-remainder";
import { lifecycle } from "@/lib/lifecycle";

/** Characters at most. */
export const SLAB = { serial: 40, bin: 40, supplier: 80, batch: 60, notes: 2000, defect: 200 } as const;

export const MOST_DEFECTS = 50;
/** Remnants that one slab can be broken into at once, labels that are printed at once, and bins that are offered. */
export const MOST_REMNANTS = 20;
export const MOST_LABELS = 100;
export const MOST_BINS = 200;
/** Of one family: what was ever cut of one slab. */
export const MOST_KIN = 500;

/**
 * Who moves a slab: somebody who manages the workspace, a cut plan that holds it (and nobody by hand meanwhile), or the hand that breaks it
 * into remnants.
 */
export type SlabMover = "manager" | "plan" | "break";

/** What was cut or thrown away stays so. */
export const slabSteps = lifecycle<SlabState, SlabMover>(SLAB_STATES, [
  { from: "ordered", to: "available", by: "manager" },
  { from: "ordered", to: "scrapped", by: "manager" },
  { from: "available", to: "quarantined", by: "manager" },
  { from: "quarantined", to: "available", by: "manager" },
  { from: "available", to: "scrapped", by: "manager" },
  { from: "quarantined", to: "scrapped", by: "manager" },
  { from: "available", to: "reserved", by: "plan" },
  { from: "reserved", to: "available", by: "plan" },
  { from: "reserved", to: "cutting", by: "plan" },
  { from: "cutting", to: "consumed", by: "plan" },
  { from: "available", to: "consumed", by: "break" },
]);

/** Where somebody who manages the workspace can move a slab by hand, in the order of the states. */
export const movesOf = (state: SlabState): SlabState[] => SLAB_STATES.filter((to) => slabSteps.can(state, to, "manager"));

/** Where a slab is no more, or about to be. */
const GONE: readonly SlabState[] = ["cutting", "consumed", "scrapped"];
export const isGone = (state: SlabState): boolean => GONE.includes(state);

export const SLAB_FIELDS = [
  "serial",
  "materialUid",
  "length",
  "width",
  "thickness",
  "cost",
  "bin",
  "supplier",
  "batch",
  "defects",
  "notes",
] as const;
export type SlabField = (typeof SLAB_FIELDS)[number];

const MADE_OF: readonly SlabField[] = ["materialUid", "length", "width", "thickness", "cost"];

/**
 * What of a slab nobody changes any more: a plan that holds it was worked out with its size, and what is gone is history. A remnant is of
 * its parent's material and bears its part of what that cost, or costs would not sum up.
 */
export function fixedFields({ state, remnant }: { state: SlabState; remnant: boolean }): readonly SlabField[] {
  if (isGone(state)) return [...MADE_OF, "defects"];
  if (state === "reserved") return MADE_OF;
  return remnant ? ["materialUid", "thickness", "cost"] : [];
}

interface Size {
  length: number;
  width: number;
}

/** Square millimetres. */
export const areaOf = ({ length, width }: Size): number => length * width;

/** Whether a part lies within a slab. */
export const liesIn = ({ x, y, length, width }: Rect, slab: Size): boolean => x + length <= slab.length && y + width <= slab.width;

/** Whether something can be cut out of a slab, whichever way round. */
const fitsIn = (part: Size, slab: Size): boolean =>
  (part.length <= slab.length && part.width <= slab.width) || (part.width <= slab.length && part.length <= slab.width);

/** Whether a slab can be broken into these: each fits, and together they are no larger than it is. */
export const canBreakInto = (slab: Size, parts: readonly Size[]): boolean =>
  parts.every((part) => fitsIn(part, slab)) && parts.reduce((sum, part) => sum + areaOf(part), 0) <= areaOf(slab);

/** The cost of a slab spread over its remnants by their areas: all of it, so that they bear the off-cuts' share as well. */
export const costsOf = (cost: number, parts: readonly Size[]): number[] => spread(cost, parts.map(areaOf));

/** The serial of the first slab of a shop that has none. */
const FIRST = { prefix: "S-", digits: 4 } as const;

/** A serial without the number at its end: what the next one begins with, and how many digits it has. */
export function patternOf(serial: string | undefined): { prefix: string; digits: number } {
  const number = serial?.match(/\d{1,9}$/)?.[0];
  return serial !== undefined && number !== undefined ? { prefix: serial.slice(0, -number.length), digits: number.length } : FIRST;
}

/** @param last the largest number of that pattern; 0 for none */
export const serialAfter = ({ prefix, digits }: ReturnType<typeof patternOf>, last: number): string =>
  `${prefix}${String(last + 1).padStart(digits, "0")}`.slice(0, SLAB.serial);

/** What the remnants of a whole family are called by: S-0007-R1, S-0007-R2, whichever of them was broken. */
export const remnantPattern = (serial: string) => ({
  prefix: `${serial.replace(/-R\d{1,9}$/, "").slice(0, SLAB.serial - 11)}-R`,
  digits: 1,
});
