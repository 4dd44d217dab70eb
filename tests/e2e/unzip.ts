import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** Writes an archive's files into a folder, by its central directory (PKWARE APPNOTE 4.3.12; no ZIP64). */
export function unzip(archive: Buffer, folder: string): string[] {
  const end = archive.lastIndexOf(Buffer.from(new Uint8Array(new Uint32Array([END]).buffer)));
  let at = archive.readUInt32LE(end + 16);
  const names: string[] = [];
  while (archive.readUInt32LE(at) === CENTRAL) {
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const local = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString("utf8");
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(from, from + packed);
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, method === 0 ? bytes : inflateRawSync(bytes));
    names.push(name);
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}
