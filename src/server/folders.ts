import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a folder, and those above it that are not there. One after the other: below a folder such as /proc, where none can be made,
 * Node's own way of making all of them tries for ever.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process was first.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
