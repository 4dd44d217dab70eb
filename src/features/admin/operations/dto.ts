import { z } from "zod";

const instant = z.string();

export const jobDto = z.object({
  name: z.string(),
  /** A cron line in UTC; null for one that runs only when it is asked for. */
  cron: z.string().nullable(),
  /** Of the last days: older runs are not looked for. */
  doneAt: instant.nullable(),
  failedAt: instant.nullable(),
  /** The first line of what the last failure said. */
  error: z.string().nullable(),
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
  /** What kind of mail it is: a template's name. */
  template: z.string(),
  /** What stands behind the @; who it is to is nobody's business here. */
  domain: z.string(),
  createdAt: instant,
  attempts: z.int(),
  error: z.string(),
  /** Null: it was given up. */
  nextAt: instant.nullable(),
});

export const failedErasureDto = z.object({
  uid: z.uuid(),
  requestedAt: instant,
  /** When its grace was over, or when its erasure began. */
  dueAt: instant,
  /** It began and did not come to its end. */
  begun: z.boolean(),
});

export const storageDto = z.object({
  kinds: z.array(
    z.object({ kind: z.enum(["audio", "video", "support", "community", "archives", "avatars"]), files: z.int(), bytes: z.int() }),
  ),
  /** Deleted takes whose files the storage has not confirmed to be gone for a day. */
  overdue: z.int(),
});

export const askedDto = z.object({ asked: z.int() });
