import { z } from "zod";
import { UNIVERSITY_SECTIONS, VIDEO_KINDS, VIDEO_ORDERS, WATCH_STATES } from "@/lib/enums/learning";
import { pageInput } from "@/lib/list-schemas";
import { translated } from "@/lib/localized-schemas";
import { universityFields } from "./editing/schema";
import { MAX_RANGES, NOTE_MAX } from "./rules";

const searchField = z
  .string()
  .trim()
  .max(100)
  .meta({ description: "Words to look for; all of them must stand in the title or the description, in any language." })
  .optional();

export const documentInput = z.strictObject({ university: z.uuid(), uid: z.uuid() });

export const videoListInput = pageInput.extend({ search: searchField });

export const libraryInput = videoListInput.extend({
  kind: z.enum(VIDEO_KINDS).optional(),
  status: z.enum(WATCH_STATES).optional(),
  order: z.enum(VIDEO_ORDERS).optional(),
});
export type LibraryInput = z.infer<typeof libraryInput>;

const second = z.number().min(0).max(86_400);

/** What was watched since the last report. */
export const watchInput = z.strictObject({
  uid: z.uuid(),
  status: z
    .enum(WATCH_STATES)
    .meta({ description: "`not_started` forgets all of what was watched. Whether a video is completed follows from what was watched." })
    .optional(),
  ranges: z
    .array(z.tuple([second, second]))
    .max(MAX_RANGES)
    .meta({ description: "What was watched since the last report: from and to, in seconds." })
    .optional(),
  position: second.meta({ description: "Where the person left off, in seconds." }).optional(),
  seen: z
    .strictObject({ status: z.enum(WATCH_STATES), position: second })
    .meta({
      description:
        "For a report that waited on a device: what the server had when it was kept. A reset, or a position, that came from elsewhere since leads.",
    })
    .optional(),
});
export type WatchInput = z.infer<typeof watchInput>;

export const bookmarkInput = z.strictObject({
  uid: z.uuid().optional(),
  video: z.uuid(),
  at: second.meta({ description: "The moment in the video, in seconds." }),
  note: z.string().trim().max(NOTE_MAX).default(""),
});

const longText = translated(4000);

/** The fields of a university to change; a text is given by language, in English at least. */
export const universityInput = z.strictObject({
  uid: z.uuid(),
  name: translated(120).optional(),
  city: translated(80).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  website: z.url({ protocol: /^https?$/ }).optional(),
  founded: z.int().min(800).max(2100).nullish(),
  mark: universityFields.mark.meta({ description: "What the logo is drawn from." }).optional(),
  sections: z
    .strictObject(
      Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, longText.optional()])) as Record<
        (typeof UNIVERSITY_SECTIONS)[number],
        z.ZodOptional<typeof longText>
      >,
    )
    .optional(),
});
export type UniversityInput = z.infer<typeof universityInput>;
