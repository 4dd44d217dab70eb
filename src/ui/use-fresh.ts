"use client";

import { useEffect, useRef } from "react";

/** Acts whenever something has come anew from the server, but not on what was there at first. */
export function useFresh<T>(data: T, act: () => void): void {
  const known = useRef(data);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (known.current === data) return;
    known.current = data;
    latest.current();
  }, [data]);
}
