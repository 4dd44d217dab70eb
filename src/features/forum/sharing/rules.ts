import { DAY_MS } from "@/lib/durations";

/** For how many days a take may be shared. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** What is shared can be opened; its time is over; it was taken back; it is no longer there. */
export const SHARE_STATES = ["open", "expired", "revoked", "gone"] as const;

export const shareEnds = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY_MS);
