import { z } from "zod";
import { day, instant, seconds } from "@/lib/dto-fields";
import { UNIVERSITY_SECTIONS, VIDEO_KINDS, WATCH_STATES } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import { LOCALES } from "@/lib/locales";

const position = seconds.meta({ description: "Where the person left off, in seconds." });

const videoDto = z.object({
  uid: z.uuid(),
  video: z.string().meta({ description: "The file's address; it answers Range requests." }),
  date: day,
  description: z.string(),
  duration: seconds,
  status: z.enum(WATCH_STATES),
  coverage: z.number().meta({ description: "What of it was watched: 0 to 1." }),
});

export const mentorshipDto = videoDto.extend({ heading: z.string() });
export const tutorialDto = videoDto.extend({ name: z.string() });

export const libraryDto = videoDto.extend({
  kind: z.enum(VIDEO_KINDS),
  title: z.string(),
  position,
});

const detailDto = {
  kind: z.enum(VIDEO_KINDS),
  position,
  captions: z.array(z.object({ locale: z.enum(LOCALES), vtt: z.string().meta({ description: "WebVTT." }) })),
  chapters: z.array(z.object({ at: seconds, title: z.string() })),
  scales: z.array(z.enum(RATING_SCALES)),
  question: z.object({ uid: z.uuid(), text: z.string() }).nullable().meta({ description: "What to practise right after it." }),
};
export const mentorshipDetailDto = mentorshipDto.extend(detailDto);
export const tutorialDetailDto = tutorialDto.extend(detailDto);

export const suggestionDto = z
  .object({
    uid: z.uuid(),
    title: z.string(),
    description: z.string(),
    reason: z.string().meta({ description: "Why this one, in the reader's language." }),
  })
  .nullable();

export const progressDto = z.object({
  uid: z.uuid(),
  status: z.enum(WATCH_STATES),
  position,
  coverage: videoDto.shape.coverage,
});

export const bookmarkDto = z.object({ uid: z.uuid(), at: seconds, note: z.string(), createdAt: instant });

export const universityDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  logo: z.string().meta({ description: "A drawn mark as a data address (SVG)." }),
  city: z.string(),
  country: z.string(),
});

const paperDto = z.object({
  uid: z.uuid(),
  title: z.string(),
  language: z.enum(LOCALES).meta({ description: "What it is written in; it may not be the reader's." }),
  size: z.number().meta({ description: "Bytes." }),
});

export const universityDetailDto = universityDto.extend({
  website: z.string(),
  founded: z.int().nullable(),
  sections: z.array(z.object({ section: z.enum(UNIVERSITY_SECTIONS), text: z.string() })),
  documents: z.array(paperDto),
});

export const documentDto = paperDto.extend({
  link: z.string().meta({ description: "An address that ends after some hours and answers Range requests." }),
});
