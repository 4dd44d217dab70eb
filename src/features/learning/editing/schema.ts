import { z } from "zod";
import { MARK_SHAPES, UNIVERSITY_SECTIONS, VIDEO_KINDS } from "@/lib/enums/learning";
import { RATING_SCALES } from "@/lib/enums/practice";
import { calendarDay, ids, seenEdit, seenVersion } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";
import { byLocale, LOCALES } from "@/lib/locales";
import { translated } from "@/lib/localized-schemas";

/** A text by language, of which all may be empty. */
const optionalText = (max: number) => z.strictObject(byLocale(() => z.string().trim().max(max)));

/** What lists of content are narrowed by. */
const narrowed = {
  state: z.enum(["published", "draft"]).optional(),
  /** Only what is still to be written in this language. */
  missing: z.enum(LOCALES).optional(),
};

export const editedVideosInput = pageInput.extend({
  search: z.string().trim().max(100).optional(),
  kind: z.enum(VIDEO_KINDS).optional(),
  ...narrowed,
});

export type EditedVideosInput = z.infer<typeof editedVideosInput>;

export const TITLE_MAX = 120;
export const DESCRIPTION_MAX = 2000;
export const CHAPTERS_MAX = 50;
export const CITY_MAX = 80;
export const SECTION_MAX = 4000;

/** A video's texts and what it belongs to; its file and captions arrive as uploads. Without uid a draft is made. */
export const videoInput = z.strictObject({
  uid: z.uuid().optional(),
  version: seenVersion,
  kind: z.enum(VIDEO_KINDS),
  title: translated(TITLE_MAX),
  description: translated(DESCRIPTION_MAX),
  date: calendarDay,
  chapters: z.array(z.strictObject({ at: z.number().min(0).max(86_400), title: translated(TITLE_MAX) })).max(CHAPTERS_MAX),
  scales: z.array(z.enum(RATING_SCALES)).max(RATING_SCALES.length),
  categories: z.array(z.uuid()).max(50),
  question: z.uuid().nullable(),
});
export type VideoInput = z.infer<typeof videoInput>;

export const publishInput = z.strictObject({ uids: ids, published: z.boolean() });
export type PublishInput = z.infer<typeof publishInput>;
export const publishDocumentInput = z.strictObject({ uid: z.uuid(), published: z.boolean() });

export const videoFileInput = z.strictObject({ uid: z.uuid() });

export const videoDeleteInput = videoFileInput.extend({ editedAt: seenEdit });
export type VideoDeleteInput = z.infer<typeof videoDeleteInput>;

/** Something of a video or a document in one language. */
export const languageInput = z.strictObject({ uid: z.uuid(), language: z.enum(LOCALES) });
export const languageDeleteInput = languageInput.extend({ version: seenVersion });
export type LanguageDeleteInput = z.infer<typeof languageDeleteInput>;

export const editedUniversitiesInput = pageInput.extend({ search: z.string().trim().max(100).optional(), ...narrowed });
export type EditedUniversitiesInput = z.infer<typeof editedUniversitiesInput>;

const sections = z.strictObject(
  Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, optionalText(SECTION_MAX)])) as Record<
    (typeof UNIVERSITY_SECTIONS)[number],
    ReturnType<typeof optionalText>
  >,
);

/** A university's facts, which are the same in every language. */
export const universityFields = {
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, "choice"),
  website: z.url({ protocol: /^https?$/ }).max(300),
  founded: z.int().min(800).max(2100).nullable(),
  mark: z.strictObject({
    letters: z.string().trim().min(1).max(3),
    shape: z.enum(MARK_SHAPES),
    /** Degrees of the colour circle. */
    hue: z.int().min(0).max(359),
  }),
};

/** A whole university. Without uid one is made that nobody sees until it is published. */
export const wholeUniversityInput = z.strictObject({
  uid: z.uuid().optional(),
  version: seenVersion,
  name: translated(TITLE_MAX),
  city: translated(CITY_MAX),
  ...universityFields,
  sections,
});
export type WholeUniversityInput = z.infer<typeof wholeUniversityInput>;

export const documentsInput = z.strictObject({ university: z.uuid().nullable() });

/** A document's title and whose it is, null for all universities; its files arrive as uploads. */
export const documentInput = z.strictObject({
  uid: z.uuid().optional(),
  version: seenVersion,
  university: z.uuid().nullable(),
  title: translated(TITLE_MAX),
});
export type DocumentInput = z.infer<typeof documentInput>;

/** Its files go with it: what is named is the version of all of it. */
export const documentDeleteInput = z.strictObject({ uid: z.uuid(), wholeVersion: seenVersion });
export type DocumentDeleteInput = z.infer<typeof documentDeleteInput>;
