import { z } from "zod";
import { bytes, instant } from "@/lib/dto-fields";

export const fileDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  type: z.string(),
  size: bytes,
  width: z.int().nullable().meta({ description: "In pixels, for pictures." }),
  height: z.int().nullable().meta({ description: "In pixels, for pictures." }),
  version: z.int(),
  addedAt: instant,
  addedBy: z.string().nullable().meta({ description: "Null for somebody who has left." }),
  yours: z.boolean().meta({ description: "Whoever asks has added it." }),
});
export type FileDto = z.infer<typeof fileDto>;

const address = z.string().meta({ description: "Lives for a quarter of an hour." });
export const fileLinkDto = z.object({ url: address, preview: address.nullable(), name: z.string(), type: z.string() });

export const fileDeletedDto = z.object({ deleted: z.literal(true) });
