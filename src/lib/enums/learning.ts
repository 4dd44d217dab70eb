/** Closed sets of values, once, of videos and universities: the tables' types, the zod schemas and the interface all read these tuples. */

export const VIDEO_KINDS = ["mentorship", "tutorial"] as const;
export type VideoKind = (typeof VIDEO_KINDS)[number];

/** How far somebody is with a video; it follows from what they watched (features/learning/rules.ts). */
export const WATCH_STATES = ["not_started", "in_progress", "completed"] as const;
export type WatchState = (typeof WATCH_STATES)[number];

export const VIDEO_ORDERS = ["newest", "title", "recently_watched"] as const;

/** The parts of a university's page, in the order in which they are shown. */
export const UNIVERSITY_SECTIONS = ["about", "programmes", "admission", "interview", "deadlines"] as const;
export type UniversitySection = (typeof UNIVERSITY_SECTIONS)[number];

/** The outlines of the marks that the app draws for universities. */
export const MARK_SHAPES = ["shield", "circle", "book", "arch", "star", "wave", "hexagon", "leaf"] as const;
export type MarkShape = (typeof MARK_SHAPES)[number];
