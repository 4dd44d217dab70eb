import { HOUR_MS } from "./durations";

/** Another's instant, as far as it is their business: to the hour, so that nobody is known by when they are awake. */
export const roughly = (at: Date): string => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString();
