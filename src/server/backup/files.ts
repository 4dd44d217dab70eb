import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isHeld } from "./held";
import type { Manifest } from "./manifest";
import { isSharedIn, requireRoom } from "./room";

type Copied = Manifest["files"][number];

/** The files below a folder, as paths from it; none where there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

const isGone = (error: NodeJS.ErrnoException): boolean => error.code === "ENOENT";

/** Gives each of the files a second name, in no time, so that what is deleted from now on is still there. */
export async function linkFiles(from: string, to: string, stop?: AbortSignal): Promise<void> {
  for (const name of await filesBelow(from)) {
    stop?.throwIfAborted();
    if (isHeld(name)) continue;
    const held = path.join(to, name);
    await mkdir(path.dirname(held), { recursive: true, mode: 0o700 });
    await link(path.join(from, name), held).catch((error: NodeJS.ErrnoException) => {
      // It was held before, or went this very moment.
      if (error.code !== "EEXIST" && !isGone(error)) throw error;
    });
  }
}

/** Copies a file, and waits until it would survive a power cut. @param as its name in the backup */
export async function copyWhole(from: string, to: string, as: string, stop?: AbortSignal): Promise<Copied> {
  stop?.throwIfAborted();
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const handle = await open(to, "r+");
  await handle.chmod(0o600);
  await handle.sync().finally(() => handle.close());
  return { path: as.split(path.sep).join("/"), bytes: (await stat(to)).size, sha256: await hashOf(to, stop) };
}

/** Copies files of one folder into another one that is there, as long as all that are left have room. */
export async function copyAll(names: string[], from: string, to: string, stop?: AbortSignal): Promise<Copied[]> {
  const [first] = names;
  let left = 0;
  if (first && !(await isSharedIn(to, path.join(from, first)))) for (const name of names) left += (await stat(path.join(from, name))).size;
  const copied: Copied[] = [];
  for (const name of names) {
    await requireRoom(to, left);
    const one = await copyWhole(path.join(from, name), path.join(to, name), name, stop);
    copied.push(one);
    left = Math.max(0, left - one.bytes);
  }
  return copied;
}

export async function hashOf(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024, signal })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
