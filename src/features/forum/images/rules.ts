/** What may stand in a message: pictures that browsers show. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const MAX_IMAGE_BYTES = 5 * 1024 ** 2;

const EXTENSIONS: Record<ImageType, readonly string[]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
};

/** Why a picture cannot be taken. */
export const IMAGE_PROBLEMS = ["kind", "size", "empty", "lying", "unreadable"] as const;
export type ImageProblem = (typeof IMAGE_PROBLEMS)[number];

const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type);

/** What can be told of a picture before its bytes are looked at: its kind by type and by name, and its size. */
export function imageProblem({ name, type, size }: { name: string; type: string; size: number }): ImageProblem | null {
  if (!isImageType(type)) return "kind";
  // Half of a character is no name: no address could carry it.
  if (/\p{Cs}/u.test(name) || !EXTENSIONS[type].includes(name.toLowerCase().split(".").at(-1) ?? "")) return "lying";
  if (size === 0) return "empty";
  return size > MAX_IMAGE_BYTES ? "size" : null;
}

/** The first bytes of each kind (the formats' own specifications); null for none of ours. */
export function sniffImage(head: Uint8Array): ImageType | null {
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (text.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  return text.startsWith("RIFF") && text.slice(8, 12) === "WEBP" ? "image/webp" : null;
}
