import type { Found } from "./construct";
import { type Budget, type Draft, isBetter, lossOf, ownLayout, type Problem, putIn, scoreOf, UNLIMITED } from "./draft";
import { type Block, findGaps, type Layout, piecesIn, type Stock, takeOut } from "./layout";
import { BY_WORTH } from "./placing";

// Ruin and recreate with a goal, after J. Gardeyn and T. Wauters (2022; see ./placing): a slab of the best plan is given up, its pieces are
// out, and some blocks at a time are taken out and put in again until nothing is out any more; then the next slab is given up. Which of the
// changes stay is decided by late acceptance (E. Burke and Y. Bykov, "The late acceptance hill-climbing heuristic", European Journal of
// Operational Research 258, 2017): one that is no worse than the plan of so many steps before.

const MEMORY = 15;
/** Of the gaps, so that the search is not always the same. */
const SKIPPED = 0.02;
/** What room in large gaps counts beside pieces that are out, of their area. */
const ROOM = 0.02;

/** What a search tells of its way: whether to go on, and a better plan. */
export interface Watch {
  goesOn(): boolean;
  found(better: Found): void;
}

/** Takes pieces that are out into the plan, as many as the limit of looks at gaps lets. */
export function takeIn(problem: Problem, start: Found, limit: number, watch: Watch): Found {
  let best = start;
  while (best.score.out > 0 && problem.looked < limit && watch.goesOn()) {
    const { out, outArea } = best.score;
    const fewer = (draft: Draft) => draft.out.length < out || (draft.out.length === out && outAreaOf(problem, draft) < outArea);
    const draft = search(problem, copyOf(best.draft), UNLIMITED, fewer, limit, watch);
    if (!draft) break;
    best = { draft, score: scoreOf(problem, draft) };
    watch.found(best);
  }
  return best;
}

/** Gives up whole slabs of a plan in which nothing is out, until nothing less can do or the limit is reached. */
export function squeeze(problem: Problem, start: Found, limit: number, least: Budget, watch: Watch): Found {
  let best = start;
  while ((best.score.cost > least.cost || best.score.slabs > least.slabs) && problem.looked < limit && watch.goesOn()) {
    const given = copyOf(best.draft);
    giveUp(problem, given);
    const draft = search(problem, given, best.score, ({ out }) => out.length === 0, limit, watch);
    if (!draft) break;
    best = { draft, score: scoreOf(problem, draft) };
    watch.found(best);
  }
  return best;
}

const outAreaOf = ({ areas }: Problem, { out }: Draft): number => out.reduce((sum, piece) => sum + (areas[piece] as number), 0);

/** Changes a draft until it reaches the goal; undefined where it did not in time. */
function search(
  problem: Problem,
  draft: Draft,
  budget: Budget,
  reached: (draft: Draft) => boolean,
  limit: number,
  watch: Watch,
): Draft | undefined {
  const scale = Math.sqrt(problem.largest);
  const roomOf = (layout: Layout | undefined) => {
    let room = 0;
    for (const gap of layout?.gaps ?? []) room += gap.worth;
    return room / scale;
  };
  let room = draft.layouts.reduce((sum, layout) => sum + roomOf(layout), 0);
  let value = outAreaOf(problem, draft) - ROOM * room;
  const memory = Array.from({ length: MEMORY }, () => value);
  for (let step = 0; problem.looked < limit && watch.goesOn(); step++) {
    const before = takeStep(problem, draft, budget, true);
    if (reached(draft)) return draft;
    let changed = room;
    for (const [sheet, old] of before.layouts) changed += roomOf(draft.layouts[sheet]) - roomOf(old);
    const next = outAreaOf(problem, draft) - ROOM * changed;
    if (next > value && next > (memory[step % MEMORY] as number)) undo(draft, before);
    else [room, value] = [changed, next];
    memory[step % MEMORY] = value;
  }
  return undefined;
}

/** Makes what is kept of the sheets worth more, in a plan in which nothing is out and without spending more on whole slabs. */
export function tidy(problem: Problem, start: Found, limit: number, patience: number, watch: Watch): Found {
  let best = start;
  const draft = copyOf(best.draft);
  const budget = { cost: best.score.cost, slabs: best.score.slabs + 1 };
  let value = best.score.loss;
  const memory = Array.from({ length: MEMORY }, () => value);
  for (let step = 0, idle = 0; problem.looked < limit && idle < patience && watch.goesOn(); step++, idle++) {
    const before = takeStep(problem, draft, budget, false);
    let next = value;
    for (const [sheet, old] of before.layouts) {
      const layout = draft.layouts[sheet];
      next += (layout ? lossOf(problem, layout) : 0) - (old ? lossOf(problem, old) : 0);
    }
    if (draft.out.length > 0 || (next > value && next > (memory[step % MEMORY] as number))) undo(draft, before);
    else value = next;
    memory[step % MEMORY] = value;
    if (value >= best.score.loss) continue;
    const score = scoreOf(problem, draft);
    if (!isBetter(score, best.score)) continue;
    best = { draft: copyOf(draft), score };
    watch.found(best);
    idle = 0;
  }
  return best;
}

const copyOf = ({ layouts, out }: Draft): Draft => ({ layouts: [...layouts], out: [...out] });

/** What a step changed, as it was before. */
interface Before {
  layouts: Map<number, Layout | undefined>;
  out: number[];
}

function undo(draft: Draft, before: Before): void {
  for (const [sheet, layout] of before.layouts) draft.layouts[sheet] = layout;
  draft.out = before.out;
}

/** Closes the emptiest whole slab, so that less is spent than before. */
function giveUp(problem: Problem, draft: Draft): void {
  const fill = (sheet: number) => (draft.layouts[sheet]?.pieceArea ?? 0) / (problem.stocks[sheet]?.area ?? 1);
  const [emptiest] = problem.slabs.filter((sheet) => draft.layouts[sheet]).toSorted((a, b) => fill(a) - fill(b));
  if (emptiest === undefined) return;
  draft.out.push(...piecesIn((draft.layouts[emptiest] as Layout).root).map(({ piece }) => piece));
  draft.layouts[emptiest] = undefined;
}

/** Takes some blocks out of some sheets and puts their pieces in again, with those that were out, in a new order. */
function takeStep(problem: Problem, draft: Draft, budget: Budget, closing: boolean): Before {
  const { random } = problem;
  const before: Before = { layouts: new Map(), out: draft.out };
  const touch = (sheet: number): Layout => {
    if (before.layouts.has(sheet)) return draft.layouts[sheet] ?? ownLayout(problem, draft, sheet);
    before.layouts.set(sheet, draft.layouts[sheet]);
    return ownLayout(problem, draft, sheet);
  };
  const used = draft.layouts.flatMap((layout, sheet) => (layout ? [sheet] : []));
  const loose = [...draft.out];
  draft.out = [];
  const number = Math.min(used.length, 1 + Math.floor(random() * 3));
  for (let n = 0; n < number; n++) {
    const [sheet] = used.splice(Math.floor(random() * used.length), 1) as [number];
    const layout = touch(sheet);
    problem.looked += 10 * layout.pieces;
    loose.push(...(random() < (closing ? 0.1 : 0.25) ? layoutEmptied(layout) : layoutThinned(problem, layout)));
    if (layout.pieces === 0) draft.layouts[sheet] = undefined;
    else findGaps(layout, problem.stocks[sheet] as Stock, problem.kerf);
  }
  problem.looked += 20 * loose.length + 60;
  const sorted = inSomeOrder(problem, loose);
  putIn(problem, draft, sorted, { rule: BY_WORTH, budget, skip: () => random() < SKIPPED, touch });
  return before;
}

function layoutEmptied(layout: Layout): number[] {
  layout.pieces = 0;
  return piecesIn(layout.root).map(({ piece }) => piece);
}

function layoutThinned(problem: Problem, layout: Layout): number[] {
  const { random, kerf } = problem;
  const stock = problem.stocks[layout.sheet] as Stock;
  const taken: number[] = [];
  const most = Math.max(1, Math.min(20, layout.pieces * 0.8));
  for (let left = 1 + Math.floor(random() * most); left > 0 && layout.pieces > 0; left--) {
    const leaves = piecesIn(layout.root);
    let block = leaves[Math.floor(random() * leaves.length)] as Block;
    // A whole row at a time makes room for what is large.
    while (block.parent?.parent && random() < 0.3) block = block.parent;
    for (const { piece, length, width } of piecesIn(block)) {
      taken.push(piece);
      layout.pieces -= 1;
      layout.pieceArea -= length * width;
    }
    takeOut(block, stock, kerf);
  }
  return taken;
}

/** Roughly from the largest on, by area or by the longer side, and now and then by chance alone. */
function inSomeOrder({ random, areas, poses }: Problem, pieces: readonly number[]): number[] {
  const by = random();
  const sizeOf = (piece: number): number => {
    if (by < 0.6) return areas[piece] as number;
    const pose = poses[piece]?.[0];
    if (!pose || by > 0.95) return 1;
    return by < 0.8 ? Math.max(pose.length, pose.width) : Math.min(pose.length, pose.width);
  };
  const keyed = pieces.map((piece) => ({ piece, key: sizeOf(piece) * (1 + 0.3 * random()) }));
  return keyed.sort((a, b) => b.key - a.key).map(({ piece }) => piece);
}
