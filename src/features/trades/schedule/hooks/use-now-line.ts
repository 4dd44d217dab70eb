"use client";

import { useEffect, useState } from "react";

/** What time it is, anew every minute; 0 until the page runs in the browser. */
export function useNowLine(): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
