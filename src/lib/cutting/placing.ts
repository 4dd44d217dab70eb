import {
  type Axis,
  addGap,
  areaOf,
  type Block,
  findRoomiest,
  type Gap,
  type Layout,
  overlap,
  type Pose,
  type Stock,
  worthOf,
} from "./layout";
import type { Rect } from "./types";

// Where a piece may go. The ways to choose among free rectangles and to split them are those of J. Jylänki, "A Thousand Ways to Pack the Bin"
// (2010), section 2.2; the one by worth weighs what is left, as in J. Gardeyn and T. Wauters, "A goal-driven ruin and recreate heuristic for
// the 2D variable-sized bin packing problem with guillotine constraints", European Journal of Operational Research 301 (2022).

/** Which gap a piece takes: where least area, least on the shorter or on the longer side is left, or where least worth of room is lost. */
export const FITS = ["area", "shortSide", "longSide", "worth"] as const;
/** Which cut comes first: along the shorter or the longer leftover, or the one that leaves more worth of room. */
export const SPLITS = ["shorterLeftover", "longerLeftover", "worth"] as const;

export interface Rule {
  fit: (typeof FITS)[number];
  split: (typeof SPLITS)[number];
}

export const BY_WORTH: Rule = { fit: "worth", split: "worth" };

/** A piece in a gap, and the direction of the cuts that come first. */
export interface Spot {
  layout: Layout;
  gap: Gap;
  pose: Pose;
  x: number;
  y: number;
  /** Along this axis the gap is divided first. */
  axis: Axis;
  /** The less, the better. */
  price: number;
}

/** Whether a remainder before something else can be cut off: none is left, or more than the blade takes. */
const cuttable = (left: number, kerf: number): boolean => left === 0 || left > kerf;

/** The best spot for a piece among the gaps of a layout, if one is better than what was found so far. */
export function bestIn(
  layout: Layout,
  poses: readonly Pose[],
  rule: Rule,
  kerf: number,
  best?: Spot,
  skip?: () => boolean,
): Spot | undefined {
  let found = best;
  for (const gap of layout.gaps) {
    for (const pose of poses) {
      if (pose.length > gap.length || pose.width > gap.width || skip?.()) continue;
      found = gap.defects.length > 0 ? amongDefects(layout, gap, pose, rule, kerf, found) : atCorner(layout, gap, pose, rule, kerf, found);
    }
  }
  return found;
}

function atCorner(layout: Layout, gap: Gap, pose: Pose, rule: Rule, kerf: number, best: Spot | undefined): Spot | undefined {
  const beyond = gap.length - pose.length;
  const above = gap.width - pose.width;
  const alongX = gap.last || gap.row.axis !== "x" || cuttable(beyond, kerf);
  const alongY = gap.last || gap.row.axis !== "y" || cuttable(above, kerf);
  const [right, top] = [Math.max(0, beyond - kerf), Math.max(0, above - kerf)];
  // Divided along x first, the strip at the end is as wide as the gap; along y first, the one above is as long.
  const leftX = alongX ? worthOf(right * gap.width, false) + worthOf(pose.length * top, false) : -1;
  const leftY = alongY ? worthOf(top * gap.length, false) + worthOf(right * pose.width, false) : -1;
  const axis = splitAxis(rule, beyond, above, leftX, leftY);
  const price = priceOf(rule, gap, pose, axis === "x" ? leftX : leftY);
  return best && best.price <= price ? best : { layout, gap, pose, x: gap.x, y: gap.y, axis, price };
}

function splitAxis({ split }: Rule, beyond: number, above: number, leftX: number, leftY: number): Axis {
  if (leftX < 0) return "y";
  if (leftY < 0) return "x";
  if (split === "worth") return leftX >= leftY ? "x" : "y";
  // A strip along the shorter leftover is one that spans the gap across the longer one.
  return beyond < above === (split === "shorterLeftover") ? "y" : "x";
}

function priceOf({ fit }: Rule, gap: Gap, pose: Pose, left: number): number {
  if (fit === "worth") return gap.worth - left;
  if (fit === "area") return areaOf(gap);
  const [beyond, above] = [gap.length - pose.length, gap.width - pose.width];
  return fit === "shortSide" ? Math.min(beyond, above) : Math.max(beyond, above);
}

/**
 * Beside defects a piece may lie at either end of the gap or right behind a defect, in both directions; up to four cuts free it there.
 */
function amongDefects(layout: Layout, gap: Gap, pose: Pose, rule: Rule, kerf: number, best: Spot | undefined): Spot | undefined {
  let found = best;
  const xs = places(gap.x, gap.length, pose.length, kerf, gap.defects, (defect) => defect.x + defect.length);
  const ys = places(gap.y, gap.width, pose.width, kerf, gap.defects, (defect) => defect.y + defect.width);
  for (const x of xs) {
    for (const y of ys) {
      const rect = { x, y, length: pose.length, width: pose.width };
      if (gap.defects.some((defect) => overlap(defect, rect))) continue;
      for (const axis of ["x", "y"] as const) {
        const end = axis === "x" ? gap.x + gap.length - x - pose.length : gap.y + gap.width - y - pose.width;
        if (axis === gap.row.axis && !gap.last && !cuttable(end, kerf)) continue;
        const left = roomAround(gap, rect, axis, kerf);
        const price = priceOf(rule, gap, pose, left);
        if (!found || price < found.price) found = { layout, gap, pose, x, y, axis, price };
      }
    }
  }
  return found;
}

function places(
  from: number,
  room: number,
  size: number,
  kerf: number,
  defects: readonly Rect[],
  behind: (defect: Rect) => number,
): number[] {
  const wanted = [0, room - size, ...defects.map((defect) => Math.max(behind(defect) - from, kerf + 1))];
  const possible = wanted.filter((offset, at) => cuttable(offset, kerf) && offset + size <= room && wanted.indexOf(offset) === at);
  return possible.map((offset) => from + offset);
}

function roomAround(gap: Gap, rect: Rect, axis: Axis, kerf: number): number {
  const before = Math.max(0, rect.x - gap.x - kerf);
  const beyond = Math.max(0, gap.x + gap.length - rect.x - rect.length - kerf);
  const below = Math.max(0, rect.y - gap.y - kerf);
  const above = Math.max(0, gap.y + gap.width - rect.y - rect.width - kerf);
  const [length, width] = axis === "x" ? [rect.length, gap.width] : [gap.length, rect.width];
  const worth = (x: number, y: number, long: number, wide: number): number => {
    const room = { x, y, length: long, width: wide };
    return worthOf(
      areaOf(room),
      gap.defects.some((defect) => overlap(defect, room)),
    );
  };
  const x = axis === "x" ? rect.x : gap.x;
  const y = axis === "y" ? rect.y : gap.y;
  return (
    worth(gap.x, y, before, width) +
    worth(rect.x + rect.length + kerf, y, beyond, width) +
    worth(x, gap.y, length, below) +
    worth(x, rect.y + rect.width + kerf, length, above)
  );
}

/** Puts a piece into its spot. */
export function put({ layout, gap, pose, x, y, axis }: Spot, piece: number, { defects }: Stock, kerf: number): void {
  const { length, width, turned } = pose;
  const leaf: Block = { x, y, length, width, axis: undefined, blocks: [], parent: undefined, piece, turned };
  layout.gaps[layout.gaps.indexOf(gap)] = layout.gaps.at(-1) as Gap;
  layout.gaps.pop();
  // Along its row's own axis the gap gives the row further blocks; else it becomes a row of its own.
  const own = axis === gap.row.axis;
  const row = own ? gap.row : addRow(gap.row, gap.x, gap.y, gap.length, gap.width, axis);
  const start = axis === "x" ? gap.x : gap.y;
  addStrip(layout, row, start, start + (axis === "x" ? gap.length : gap.width), !own || gap.last, leaf, defects, kerf);
  findRoomiest(layout);
  layout.pieces += 1;
  layout.pieceArea += length * width;
}

/**
 * Between two points of a row the strip that holds the piece, with what is free before and behind it, and beside the piece within it.
 * @param last whether the second point is the row's end
 */
function addStrip(
  layout: Layout,
  row: Block,
  start: number,
  end: number,
  last: boolean,
  leaf: Block,
  defects: readonly Rect[],
  kerf: number,
): void {
  const along = row.axis === "x";
  const from = along ? leaf.x : leaf.y;
  const to = from + (along ? leaf.length : leaf.width);
  addGap(row, start, from - kerf, false, layout.gaps, defects);
  addGap(row, to + kerf, end, last, layout.gaps, defects);
  if (along ? leaf.width === row.width : leaf.length === row.length) {
    addBlock(row, leaf);
    return;
  }
  const strip = along ? addRow(row, from, row.y, to - from, row.width, "y") : addRow(row, row.x, from, row.length, to - from, "x");
  const inner = along ? row.y : row.x;
  addStrip(layout, strip, inner, inner + (along ? row.width : row.length), true, leaf, defects, kerf);
}

function addRow(parent: Block, x: number, y: number, length: number, width: number, axis: Axis): Block {
  const row: Block = { x, y, length, width, axis, blocks: [], parent: undefined, piece: -1, turned: false };
  addBlock(parent, row);
  return row;
}

function addBlock(row: Block, block: Block): void {
  block.parent = row;
  const before = row.blocks.findIndex((other) => (row.axis === "x" ? other.x > block.x : other.y > block.y));
  if (before < 0) row.blocks.push(block);
  else row.blocks.splice(before, 0, block);
}
