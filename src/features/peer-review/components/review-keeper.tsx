"use client";

import { useCallback, useEffect, useRef } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import { useUploads } from "@/features/practice/state";
import { trpc } from "@/trpc/client";
import { decodeEvent } from "../events";
import { sendRetakes } from "../hooks/retakes";

/** News often come in pairs: they are asked for once, so many milliseconds after the first. */
const GATHER_MS = 300;

/** Keeps what shows of reviews true, and tells which takes try a suggestion, on whatever page somebody is. */
export function ReviewKeeper() {
  const utils = trpc.useUtils();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const sent = useUploads((uploads) => Object.values(uploads).filter(({ stored }) => stored).length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each take that has arrived
  useEffect(() => void sendRetakes(), [sent]);
  useLiveMessages(
    useCallback(
      (message) => {
        if (message !== null && !decodeEvent(message)) return;
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          // What could not be had says so, and is asked for again there: behind its back the page would lose what it says.
          void utils.peerReview.invalidate(undefined, { predicate: ({ state }) => state.status !== "error" || state.data !== undefined });
        }, GATHER_MS);
      },
      [utils],
    ),
  );
  return null;
}
