import { addDays } from "@/lib/days";

/** Characters at most. */
export const TEMPLATE = { name: 80 } as const;

/** Templates of a workspace, and tasks of one. */
export const MOST_TEMPLATES = 100;
export const MOST_STEPS = 100;
/** Days from the beginning of the work at most. */
export const FARTHEST_DAY = 730;

export interface Step {
  offsetDays: number;
  /** Whether it waits for the one before it. */
  waits: boolean;
}

/** When each step of a template is due, where the work begins on a day, and which other step it needs: by its place among them. */
export const planned = <One extends Step>(steps: readonly One[], startOn: string): (One & { dueOn: string; needs: number[] })[] =>
  steps.map((step, at) => ({ ...step, dueOn: addDays(startOn, step.offsetDays), needs: step.waits && at > 0 ? [at - 1] : [] }));
