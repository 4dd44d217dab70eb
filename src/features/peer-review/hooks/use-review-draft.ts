"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { coverage, mergeRanges, type Range } from "@/features/learning/rules";
import type { Ratings } from "@/features/practice/schema";
import { PASSING, toApiError, trpc } from "@/trpc/client";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import type { Pin } from "../components/pin-list";
import type { Writing } from "../components/pin-notes";

/** A review while it is written. */
export interface ReviewDraft {
  ratings: Partial<Ratings>;
  good: string;
  suggestion: string;
  pins: Pin[];
  /** A comment in its field: it stays on this device. */
  writing: Writing | null;
  /** Seconds from and to. */
  heard: Range[];
}

/** As the server keeps it. */
export interface KeptDraft {
  ratings: Partial<Ratings>;
  good: string;
  suggestion: string;
  comments: { second: number; text: string }[];
  /** Milliseconds from and to. */
  heard: [number, number][];
}

/** Where the draft is: at the server, on its way, or on this device, until there is a network or because the server does not take it so. */
export type DraftStatus = "saved" | "saving" | "kept" | "refused";

/** It is sent when nothing was changed for a moment. */
const QUIET_MS = 1_500;
const RETRY_MS = 15_000;
const nameOf = (assignmentId: string): string => `review-${assignmentId}`;

export const sentForm = ({ ratings, good, suggestion, pins, heard }: ReviewDraft): KeptDraft => ({
  ratings,
  good,
  suggestion,
  comments: pins.map(({ second, text }) => ({ second, text })),
  heard: heard.map(([from, to]) => [Math.round(from * 1000), Math.round(to * 1000)]),
});

const fromServer = (kept: KeptDraft | null): ReviewDraft => ({
  ratings: kept?.ratings ?? {},
  good: kept?.good ?? "",
  suggestion: kept?.suggestion ?? "",
  pins: (kept?.comments ?? []).map((comment, at) => ({ ...comment, id: String(at) })),
  writing: null,
  heard: (kept?.heard ?? []).map(([from, to]) => [from / 1000, to / 1000]),
});

/** As this device keeps it. Once its texts are at the server, only a comment in its field, and what was heard since, are still news. */
type LocalDraft = ReviewDraft & { sent: boolean };

/** What did not reach the server is newer than what it has; where all did, another device may have gone on meanwhile. */
const latestOf = ({ sent, ...left }: LocalDraft, server: ReviewDraft): ReviewDraft =>
  sent ? { ...server, writing: left.writing, heard: mergeRanges([...server.heard, ...left.heard], Number.POSITIVE_INFINITY) } : left;

/** What is left of a review that was not sent in time. */
export function unsentReview(assignmentId: string, kept: KeptDraft | null): ReviewDraft {
  const left = readDraft<LocalDraft>(nameOf(assignmentId));
  if (left && kept) return latestOf(left, fromServer(kept));
  return left ?? fromServer(kept);
}

interface Unsent {
  draft: ReviewDraft;
  form: KeptDraft;
}

/**
 * What is written of a review keeps itself: on this device at once, and at the server as soon as it can be reached.
 * @param words holds it for whoever shows it after the review's end
 */
export function useReviewDraft(
  assignmentId: string,
  kept: KeptDraft | null,
  words: RefObject<ReviewDraft | undefined>,
  onEnded: () => void,
) {
  const [draft, setDraft] = useState<ReviewDraft>(() => fromServer(kept));
  const [unsent, setUnsent] = useState<Unsent>();
  const [tries, setTries] = useState(0);
  const current = useRef(draft);
  const latest = useRef<Unsent>(undefined);
  latest.current = unsent;
  const done = useRef(false);

  const keep = useCallback(
    (next: ReviewDraft, sent: boolean) => {
      current.current = next;
      setDraft(next);
      if (done.current) return;
      words.current = next;
      writeDraft(nameOf(assignmentId), { ...next, sent });
    },
    [assignmentId, words],
  );
  const send = useCallback(() => {
    setTries(0);
    latest.current = { draft: current.current, form: sentForm(current.current) };
    setUnsent(latest.current);
  }, []);

  // What did not reach the server when this page was left.
  useEffect(() => {
    words.current = current.current;
    const left = readDraft<LocalDraft>(nameOf(assignmentId));
    if (!left) return;
    keep(latestOf(left, current.current), left.sent);
    if (!left.sent) send();
  }, [assignmentId, words, keep, send]);

  const utils = trpc.useUtils();
  const save = trpc.peerReview.assignments.saveDraft.useMutation({
    // One after the other: the last one is the one that stays.
    scope: { id: nameOf(assignmentId) },
    onSuccess: (_, sent) => {
      const form = latest.current?.form;
      if (done.current || !form || form.comments !== sent.comments) return;
      // Whoever comes back to this page finds what the server has now.
      utils.peerReview.assignments.get.setData({ uid: assignmentId }, (old) => old && { data: { ...old.data, draft: form } });
      setUnsent(undefined);
      // A comment that is still in its field is nowhere but here.
      if (current.current.writing) writeDraft(nameOf(assignmentId), { ...current.current, sent: true });
      else clearDraft(nameOf(assignmentId));
    },
  });
  const { mutate } = save;
  const ended = save.isError && toApiError(save.error).code === "leaseEnded";
  const tell = useRef(onEnded);
  tell.current = onEnded;
  useEffect(() => {
    if (ended) tell.current();
  }, [ended]);
  useEffect(() => {
    if (!unsent) return;
    const timer = setTimeout(() => !done.current && mutate({ uid: assignmentId, ...unsent.form }), tries > 0 ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [unsent, tries, assignmentId, mutate]);
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
      if (latest.current && !done.current) mutate({ uid: assignmentId, ...latest.current.form });
    },
    [assignmentId, mutate],
  );

  const status: DraftStatus = unsent === undefined ? "saved" : lost || save.isPaused ? "kept" : save.isError ? "refused" : "saving";
  return {
    draft,
    status,
    change: useCallback(
      (part: Partial<ReviewDraft>) => {
        keep({ ...current.current, ...part }, false);
        send();
      },
      [keep, send],
    ),
    /** A comment in its field is nobody else's matter yet. */
    write: useCallback(
      (writing: Writing | null) => {
        keep({ ...current.current, writing }, latest.current === undefined);
        if (!writing && !latest.current) clearDraft(nameOf(assignmentId));
      },
      [assignmentId, keep],
    ),
    /** What is heard grows all the time: it is kept here, and sent where playing stops. */
    hear: useCallback(
      (played: Range[], duration: number, goesOn: boolean) => {
        const before = current.current.heard;
        const heard = mergeRanges([...before, ...played], duration);
        if (coverage(heard, duration) <= coverage(before, duration)) return;
        keep({ ...current.current, heard }, goesOn && latest.current === undefined);
        if (!goesOn) send();
      },
      [keep, send],
    ),
    /** The review has been sent, or given back: nothing of its draft is sent or kept any more. */
    finish: () => {
      done.current = true;
      words.current = undefined;
      clearDraft(nameOf(assignmentId));
    },
  };
}
