"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { MOST_COUNTED } from "../../stock/rules";

/** What somebody found, and what the books said when they wrote it down. */
export interface Found {
  name: string;
  counted: number | null;
  seen: number;
}

interface Count {
  found: Record<string, Found>;
  note: string;
}

/** What is saved together: a whole warehouse takes several. */
export const partsOf = <One>(written: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(written.length / MOST_COUNTED) }, (_, at) => written.slice(at * MOST_COUNTED, (at + 1) * MOST_COUNTED));

/**
 * What was written down while the rest was being saved; of what was saved the books say it by now.
 * @param saved its note is undefined where it is wanted further
 */
export const leftOf = (now: Count, saved: Pick<Count, "found"> & { note: string | undefined }): Count => ({
  found: Object.fromEntries(
    Object.entries(now.found)
      .filter(([uid, one]) => one !== saved.found[uid])
      .map(([uid, one]) => [uid, { ...one, seen: saved.found[uid]?.counted ?? one.seen }]),
  ),
  note: now.note === saved.note ? "" : now.note,
});

const NOTHING: Count = { found: {}, note: "" };

/** A count of the shelves that is under way: it outlives a reload, and a phone that forgets the page. */
export function useCountDraft(workspaceId: string) {
  const name = `trades.count.${workspaceId}`;
  const latest = useRef(NOTHING);
  const [count, setCount] = useState(NOTHING);
  useEffect(() => {
    latest.current = readDraft<Count>(name) ?? NOTHING;
    setCount(latest.current);
  }, [name]);
  const change = useCallback(
    (next: (now: Count) => Count) => {
      latest.current = next(latest.current);
      setCount(latest.current);
      if (Object.values(latest.current.found).some(({ counted }) => counted !== null)) writeDraft(name, latest.current);
      else clearDraft(name);
    },
    [name],
  );
  return { ...count, change };
}
