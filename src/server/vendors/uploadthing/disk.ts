import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat, statfs, truncate } from "node:fs/promises";
import path from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const KEY = /^[A-Za-z0-9]{10,80}$/;
const isKey = (text: string): boolean => KEY.test(text);

/**
 * Kept free on the files' disk, and on a backup's, in bytes, or a twentieth of a smaller one: the database may lie there too, and stops where
 * nothing is left.
 */
const RESERVE = 256 * 1024 ** 2;

/** Where a data folder's files lie: they are people's, and for the app's own user alone. */
export const filesFolder = (dataDir: string): string => path.join(dataDir, "files");

/** Whether the disk of a folder has room for so many bytes more, and the reserve beside them. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - bytes >= Math.min(RESERVE, (blocks * bsize) / 20);
}

/** The embedded storage's files: one folder, spread over 256 sub-folders by the key's last characters. */
export class Disk {
  constructor(private readonly root: string) {}

  path(key: string): string {
    if (!isKey(key)) throw new Error("not a storage key");
    return path.join(this.root, key.slice(-2), key);
  }

  /** Whether there is such a file; another storage's keys need not be names of files. */
  async has(key: string): Promise<boolean> {
    if (!isKey(key)) return false;
    return stat(this.path(key)).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? false : Promise.reject(error)),
    );
  }

  /** Bytes present, 0 when there is no file. */
  async size(key: string): Promise<number> {
    return stat(this.path(key)).then(
      (file) => file.size,
      () => 0,
    );
  }

  /** Whether so many bytes more fit, and the reserve beside them. */
  async hasRoom(bytes: number): Promise<boolean> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    return hasRoom(this.root, bytes);
  }

  /**
   * Writes a stream from `offset` on; what arrived stays when the stream breaks, so that an upload resumes at its byte.
   * Where the disk fails, as when it is full, the file is again as it was before.
   * @returns false when the stream brought more than `limit` bytes; the rest of it is not written.
   */
  async append(key: string, source: Readable, offset: number, limit: number): Promise<boolean> {
    const file = this.path(key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    let left = limit;
    let fits = true;
    const cap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (chunk.length > left) fits = false;
        const part = chunk.subarray(0, left);
        left -= part.length;
        done(null, part);
      },
    });
    try {
      await pipeline(source, cap, createWriteStream(file, { flags: offset === 0 ? "w" : "r+", start: offset }));
    } catch (error) {
      if (isDiskError(error)) await this.takeBack(key, offset);
      throw error;
    }
    return fits;
  }

  /** Gives back what was written from this byte on: a full disk has no room for what nobody may ever finish. */
  private async takeBack(key: string, offset: number): Promise<void> {
    if (offset === 0) await this.remove(key);
    else await this.truncate(key, offset);
  }

  /** Makes sure that the file survives a power cut, and gives its MD5 in hex. */
  async seal(key: string): Promise<string> {
    const handle = await open(this.path(key), "r+");
    await handle.sync().finally(() => handle.close());
    const hash = createHash("md5");
    for await (const chunk of createReadStream(this.path(key), { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  }

  /** The keys of files that nobody has touched since. */
  async *untouchedSince(time: Date): AsyncGenerator<string> {
    const folders = await readdir(this.root).catch(() => []);
    for (const folder of folders) {
      for (const key of await readdir(path.join(this.root, folder)).catch(() => [])) {
        if (!isKey(key)) continue;
        const file = await stat(this.path(key)).catch(() => undefined);
        if (file && file.mtime < time) yield key;
      }
    }
  }

  truncate = (key: string, size: number): Promise<void> => truncate(this.path(key), size);
  /** What is no name of a file of its own lies nowhere here. */
  remove = async (key: string): Promise<void> => (isKey(key) ? rm(this.path(key), { force: true }) : undefined);
}

/** Whether it is the disk that failed and not whoever sends. */
export const isDiskError = (error: unknown): boolean => {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && code !== "ECONNRESET" && code !== "EPIPE";
};
