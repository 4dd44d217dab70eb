import { HOUR_MS } from "@/lib/durations";

/** For how long somebody may be kept from writing, in hours: one hour to a year. */
export const SUSPENSION = { min: 1, max: 365 * 24 } as const;

export const suspendedUntil = (hours: number, now: Date): Date => new Date(now.getTime() + hours * HOUR_MS);

/** Spans that are offered. */
export const SPANS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24, quarter: 91 * 24, year: 365 * 24 } as const;
