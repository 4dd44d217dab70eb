import { construct, type Found } from "./construct";
import { asSearched, type Division, divide } from "./divide";
import { type Budget, type Problem, problemOf, scoreOf } from "./draft";
import { squeeze, takeIn, tidy } from "./improve";
import { type Block, type Layout, piecesIn, type Stock } from "./layout";
import type { CutOrder, CutPlan, Part, SheetPlan } from "./types";

/** How far a planner is. */
export interface Progress {
  /** Of the work that it may do, 0 to 1. It may end early, when nothing better can be found. */
  done: number;
  /** Of the best plan so far: what of the area of its sheets becomes pieces, 0 to 1. */
  yield: number;
  slabs: number;
  unplaced: number;
}

export interface PlanOptions {
  /** From 0 (may be) to 1 (never). The same numbers give the same plan. */
  random: () => number;
  /** How long to search: 1 is about a second of a processor, whatever the order. */
  effort?: number;
  onProgress?: (progress: Progress) => void;
  /** Asked often; once it says yes, the best plan so far is given. */
  stopped?: () => boolean;
}

/** Looks at gaps for an effort of 1. */
const LOOKS = 9_000_000;
/** Shares of the work after which plans by rule, room for what is out, and plans of fewer slabs are not sought any more. */
const CONSTRUCTING = 0.2;
const TAKING_IN = 0.5;
const SQUEEZING = 0.75;
/** How many steps in vain end the search for better remnants. */
const PATIENCE = 4000;

/**
 * Plans how an order is cut: as many pieces as there is room for, from remnants and from whole slabs that cost as little as possible, with
 * remnants left that serve again. Every plan can be cut edge to edge. The order's lengths must be whole and not negative, its pieces and
 * sheets not without extent. A plan is found in any case, also when stopped at once.
 */
export function planCuts(order: CutOrder, { random, effort = 1, onProgress, stopped }: PlanOptions): CutPlan {
  const problem = problemOf(order, random);
  const pieces = order.pieces.map((_, at) => at);
  // What fits no sheet is out from the beginning: nobody shall search for its place.
  const fits = (piece: number) => problem.empty.some((layout) => fitsEmpty(problem, layout, piece));
  const left = pieces.filter((piece) => !fits(piece));
  const work = LOOKS * effort;
  const tell = ({ draft, score }: Found) => {
    onProgress?.({
      done: Math.min(1, problem.looked / work),
      yield: yieldOf(problem, draft.layouts),
      slabs: score.slabs,
      unplaced: score.out + left.length,
    });
  };
  let best: Found | undefined;
  let told = 0;
  const goesOn = () => {
    if (best && problem.looked >= told) {
      tell(best);
      told = problem.looked + Math.min(work / 100, LOOKS / 20);
    }
    return !stopped?.();
  };
  const watch = {
    goesOn,
    found: (better: Found) => {
      best = better;
    },
  };
  best = construct(problem, pieces.filter(fits), work * CONSTRUCTING, goesOn);
  best = takeIn(problem, best, work * TAKING_IN, watch);
  // What is out now stays out; the others need not wait for it any more.
  left.push(...best.draft.out.splice(0));
  best.score = scoreOf(problem, best.draft);
  const out = new Set(left);
  const placed = pieces.filter((piece) => !out.has(piece));
  best = squeeze(problem, best, work * SQUEEZING, leastSlabs(problem, placed), watch);
  best = tidy(problem, best, work, PATIENCE, watch);
  tell(best);
  const sheets = best.draft.layouts.flatMap((layout) => (layout ? [sheetPlanOf(order, problem, layout)] : []));
  return { sheets, unplaced: left.sort((a, b) => a - b).map((piece) => order.pieces[piece]?.id ?? "") };
}

function fitsEmpty(problem: Problem, { gaps }: Layout, piece: number): boolean {
  const [gap] = gaps;
  return gap !== undefined && (problem.poses[piece] ?? []).some(({ length, width }) => length <= gap.length && width <= gap.width);
}

/**
 * No plan spends less on whole slabs: the pieces, each with a kerf on two sides, need the area of the remnants and of the cheapest slabs, each
 * longer and wider by a kerf.
 */
function leastSlabs(problem: Problem, pieces: readonly number[]): Budget {
  const { kerf, stocks, poses } = problem;
  const grown = ({ length, width }: { length: number; width: number }) => (length + kerf) * (width + kerf);
  const roomOf = (sheet: number) => grown((stocks[sheet] as Stock).usable);
  let need = pieces.reduce((sum, piece) => sum + grown(poses[piece]?.[0] ?? { length: 0, width: 0 }), 0);
  for (const sheet of problem.remnants) need -= roomOf(sheet);
  const fill = (order: number[], costOf: (sheet: number) => number) => {
    let [left, sum] = [need, 0];
    for (const sheet of order) {
      if (left <= 0) break;
      sum += costOf(sheet) * Math.min(1, left / roomOf(sheet));
      left -= roomOf(sheet);
    }
    return Math.ceil(sum - 1e-9);
  };
  const costOf = (sheet: number) => (stocks[sheet] as Stock).sheet.cost;
  const byRate = problem.slabs.toSorted((a, b) => costOf(a) / roomOf(a) - costOf(b) / roomOf(b));
  const bySize = problem.slabs.toSorted((a, b) => roomOf(b) - roomOf(a));
  const slabs = fill(bySize, () => 1);
  const costs = problem.slabs.map(costOf).sort((a, b) => a - b);
  // So many slabs cost at least what the cheapest ones do.
  const cheapest = costs.slice(0, slabs).reduce((sum, cost) => sum + cost, 0);
  return { cost: Math.max(cheapest, fill(byRate, costOf)), slabs };
}

function yieldOf(problem: Problem, layouts: readonly (Layout | undefined)[]): number {
  let [pieces, sheets] = [0, 0];
  for (const layout of layouts) {
    if (!layout) continue;
    const { sheet } = problem.stocks[layout.sheet] as Stock;
    pieces += layout.pieceArea;
    sheets += sheet.length * sheet.width;
  }
  return sheets > 0 ? pieces / sheets : 0;
}

function sheetPlanOf(order: CutOrder, problem: Problem, layout: Layout): SheetPlan {
  const { sheet, usable, defects } = problem.stocks[layout.sheet] as Stock;
  const division: Division = { kerf: problem.kerf, defects, keeps: problem.keeps };
  const idOf = ({ piece }: Block) => order.pieces[piece]?.id ?? "";
  const rectOf = ({ x, y, length, width }: Block) => ({ x, y, length, width });
  const placements = piecesIn(layout.root).map((block) => ({ ...rectOf(block), pieceId: idOf(block), turned: block.turned }));
  const placed = (block: Block): Part => ({ is: "piece", rect: rectOf(block), pieceId: idOf(block), turned: block.turned });
  return { sheetId: sheet.id, root: divide(usable, placements, division) ?? asSearched(layout.root, placed, division) };
}
