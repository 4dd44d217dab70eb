import { areaOf, copyLayout, emptyLayout, findGaps, type Layout, type Pose, posesOf, type Stock, stockOf } from "./layout";
import { bestIn, put, type Rule, type Spot } from "./placing";
import type { CutOrder } from "./types";

// A plan while it is sought: which sheets are in use, and which pieces are still out.

/** An order, made ready for the search. Sheets and pieces go by their place in the order. */
export interface Problem {
  kerf: number;
  stocks: Stock[];
  poses: Pose[][];
  areas: number[];
  /** Sheets with nothing on them yet; copied before use. */
  empty: Layout[];
  /** Left of earlier slabs, from the smallest on. */
  remnants: number[];
  /** Whole ones; first those that give most area for their cost, of these the largest. */
  slabs: number[];
  /** Sheets of one kind are as good as each other: of those that are not in use one is looked at. */
  kinds: string[];
  largest: number;
  /** What is worth keeping of a part. */
  keeps(rect: { length: number; width: number }): number;
  random(): number;
  /** How many gaps were looked at: a measure of time that is the same on every machine. */
  looked: number;
}

export interface Draft {
  /** By sheet; undefined: not in use. */
  layouts: (Layout | undefined)[];
  out: number[];
}

/** What is to be less, in the order of what matters. */
export interface Score {
  out: number;
  outArea: number;
  /** Of whole slabs, which must be opened. */
  cost: number;
  slabs: number;
  /** See `lossOf`. */
  loss: number;
}

/** What may be spent on whole slabs. */
export type Budget = Pick<Score, "cost" | "slabs">;

export const UNLIMITED: Budget = { cost: Number.POSITIVE_INFINITY, slabs: Number.POSITIVE_INFINITY };

export function problemOf(order: CutOrder, random: () => number): Problem {
  const { kerf, remnantLength, remnantWidth } = order.saw;
  const stocks = order.sheets.map((sheet) => stockOf(sheet, order.saw));
  const numbers = stocks.map((_, at) => at).filter((at) => areaAt(at) > 0);
  const largest = Math.max(1, ...stocks.map(({ area }) => area));
  function areaAt(at: number): number {
    return stocks[at]?.area ?? 0;
  }
  const isRemnant = (at: number) => stocks[at]?.sheet.remnant === true;
  const rate = (at: number) => (stocks[at]?.sheet.cost ?? 0) / areaAt(at);
  const [long, short] = [Math.max(remnantLength, remnantWidth), Math.min(remnantLength, remnantWidth)];
  return {
    kerf,
    stocks,
    poses: order.pieces.map(posesOf),
    areas: order.pieces.map(areaOf),
    empty: stocks.map((stock, at) => emptyLayout(at, stock, kerf)),
    remnants: numbers.filter(isRemnant).toSorted((a, b) => areaAt(a) - areaAt(b)),
    slabs: numbers.filter((at) => !isRemnant(at)).toSorted((a, b) => rate(a) - rate(b) || areaAt(b) - areaAt(a)),
    kinds: stocks.map(({ sheet: { length, width, cost, defects }, ...stock }, at) =>
      stock.defects.length > 0 || defects.length > 0 ? `${at}` : `${length} ${width} ${cost}`,
    ),
    largest,
    keeps: ({ length, width }) => {
      if (Math.max(length, width) < long || Math.min(length, width) < short) return 0;
      return keptWorth(length * width, largest);
    },
    random,
    looked: 0,
  };
}

/**
 * What a shop has from a remnant: the larger it is, the likelier it serves again, so that one large remnant is worth more than two of half its
 * size, and the small ones in the yard are used up first. Between half of its area and all of it.
 */
const keptWorth = (area: number, largest: number): number => (area * (1 + area / largest)) / 2;

/** What the sheets in use were worth, less what is kept of them. */
export const lossOf = (problem: Problem, layout: Layout): number => {
  const { area } = problem.stocks[layout.sheet] as Stock;
  let loss = keptWorth(area, problem.largest);
  for (const gap of layout.gaps) if (gap.defects.length === 0) loss -= problem.keeps(gap);
  return loss;
};

export function scoreOf(problem: Problem, { layouts, out }: Draft): Score {
  const score: Score = { out: out.length, outArea: 0, cost: 0, slabs: 0, loss: 0 };
  for (const piece of out) score.outArea += problem.areas[piece] ?? 0;
  for (const layout of layouts) {
    if (!layout) continue;
    const { sheet } = problem.stocks[layout.sheet] as Stock;
    if (!sheet.remnant) {
      score.cost += sheet.cost;
      score.slabs += 1;
    }
    score.loss += lossOf(problem, layout);
  }
  return score;
}

export const isBetter = (one: Score, other: Score): boolean => {
  for (const key of ["out", "outArea", "cost", "slabs", "loss"] as const) if (one[key] !== other[key]) return one[key] < other[key];
  return false;
};

/** Whether a whole slab may be opened besides those in use, so that less is spent than a budget. */
const within = (spent: Budget, cost: number, budget: Budget): boolean => {
  const [total, count] = [spent.cost + cost, spent.slabs + 1];
  return total < budget.cost || (total === budget.cost && count < budget.slabs);
};

/** How pieces are put in. */
export interface Manner {
  rule: Rule;
  /** Less than this must be spent on whole slabs. */
  budget: Budget;
  /** Whether to pass over a gap, so that not always the best one is taken. */
  skip?: () => boolean;
  /** Called before a layout changes for the first time. Returns the one to change. */
  touch(sheet: number): Layout;
}

/**
 * Puts pieces in, one after the other, each where it fits best: in a sheet in use, else in the smallest remnant that takes it, else in a whole
 * slab. Whatever finds no place is out.
 */
export function putIn(problem: Problem, draft: Draft, pieces: readonly number[], manner: Manner): void {
  const { rule, skip } = manner;
  const spent = scoreOfSlabs(problem, draft);
  for (const piece of pieces) {
    const poses = problem.poses[piece] as Pose[];
    const area = problem.areas[piece] as number;
    let best: Spot | undefined;
    for (const layout of draft.layouts) {
      if (!layout || layout.roomiest < area) continue;
      problem.looked += layout.gaps.length;
      best = bestIn(layout, poses, rule, problem.kerf, best, skip);
    }
    best ??= onNewSheet(problem, draft, piece, manner, spent);
    if (best) settle(problem, best, piece, manner);
    else draft.out.push(piece);
  }
}

function scoreOfSlabs(problem: Problem, { layouts }: Draft): Budget {
  const spent = { cost: 0, slabs: 0 };
  for (const layout of layouts) {
    const sheet = layout && problem.stocks[layout.sheet]?.sheet;
    if (!sheet || sheet.remnant) continue;
    spent.cost += sheet.cost;
    spent.slabs += 1;
  }
  return spent;
}

function onNewSheet(problem: Problem, draft: Draft, piece: number, manner: Manner, spent: Budget): Spot | undefined {
  const { rule, budget, skip } = manner;
  const tried = new Set<string>();
  const spotOn = (sheet: number) => {
    const kind = problem.kinds[sheet] as string;
    if (draft.layouts[sheet] || tried.has(kind)) return undefined;
    tried.add(kind);
    problem.looked += 1;
    return bestIn(problem.empty[sheet] as Layout, problem.poses[piece] as Pose[], rule, problem.kerf, undefined, skip);
  };
  for (const sheet of problem.remnants) {
    const spot = spotOn(sheet);
    if (spot) return spot;
  }
  // A remnant and a slab of one size may cost the same, and yet differ.
  tried.clear();
  for (const sheet of problem.slabs) {
    const cost = problem.stocks[sheet]?.sheet.cost ?? 0;
    const spot = within(spent, cost, budget) ? spotOn(sheet) : undefined;
    if (!spot) continue;
    spent.cost += cost;
    spent.slabs += 1;
    return spot;
  }
  return undefined;
}

function settle(problem: Problem, spot: Spot, piece: number, { touch }: Manner): void {
  const { gap: found, pose, axis } = spot;
  const { x, y } = found;
  const layout = touch(spot.layout.sheet);
  const stock = problem.stocks[layout.sheet] as Stock;
  if (layout !== spot.layout) findGaps(layout, stock, problem.kerf);
  // The layout may be a copy by now: its gap is the one at the same place.
  const gap = layout === spot.layout ? found : layout.gaps.find((one) => one.x === x && one.y === y);
  if (!gap) throw new Error("a copy has the gaps of its original");
  put({ layout, gap, pose, x: spot.x, y: spot.y, axis, price: spot.price }, piece, stock, problem.kerf);
}

/** A layout that may be changed, of a sheet in use or of one that is opened. Its gaps are not found yet. */
export function ownLayout(problem: Problem, draft: Draft, sheet: number): Layout {
  const own = copyLayout(draft.layouts[sheet] ?? (problem.empty[sheet] as Layout));
  draft.layouts[sheet] = own;
  return own;
}
