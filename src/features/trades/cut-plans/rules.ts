import { leavesOf } from "@/lib/cutting/costs";
import type { Part, Rect } from "@/lib/cutting/types";
import type { JobState } from "@/lib/enums/trades";
import { PLAN_STATES, type PlanState } from "@/lib/enums/trades-stock";
import { lifecycle } from "@/lib/lifecycle";

/** What one plan is for at most, and what it may take. */
export const MOST_PIECES = 500;
export const MOST_SLABS = 200;

/** How long a plan is looked for: about so many seconds of a processor. */
export const EFFORTS = { quick: 1, usual: 5, thorough: 30 } as const;
export type Effort = keyof typeof EFFORTS;

/**
 * How many seconds of the clock a plan may take, and how many more for each of its effort: others wait behind it. The effort counts looks at
 * gaps, and some take long, as at those with many defects.
 */
const LEAST_SECONDS = 30;
const EFFORT_SECONDS = 4;
export const mostMs = (effort: number): number => 1000 * (LEAST_SECONDS + EFFORT_SECONDS * effort);

/** Plans of one workspace that are being worked out at once: the next one waits until one of them is there. */
export const MOST_PLANNING = 3;

/** Who moves a plan: the planner that works it out, whoever manages the workspace, and whoever stands at the saw. */
export type PlanMover = "planner" | "manager" | "saw";

/** What was cut or thrown away stays so. */
export const planSteps = lifecycle<PlanState, PlanMover>(PLAN_STATES, [
  { from: "planning", to: "draft", by: "planner" },
  { from: "planning", to: "discarded", by: "planner" },
  { from: "planning", to: "discarded", by: "manager" },
  { from: "draft", to: "approved", by: "manager" },
  { from: "draft", to: "discarded", by: "manager" },
  { from: "approved", to: "discarded", by: "manager" },
  { from: "approved", to: "cut", by: "manager" },
  { from: "approved", to: "cut", by: "saw" },
]);

/** Jobs whose pieces nobody cuts. */
export const ENDED = ["lost", "cancelled", "closed"] as const satisfies JobState[];

export const hasEnded = (state: JobState): boolean => (ENDED as readonly JobState[]).includes(state);

/** The same plan is found whenever it is worked out anew, by whichever process. @param id a UUID, whose last digits are random */
export const seedOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(-8), 16);

/** What a slab is divided into, as it is drawn; what has no extent is left out. */
export type Drawn =
  | { is: "piece"; rect: Rect; pieceUid: string; turned: boolean }
  | { is: "remnant"; rect: Rect }
  | { is: "waste"; rect: Rect };

export const drawn = (root: Part): Drawn[] =>
  leavesOf(root).flatMap((leaf): Drawn[] => {
    if (leaf.rect.length === 0 || leaf.rect.width === 0) return [];
    if (leaf.is === "piece") return [{ is: "piece", rect: leaf.rect, pieceUid: leaf.pieceId, turned: leaf.turned }];
    return [{ is: leaf.is, rect: leaf.rect }];
  });

/** A cut from edge to edge of the part that it divides, in mm from the corner of the slab. */
export interface Cut {
  /** `x`: it runs along y, at this x; the other way round for `y`. */
  axis: "x" | "y";
  at: number;
  from: number;
  to: number;
}

/** Cuts in the order in which they are made: a part is divided before what comes of it. */
export function cutsOf(part: Part): Cut[] {
  if (part.is !== "cut") return [];
  const { axis, at, rect } = part;
  const [from, length] = axis === "x" ? [rect.y, rect.width] : [rect.x, rect.length];
  return [{ axis, at, from, to: from + length }, ...part.parts.flatMap(cutsOf)];
}

/** The pieces that a plan cuts. */
export const placedIn = (plan: { sheets: readonly { root: Part }[] }): string[] =>
  plan.sheets.flatMap(({ root }) => leavesOf(root).flatMap((leaf) => (leaf.is === "piece" ? [leaf.pieceId] : [])));

/** What the pieces measure that a plan cuts, by the piece, as it cuts them. */
export const sizesIn = (plan: { sheets: readonly { root: Part }[] }): Map<string, { length: number; width: number }> =>
  new Map(
    plan.sheets.flatMap(({ root }) =>
      leavesOf(root).flatMap((leaf): [string, { length: number; width: number }][] => {
        if (leaf.is !== "piece") return [];
        const { length, width } = leaf.rect;
        return [[leaf.pieceId, leaf.turned ? { length: width, width: length } : { length, width }]];
      }),
    ),
  );
