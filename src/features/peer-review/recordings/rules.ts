/** Bytes that are written over where somebody or something may be named. */
export interface Patch {
  at: number;
  bytes: Uint8Array;
}

/** What a look into a recording finds. */
export interface Looked {
  patches: Patch[];
  /** How long it is, in milliseconds, where that can be told without reading all of it: not of an MP4 in fragments. */
  lengthMs: number | undefined;
}

/** Reads a piece of a file; shorter at its end. */
export type Read = (at: number, length: number) => Promise<Uint8Array>;

const CONTAINERS = ["webm", "mp4", "ogg"] as const;
export type Container = (typeof CONTAINERS)[number];

const BY_TYPE = new Map<string, Container>([
  ["audio/webm", "webm"],
  ["video/webm", "webm"],
  ["audio/mp4", "mp4"],
  ["video/mp4", "mp4"],
  ["audio/ogg", "ogg"],
]);

export const CLEANABLE_TYPES = [...BY_TYPE.keys()];
/** Whether a recording of this type can be freed of what it says of its maker. */
export const isCleanable = (type: string): boolean => BY_TYPE.has(type);
export const containerOf = (type: string): Container | undefined => BY_TYPE.get(type);

/** The most parts that are looked at: more is no recording of anybody's. */
const MAX_PARTS = 2_000_000;
/** How deep parts lie in each other at most, and how many places are written over: players' own files need a handful, and each of both is memory. */
const MAX_DEPTH = 16;
const MAX_PATCHES = 10_000;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

const uint = (bytes: Uint8Array, from: number, length: number): number => {
  let value = 0;
  for (let at = from; at < from + length; at++) value = value * 256 + (bytes[at] ?? 0);
  return value;
};

/** No recording is longer than a day. */
const MAX_LENGTH_MS = 86_400_000;

function lengthOf(ticks: number, ticksPerSecond: number): number | undefined {
  const ms = Math.round((ticks / ticksPerSecond) * 1000);
  return ms > 0 && ms <= MAX_LENGTH_MS ? ms : undefined;
}

/** The file is not what its type says, or is cut off within its structure. */
export class Unreadable extends Error {}

/** Counts the part that a walk comes to, before it looks into it. @returns what to call for each @throws Unreadable */
function bounds(patches: readonly Patch[]): (depth: number) => void {
  let parts = 0;
  return (depth) => {
    if (++parts > MAX_PARTS || depth > MAX_DEPTH || patches.length > MAX_PATCHES) throw new Unreadable("too many parts");
  };
}

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
async function webm(read: Read, size: number): Promise<Looked> {
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

// MP4 (ISO/IEC 14496-12): boxes of a length, a name and a content.

const HOLDERS = new Set(["moov", "trak", "mdia", "minf", "moof", "traf", "edts", "stbl"]);
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

async function mp4(read: Read, size: number): Promise<Looked> {
  const patches: Patch[] = [];
  let lengthMs: number | undefined;
  let fragments = 0;
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
      if (name === "mvhd") lengthMs = await saidLength(read, from);
      if (name === "moof") fragments += 1;
      at = to;
    }
  };
  await walk(0, size, 0);
  return { patches, lengthMs: fragments > 0 ? undefined : lengthMs };
}

/** After its fixed fields a handler has a name, by which devices name themselves. */
const HANDLER_FIELDS = 24;
const handlerName = (from: number, to: number): Patch[] =>
  to > from + HANDLER_FIELDS ? [{ at: from + HANDLER_FIELDS, bytes: new Uint8Array(to - from - HANDLER_FIELDS) }] : [];

// Ogg (RFC 3533) with Opus (RFC 7845): the second page holds the comments.

const OGG_HEAD = 27;

/** CRC-32 as Ogg pages have it: polynomial 0x04c11db7, from zero, not reflected. */
function oggSum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

const little = (value: number): Uint8Array => Uint8Array.from([0, 8, 16, 24], (shift) => (value >>> shift) & 255);

async function page(read: Read, at: number): Promise<Uint8Array> {
  const head = await read(at, OGG_HEAD + 255);
  if (text(head, 0, 4) !== "OggS") throw new Unreadable("no Ogg");
  const segments = head[26] ?? 0;
  const length = head.subarray(OGG_HEAD, OGG_HEAD + segments).reduce((sum, one) => sum + one, 0);
  const whole = await read(at, OGG_HEAD + segments + length);
  if (whole.length < OGG_HEAD + segments + length) throw new Unreadable("cut off");
  return whole;
}

/** Opus counts so many samples a second, those with them that players pass over at first. */
const OPUS_RATE = 48_000;
/** As long as a page can be. */
const MAX_PAGE = OGG_HEAD + 255 + 255 * 255;

/** @param first its first page, which says how many samples are passed over; how many there are is said by the last one */
async function oggLength(read: Read, size: number, first: Uint8Array): Promise<number | undefined> {
  const end = await read(Math.max(0, size - MAX_PAGE), MAX_PAGE);
  let at = end.length - OGG_HEAD;
  while (at >= 0 && text(end, at, at + 4) !== "OggS") at -= 1;
  if (at < 0) return undefined;
  const samples = uint(end.slice(at + 6, at + 14).reverse(), 0, 8);
  const skipped = OGG_HEAD + (first[26] ?? 0) + 10;
  return lengthOf(samples - uint(first.slice(skipped, skipped + 2).reverse(), 0, 2), OPUS_RATE);
}

/** The comments become none, from a program without a name, followed by as many blank bytes as they had. */
async function ogg(read: Read, size: number): Promise<Looked> {
  const first = await page(read, 0);
  const comments = Uint8Array.from(await page(read, first.length));
  const begin = OGG_HEAD + (comments[26] ?? 0);
  // Comments that go on on another page are more than any recorder writes.
  const goesOn = comments[begin - 1] === 255;
  if (text(comments, begin, begin + 8) !== "OpusTags" || goesOn) throw new Unreadable("no comments");
  comments.fill(0, begin + 8);
  comments.fill(0, 22, 26);
  comments.set(little(oggSum(comments)), 22);
  return { patches: [{ at: first.length, bytes: comments }], lengthMs: await oggLength(read, size, first) };
}

const LOOKS: Record<Container, (read: Read, size: number) => Promise<Looked>> = { webm, mp4, ogg };

/**
 * What has to be written over in a recording so that it says nothing of who made it, on what, where and when, and how long it plays; the
 * file stays as large as it is.
 * @throws Unreadable for a file that is not what its type says
 */
export const cleaning = (container: Container, read: Read, size: number): Promise<Looked> => LOOKS[container](read, size);
