"use client";

import { useEffect, useRef, useState } from "react";
import type { StarPart } from "@/lib/enums/practice";
import { PASSING, toApiError, trpc } from "@/trpc/client";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { markAt, type StarMark, startAt, unmark } from "../rules";

const draftOf = (uid: string): string => `star-${uid}`;

/** Marks that are still on their way are not sent any more. */
export const forgetStar = (uid: string): void => clearDraft(draftOf(uid));

/** Marks come in quick succession: they are sent when there has been none for a moment. */
const QUIET_MS = 800;
const RETRY_MS = 15_000;

/** Where the marks are: at the server, on their way, on this device until there is a network, or not to be taken. */
export type StarStatus = "saved" | "saving" | "kept" | "refused";

/** A take's marks, which keep themselves: on this device at once, and at the server as soon as it can be reached. */
export function useStar({ uid, stored, durationMs }: { uid: string; stored: boolean; durationMs: number }) {
  const utils = trpc.useUtils();
  const kept = trpc.practice.star.get.useQuery({ uid }, { enabled: stored, staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const [own, setOwn] = useState<StarMark[]>();
  const [past, setPast] = useState<StarMark[][]>([]);
  const [tries, setTries] = useState(0);
  const latest = useRef<StarMark[] | undefined>(undefined);
  latest.current = own;

  // What did not reach the server when this page was left.
  useEffect(() => setOwn(readDraft<StarMark[]>(draftOf(uid))), [uid]);

  const save = trpc.practice.star.save.useMutation({
    // One after the other: the last one is the one that stays.
    scope: { id: draftOf(uid) },
    // Nobody presses for it: without a network it waits, and goes when there is one.
    networkMode: "online",
    onSuccess: (answer, sent) => {
      utils.practice.star.get.setData({ uid }, answer);
      if (latest.current !== sent.marks) return;
      clearDraft(draftOf(uid));
      setOwn(undefined);
    },
  });
  const { mutate } = save;
  useEffect(() => {
    if (!own || !stored) return;
    const timer = setTimeout(() => mutate({ uid, marks: own }), tries > 0 ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [own, stored, uid, mutate, tries]);
  const lost = save.isError && PASSING.includes(toApiError(save.error).code);
  useEffect(() => {
    if (!lost) return;
    const again = () => setTries((count) => count + 1);
    const timer = setTimeout(again, RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [lost]);
  // Leaving within that moment loses nothing.
  useEffect(
    () => () => {
      if (latest.current) mutate({ uid, marks: latest.current });
    },
    [mutate, uid],
  );

  const marks = own ?? kept.data?.data.marks ?? [];
  const keep = (next: StarMark[]) => {
    setTries(0);
    setOwn(next);
    writeDraft(draftOf(uid), next);
  };
  const change = (next: StarMark[]) => {
    setPast([...past.slice(-50), marks]);
    keep(next);
  };
  const status: StarStatus = own === undefined ? "saved" : lost || save.isPaused ? "kept" : save.isError ? "refused" : "saving";
  return {
    marks,
    /** Before that nothing can be marked: it would be written over what is there. */
    ready: kept.data !== undefined || own !== undefined,
    /** What is not at the server yet is on this device. */
    status,
    mark: (part: StarPart | null, atMs: number) => change(markAt(marks, atMs, part, durationMs)),
    remove: (index: number) => change(unmark(marks, index)),
    startAt: (index: number, atMs: number) => change(startAt(marks, index, atMs)),
    clear: () => change([]),
    undo:
      past.length > 0
        ? () => {
            setPast(past.slice(0, -1));
            keep(past.at(-1) ?? []);
          }
        : null,
  };
}

export type Star = ReturnType<typeof useStar>;
