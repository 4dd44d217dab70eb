"use client";

import { sniffType } from "@/lib/file-kinds";

/** What a file says of itself must be what it is: the server looks, too. */
export const lies = async (file: File): Promise<"lying" | "unreadable" | null> => {
  try {
    return sniffType(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === file.type ? null : "lying";
  } catch {
    // A card that was drawn out, or a picture that another program has removed.
    return "unreadable";
  }
};
