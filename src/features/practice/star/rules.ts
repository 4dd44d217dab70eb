import { STAR_PARTS, type StarPart } from "@/lib/enums/practice";

/** A stretch of a take in which one part of the story is told. Times are milliseconds from the recording's start. */
export interface StarMark {
  part: StarPart;
  startMs: number;
  endMs: number;
}

/** A story has four parts, told in a few turns: more is a cat on the keyboard. */
export const MAX_MARKS = 60;

/** What is shorter was pressed by mistake, and corrected at once. */
export const SHORTEST_MS = 300;

/** Marks that have not reached the server, and what stood there when the first of them was made: of those of an older page it is not known. */
export interface StarDraft {
  marks: StarMark[];
  seen?: StarMark[] | undefined;
}

const textOf = (marks: readonly StarMark[]): string => JSON.stringify(marks.map(({ part, startMs, endMs }) => [part, startMs, endMs]));

export const areSame = (some: readonly StarMark[], others: readonly StarMark[]): boolean => textOf(some) === textOf(others);

/** Whether another device has marked since: what was kept here would be written over that. */
export const isOvertaken = ({ marks, seen = [] }: StarDraft, stands: readonly StarMark[]): boolean =>
  !areSame(seen, stands) && !areSame(marks, stands);

/** Whether marks follow one another, each with some length. */
export const isInOrder = (marks: readonly StarMark[]): boolean =>
  marks.every(({ startMs, endMs }, at) => endMs > startMs && startMs >= (marks[at - 1]?.endMs ?? 0));

/** From where on something else is told: null for nothing of the story. */
type Turn = { at: number; part: StarPart | null };

const turnsOf = (marks: readonly StarMark[]): Turn[] =>
  marks.flatMap(({ part, startMs, endMs }, at) => {
    const turn = { at: startMs, part };
    return marks[at + 1]?.startMs === endMs ? [turn] : [turn, { at: endMs, part: null }];
  });

/** The marks that turns make, in order; two of the same part that touch are one, and what is too short is none. */
function marksOf(turns: readonly Turn[], durationMs: number): StarMark[] {
  const marks: StarMark[] = [];
  for (const [index, { at, part }] of turns.entries()) {
    const endMs = Math.min(durationMs, turns[index + 1]?.at ?? durationMs);
    const last = marks.at(-1);
    if (part === null || endMs <= at) continue;
    if (last?.part === part && last.endMs === at) last.endMs = endMs;
    else marks.push({ part, startMs: at, endMs });
  }
  return marks;
}

/**
 * From this moment on it is this part, up to where something else was marked, or the end; null: nothing of the story. A change of mind
 * within a moment replaces what was said, so that no slivers are left.
 */
export function markAt(marks: readonly StarMark[], moment: number, part: StarPart | null, durationMs: number): StarMark[] {
  const at = Math.round(Math.min(Math.max(0, moment), durationMs));
  const turns = turnsOf(marks).filter((turn) => Math.abs(turn.at - at) >= SHORTEST_MS);
  const next = [...turns, { at, part }].sort((a, b) => a.at - b.at);
  const made = marksOf(next, durationMs);
  return made.length <= MAX_MARKS ? made : [...marks];
}

/** Takes one back: what was before it goes on in its place, where that touched it. */
export function unmark(marks: readonly StarMark[], index: number): StarMark[] {
  const gone = marks[index];
  if (!gone) return [...marks];
  return marks.flatMap((mark, at) => {
    if (at === index) return [];
    return [at === index - 1 && mark.endMs === gone.startMs ? { ...mark, endMs: gone.endMs } : mark];
  });
}

/** Moves the start of a mark, and with it the end of the one before that it touched; it stays between its neighbours. */
export function startAt(marks: readonly StarMark[], index: number, moment: number): StarMark[] {
  const moved = marks[index];
  if (!moved) return [...marks];
  const before = marks[index - 1];
  const earliest = before ? (before.endMs === moved.startMs ? before.startMs + SHORTEST_MS : before.endMs) : 0;
  const at = Math.round(Math.min(Math.max(earliest, moment), moved.endMs - SHORTEST_MS));
  if (at < earliest) return [...marks];
  return marks.map((mark, place) => {
    if (place === index) return { ...mark, startMs: at };
    return place === index - 1 && mark.endMs === moved.startMs ? { ...mark, endMs: at } : mark;
  });
}

/** How long each part is, and its share of all that is marked in whole per cent, which add up to a hundred. */
export function sharesOf(marks: readonly StarMark[]): { part: StarPart; ms: number; percent: number }[] {
  const lengths = STAR_PARTS.map((part) => ({
    part,
    ms: marks.filter((mark) => mark.part === part).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  }));
  const all = lengths.reduce((sum, { ms }) => sum + ms, 0);
  const exact = lengths.map(({ ms }) => (all > 0 ? (ms / all) * 100 : 0));
  const missing = all > 0 ? 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0) : 0;
  // What rounding down left goes to those that lost most.
  const losers = exact
    .map((share, at) => ({ at, lost: share - Math.floor(share) }))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, missing)
    .map(({ at }) => at);
  return lengths.map((length, at) => ({ ...length, percent: Math.floor(exact[at] ?? 0) + (losers.includes(at) ? 1 : 0) }));
}
