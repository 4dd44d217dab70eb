import { bounds, type Looked, lengthOf, type Patch, type Read, Unreadable, uint } from "./container";

// WebM (RFC 8794, RFC 9559): elements of an id, a length and a content.

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
/** Lists of what else is said: tags, attachments, chapters. */
const LISTS = new Set([0x1254c367, 0x1941a469, 0x1043a770]);
/** Title, programs, date, file names and ids of what came before and after; a track's name. */
const SAYINGS = new Set([0x7ba9, 0x4d80, 0x5741, 0x4461, 0x7384, 0x3c83ab, 0x3e83bb, 0x73a4, 0x3cb923, 0x3eb923, 0x536e, 0x258688]);
const VOID = 0xec;
/** So many nanoseconds are a tick; so many unless it is said. */
const TICK_LENGTH = 0x2ad7b1;
const USUAL_TICK_LENGTH = 1_000_000;
/** When a cluster begins, in ticks, and its blocks, some of them in groups. */
const TIMESTAMP = 0xe7;
const BLOCKS = new Set([0xa3, 0xa1]);
const BLOCK_GROUP = 0xa0;
/** Within these the elements are looked at one by one. */
const OPENED = new Set([SEGMENT, INFO, TRACKS, TRACK_ENTRY]);

interface Element {
  id: number;
  at: number;
  /** Where its content begins and ends; open to the end of the file where a live recording did not know it. */
  from: number;
  to: number;
  unknown: boolean;
}

async function element(read: Read, at: number, end: number): Promise<Element> {
  const head = await read(at, 12);
  const first = head[0] ?? 0;
  const idLength = Math.clz32(first) - 23;
  const sizeFirst = head[idLength] ?? 0;
  const sizeLength = Math.clz32(sizeFirst) - 23;
  if (first === 0 || idLength > 4 || sizeFirst === 0 || idLength + sizeLength > head.length) throw new Unreadable("no element");
  const mask = 2 ** (8 - sizeLength) - 1;
  const rest = uint(head, idLength + 1, sizeLength - 1);
  const size = (sizeFirst & mask) * 2 ** (8 * (sizeLength - 1)) + rest;
  const unknown =
    size === 2 ** (7 * sizeLength) - 1 ||
    ((sizeFirst & mask) === mask && head.subarray(idLength + 1, idLength + sizeLength).every((byte) => byte === 255));
  const from = at + idLength + sizeLength;
  const to = unknown ? end : from + size;
  if (to > end) throw new Unreadable("cut off");
  return { id: uint(head, 0, idLength), at, from, to, unknown };
}

/** An element that players pass over, as long as the one that it takes the place of. */
function voidOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes[0] = VOID;
  // A length of one byte says up to 126; longer elements have theirs in eight.
  if (length - 2 < 127) bytes[1] = 0x80 | (length - 2);
  else {
    const content = length - 9;
    bytes[1] = 0x01;
    for (let at = 0; at < 7; at++) bytes[8 - at] = Math.floor(content / 256 ** at) % 256;
  }
  return bytes;
}

const uintIn = async (read: Read, { from, to }: Element): Promise<number> => {
  const length = Math.min(8, to - from);
  return uint(await read(from, length), 0, length);
};

/** When the last block of a cluster begins, in ticks: a block says it from its cluster's beginning on, behind the number of its track. */
async function lastTick(read: Read, cluster: Element, count: (depth: number) => void): Promise<number> {
  let begin = 0;
  let latest = 0;
  let at = cluster.from;
  while (at < cluster.to) {
    count(0);
    const one = await element(read, at, cluster.to);
    if (one.id === TIMESTAMP) begin = await uintIn(read, one);
    else if (BLOCKS.has(one.id)) {
      const head = await read(one.from, 12);
      const ticks = uint(head, Math.clz32(head[0] ?? 0) - 23, 2);
      latest = Math.max(latest, ticks < 0x8000 ? ticks : ticks - 0x10000);
    }
    at = one.id === BLOCK_GROUP ? one.from : one.to;
  }
  return begin + latest;
}

/**
 * What is said is emptied, and stays as long as it was; lists of what is said become nothing at all. How long it is, the last cluster tells:
 * live recordings do not say it.
 */
export async function webm(read: Read, size: number): Promise<Looked> {
  const patches: Patch[] = [];
  let tickLength = USUAL_TICK_LENGTH;
  let tracks = 0;
  let last: Element | undefined;
  const head = await element(read, 0, size);
  if (head.id !== EBML) throw new Unreadable("no WebM");
  const count = bounds(patches);
  const walk = async (start: number, end: number, depth: number): Promise<void> => {
    let at = start;
    while (at < end) {
      count(depth);
      const one = await element(read, at, end);
      if (LISTS.has(one.id)) patches.push({ at: one.at, bytes: voidOf(one.to - one.at) });
      else if (SAYINGS.has(one.id)) patches.push({ at: one.from, bytes: new Uint8Array(one.to - one.from) });
      else if (OPENED.has(one.id)) await walk(one.from, one.to, depth + 1);
      else if (one.id === TICK_LENGTH) tickLength = await uintIn(read, one);
      if (one.id === TRACK_ENTRY) tracks += 1;
      if (one.id === CLUSTER) last = one;
      // A live recording's cluster ends where the next element of the segment begins: its blocks are passed over one by one.
      at = one.id === CLUSTER && one.unknown ? one.from : one.to;
    }
  };
  await walk(head.to, size, 0);
  const ticks = last && tracks > 0 ? await lastTick(read, last, count) : 0;
  return { patches, lengthMs: lengthOf(ticks, 1e9 / tickLength) };
}
