import { TERMINAL } from "@/lib/terminal";

type Fields = Record<string, unknown>;

export interface Change {
  field: string;
  /** Undefined where there is no such side: nothing was there before, or nothing is there now. */
  before: unknown;
  after: unknown;
}

/** What an entry tells field by field: what was and is, then what else there is to say. */
export function changesOf({ before, after, detail }: { before: Fields | null; after: Fields | null; detail: Fields }): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return [
    ...names.map((field) => ({ field, before: before?.[field], after: after?.[field] })),
    ...Object.entries(detail).map(([field, value]) => ({ field, before: undefined, after: value })),
  ];
}

/** Who did what has no account behind it. */
export const originOf = (address: string) => (address === TERMINAL ? "terminal" : "service");

/** A value as somebody can read it: words as they are, everything else as it is kept. */
export const plainly = (value: unknown): string => {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
};
