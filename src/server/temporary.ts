import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

const folderOf = (dataDir: string): string => path.join(dataDir, "tmp");

/** Where files lie that a job works on, for the app's own user alone: they are people's. Who makes one removes it. */
export async function temporaryFolder(dataDir: string): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // An earlier release made it for everybody's eyes.
  await chmod(folder, 0o700);
  return folder;
}

/** Removes what a process left there that was ended in the middle: whatever nobody has written to since. @returns how many */
export async function dropTemporary(dataDir: string, since: Date): Promise<number> {
  const folder = folderOf(dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // One that is gone meanwhile was removed by its maker.
    const { mtime } = (await stat(file).catch(() => undefined)) ?? {};
    if (!mtime || mtime >= since) continue;
    await rm(file, { recursive: true, force: true });
    removed++;
  }
  return removed;
}
