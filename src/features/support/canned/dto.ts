import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/localized-schemas";

export const cannedDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  text: z.string(),
  missing: z.array(z.enum(LOCALES)).meta({ description: "Languages in which something is still to be written." }),
  editedAt: instant.nullable().meta({ description: "When somebody last wrote it here." }),
});

export const replyDto = z.object({ uid: z.uuid(), version: z.string(), title: textDto, text: textDto });

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });
