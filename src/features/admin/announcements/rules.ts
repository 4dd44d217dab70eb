const PHASES = ["planned", "shown", "over"] as const;
export type Phase = (typeof PHASES)[number];

/** More than these at once nobody reads. */
const SHOWN = 3;

/** Those that stand above the pages of a device on which some were closed. */
export const shownOf = <One extends { uid: string }>(sent: readonly One[], closed: readonly string[]): One[] =>
  sent.filter(({ uid }) => !closed.includes(uid)).slice(0, SHOWN);

/** Where an announcement is in its time. */
export function phaseOf({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }, now: Date): Phase {
  if (Date.parse(startsAt) > now.getTime()) return "planned";
  return endsAt !== null && Date.parse(endsAt) <= now.getTime() ? "over" : "shown";
}
