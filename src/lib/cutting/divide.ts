import { type Axis, areaOf, type Block, overlap } from "./layout";
import { MAX_DEPTH, type Part, type Placement, type Rect } from "./types";

// From where the pieces lie to the cuts that free them. Whatever tree the search had, all cuts that cross no piece are weighed here, so that
// what is left comes off in the largest remnants that edge-to-edge cuts allow.

/** How many rectangles of one sheet are weighed; a sheet with more of them keeps the cuts of the search. */
const MOST_RECTS = 6000;

export interface Division {
  kerf: number;
  defects: readonly Rect[];
  /** What is worth keeping of a rectangle. */
  keeps(rect: Rect): number;
}

interface Way {
  worth: number;
  /** Levels of cuts below. */
  depth: number;
  /** No cut: the rectangle is a piece, or free as a whole. */
  cut?: { axis: Axis; at: number };
}

/** The best division of a rectangle into these pieces and what is left; undefined where there are too many ways to weigh. */
export function divide(root: Rect, pieces: readonly Placement[], division: Division): Part | undefined {
  const ways = new Map<string, Way>();
  const whole = weigh(root, pieces, division, ways);
  if (!whole || whole.depth > MAX_DEPTH / 2) return undefined;
  const build = (rect: Rect, inside: readonly Placement[]): Part => {
    const way = ways.get(keyOf(rect));
    if (!way?.cut) {
      const [piece] = inside;
      return piece ? { is: "piece", rect, pieceId: piece.pieceId, turned: piece.turned } : leftover(rect, division);
    }
    const { axis, at } = way.cut;
    const [first, second] = halves(rect, axis, at, division.kerf);
    const parts: [Part, Part] = [
      build(first, within(first, inside)),
      areaOf(second) > 0 ? build(second, within(second, inside)) : { is: "waste", rect: second },
    ];
    return { is: "cut", rect, axis, at, parts };
  };
  return build(root, pieces);
}

const keyOf = ({ x, y, length, width }: Rect): string => `${x},${y},${length},${width}`;
const within = (rect: Rect, pieces: readonly Placement[]) => pieces.filter((piece) => overlap(rect, piece));

export function leftover(rect: Rect, { defects, keeps }: Division): Part {
  return { is: keeps(rect) > 0 && !defects.some((defect) => overlap(rect, defect)) ? "remnant" : "waste", rect };
}

/** The two sides of a cut; the second one is without extent where the blade runs out over the edge. */
export function halves({ x, y, length, width }: Rect, axis: Axis, at: number, kerf: number): [Rect, Rect] {
  const end = axis === "x" ? x + length : y + width;
  const next = Math.min(end, at + kerf);
  if (axis === "x")
    return [
      { x, y, length: at - x, width },
      { x: next, y, length: end - next, width },
    ];
  return [
    { x, y, length, width: at - y },
    { x, y: next, length, width: end - next },
  ];
}

function weigh(rect: Rect, pieces: readonly Placement[], division: Division, ways: Map<string, Way>): Way | undefined {
  const key = keyOf(rect);
  const known = ways.get(key);
  if (known) return known;
  if (ways.size > MOST_RECTS) return undefined;
  const way = best(rect, pieces, division, ways);
  if (way) ways.set(key, way);
  return way;
}

function best(rect: Rect, pieces: readonly Placement[], division: Division, ways: Map<string, Way>): Way | undefined {
  const [first] = pieces;
  if (first && areaOf(first) === areaOf(rect)) return { worth: 0, depth: 0 };
  const spoiling = division.defects.filter((defect) => overlap(rect, defect));
  // What is free and sound stays whole; what is spoilt may be cut around its defects, or be waste.
  if (!first && spoiling.length === 0) return { worth: division.keeps(rect), depth: 0 };
  if (!first && division.keeps(rect) === 0) return { worth: 0, depth: 0 };
  let found: Way | undefined = first ? undefined : { worth: 0, depth: 0 };
  for (const axis of ["x", "y"] as const) {
    for (const at of cutsOf(rect, pieces, spoiling, axis, division.kerf)) {
      const [one, other] = halves(rect, axis, at, division.kerf);
      const left = weigh(one, within(one, pieces), division, ways);
      const right = areaOf(other) > 0 ? weigh(other, within(other, pieces), division, ways) : { worth: 0, depth: 0 };
      if (!left || !right) return undefined;
      const worth = left.worth + right.worth;
      const depth = 1 + Math.max(left.depth, right.depth);
      if (!found || worth > found.worth || (worth === found.worth && depth < found.depth && found.cut))
        found = { worth, depth, cut: { axis, at } };
    }
  }
  return found;
}

/** Where a rectangle may be cut so that it helps: right behind or right before a piece or a defect, and through no piece. */
function cutsOf(rect: Rect, pieces: readonly Placement[], spoiling: readonly Rect[], axis: Axis, kerf: number): number[] {
  const along = axis === "x";
  const start = (one: Rect) => (along ? one.x : one.y);
  const end = (one: Rect) => (along ? one.x + one.length : one.y + one.width);
  const places = new Set<number>();
  for (const one of [...pieces, ...spoiling]) places.add(end(one)).add(start(one) - kerf);
  return [...places].filter(
    (at) => at > start(rect) && at < end(rect) && pieces.every((piece) => end(piece) <= at || start(piece) >= at + kerf),
  );
}

/** The division as the search had it. Rows are halved again and again, so that long ones do not nest deeply. */
export function asSearched(row: Block, placed: (block: Block) => Part, division: Division): Part {
  return divideRow(row, row, row.blocks, placed, division);
}

function divideRow(row: Block, rect: Rect, blocks: readonly Block[], placed: (block: Block) => Part, division: Division): Part {
  const axis = row.axis as Axis;
  const start = (one: Rect) => (axis === "x" ? one.x : one.y);
  const end = (one: Rect) => (axis === "x" ? one.x + one.length : one.y + one.width);
  const { x, y, length, width } = rect;
  const plain = { x, y, length, width };
  const cut = (at: number, one: (half: Rect) => Part, other: (half: Rect) => Part): Part => {
    const [first, second] = halves(plain, axis, at, division.kerf);
    return { is: "cut", rect: plain, axis, at, parts: [one(first), other(second)] };
  };
  const free = (half: Rect) => leftover(half, division);
  const [first] = blocks;
  if (!first) return free(plain);
  if (blocks.length > 1) {
    const half = Math.ceil(blocks.length / 2);
    const last = blocks[half - 1] as Block;
    return cut(
      end(last),
      (part) => divideRow(row, part, blocks.slice(0, half), placed, division),
      (part) => divideRow(row, part, blocks.slice(half), placed, division),
    );
  }
  if (start(first) > start(rect)) return cut(start(first) - division.kerf, free, (part) => divideRow(row, part, blocks, placed, division));
  if (end(first) < end(rect)) return cut(end(first), (part) => divideRow(row, part, blocks, placed, division), free);
  return first.axis ? asSearched(first, placed, division) : placed(first);
}
