import { bounds, type Looked, lengthOf, type Patch, type Read, text, Unreadable, uint } from "./container";
import { Fragments } from "./fragments";

// MP4 (ISO/IEC 14496-12): boxes of a length, a name and a content.

const HOLDERS = new Set(["moov", "trak", "mdia", "minf", "moof", "traf", "edts", "stbl", "mvex"]);
/** What a file or a track says of itself beyond what players need; `free` is passed over. */
const TOLD = new Set(["udta", "meta", "uuid", "Xtra", "ilst", "cprt", "titl", "auth", "loci"]);
const FREE = new Uint8Array([0x66, 0x72, 0x65, 0x65]);
/** Times in the headers of a file, its tracks and media: when it was made and changed. */
const TIMED = new Set(["mvhd", "tkhd", "mdhd"]);

/** @param from where the content of the header of all tracks begins: times, what a second is, how long all is */
async function saidLength(read: Read, from: number): Promise<number | undefined> {
  const head = await read(from, 32);
  const [at, bytes] = head[0] === 1 ? [20, 8] : [12, 4];
  const ticks = uint(head, at + 4, bytes);
  // As many as there can be stand for a length that nobody knew.
  return ticks === 2 ** (8 * bytes) - 1 ? undefined : lengthOf(ticks, uint(head, at, 4));
}

export async function mp4(read: Read, size: number): Promise<Looked> {
  const patches: Patch[] = [];
  const fragments = new Fragments(read);
  let said: number | undefined;
  const kind = await read(4, 4);
  if (text(kind, 0, 4) !== "ftyp") throw new Unreadable("no MP4");
  const count = bounds(patches);
  const walk = async (start: number, end: number, depth: number): Promise<void> => {
    let at = start;
    while (at + 8 <= end) {
      count(depth);
      const head = await read(at, 28);
      const short = uint(head, 0, 4);
      const name = text(head, 4, 8);
      const from = at + (short === 1 ? 16 : 8);
      const to = short === 0 ? end : at + (short === 1 ? uint(head, 8, 8) : short);
      if (to > end || to < from) throw new Unreadable("cut off");
      if (TOLD.has(name)) patches.push({ at: at + 4, bytes: FREE }, { at: from, bytes: new Uint8Array(to - from) });
      else if (TIMED.has(name)) patches.push({ at: from + 4, bytes: new Uint8Array((await read(from, 1))[0] === 1 ? 16 : 8) });
      else if (name === "hdlr") patches.push(...handlerName(from, to));
      else if (HOLDERS.has(name)) await walk(from, to, depth + 1);
      await fragments.show(name, { from, to });
      if (name === "mvhd") said = await saidLength(read, from);
      at = to;
    }
  };
  await walk(0, size, 0);
  return { patches, lengthMs: Math.max(said ?? 0, fragments.lengthMs() ?? 0) || undefined };
}

/** After its fixed fields a handler has a name, by which devices name themselves. */
const HANDLER_FIELDS = 24;
const handlerName = (from: number, to: number): Patch[] =>
  to > from + HANDLER_FIELDS ? [{ at: from + HANDLER_FIELDS, bytes: new Uint8Array(to - from - HANDLER_FIELDS) }] : [];
