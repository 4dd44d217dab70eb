"use client";

import { notify } from "./toast";

/**
 * Copies a text, and says whether it did: some browsers do not let pages copy.
 * @param said where it is copied  @param notSaid where it is not: how else to come by it
 */
export async function copyText(text: string, said: string, notSaid: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify("success", said);
  } catch {
    notify("warning", notSaid);
  }
}

/** Copies an address of this site, or shows it. */
export function copyLink(href: string, said: string): Promise<void> {
  const address = window.location.origin + href;
  return copyText(address, said, address);
}
