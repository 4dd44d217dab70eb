import { lengthOf, type Read, Unreadable, uint } from "./container";

/** Recordings have a voice and a picture; each is memory. */
const MAX_TRACKS = 100;
/** Rows of a run are read in pieces of so many bytes. */
const PIECE = 1 << 16;

/** Which fields follow the flags of a fragment's header (`tfhd`), of a run (`trun`) and of each of its rows: their bit, and how long they are. */
const HEADER_FIELDS = [
  { bit: 0x1, bytes: 8 },
  { bit: 0x2, bytes: 4 },
] as const;
const HAS_LENGTH = 0x8;
const RUN_FIELDS = [0x1, 0x4];
const ROW_LENGTH = 0x100;
const ROW_FIELDS = [ROW_LENGTH, 0x200, 0x400, 0x800];

interface Track {
  ticksPerSecond: number;
  /** How long each sample is, in ticks, where a fragment does not say otherwise. */
  sampleLength: number;
  /** Where its first fragment begins, and where what is known of it ends, in ticks. */
  begin: number | undefined;
  end: number;
}

/** Where a box's content begins and ends. */
interface Content {
  from: number;
  to: number;
}

/**
 * How long an MP4 in fragments plays (ISO/IEC 14496-12, 8.8), as recorders write it while they record: its head does not say it, so the
 * samples of each fragment are added up. It is shown the boxes of the file one after the other.
 */
export class Fragments {
  readonly #tracks = new Map<number, Track>();
  /** The track whose boxes come now, and what its fragment says. */
  #id = 0;
  #sampleLength: number | undefined;

  constructor(private readonly read: Read) {}

  #track(): Track {
    const known = this.#tracks.get(this.#id);
    if (known) return known;
    if (this.#tracks.size === MAX_TRACKS) throw new Unreadable("too many tracks");
    const track = { ticksPerSecond: 0, sampleLength: 0, begin: undefined, end: 0 };
    this.#tracks.set(this.#id, track);
    return track;
  }

  /** @param name of a box, whose content is looked at where it tells something of lengths */
  async show(name: string, content: Content): Promise<void> {
    const head = (length: number) => this.read(content.from, length);
    switch (name) {
      case "tkhd": {
        const bytes = await head(24);
        this.#id = uint(bytes, bytes[0] === 1 ? 20 : 12, 4);
        break;
      }
      case "mdhd": {
        const bytes = await head(24);
        this.#track().ticksPerSecond = uint(bytes, bytes[0] === 1 ? 20 : 12, 4);
        break;
      }
      case "trex": {
        const bytes = await head(16);
        this.#id = uint(bytes, 4, 4);
        this.#track().sampleLength = uint(bytes, 12, 4);
        break;
      }
      case "tfhd": {
        const bytes = await head(24);
        const flags = uint(bytes, 1, 3);
        this.#id = uint(bytes, 4, 4);
        const at = HEADER_FIELDS.reduce((sum, { bit, bytes: many }) => sum + (flags & bit ? many : 0), 8);
        this.#sampleLength = flags & HAS_LENGTH ? uint(bytes, at, 4) : undefined;
        break;
      }
      case "tfdt": {
        const bytes = await head(12);
        const track = this.#track();
        track.end = uint(bytes, 4, bytes[0] === 1 ? 8 : 4);
        track.begin ??= track.end;
        break;
      }
      case "trun": {
        const track = this.#track();
        track.end += await this.#runLength(content, this.#sampleLength ?? track.sampleLength);
        break;
      }
    }
  }

  /** @returns how long a run of samples is, in ticks: each says it, or all are as long as their track says */
  async #runLength({ from, to }: Content, sampleLength: number): Promise<number> {
    const head = await this.read(from, 8);
    const flags = uint(head, 1, 3);
    const rows = uint(head, 4, 4);
    if (!(flags & ROW_LENGTH)) return rows * sampleLength;
    const first = RUN_FIELDS.reduce((at, bit) => at + (flags & bit ? 4 : 0), from + 8);
    const rowBytes = ROW_FIELDS.reduce((sum, bit) => sum + (flags & bit ? 4 : 0), 0);
    const end = first + rows * rowBytes;
    if (end > to) throw new Unreadable("cut off");
    const piece = PIECE - (PIECE % rowBytes);
    let ticks = 0;
    for (let at = first; at < end; at += piece) {
      const bytes = await this.read(at, Math.min(piece, end - at));
      for (let row = 0; row < bytes.length; row += rowBytes) ticks += uint(bytes, row, 4);
    }
    return ticks;
  }

  /** @returns in milliseconds, how long it is from the first beginning of a track to the last end of one: what is cut out of a stream does not begin at 0 */
  lengthMs(): number | undefined {
    const timed = [...this.#tracks.values()].filter(({ end, ticksPerSecond }) => end > 0 && ticksPerSecond > 0);
    const begin = Math.min(...timed.map(({ begin = 0, ticksPerSecond }) => begin / ticksPerSecond));
    const end = Math.max(...timed.map(({ end: last, ticksPerSecond }) => last / ticksPerSecond));
    return lengthOf(end - begin, 1);
  }
}
