/** Closed sets of values, once, of files of content on their way into the service: the tables' types, the zod schemas and the interface all read these tuples. */

/** What comes in files and goes out in them. */
export const IMPORT_KINDS = ["questions", "faq", "canned", "professions", "categories", "videos", "universities"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** How far a file of them is on its way. */
export const IMPORT_STATES = ["uploading", "waiting", "checking", "checked", "ordered", "applying", "applied", "refused"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_FORMATS = ["csv", "json"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Why a file of questions goes no further: what is wrong with the file as a whole, or that the bank has changed since it was checked. */
export const IMPORT_PROBLEMS = ["encoding", "quotes", "columns", "json", "empty", "rowTooLong", "tooManyRows", "outdated"] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** What a row of such a file does. */
export const IMPORT_ROW_KINDS = ["new", "changed", "same", "wrong"] as const;
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number];
