import { z } from "zod";
import { day, instant } from "@/lib/dto-fields";

const days = z.array(day).meta({ description: "Of whoever asks, the oldest first; beside them is what there was on each." });

export const figureDto = z.object({ days, counts: z.array(z.int()) });

export const revenueDto = z.object({
  days,
  currencies: z
    .array(z.object({ currency: z.string(), amounts: z.array(z.int()) }))
    .meta({ description: "What was paid less what was paid back, in minor units; a currency for each in which anything was paid." }),
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
  workedAt: instant.nullable().meta({ description: "When a job was last done; null where none ever was." }),
  works: z.boolean(),
  jobsWaiting: z.int(),
  jobsRunning: z.int(),
  databaseBytes: z.int(),
  mailsAreSent: z.boolean(),
  payments: z.enum(["live", "test", "demo", "off"]),
});
