import { z } from "zod";

/** Days such as 2026-01-31 of whoever asks, the oldest first, and beside them what there was on each. */
const days = z.array(z.string());

export const figureDto = z.object({ days, counts: z.array(z.int()) });

export const revenueDto = z.object({
  days,
  /** What was paid less what was paid back, in minor units; a currency for each in which anything was paid. */
  currencies: z.array(z.object({ currency: z.string(), amounts: z.array(z.int()) })),
});

export const waitingDto = z.object({
  inbox: z.int(),
  reports: z.int(),
  proposals: z.int(),
  cases: z.int(),
  unreviewed: z.int(),
  jobs: z.int(),
  events: z.int(),
  mails: z.int(),
  erasures: z.int(),
});

export const healthDto = z.object({
  /** When a job was last done; null where none ever was. */
  workedAt: z.string().nullable(),
  works: z.boolean(),
  jobsWaiting: z.int(),
  jobsRunning: z.int(),
  databaseBytes: z.int(),
  mailsAreSent: z.boolean(),
  payments: z.enum(["live", "test", "demo", "off"]),
});
