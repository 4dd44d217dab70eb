import { type Draft, isBetter, ownLayout, type Problem, putIn, type Score, scoreOf, UNLIMITED } from "./draft";
import type { Layout, Pose } from "./layout";
import { FITS, type Rule, SPLITS } from "./placing";

// The first plans: pieces in an order, each put where a rule says. No rule is best for all orders, and all of them together are quick.

/** Pieces from the largest on, by one of these. */
const SIZES: ((pose: Pose) => number)[] = [
  ({ length, width }) => length * width,
  ({ length, width }) => Math.max(length, width),
  ({ length, width }) => Math.min(length, width),
  ({ length, width }) => length + width,
  ({ length, width }) => Math.max(length, width) / Math.min(length, width),
];

export interface Found {
  draft: Draft;
  score: Score;
}

/**
 * The best of the plans that are made by rule. The first one is made in any case; of the others as many as the limit of looks at gaps lets,
 * and none after it is stopped.
 */
export function construct(problem: Problem, pieces: readonly number[], limit: number, goesOn: () => boolean): Found {
  let best: Found | undefined;
  for (const sizeOf of SIZES) {
    const size = (piece: number) => sizeOf((problem.poses[piece] as Pose[])[0] as Pose);
    const sorted = pieces.toSorted((a, b) => size(b) - size(a) || (problem.areas[b] as number) - (problem.areas[a] as number));
    for (const fit of FITS) {
      for (const split of SPLITS) {
        if (best && (problem.looked >= limit || !goesOn())) return best;
        const draft = build(problem, sorted, { fit, split });
        const score = scoreOf(problem, draft);
        if (!best || isBetter(score, best.score)) best = { draft, score };
      }
    }
  }
  return best as Found;
}

function build(problem: Problem, pieces: readonly number[], rule: Rule): Draft {
  const draft: Draft = { layouts: problem.stocks.map(() => undefined), out: [] };
  // Nothing else holds these layouts: they are changed as they are.
  const touch = (sheet: number): Layout => draft.layouts[sheet] ?? ownLayout(problem, draft, sheet);
  putIn(problem, draft, pieces, { rule, budget: UNLIMITED, touch });
  return draft;
}
