import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { ANNOUNCEMENT_KINDS, AUDIENCES } from "@/lib/enums/service";
import { textDto } from "@/lib/localized-schemas";

/** An announcement with its texts in all languages. */
export const announcementDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  kind: z.enum(ANNOUNCEMENT_KINDS),
  audience: z.enum(AUDIENCES),
  text: textDto,
  link: z.object({ href: z.string(), label: textDto }).nullable(),
  startsAt: instant,
  endsAt: instant.nullable(),
});

export const savedAnnouncementDto = z.object({ uid: z.uuid(), version: z.int() });
export const deletedAnnouncementDto = z.object({ uid: z.uuid() });
