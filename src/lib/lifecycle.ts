/** One allowed step of a lifecycle: from a state to a state, and who may take it. */
export interface Step<State extends string, Actor extends string> {
  from: State;
  to: State;
  by: Actor;
}

/**
 * A lifecycle as one table. `can` and `next` are the only ways to ask it, so server and interface cannot disagree.
 */
export function lifecycle<const State extends string, const Actor extends string>(
  states: readonly State[],
  steps: readonly Step<State, Actor>[],
) {
  const takers = new Map<string, Set<Actor>>();
  for (const { from, to, by } of steps) takers.set(`${from}>${to}`, (takers.get(`${from}>${to}`) ?? new Set()).add(by));
  return {
    states,
    steps,
    can: (from: State, to: State, by?: Actor): boolean => {
      const may = takers.get(`${from}>${to}`);
      return may !== undefined && (by === undefined || may.has(by));
    },
    /** The states that can be reached in one step. */
    next: (from: State): State[] => [...new Set(steps.filter((step) => step.from === from).map((step) => step.to))],
  };
}
