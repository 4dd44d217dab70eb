const PHASES = ["planned", "shown", "over"] as const;
export type Phase = (typeof PHASES)[number];

/** Where an announcement is in its time. */
export function phaseOf({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }, now: Date): Phase {
  if (Date.parse(startsAt) > now.getTime()) return "planned";
  return endsAt !== null && Date.parse(endsAt) <= now.getTime() ? "over" : "shown";
}
