import { FILE_PROBLEMS, type FileProblem, fileProblem, PICTURE_TYPES, shortName } from "@/lib/file-kinds";

/** What a workspace keeps: pictures that browsers show, and PDFs. */
export const WORKSPACE_FILE_TYPES = [...PICTURE_TYPES, "application/pdf"] as const;
/** Of one file: a drawing of a whole kitchen, or a photo of a phone as it comes from it. */
export const MAX_FILE_BYTES = 20_000_000;
/** Of all files of a workspace. */
export const MAX_WORKSPACE_BYTES = 5_000_000_000;
/** Photos that are sent for one form, those that are left out again among them. */
export const MOST_ENTRY_FILES = 120;
export const MAX_NAME = 120;

/** Files that somebody may have waiting in a workspace for notes that they write. The oldest make room. */
export const MAX_WAITING = 30;
/** One that was chosen and never came with a note is kept this long. */
export const UNSENT_DAYS = 8;

/** Why a file is not kept; the words are `trades.files.problems.<problem>`. */
export const KEEP_PROBLEMS = [...FILE_PROBLEMS, "gone", "full", "many"] as const;
export type KeepProblem = (typeof KEEP_PROBLEMS)[number];

/** Why a file cannot be kept, as far as that can be told before its bytes are looked at. */
export const workspaceFileProblem = (file: { name: string; type: string; size: number }): FileProblem | null =>
  fileProblem(file, { types: WORKSPACE_FILE_TYPES, maxBytes: MAX_FILE_BYTES });

export const isPicture = (type: string): boolean => type.startsWith("image/");

/** What a file is called from now on: its end says what kind it is, and stays. */
export function renamed(before: string, wanted: string): string {
  const dot = before.lastIndexOf(".");
  const end = dot >= 0 ? before.slice(dot) : "";
  const name = wanted.toLowerCase().endsWith(end.toLowerCase()) ? wanted : `${wanted}${end}`;
  return shortName(name);
}
