"use client";

/** An address that has just been followed is read for a while yet. */
const READ_WITHIN_MS = 60_000;

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}

/** Hands a file to the browser to be saved under its name. @param content base64 */
export function saveFile({ name, type, content }: { name: string; type: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  saveBlob(name, new Blob([bytes], { type }));
}
