import { z } from "zod";
import { UNIVERSITY_SECTIONS, VIDEO_KINDS, WATCH_STATES } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES } from "@/lib/locales";

const videoDto = z.object({
  uid: z.uuid(),
  /** The file's address; it answers Range requests. */
  video: z.string(),
  date: z.string(),
  description: z.string(),
  /** Seconds. */
  duration: z.number(),
  status: z.enum(WATCH_STATES),
  /** 0 to 1. */
  coverage: z.number(),
});

export const mentorshipDto = videoDto.extend({ heading: z.string() });
export const tutorialDto = videoDto.extend({ name: z.string() });

export const libraryDto = videoDto.extend({
  kind: z.enum(VIDEO_KINDS),
  title: z.string(),
  /** Where the person left off, in seconds. */
  position: z.number(),
});

const detailDto = {
  kind: z.enum(VIDEO_KINDS),
  position: z.number(),
  captions: z.array(z.object({ locale: z.enum(LOCALES), vtt: z.string() })),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  scales: z.array(z.enum(RATING_SCALES)),
  /** What to practise right after it. */
  question: z.object({ uid: z.uuid(), text: z.string() }).nullable(),
};
export const mentorshipDetailDto = mentorshipDto.extend(detailDto);
export const tutorialDetailDto = tutorialDto.extend(detailDto);

export const suggestionDto = z
  .object({
    uid: z.uuid(),
    title: z.string(),
    description: z.string(),
    /** Why this one, in the reader's language. */
    reason: z.string(),
  })
  .nullable();

export const progressDto = z.object({
  uid: z.uuid(),
  status: z.enum(WATCH_STATES),
  position: z.number(),
  coverage: z.number(),
});

export const bookmarkDto = z.object({ uid: z.uuid(), at: z.number(), note: z.string(), createdAt: z.string() });

export const universityDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  /** A drawn mark as a data address (SVG). */
  logo: z.string(),
  city: z.string(),
  country: z.string(),
});

const paperDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  /** What it is written in; it may not be the reader's. */
  language: z.enum(LOCALES),
  /** Bytes. */
  size: z.number(),
});

export const universityDetailDto = universityDto.extend({
  website: z.string(),
  founded: z.int().nullable(),
  sections: z.array(z.object({ section: z.enum(UNIVERSITY_SECTIONS), text: z.string() })),
  documents: z.array(paperDto),
});

export const documentDto = paperDto.extend({
  /** An address that ends after some hours and answers Range requests. */
  link: z.string(),
});
