import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { AppError } from "@/lib/app-error";
import { type Disk, isDiskError } from "./disk";

interface Body {
  /** The content type, with its boundary where it is a form. */
  type: string | undefined;
  stream: Readable;
  /** Whether all of it has arrived. */
  isWhole(): boolean;
}

/**
 * Writes a body's file, the multipart part `file` or the raw bytes, behind the `start` bytes that are there.
 * @returns whether no more than `limit` bytes came
 * @throws AppError badRequest when the content type names no boundary
 */
export async function receiveFile(
  disk: Disk,
  { type, stream, isWhole }: Body,
  key: string,
  start: number,
  limit: number,
): Promise<boolean> {
  if (!type?.startsWith("multipart/form-data")) return disk.append(key, stream, start, limit);
  const parser = multipartParser(type);
  let part: Readable | undefined;
  let written: Promise<boolean> | undefined;
  // By hand and not by `pipeline`: the parser tells of a broken form only after its own end, where nobody would listen
  // any more, and it leaves the part of a broken request open, so that the key would count as being written for ever.
  const whole = await new Promise<boolean>((resolve) => {
    parser.on("file", (_field, file) => {
      part = file.on("error", () => resolve(false));
      written = disk.append(key, file, start, limit);
      written.catch(() => resolve(false));
    });
    parser.on("error", () => resolve(false));
    parser.once("finish", () => resolve(true));
    stream.once("close", () => isWhole() || resolve(false));
    stream.pipe(parser);
  });
  if (!whole) {
    stream.unpipe(parser).resume();
    part?.destroy(new Error("broken multipart body"));
  }
  // What arrived of a broken form stays; only a failing disk is an error.
  return (await written?.catch(rethrowDiskError)) ?? true;
}

function multipartParser(type: string) {
  try {
    return new Busboy({ headers: { "content-type": type }, limits: { files: 1, fields: 0 } });
  } catch (cause) {
    throw new AppError("badRequest", { cause });
  }
}

function rethrowDiskError(error: unknown): void {
  if (isDiskError(error)) throw error;
}
