import { fold } from "./search-terms";

/** FNV-1a over 32 bits (draft-eastlake-fnv-17), begun with a basis. */
function fnv(text: string, basis: number): number {
  let hash = basis;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * A number that is the same for texts that differ by accident only: in case, marks, blanks and signs. It fits a bigint column.
 * Texts that differ may rarely share one: it is for telling what somebody wrote twice, and proves nothing.
 */
export function fingerprintOf(text: string): bigint {
  const words =
    fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") || text;
  return BigInt.asIntN(64, (BigInt(fnv(words, 0x811c9dc5)) << 32n) | BigInt(fnv(`${words.length} ${words}`, 0x050c5d1f)));
}
