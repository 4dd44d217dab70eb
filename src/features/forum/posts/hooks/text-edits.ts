/** A change of what stands in a field: this range becomes that text, and this is chosen afterwards. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  select: [from: number, to: number];
}

export const MARKS = ["bold", "italic", "quote", "list", "code", "link"] as const;
export type TextMark = (typeof MARKS)[number];

/** Puts signs around what is chosen, or around a word to be written over. Where they stand already, they go. */
function around(text: string, from: number, to: number, sign: string, word: string): Edit {
  const chosen = text.slice(from, to);
  if (chosen && text.slice(from - sign.length, from) === sign && text.slice(to, to + sign.length) === sign) {
    const start = from - sign.length;
    return { from: start, to: to + sign.length, text: chosen, select: [start, start + chosen.length] };
  }
  const inner = chosen || word;
  return { from, to, text: sign + inner + sign, select: [from + sign.length, from + sign.length + inner.length] };
}

/** Puts a sign before each line that is chosen; where all have it, it goes. */
function before(text: string, from: number, to: number, sign: string, word: string): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", Math.max(to, start));
  const end = next === -1 ? text.length : next;
  const lines = (text.slice(start, end) || word).split("\n");
  const all = lines.every((line) => line.startsWith(sign));
  const made = lines.map((line) => (all ? line.slice(sign.length) : sign + line)).join("\n");
  return { from: start, to: end, text: made, select: [all ? start : start + sign.length, start + made.length] };
}

/** A block has lines of its own. */
function fenced(text: string, from: number, to: number, word: string): Edit {
  const inner = text.slice(from, to) || word;
  const head = `${from === 0 || text[from - 1] === "\n" ? "" : "\n"}\`\`\`\n`;
  const tail = `\n\`\`\`${text[to] === "\n" || to === text.length ? "" : "\n"}`;
  return { from, to, text: head + inner + tail, select: [from + head.length, from + head.length + inner.length] };
}

/** What a button of the toolbar does to a text. @param word what stands there where nothing was chosen, to be written over */
export function marked(mark: TextMark, text: string, from: number, to: number, word: string): Edit {
  if (mark === "bold") return around(text, from, to, "**", word);
  if (mark === "italic") return around(text, from, to, "_", word);
  if (mark === "list") return before(text, from, to, "- ", word);
  if (mark === "quote") return before(text, from, to, "> ", word);
  const chosen = text.slice(from, to);
  if (mark === "code") return chosen.includes("\n") || !chosen ? fenced(text, from, to, word) : around(text, from, to, "`", word);
  if (/^https?:\/\/\S+$/.test(chosen)) return { from, to, text: `[${word}](${chosen})`, select: [from + 1, from + 1 + word.length] };
  const inner = chosen || word;
  const at = from + inner.length + 3;
  return { from, to, text: `[${inner}](https://)`, select: [at, at + "https://".length] };
}

/** Changes a field as if it had been typed, so that it can be undone. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The only way that keeps what can be undone; where a browser knows it no more, the text still comes.
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!done) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(...select);
}
