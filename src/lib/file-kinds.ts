/** Pictures that browsers show. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
export type FileType = PictureType | "application/pdf";

const EXTENSIONS: Record<FileType, readonly string[]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "application/pdf": ["pdf"],
};

/** Why a file cannot be taken. */
const FILE_PROBLEMS = ["kind", "size", "empty", "lying", "unreadable"] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];
export const isFileProblem = (word: string): word is FileProblem => (FILE_PROBLEMS as readonly string[]).includes(word);

interface Wanted {
  types: readonly FileType[];
  maxBytes: number;
}

/** What can be told of a file before its bytes are looked at: its kind by type and by name, and its size. */
export function fileProblem(
  { name, type, size }: { name: string; type: string; size: number },
  { types, maxBytes }: Wanted,
): FileProblem | null {
  const wanted = types.find((known) => known === type);
  if (!wanted) return "kind";
  // Half of a character is no name: no address could carry it.
  if (/\p{Cs}/u.test(name) || !EXTENSIONS[wanted].includes(name.toLowerCase().split(".").at(-1) ?? "")) return "lying";
  if (size === 0) return "empty";
  return size > maxBytes ? "size" : null;
}

/** The first bytes of each kind (the formats' own specifications); null for none of ours. */
export function sniffType(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return text.startsWith("%PDF-") ? "application/pdf" : null;
}

/** What a name may be long; its end says what kind it is, and stays. */
const MAX_NAME = 120;

/** A name that fits a line and a disk: no path, no control characters, none that turn the reading direction. */
export function shortName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu, " ").trim();
  const letters = [...plain];
  if (letters.length <= MAX_NAME) return plain;
  const end = plain.slice(plain.lastIndexOf("."));
  return `${letters.slice(0, MAX_NAME - [...end].length - 1).join("")}…${end}`;
}
