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
  const allowed = new Map(steps.map((step) => [`${step.from}>${step.to}`, step]));
  return {
    states,
    steps,
    can: (from: State, to: State, by?: Actor): boolean => {
      const step = allowed.get(`${from}>${to}`);
      return step !== undefined && (by === undefined || step.by === by);
    },
    /** The states that can be reached in one step. */
    next: (from: State): State[] => steps.filter((step) => step.from === from).map((step) => step.to),
  };
}
