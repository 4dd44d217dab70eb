import { createRequire } from "node:module";
import { Font } from "@react-pdf/renderer";
import type { Locale } from "@/lib/locales";
import { keyedQueue } from "../keyed-queue";
import { learnShapes } from "./letters";

const require = createRequire(import.meta.url);

/**
 * Whole TrueType files: of a WOFF every letter would unpack its tables anew, which takes half a minute in Chinese.
 * The Latin typeface has Vietnamese letters too; the Chinese ones come in one weight. The first of them has the 6,763 letters of GB 2312;
 * names are written in more, and in traditional ones, which the last one has.
 */
const FACES = {
  latin: { 400: "ibm-plex-sans/400Regular/IBMPlexSans_400Regular", 600: "ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold" },
  arabic: {
    400: "ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular",
    600: "ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold",
  },
  chinese: { 400: "zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular", 600: "zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular" },
  rare: {
    400: "chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular",
    600: "chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular",
  },
} as const;

/** Longer ones are addresses and what stands in catalogues; no column is so narrow that it has no room for a word of a language. */
const LONGEST_WORD = 28;

// Words are never divided; Chinese, which has no spaces, may break after every character, and so may what is longer than any word. A number
// among Chinese letters comes alone, for it is drawn in another typeface: it may break there, too, or would be given a hyphen.
const breakAnywhere = (word: string) => {
  if (word.length > LONGEST_WORD || /\p{Script=Han}/u.test(word)) return [...word].flatMap((letter) => [letter, ""]);
  return /^\p{Nd}+$/u.test(word) ? [word, ""] : [word];
};

/** Registered anew, each file is read anew. */
function register(): void {
  const known = Font.getRegisteredFonts();
  for (const [family, faces] of Object.entries(FACES)) {
    delete known[family];
    for (const [weight, name] of Object.entries(faces))
      Font.register({ family, src: require.resolve(`@expo-google-fonts/${name}.ttf`), fontWeight: Number(weight) as 400 | 600 });
  }
  Font.registerHyphenationCallback(breakAnywhere);
}

/** The typefaces of a document in this language; names in any of the three scripts find their letters. */
const fontsFor = (locale: Locale): string[] => {
  const own = locale === "ar" ? ["arabic", "latin"] : ["latin", "arabic"];
  return [...own, "chinese", "rare"];
};

/** The code points that the typefaces have, whose weights are alike. They stay the same as long as the process lives. */
let shapes: ReadonlySet<number> | undefined;

async function shapesOf(): Promise<ReadonlySet<number>> {
  const known = new Set<number>();
  for (const fontFamily of Object.keys(FACES)) {
    await Font.load({ fontFamily, fontWeight: 400 });
    for (const codePoint of Font.getFont({ fontFamily, fontWeight: 400 }).data?.characterSet ?? []) known.add(codePoint);
  }
  return known;
}

const documents = keyedQueue();

/**
 * Draws one document after the other, each with typefaces that are read anew: one that has drawn a document before leaves
 * letters of the next one out.
 */
export const draw = <T>(locale: Locale, work: (fonts: string[]) => Promise<T>): Promise<T> =>
  documents.take("", async () => {
    register();
    if (!shapes) {
      shapes = await shapesOf();
      learnShapes((codePoint) => shapes?.has(codePoint) ?? true);
    }
    return work(fontsFor(locale));
  });
