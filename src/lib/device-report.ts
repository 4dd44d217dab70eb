import { z } from "zod";

/** What a browser says, as far as the database can keep it: no NUL, no half of a character. */
const said = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/[\0\p{Cs}]/gu, ""))
    .max(max);
const short = said(120);

/** What a browser says of itself when somebody lets the support team see it: enough to tell why a recording fails, nothing more. */
export const deviceReport = z.object({
  browser: short,
  system: short,
  /** BCP 47. */
  language: said(35),
  timeZone: said(60),
  /** In CSS pixels. */
  window: z.object({ width: z.int().min(0).max(100_000), height: z.int().min(0).max(100_000) }),
  online: z.boolean(),
  microphone: z.enum(["granted", "denied", "prompt", "unknown"]),
  camera: z.enum(["granted", "denied", "prompt", "unknown"]),
  /** What MediaRecorder can write here. */
  codecs: z.array(short).max(20),
  /** Of the browser's storage, in bytes; null where it does not tell. */
  storage: z.object({ used: z.number().min(0), quota: z.number().min(0) }).nullable(),
  /** Recordings that still wait on the device. */
  waiting: z
    .array(z.object({ uid: z.uuid(), state: said(20), sizeBytes: z.number().min(0).nullable(), startedAt: z.iso.datetime() }))
    .max(20),
});

export type DeviceReport = z.infer<typeof deviceReport>;
