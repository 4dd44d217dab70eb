import { z } from "zod";

export const fileDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** In pixels, for pictures. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  version: z.int(),
  addedAt: z.string(),
  /** Null for somebody who has left. */
  addedBy: z.string().nullable(),
  /** Whoever asks has added it. */
  yours: z.boolean(),
});
export type FileDto = z.infer<typeof fileDto>;

/** Addresses that live for a quarter of an hour. */
export const fileLinkDto = z.object({ url: z.string(), preview: z.string().nullable(), name: z.string(), type: z.string() });

export const fileDeletedDto = z.object({ deleted: z.literal(true) });
