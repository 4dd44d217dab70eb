import { type Looked, lengthOf, type Read, text, Unreadable, uint } from "./container";

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
export async function ogg(read: Read, size: number): Promise<Looked> {
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
