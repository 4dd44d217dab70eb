"use client";

import { useEffect, useState } from "react";

/** While somebody types, it waits this long for the next letter. */
const PAUSE_MS = 250;

/** What to look for while somebody types in a field that offers what it finds. @returns what is asked for, and what takes each letter */
export function useTypedSearch(): [search: string, onType: (typed: string) => void] {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const waiting = setTimeout(() => setSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(waiting);
  }, [typed]);
  return [search, setTyped];
}
