import { z } from "zod";
import { instant } from "@/lib/dto-fields";

export const jobDto = z.object({
  name: z.string(),
  cron: z.string().nullable().meta({ description: "A cron line in UTC; null for one that runs only when it is asked for." }),
  doneAt: instant.nullable().meta({ description: "Of the last days: older runs are not looked for." }),
  failedAt: instant.nullable(),
  error: z.string().nullable().meta({ description: "The first line of what the last failure said." }),
  waiting: z.int(),
  running: z.int(),
});

export const failedEventDto = z.object({
  uid: z.string(),
  type: z.string(),
  receivedAt: instant,
  attempts: z.int(),
  error: z.string(),
  nextAt: instant,
});

export const failedMailDto = z.object({
  uid: z.uuid(),
  template: z.string().meta({ description: "What kind of mail it is: a template's name." }),
  domain: z.string().meta({ description: "What stands behind the @; who it is to is nobody's business here." }),
  createdAt: instant,
  attempts: z.int(),
  error: z.string(),
  nextAt: instant.nullable().meta({ description: "Null: it was given up." }),
});

export const failedErasureDto = z.object({
  uid: z.uuid(),
  requestedAt: instant,
  dueAt: instant.meta({ description: "When its grace was over, or when its erasure began." }),
  begun: z.boolean().meta({ description: "It began and did not come to its end." }),
});

export const storageDto = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(["audio", "video", "support", "community", "archives", "avatars"]), files: z.int(), bytes: z.int() }),
  ),
  overdue: z.int().meta({ description: "Deleted takes whose files the storage has not confirmed to be gone for a day." }),
});

export const askedDto = z.object({ asked: z.int() });
