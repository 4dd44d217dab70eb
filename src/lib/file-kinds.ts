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
export const FILE_PROBLEMS = ["kind", "size", "empty", "lying", "unreadable"] as const;
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

/** The boxes with which an MP4 or QuickTime file, or a part of one that was written as a stream, may begin (ISO/IEC 14496-12, QTFF). */
const FIRST_BOXES = new Set(["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide"]);

/**
 * Whether a file begins as sound or video does: Matroska and WebM (RFC 8794), MP4 and QuickTime, Ogg (RFC 3533), WAVE (RFC 2361), FLAC
 * (RFC 9639), MP3 and AAC. Whether there are pictures in it cannot be told from there: each of these may hold sound alone.
 */
export function isRecording(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith("\u001a\u0045\u00df\u00a3") || text.startsWith("OggS") || text.startsWith("fLaC")) return true;
  if (FIRST_BOXES.has(text.slice(4, 8))) return true;
  if (/^(RIFF|RF64)$/.test(text.slice(0, 4))) return text.slice(8, 12) === "WAVE";
  return text.startsWith("ID3") || isFrame(head);
}

/** The head of a frame of MPEG audio, layer II or III (ISO/IEC 11172-3), or of AAC in ADTS (ISO/IEC 14496-3), with nothing in it that is reserved. */
function isFrame([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): boolean {
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const layer = (second >> 1) & 3;
  // ADTS has no layer: what follows is the profile, one of 13 sampling rates, and one to eight channels.
  if (layer === 0) return (second & 0xf0) === 0xf0 && ((third >> 2) & 15) < 13 && fourth !== 0xff;
  // No layer I: nobody records it, and it is how texts in UTF-16 begin.
  return layer !== 3 && ((second >> 3) & 3) !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
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
