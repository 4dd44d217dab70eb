"use client";

/**
 * A connection may be dead without anybody being told, in a tunnel or a lift: a question that is not answered in time counts as lost, so
 * that it is asked again, and its asker told. Only for questions: whether a change was made is not known by giving it up.
 * @param ms until the answer begins
 */
export const withTimeout =
  (ask: typeof fetch, ms: number): typeof fetch =>
  async (input, init) => {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, ms);
    const own = init?.signal;
    if (own?.aborted) giveUp();
    own?.addEventListener("abort", giveUp, { once: true });
    try {
      return await ask(input, { ...init, signal: patience.signal });
    } finally {
      clearTimeout(timer);
    }
  };
