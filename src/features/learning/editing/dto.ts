import { z } from "zod";
import { MARK_SHAPES, UNIVERSITY_SECTIONS, VIDEO_KINDS } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES } from "@/lib/locales";
import { textDto } from "@/lib/translated";

export const savedDto = z.object({ uid: z.uuid(), version: z.string() });

export const editedVideoRowDto = z.object({
  uid: z.uuid(),
  kind: z.enum(VIDEO_KINDS),
  title: z.string(),
  date: z.string(),
  /** Seconds; 0 without a file. */
  duration: z.number(),
  hasFile: z.boolean(),
  /** Languages that it has captions in. */
  captions: z.array(z.enum(LOCALES)),
  published: z.boolean(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** When somebody last wrote it here. */
  editedAt: z.string().nullable(),
});

export const editedVideoDto = z.object({
  uid: z.uuid(),
  version: z.string(),
  kind: z.enum(VIDEO_KINDS),
  title: textDto,
  description: textDto,
  date: z.string(),
  /** The file's address; empty without a file. */
  video: z.string(),
  duration: z.number(),
  chapters: z.array(z.object({ at: z.number(), title: textDto })),
  scales: z.array(z.enum(RATING_SCALES)),
  categories: z.array(z.uuid()),
  question: z.uuid().nullable(),
  captions: z.array(z.object({ language: z.enum(LOCALES), vtt: z.string(), version: z.string() })),
  published: z.boolean(),
});

export const editedUniversityRowDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  published: z.boolean(),
  /** Languages in which something is still to be written. */
  missing: z.array(z.enum(LOCALES)),
  /** How many documents are its own. */
  documents: z.int(),
});

export const editedUniversityDto = z.object({
  uid: z.uuid(),
  version: z.string(),
  name: textDto,
  city: textDto,
  country: z.string(),
  website: z.string(),
  founded: z.int().nullable(),
  mark: z.object({ letters: z.string(), shape: z.enum(MARK_SHAPES), hue: z.number() }),
  /** The mark as a data address (SVG). */
  logo: z.string(),
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
  /** Of its title. */
  version: z.string(),
  /** Of its title and its files. */
  wholeVersion: z.string(),
  title: textDto,
  published: z.boolean(),
  files: z.array(z.object({ language: z.enum(LOCALES), size: z.number(), version: z.string() })),
});
