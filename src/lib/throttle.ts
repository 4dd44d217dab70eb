/**
 * A throttle, leading and trailing. What many ask for in a row is done at once for the first of them, and once more for all that came within
 * `ms` milliseconds after it: the last is never left out.
 * @returns how to ask, and how to end what waits
 */
export function throttle(run: () => void, ms: number): { ask: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const go = () => {
    asked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (asked) go();
    }, ms);
    run();
  };
  return {
    ask: () => {
      if (timer === undefined) go();
      else asked = true;
    },
    end: () => clearTimeout(timer),
  };
}
