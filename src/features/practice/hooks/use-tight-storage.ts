"use client";

import { useEffect, useState } from "react";
import type { RecordingKind } from "@/lib/enums/practice";
import { bytesNeeded, storageRoom } from "./media";

/** Whether this device may run out of room while so many minutes are recorded. */
export function useTightStorage(kind: RecordingKind, minutes: number): boolean {
  const [tight, setTight] = useState(false);
  useEffect(() => {
    let live = true;
    void storageRoom().then(({ free }) => live && setTight(free !== undefined && free < bytesNeeded(kind, minutes)));
    return () => {
      live = false;
    };
  }, [kind, minutes]);
  return tight;
}
