/**
 * What is cut from what. All lengths are whole millimetres. A sheet stands with its length along x and its width along y, its origin at
 * one corner; a cut goes from edge to edge of the part that it divides (a guillotine cut, as a bridge saw makes it) and takes the
 * kerf away.
 */
export interface Rect {
  x: number;
  y: number;
  /** Along x. */
  length: number;
  /** Along y. */
  width: number;
}

/** A slab, or what was left of one. */
export interface Sheet {
  id: string;
  length: number;
  width: number;
  /** What no piece may touch: cracks, pits, stains. */
  defects: readonly Rect[];
  /** Left of an earlier slab: used before whole ones. */
  remnant: boolean;
  /** What it stands in the books with, in minor units; spread over what becomes of it. */
  cost: number;
}

/**
 * How a piece lies to the grain, which runs along a sheet's length: `any` may be turned, `along` has its length along the grain,
 * `across` its width.
 */
export const GRAINS = ["any", "along", "across"] as const;
export type Grain = (typeof GRAINS)[number];

export interface Piece {
  id: string;
  length: number;
  width: number;
  grain: Grain;
}

export interface Saw {
  /** What a cut takes away. */
  kerf: number;
  /** What is taken off every edge of a whole slab first, because edges are broken or bowed; a remnant's are cut already. */
  trim: number;
  /** A remnant is worth keeping if its sides are at least these, whichever way round. */
  remnantLength: number;
  remnantWidth: number;
}

/** A piece in its place. */
export interface Placement extends Rect {
  pieceId: string;
  /** Its length lies along y. */
  turned: boolean;
}

/**
 * A part of a sheet: divided by a cut, a piece, kept as a remnant, or waste.
 *
 * A cut takes the kerf away from `at` on; its first part ends there, and its second one begins after the kerf. Where less than the kerf is
 * left beyond `at`, the blade runs out over the edge: the second part is waste without extent along the axis. That is how a piece comes out
 * of a part which is a millimetre longer.
 */
export type Part =
  | {
      is: "cut";
      rect: Rect;
      /** `x`: the cut runs along y, at this x; the other way round for `y`. */
      axis: "x" | "y";
      at: number;
      parts: [Part, Part];
    }
  | { is: "piece"; rect: Rect; pieceId: string; turned: boolean }
  | { is: "remnant"; rect: Rect }
  | { is: "waste"; rect: Rect };

/** What becomes of one sheet. */
export interface SheetPlan {
  sheetId: string;
  /** The sheet without its trim, divided down to what is left. */
  root: Part;
}

/**
 * Deeper than this no plan is nested. A planner needs a fraction of it, since it halves rows of pieces; who reads a plan by recursion, or
 * writes it as JSON, is safe.
 */
export const MAX_DEPTH = 200;

export interface CutPlan {
  sheets: SheetPlan[];
  /** Pieces for which there was no room. */
  unplaced: string[];
}

export interface CutOrder {
  sheets: readonly Sheet[];
  pieces: readonly Piece[];
  saw: Saw;
}
