import { isRtlText, type Piece, readingOrder } from "./text-order";

/** The layer's pieces of text in the order in which the file holds them. */
export function textNodes(layer: Element): Text[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** Puts lines with Arabic or Hebrew in the order in which they are read: for screen readers, and for what is copied. */
export function putInReadingOrder(layer: Element): void {
  if (!isRtlText(layer.textContent)) return;
  const lines = [layer, ...layer.querySelectorAll(".markedContent")].flatMap(linesOf);
  // All are measured before the first is moved: a move makes the browser lay out the page anew.
  const orders = lines.map((line) => readingOrder(line.map(pieceOf)));
  lines.forEach((line, number) => {
    const order = orders[number] as number[];
    if (order.some((from, to) => from !== to)) line.at(-1)?.after(...order.map((at) => line[at] as Element));
  });
}

function pieceOf(element: Element): Piece {
  const { left, width } = element.getBoundingClientRect();
  return { text: element.textContent, left, width };
}

/** The runs of pieces that stand side by side in a part of the layer. */
function linesOf(part: Element): Element[][] {
  const lines: Element[][] = [[]];
  for (const child of part.children) {
    if (child.matches("span[role=presentation]")) lines.at(-1)?.push(child);
    else lines.push([]);
  }
  return lines.filter(({ length }) => length > 1);
}

/** pdf.js puts this before the names of what lies over a page; react-pdf's structure names it without. */
const PREFIX = "pdfjs_internal_id_";

/** Joins the structure for screen readers with the page's links, and gives these the text that they lie on. */
export function mendStructure(page: Element, nameless: string): void {
  const layer = page.querySelector(".textLayer");
  // Its last element says that all of it is there.
  if (!layer?.querySelector(".endOfContent")) return;
  for (const part of page.querySelectorAll(".structTree [aria-owns]")) {
    const name = part.getAttribute("aria-owns") ?? "";
    const owned = document.getElementById(name);
    if (!owned && document.getElementById(PREFIX + name)) part.setAttribute("aria-owns", PREFIX + name);
    // What is only painted, such as a table's lines, is nothing to read.
    else if (!owned?.textContent) part.removeAttribute("aria-owns");
  }
  for (const link of page.querySelectorAll(".annotationLayer a:not([aria-label])")) {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    const under = [...layer.querySelectorAll("span[role=presentation]")].filter((piece) => {
      const box = piece.getBoundingClientRect();
      const across = (box.left + box.right) / 2;
      const down = (box.top + box.bottom) / 2;
      return across >= left && across <= right && down >= top && down <= bottom;
    });
    const pieces = under.map(pieceOf);
    const text = readingOrder(pieces).map((at) => pieces[at]?.text);
    link.setAttribute("aria-label", text.join("").normalize("NFKC").trim() || nameless);
    // Made by pdf.js of the same letters, in the order of the file.
    link.removeAttribute("title");
  }
}
