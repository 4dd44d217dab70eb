export interface ZipEntry {
  name: string;
  bytes: Buffer;
}

/** The entries of an archive that stores its files as they are (APPNOTE.TXT 4.3), as its central directory lists them. */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("no end of central directory");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry where one should be");
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error("compressed entries are not read here");
    const size = zip.readUInt32LE(at + 24);
    const [nameLength, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.push({ name: zip.toString("utf8", at + 46, at + 46 + nameLength), bytes: zip.subarray(begin, begin + size) });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
