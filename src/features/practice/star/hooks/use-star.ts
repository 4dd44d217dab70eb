"use client";

import { useEffect, useRef, useState } from "react";
import type { StarPart } from "@/lib/enums/practice";
import { type RouterOutputs, TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { areSame, isOvertaken, markAt, type StarDraft, type StarMark, startAt, unmark } from "../rules";

type Stands = RouterOutputs["practice"]["star"]["get"]["data"];

const draftOf = (uid: string): string => `star-${uid}`;

/** Marks that are still on their way are not sent any more. */
const forgetStar = (uid: string): void => clearDraft(draftOf(uid));

/** What was typed about an answer that is gone goes from this device: comments at its rating, and its structure. */
export function forgetWritten(uid: string): void {
  clearDraft(uid);
  forgetStar(uid);
}

function leftOf(uid: string): StarDraft | undefined {
  const left = readDraft<StarDraft | StarMark[]>(draftOf(uid));
  return Array.isArray(left) ? { marks: left } : left;
}

/** Marks come in quick succession: they are sent when there has been none for a moment. */
const QUIET_MS = 800;
const RETRY_MS = 15_000;

/**
 * Where the marks are: at the server, on their way, on this device until there is a network, or not to be taken. Overtaken: what shows is
 * another device's, and what was kept on this one can be brought back.
 */
export type StarStatus = "saved" | "saving" | "kept" | "refused" | "overtaken";

/** A take's marks, which keep themselves: on this device at once, and at the server as soon as it can be reached. */
export function useStar({ uid, stored, durationMs }: { uid: string; stored: boolean; durationMs: number }) {
  const utils = trpc.useUtils();
  const kept = trpc.practice.star.get.useQuery({ uid }, { enabled: stored, staleTime: 10 * 60_000, refetchOnWindowFocus: false });
  const stands = kept.data?.data.marks;
  const [own, setOwn] = useState<StarDraft>();
  const [past, setPast] = useState<StarMark[][]>([]);
  const [tries, setTries] = useState(0);
  const latest = useRef<StarDraft | undefined>(undefined);
  latest.current = own;

  // What did not reach the server when this page was left goes there once it is known what stands there now.
  const [left, setLeft] = useState<StarDraft>();
  const [overtaken, setOvertaken] = useState(false);
  const { star } = utils.practice;
  useEffect(() => {
    const found = leftOf(uid);
    setLeft(found);
    if (found) void star.get.invalidate({ uid });
  }, [uid, star]);
  const known = kept.isFetchedAfterMount && !kept.isFetching && !kept.isError ? stands : undefined;
  useEffect(() => {
    if (!left || !known) return;
    setLeft(undefined);
    if (!isOvertaken(left, known)) return setOwn(left);
    setOvertaken(true);
    setPast([left.marks]);
  }, [left, known]);

  const gone = useRef(false);
  const busy = useRef(false);
  /** Sent, and nobody knows whether it arrived. */
  const unsure = useRef<StarMark[] | undefined>(undefined);
  const save = trpc.practice.star.save.useMutation({
    // Nobody presses for it: without a network it waits, and goes when there is one.
    networkMode: "online",
    onSuccess: (answer, { marks: sent }) => {
      star.get.setData({ uid }, answer);
      const now = latest.current;
      if (!now || now.marks === sent) {
        clearDraft(draftOf(uid));
        return setOwn(undefined);
      }
      // What was marked meanwhile goes next, upon what stands there by now.
      goOn({ marks: now.marks, seen: sent });
    },
    onError: (error, { marks: sent }) => {
      const now = latest.current;
      if (!now) return;
      const { code, current } = toApiError(error);
      if (code === "conflict") return giveWay(now, current as Stands);
      if (TRANSIENT.includes(code)) unsure.current = sent;
      // A later one may be taken all the same.
      if (now.marks !== sent && !gone.current) setOwn({ ...now });
    },
  });
  const { mutate } = save;
  busy.current = save.isPending;
  const goOn = (next: StarDraft) => {
    writeDraft(draftOf(uid), next);
    if (gone.current) mutate({ uid, ...next });
    else setOwn(next);
  };
  const giveWay = ({ marks }: StarDraft, theirs: Stands) => {
    star.get.setData({ uid }, { data: theirs });
    // It had arrived, and only its answer was lost.
    if (unsure.current && areSame(unsure.current, theirs.marks)) return goOn({ marks, seen: theirs.marks });
    if (gone.current) return;
    save.reset();
    setOwn(undefined);
    setOvertaken(true);
    setPast([marks]);
  };
  useEffect(() => {
    if (!own || !stored) return;
    // One after the other: each says what it was made upon, and the next one waits for the answer.
    const send = () => busy.current || mutate({ uid, ...own });
    const timer = setTimeout(send, tries > 0 ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [own, stored, uid, mutate, tries]);
  const lost = save.isError && TRANSIENT.includes(toApiError(save.error).code);
  // How often in a row is no matter, but each time begins a new wait.
  const unread = kept.isError ? kept.errorUpdateCount : 0;
  const { refetch } = kept;
  useEffect(() => {
    if (!lost && unread === 0) return;
    const again = () => {
      if (lost) setTries((count) => count + 1);
      if (unread > 0) void refetch();
    };
    const timer = setTimeout(again, RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [lost, unread, refetch]);
  // Leaving within that moment loses nothing.
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      if (latest.current && !busy.current) mutate({ uid, ...latest.current });
    };
  }, [mutate, uid]);

  const marks = (own ?? left)?.marks ?? stands ?? [];
  const keep = (next: StarMark[]) => {
    const draft: StarDraft = { marks: next, seen: own ? own.seen : stands };
    setTries(0);
    setOvertaken(false);
    setOwn(draft);
    writeDraft(draftOf(uid), draft);
  };
  const change = (next: StarMark[]) => {
    setPast([...past.slice(-50), marks]);
    keep(next);
  };
  const settled = left ? "kept" : overtaken ? "overtaken" : "saved";
  const status: StarStatus = own === undefined ? settled : lost || save.isPaused ? "kept" : save.isError ? "refused" : "saving";
  return {
    marks,
    /** Before that nothing can be marked: it would be written over what is there. */
    ready: left === undefined && (stands !== undefined || own !== undefined),
    /** What nothing can be marked upon, because it could not be read. */
    unread: unread > 0 && own === undefined && (left !== undefined || stands === undefined) ? kept : null,
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
