import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import { hasRoom } from "../vendors/uploadthing/disk";

/** So many bytes may be written between two looks at the room. */
const LOOK_BYTES = 16 * 1024 ** 2;

/**
 * The app's database and files may lie on the disk onto which a backup goes, and stop where nothing is left.
 * @throws Error ENOSPC where so many bytes more would not leave the reserve
 */
export async function requireRoom(folder: string, bytes = 0): Promise<void> {
  if (!(await hasRoom(folder, bytes))) throw Object.assign(new Error("the reserve would not be left"), { code: "ENOSPC" });
}

/** Passes on what is written into a folder for as long as there is room. */
export const whileRoom = (folder: string) =>
  async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unlooked = LOOK_BYTES;
    for await (const piece of pieces) {
      unlooked += piece.length;
      if (unlooked >= LOOK_BYTES) {
        await requireRoom(folder);
        unlooked = 0;
      }
      yield piece;
    }
  };

/** Whether a copy of a file shares its bytes on that disk, and takes no room. */
export async function isSharedIn(folder: string, file: string): Promise<boolean> {
  const copy = path.join(folder, "shared");
  return copyFile(file, copy, constants.COPYFILE_FICLONE_FORCE)
    .then(
      () => true,
      () => false,
    )
    .finally(() => rm(copy, { force: true }));
}
