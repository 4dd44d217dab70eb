/** What is done one after the other by what it is about; whoever waits holds nothing meanwhile. */
export interface Turns {
  /** Does it once all are done that came before it with this key, however they ended. @throws what it throws */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take: (key, work) => {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, mine);
      const leave = () => {
        if (last.get(key) === mine) last.delete(key);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
