import { latinDigits } from "./digits";

// Numbers with a fixed count of digits after the point, kept as whole numbers: 12.50 with two digits is 1250.

const BLANKS = /[\s\u00a0\u2009\u202f'’]/g;
const NOUGHT = /^[-\u2212+]?0*$/;
const SIGNS = /[.,\u066b\u066c]/g;

/** Where a language has a sign of its own for it that hardly a keyboard has, a point stands for it. */
const ARABIC_POINT = "\u066b";

const signOf = (tag: string, type: "decimal" | "group"): string | undefined =>
  new Intl.NumberFormat(tag).formatToParts(1_234_567.5).find((part) => part.type === type)?.value;

/** What parts the whole from the rest in a language. */
const pointOf = (tag: string): string => signOf(tag, "decimal") ?? ".";

/**
 * What somebody typed as a number, as people write them: with a point or a comma, with thousands parted or not, in Latin or Arabic digits.
 * A sign that stands once parts the rest off, unless it is not this language's and three digits follow it: no thousands begin with a nought,
 * so that behind noughts alone, or behind nothing, it does so whichever it is. Where three digits may be either, and the sign is none of this
 * language's, it is not guessed: a thousand times as much is too much.
 * @param digits after the point; more of them are no such number
 * @returns undefined for what is none, or could be two
 */
export function readDecimal(text: string, digits: number, tag: string): number | undefined {
  const plain = latinDigits(text.replaceAll(BLANKS, ""));
  const signs = [...plain.matchAll(SIGNS)];
  const last = signs.at(-1);
  const point = pointOf(tag);
  let [whole, rest] = [plain, ""];
  if (last) {
    const [before, after] = [plain.slice(0, last.index), plain.slice(last.index + 1)];
    const alone = signs.filter(([sign]) => sign === last[0]).length === 1;
    // What parts thousands comes more than once, or before another sign, or before three digits.
    const thousands = after.length === 3 && !NOUGHT.test(before);
    const isPoint = last[0] === point || (last[0] === "." && point === ARABIC_POINT);
    if (alone && (isPoint || signs.length > 1 || !thousands)) [whole, rest] = [before, after];
    else if (alone && digits >= 3 && last[0] !== signOf(tag, "group")) return undefined;
  }
  const sign = whole.startsWith("-") || whole.startsWith("\u2212") ? -1 : 1;
  const number = whole.replace(/^[-\u2212+]/, "").replaceAll(SIGNS, "");
  if (!/^\d*$/.test(number) || !/^\d*$/.test(rest) || number + rest === "" || rest.length > digits) return undefined;
  const scaled = sign * Number(`${number}${rest.padEnd(digits, "0")}`);
  return Number.isSafeInteger(scaled) ? scaled || 0 : undefined;
}

/** The same number as it is typed: with this language's point, nothing between thousands, and no noughts at the end but those that money has. */
export function writeDecimal(value: number, digits: number, tag: string, least = 0): string {
  const [size, sign] = [Math.abs(value), value < 0 ? "-" : ""];
  const text = String(size).padStart(digits + 1, "0");
  const [whole, rest] = [text.slice(0, text.length - digits), digits === 0 ? "" : text.slice(-digits)];
  const kept = rest.slice(0, Math.max(least, rest.replace(/(?<!0)0+$/, "").length));
  return `${sign}${whole}${kept === "" ? "" : `${pointOf(tag)}${kept}`}`;
}
