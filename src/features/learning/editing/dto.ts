import { z } from "zod";
import { day, instant, seconds } from "@/lib/dto-fields";
import { MARK_SHAPES, UNIVERSITY_SECTIONS, VIDEO_KINDS } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/localized-schemas";

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });

export const editedVideoRowDto = z.object({
  uid: z.uuid(),
  kind: z.enum(VIDEO_KINDS),
  title: z.string(),
  date: day,
  duration: z.number().meta({ description: "Seconds; 0 without a file." }),
  hasFile: z.boolean(),
  captions: z.array(z.enum(LOCALES)).meta({ description: "Languages that it has captions in." }),
  published: z.boolean(),
  missing: z.array(z.enum(LOCALES)).meta({ description: "Languages in which something is still to be written." }),
  editedAt: instant.nullable().meta({ description: "When somebody last wrote it here." }),
});

export const editedVideoDto = z.object({
  uid: z.uuid(),
  version: z.string(),
  kind: z.enum(VIDEO_KINDS),
  title: textDto,
  description: textDto,
  date: day,
  video: z.string().meta({ description: "The file's address; empty without a file." }),
  duration: seconds,
  chapters: z.array(z.object({ at: seconds, title: textDto })),
  scales: z.array(z.enum(RATING_SCALES)),
  categories: z.array(z.uuid()),
  question: z.uuid().nullable(),
  captions: z.array(z.object({ language: z.enum(LOCALES), vtt: z.string().meta({ description: "WebVTT." }), version: z.string() })),
  published: z.boolean(),
});

export const editedUniversityRowDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  published: z.boolean(),
  missing: z.array(z.enum(LOCALES)).meta({ description: "Languages in which something is still to be written." }),
  documents: z.int().meta({ description: "How many documents are its own." }),
});

export const editedUniversityDto = z.object({
  uid: z.uuid(),
  version: z.string(),
  name: textDto,
  city: textDto,
  country: z.string(),
  website: z.string(),
  founded: z.int().nullable(),
  mark: z.object({
    letters: z.string(),
    shape: z.enum(MARK_SHAPES),
    hue: z.number().meta({ description: "Degrees of the colour circle." }),
  }),
  logo: z.string().meta({ description: "The mark as a data address (SVG)." }),
  sections: z.object(
    Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, textDto])) as Record<
      (typeof UNIVERSITY_SECTIONS)[number],
      typeof textDto
    >,
  ),
  published: z.boolean(),
});

export const editedDocumentDto = z.object({
  uid: z.uuid(),
  version: z.string().meta({ description: "Of its title." }),
  wholeVersion: z.string().meta({ description: "Of its title and its files." }),
  title: textDto,
  published: z.boolean(),
  files: z.array(z.object({ language: z.enum(LOCALES), size: z.number().meta({ description: "Bytes." }), version: z.string() })),
});
