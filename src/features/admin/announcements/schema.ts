import { z } from "zod";
import { ANNOUNCEMENT_KINDS, AUDIENCES } from "@/lib/enums/service";
import { id } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { translated } from "@/lib/localized-schemas";

export const TEXT_MAX = 300;
export const LABEL_MAX = 60;

/** A page of the app, or one elsewhere that is served safely. */
const href = z
  .string()
  .trim()
  .max(500)
  .regex(/^(\/(?![/\\])|https:\/\/)\S*$/, "format");

/** An announcement. Without uid one is made; with it, the change that was seen comes along. */
export const announcementInput = z
  .strictObject({
    uid: id.optional(),
    version: z.int().min(1).optional(),
    kind: z.enum(ANNOUNCEMENT_KINDS),
    audience: z.enum(AUDIENCES),
    text: translated(TEXT_MAX),
    link: z.strictObject({ href, label: translated(LABEL_MAX) }).nullable(),
    startsAt: z.iso.datetime({ offset: true }),
    endsAt: z.iso.datetime({ offset: true }).nullable(),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || Date.parse(endsAt) > Date.parse(startsAt), { path: ["endsAt"], error: "date" });
export type AnnouncementInput = z.infer<typeof announcementInput>;

export const announcementsInput = pageInput;
export const announcementUid = z.object({ uid: id });
/** With the version that was seen; without it whatever stands there goes. */
export const announcementDeleteInput = announcementUid.extend({ version: announcementInput.shape.version });
export type AnnouncementDeleteInput = z.infer<typeof announcementDeleteInput>;
