import type { BulkAction } from "@/ui/table/columns";

interface Chosen {
  uid: string;
}

/** Gives those of the rows that stood otherwise before; null where it was refused, and said so. */
export type Turn = (uids: string[], on: boolean) => Promise<Chosen[] | null>;

interface Way {
  id: string;
  label: string;
  danger?: boolean;
  /** What is said of it once it is done. */
  done: (count: number) => string;
}

const uidsOf = (rows: Chosen[]): string[] => rows.map(({ uid }) => uid);

/** What turns rows on and off, each of which takes the other back. */
export const bothWays = ({ on, off }: { on: Way; off: Way }, turn: Turn): BulkAction<Chosen>[] =>
  [on, off].map(({ done, ...way }) => ({
    ...way,
    run: async (rows) => {
      const turned = await turn(uidsOf(rows), way.id === on.id);
      if (!turned) return null;
      const undo = async () => {
        if (!(await turn(uidsOf(turned), way.id !== on.id))) throw new Error("refused");
      };
      return { done: done(turned.length), ...(turned.length > 0 && { undo }) };
    },
  }));
