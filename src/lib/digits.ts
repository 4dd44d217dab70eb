/** Digits as they are typed in Arabic, in Persian and in full width: the last four bits of each are its value. */
const OTHERS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The same text with Latin digits. */
export const latinDigits = (text: string): string => text.replaceAll(OTHERS, (digit) => String(digit.charCodeAt(0) & 0xf));
