/** Whether one of the typefaces has a shape for a code point. */
export type HasShape = (codePoint: number) => boolean;

/** Before the typefaces are known they are taken to have all. */
let hasShape: HasShape = () => true;

/** What `drawable` goes by from now on. */
export const learnShapes = (known: HasShape): void => {
  hasShape = known;
};

/** Marks of direction. */
const DIRECTIONS = /[\u061c\u200e\u200f\u2066-\u2069]/g;
/** What stands above and below Arabic letters and says how they sound (Unicode 16, "Tashkil"). */
const TASHKIL = /(?<=\p{Script=Arabic})[\u064b-\u0652\u0670]+/gu;
/** Pictures in a text: flags, keys, and what is composed of pieces (UTS #51, 1.4.9). */
const EMOJI =
  /\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|[\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})*/gu;
/** That a sign is to be shown as a picture, or on a key. */
const AS_PICTURE = /[\ufe0f\u20e3]/g;
/** Signs of a trade that look like others, which every typeface has. */
const ALIKE: Record<string, string> = {
  "\t": " ",
  "\u2300": "Ø",
  "\u223c": "~",
  "\u2236": ":",
  "\u29b0": "Ø",
  "\u2215": "/",
  "\u2216": "\\",
  "\u2217": "*",
};
/** Stands for a letter of a script that no typeface here has. */
const UNKNOWN = "\u25a1";

const allHaveShapes = (text: string): boolean => [...text].every((letter) => hasShape(letter.codePointAt(0) ?? 0));

/** A picture as the sign that it is of, where a typeface has that. */
function plain(emoji: string): string {
  const sign = emoji.replaceAll(AS_PICTURE, "");
  return allHaveShapes(sign) ? sign : "";
}

/** A letter that has no shape, by another that means the same. */
function instead(letter: string): string {
  const alike = ALIKE[letter] ?? letter.normalize("NFKC");
  if (allHaveShapes(alike)) return alike;
  // Of what is not seen by itself, or goes with the letter before it, nothing is missed.
  return /[\p{M}\p{Cf}\p{Cc}]/u.test(letter) ? "" : UNKNOWN;
}

/**
 * A text as documents draw it: the renderer has another letter, which means nothing, stand for each that its typefaces lack, and sets all
 * marks of letters at one height.
 * - Composed (NFC), so that letters with their marks are shapes of their own; Arabic as it is written every day, without its marks of sound.
 * - Without marks of direction, and without pictures that no typeface has; what else none has is told by a sign that means it, or by an empty box.
 * - The groups of a number stay together: behind Arabic letters they would be set from the right, unless what parts them belongs to the
 *   number (UAX #9, W4).
 */
export function drawable(text: string): string {
  const composed = text.normalize("NFC").replaceAll(DIRECTIONS, "").replaceAll(TASHKIL, "");
  const shown = allHaveShapes(composed)
    ? composed
    : [...composed.replaceAll(EMOJI, plain)]
        .map((letter) => (letter === "\n" || allHaveShapes(letter) ? letter : instead(letter)))
        .join("");
  return shown.replaceAll(/(?<=\p{Nd}) (?=\p{Nd})/gu, "\u00a0");
}
