import type { ResourceKind } from "@/lib/enums/trades";
import type { HourRange } from "@/lib/working-time";

/** Characters at most. */
export const RESOURCE = { name: 80, holiday: 80 } as const;

/** How many of each a workspace can have; the schedule shows all of them. */
export const MOST_RESOURCES = 200;
export const MOST_HOLIDAYS = 200;
/** Ranges that one works in on a day. */
export const MOST_RANGES = 4;
/** Of one absence; whoever is away for longer is retired. */
export const LONGEST_ABSENCE_DAYS = 366;

/** Whether the ranges of a day follow one another. */
export const inOrder = (ranges: readonly HourRange[]): boolean =>
  ranges.every(({ from, to }, at) => from < to && from >= (ranges[at - 1]?.to ?? 0));

/** Who can be in a team. */
export const mayJoinTeam = (kind: ResourceKind): boolean => kind === "person" || kind === "vehicle";

interface Bookable {
  uid: string;
  kind: ResourceKind;
  /** Of a team, those in it. */
  members: string[];
}

/** What is booked by naming these: of a team each of those in it, and nobody twice. In the order of their ids, in which they are locked. */
export function unfolded(named: readonly string[], all: readonly Bookable[]): string[] {
  const of = new Map(all.map((one) => [one.uid, one]));
  const single = named.flatMap((uid) => {
    const one = of.get(uid);
    return one?.kind === "team" ? one.members : [uid];
  });
  return [...new Set(single)].toSorted();
}
