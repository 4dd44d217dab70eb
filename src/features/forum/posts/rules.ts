import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as wordsOf } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import type { Amounts } from "@/features/forum/rules";
import { namesIn, toHandle } from "@/lib/mentions";

/** How an uploaded picture stands in a text: `![what it shows](image:<uid>)`. */
export const IMAGE_SCHEME = "image:";

export interface TextFacts {
  /** Addresses beyond this site, pictures from elsewhere included. */
  links: number;
  /** Ids of uploaded pictures, each once. */
  images: string[];
  /** For each name after an @ what it may stand for, the longest first; what is none stays text. */
  mentions: string[][];
}

/** Signs that mark up: so many a long and careful text has, and no parser takes long over them. */
const MOST = { emphasis: 600, brackets: 400, ticks: 600, angles: 600, lines: 1500, cells: 10_000 } as const;
/** Quotes and lists within one another. */
const DEEPEST = 12;

const occurrences = (text: string, pattern: RegExp): number => {
  let n = 0;
  for (const _ of text.matchAll(pattern)) n += 1;
  return n;
};

/**
 * Whether a text has so much markup that parsing it would take seconds or find no end, in the server and in every reader's browser:
 * parsers of Markdown take the square of some signs' number. Told in one pass, before anything is parsed.
 */
export function isTangled(markdown: string): boolean {
  if (occurrences(markdown, /\*+|_+|~+/g) > MOST.emphasis) return true;
  if (occurrences(markdown, /\[/g) > MOST.brackets || occurrences(markdown, /\]/g) > MOST.brackets) return true;
  if (occurrences(markdown, /`+/g) > MOST.ticks || occurrences(markdown, /</g) > MOST.angles) return true;
  const lines = markdown.split("\n");
  // Every row of a table is as wide as its first, whatever stands in it.
  const widest = Math.max(...lines.map((line) => occurrences(line, /\|/g)));
  return (
    lines.length > MOST.lines ||
    widest * lines.length > MOST.cells ||
    lines.some((line) => {
      const [lead = ""] = /^[\s>+*\-\d.)]*/.exec(line) ?? [];
      return occurrences(lead, />|[-+*](?=\s)|\d[.)](?=\s)/g) > DEEPEST || /^[ \t]{41,}(?:[-+*>]|\d+[.)])\s/.test(line);
    })
  );
}

const parse = (markdown: string) => fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

const isOwn = (url: string): boolean => /^(?:[/#?](?![/\\])|$)/.test(url);

/** What a text in Markdown holds; nothing that stands in code counts. */
export function factsOf(markdown: string): TextFacts {
  const facts: TextFacts = { links: 0, images: [], mentions: [] };
  const images = new Set<string>();
  const mentions = new Map<string, string[]>();
  const visit = (node: Nodes, linked: boolean): void => {
    if ((node.type === "link" || node.type === "definition") && !isOwn(node.url)) facts.links += 1;
    if (node.type === "image") {
      if (node.url.startsWith(IMAGE_SCHEME)) images.add(node.url.slice(IMAGE_SCHEME.length).toLowerCase());
      else facts.links += 1;
    }
    if (node.type === "text" && !linked) for (const { names } of namesIn(node.value)) mentions.set(names[0] ?? "", names.map(toHandle));
    if ("children" in node) for (const child of node.children) visit(child, linked || node.type === "link");
  };
  visit(parse(markdown), false);
  return { ...facts, images: [...images], mentions: [...mentions.values()] };
}

export const amountsOf = ({ links, images, mentions }: TextFacts): Amounts => ({
  links,
  images: images.length,
  mentions: mentions.length,
});

/** Of each name the longest reading that somebody bears. @param known what each handle stands for */
export function named<T>(mentions: string[][], known: ReadonlyMap<string, T>): T[] {
  const found = mentions.map((names) => names.find((name) => known.has(name)));
  return [...new Set(found.flatMap((name) => (name === undefined ? [] : [known.get(name) as T])))];
}

/** What holds others that stand below or beside one another, not within a line. */
const APART: readonly Nodes["type"][] = ["list", "listItem", "table", "tableRow", "blockquote", "footnoteDefinition"];

function wordsIn(node: Nodes): string {
  if (node.type === "break") return " ";
  if ("children" in node) return node.children.map(wordsIn).join(APART.includes(node.type) ? " " : "");
  return wordsOf(node, { includeImageAlt: true, includeHtml: false });
}

/** A text's words in one line, without what marks them up and what it quotes. */
export function plainOf(markdown: string): string {
  const { children } = parse(markdown);
  const own = children.filter(({ type }) => type !== "blockquote" && type !== "html");
  const parts = (own.length > 0 ? own : children).map(wordsIn);
  return parts.join(" ").replaceAll(/\s+/gu, " ").trim();
}

/** The beginning of a text as it is quoted. */
export const excerptOf = (markdown: string, letters = 200): string => {
  const plain = [...plainOf(markdown)];
  return plain.length > letters
    ? `${plain
        .slice(0, letters - 1)
        .join("")
        .trimEnd()}…`
    : plain.join("");
};
