"use client";

import { notify } from "@/ui/toast";

/** Copies an address of this site, or shows it where a browser does not let pages copy. */
export async function copyLink(href: string, said: string): Promise<void> {
  const address = window.location.origin + href;
  try {
    await navigator.clipboard.writeText(address);
    notify("success", said);
  } catch {
    notify("warning", address);
  }
}
