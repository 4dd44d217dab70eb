import clsx from "clsx";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Hit } from "./text-search";
import type { Marked } from "./use-search";

interface Box {
  hit: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/**
 * What a search found on a page, as boxes over it: the text layer stays as it is, and with it the structure for screen readers.
 * @param marked the one that the reader is at
 * @param text the text layer's pieces, in the order in which they were searched
 */
export function Hits({
  page,
  hits,
  marked,
  text,
  onMarked,
}: {
  page: RefObject<HTMLElement | null>;
  hits: Hit[];
  marked: Marked | undefined;
  text: readonly Text[];
  onMarked: (mark: Element) => void;
}) {
  const [laid, setLaid] = useState<{ hits: Hit[]; boxes: Box[] }>();
  const mark = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const frame = page.current?.getBoundingClientRect();
    setLaid({ hits, boxes: frame ? boxesOf(hits, text, frame) : [] });
  }, [page, hits, text]);

  const boxes = laid?.hits === hits ? laid.boxes : [];
  const first = marked ? boxes.findIndex(({ hit }) => hit === marked.at) : -1;
  const tell = useRef(onMarked);
  tell.current = onMarked;
  useEffect(() => {
    if (marked && first >= 0 && mark.current) tell.current(mark.current);
  }, [marked, first]);

  const frame = page.current;
  if (!frame) return null;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {boxes.map(({ hit, left, top, width, height }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity but their order
          key={at}
          ref={at === first ? mark : undefined}
          data-hit={hit === marked?.at ? "marked" : "found"}
          // The colour lets the letters through; the line shows where the page itself is dark.
          className={clsx("absolute rounded-xs", hit === marked?.at ? "outline-2 outline-[#d35c00]" : "outline-1 outline-[#b8860b]")}
          style={{
            left: percent(left, frame.clientWidth),
            top: percent(top, frame.clientHeight),
            width: percent(width, frame.clientWidth),
            height: percent(height, frame.clientHeight),
          }}
        >
          <div className={clsx("size-full rounded-xs mix-blend-multiply", hit === marked?.at ? "bg-[#ffb13d]" : "bg-[#ffe680]")} />
        </div>
      ))}
    </div>
  );
}

function boxesOf(hits: Hit[], text: readonly Text[], frame: DOMRect): Box[] {
  const starts = [0];
  for (const { length } of text) starts.push((starts.at(-1) as number) + length);
  /** An end belongs to the piece that it ends, a start to the one that it begins. */
  const placeOf = (at: number, isEnd: boolean): [Text, number] | undefined => {
    const next = starts.findIndex((start) => (isEnd ? start >= at : start > at));
    const piece = text[next - 1];
    return piece && [piece, at - (starts[next - 1] as number)];
  };
  return hits.flatMap(({ parts }, hit) => {
    const boxes: Box[] = [];
    for (const { start, end } of parts) {
      const from = placeOf(start, false);
      const to = placeOf(end, true);
      if (!from || !to) continue;
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(...to);
      for (const { left, top, width, height } of range.getClientRects()) {
        if (width > 0) addTo(boxes, { hit, left: left - frame.left, top: top - frame.top, width, height });
      }
    }
    return boxes;
  });
}

/** One box for what stands on one line, of however many pieces it is. */
function addTo(boxes: Box[], box: Box): void {
  const line = boxes.find(({ top, height }) => Math.abs(top + height / 2 - box.top - box.height / 2) < height / 2);
  if (!line) return void boxes.push(box);
  const right = Math.max(line.left + line.width, box.left + box.width);
  const bottom = Math.max(line.top + line.height, box.top + box.height);
  line.left = Math.min(line.left, box.left);
  line.top = Math.min(line.top, box.top);
  line.width = right - line.left;
  line.height = bottom - line.top;
}
