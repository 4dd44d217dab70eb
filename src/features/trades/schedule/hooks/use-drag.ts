"use client";

import { type PointerEvent, useRef, useState } from "react";
import type { Pull } from "../rules";
import type { Booking } from "./use-move";

/** Pixels before a press becomes a pull. */
const SLACK = 5;

export interface Dragged {
  booking: Booking;
  /** In whose row it was taken. */
  resource: string;
  pull: Pull;
  /** Pixels along the lines, from where they begin. */
  along: number;
  /** Pixels down the page. */
  down: number;
  /** Where the pointer is. */
  over: Target;
}

/** A place on a board: the row and, where rows have days, the day. */
export interface Target {
  resource: string | undefined;
  day: string | undefined;
}

/** The place below the pointer, which carries `data-resource`. */
function targetAt(x: number, y: number): Target {
  const place = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset.resource);
  const { resource, day } = (place as HTMLElement | undefined)?.dataset ?? {};
  return { resource, day };
}

/**
 * Pulls bookings about by mouse or pen. A finger scrolls: it moves them as keys do, by the dialog that a press opens.
 * @param onDrop what was pulled, and to where
 */
export function useDrag(onDrop: (dragged: Dragged) => void) {
  const [dragged, setDragged] = useState<Dragged>();
  const begun = useRef<{ x: number; y: number; dragged: Dragged; moved: boolean } | undefined>(undefined);
  /** The click that follows a pull opens nothing. */
  const pulledJustNow = useRef(false);

  const end = () => {
    begun.current = undefined;
    setDragged(undefined);
  };
  const handle = (booking: Booking, resource: string, pull: Pull) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // Also before a tap, which pulls nothing itself: the click that follows it is one.
      pulledJustNow.current = false;
      if (event.button !== 0 || event.pointerType === "touch") return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const over = targetAt(event.clientX, event.clientY);
      begun.current = { x: event.clientX, y: event.clientY, dragged: { booking, resource, pull, along: 0, down: 0, over }, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = begun.current;
      if (!from) return;
      const [right, down] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(right, down) < SLACK) return;
      from.moved = true;
      const along = getComputedStyle(event.currentTarget).direction === "rtl" ? -right : right;
      from.dragged = { ...from.dragged, along, down, over: targetAt(event.clientX, event.clientY) };
      setDragged(from.dragged);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = begun.current;
      end();
      if (!from?.moved) return;
      pulledJustNow.current = true;
      onDrop({ ...from.dragged, over: targetAt(event.clientX, event.clientY) });
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
  });
  /** Whether a click is one, and not the end of a pull. */
  const isClick = () => !pulledJustNow.current;
  return { dragged, handle, isClick };
}
