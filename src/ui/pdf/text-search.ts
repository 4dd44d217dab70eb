import { fold } from "@/lib/search-terms";
import { type Piece, readingOrder } from "./text-order";

/** A page's text as it is compared, and for each of its letters where it stands in the text layer. */
export interface PageText {
  text: string;
  starts: number[];
  ends: number[];
}

/** Where in a page's text layer something stands: more than one part where the file holds a line in another order. */
export interface Hit {
  parts: { start: number; end: number }[];
}

/** A piece of text as pdf.js hands it out. */
export interface TextItem extends Partial<Piece> {
  text: string;
  /** Whether a line ends with it. */
  endsLine?: boolean;
}

/** Written without blanks: a line that ends within a word has none either. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Not seen, and not typed: soft hyphens, marks of direction and joining, and what stands for glyphs without a letter. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
/** Quotation marks and dashes as keyboards have them. */
const PLAIN: [RegExp, string][] = [
  [/[‘’‚ʼ`´]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[‐‑‒–—−]/g, "-"],
];

const known = new Map<string, string>();

/** A letter as it is compared: without case, marks and typography. */
function plain(letter: string): string {
  let found = known.get(letter);
  if (found === undefined) {
    found = fold(PLAIN.reduce((text, [marks, mark]) => text.replace(marks, mark), letter)).replace(UNSEEN, "");
    known.set(letter, found);
  }
  return found;
}

/** What of a page can be searched, from its pieces of text in the order of the text layer. */
export function pageText(items: readonly TextItem[]): PageText {
  const page: PageText = { text: "", starts: [], ends: [] };
  const add = (letters: string, start: number, end: number) => {
    for (let at = 0; at < letters.length; at++) {
      page.starts.push(start);
      page.ends.push(end);
    }
    page.text += letters;
  };
  const addBlank = (start: number, end: number) => {
    if (page.text !== "" && !page.text.endsWith(" ")) add(" ", start, end);
  };
  let line: (Piece & { start: number })[] = [];
  const endLine = () => {
    let begins = true;
    for (const index of readingOrder(line)) {
      const { text, start } = line[index] as Piece & { start: number };
      let at = start;
      for (const letter of text) {
        if (begins && !(UNSPACED.test(letter) && UNSPACED.test(page.text.at(-1) ?? ""))) addBlank(at, at);
        begins = false;
        const end = at + letter.length;
        if (!/\s/u.test(letter)) add(plain(letter), at, end);
        // A mark on a blank is one without its letter, which stands in another piece.
        else if (!/^\p{M}/u.test(text.slice(end - start))) addBlank(at, end);
        at = end;
      }
    }
    line = [];
  };
  let start = 0;
  for (const { text, left = start, width = 0, endsLine } of items) {
    if (text !== "") line.push({ text, left, width, start });
    start += text.length;
    if (endsLine) endLine();
  }
  endLine();
  return page;
}

/** What is looked for, in the form in which texts are compared. */
export const needleOf = (query: string): string => pageText([{ text: query }]).text.trim();

/** All places where the needle stands in a page. */
export function findAll(page: PageText, needle: string): Hit[] {
  const hits: Hit[] = [];
  if (needle === "") return hits;
  for (let at = page.text.indexOf(needle); at >= 0; at = page.text.indexOf(needle, at + needle.length))
    hits.push({ parts: partsOf(page, at, at + needle.length) });
  return hits;
}

/** Blanks that are skipped between two letters do not divide a part. */
const SKIPPED = 3;

function partsOf({ starts, ends }: PageText, from: number, to: number): Hit["parts"] {
  const parts: Hit["parts"] = [];
  for (let at = from; at < to; at++) {
    const start = starts[at] as number;
    const end = ends[at] as number;
    const last = parts.at(-1);
    if (last && start >= last.start && start <= last.end + SKIPPED) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  return parts.filter(({ start, end }) => end > start);
}
