"use client";

import { useEffect } from "react";
import { dayIn } from "@/lib/days";

const LOOK_MS = 60_000;

/** Does something once it is another day by a zone's clocks: a page that is left open goes on with the day. */
export function useDayTurn(timeZone: string, turn: () => unknown): void {
  useEffect(() => {
    let day = dayIn(new Date(), timeZone);
    const timer = setInterval(() => {
      const now = dayIn(new Date(), timeZone);
      if (now === day) return;
      day = now;
      turn();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [timeZone, turn]);
}
