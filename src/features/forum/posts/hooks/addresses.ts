import type { PostDto } from "../dto";

/** An address lives a quarter of an hour; younger than this it is good for a while. */
const FRESH_MS = 10 * 60_000;

/** The addresses of messages' pictures: the same picture gets another one with each answer, and would be loaded again. */
export class Addresses {
  readonly #held = new Map<string, { url: string; at: number }>();
  readonly #forgotten = new Set<string>();

  /** Messages as they came, with the addresses that are good still. One that did not change is the one that is held. */
  settle(came: readonly PostDto[], held: readonly PostDto[], now = Date.now()): PostDto[] {
    const known = new Map(held.map((post) => [post.uid, post]));
    return came.map((post) => {
      const settled = { ...post, images: post.images.map((image) => ({ ...image, url: this.#settled(image, now) })) };
      const before = known.get(post.uid);
      return before && JSON.stringify(before) === JSON.stringify(settled) ? before : settled;
    });
  }

  #settled({ uid, url }: { uid: string; url: string }, now: number): string {
    const held = this.#held.get(uid);
    if (held && now - held.at < FRESH_MS) return held.url;
    this.#held.set(uid, { url, at: now });
    return url;
  }

  /** It leads nowhere: the next answer's is taken. @returns whether that is worth asking; once, because a picture may be gone itself */
  forget(uid: string): boolean {
    if (this.#forgotten.has(uid)) return false;
    this.#forgotten.add(uid);
    return this.#held.delete(uid);
  }
}
