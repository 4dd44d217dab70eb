"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { coverage, mergeRanges, type Range } from "@/features/learning/rules";
import { TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { sender, serverNow } from "@/trpc/token";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import type { Writing } from "../components/pin-notes";
import { fromServer, type KeptDraft, type LocalDraft, latestOf, nameOf, type ReviewDraft, type SentDraft, sentForm } from "./kept-draft";

/** Where the draft is: at the server, on its way, or on this device, until there is a network or because the server does not take it so. */
export type DraftStatus = "saved" | "saving" | "kept" | "refused";

/** It is sent when nothing was changed for a moment. */
const QUIET_MS = 1_500;
const RETRY_MS = 15_000;

interface Unsent {
  draft: ReviewDraft;
  form: SentDraft;
}

interface Lent {
  uid: string;
  draftId: string;
  draft: KeptDraft | null;
}

/**
 * What is written of a review keeps itself: on this device at once, and at the server as soon as it can be reached.
 * @param words holds it for whoever shows it after the review's end
 */
export function useReviewDraft(
  { uid: assignmentId, draftId, draft: kept }: Lent,
  words: RefObject<ReviewDraft | undefined>,
  onEnded: () => void,
) {
  const name = nameOf(draftId);
  const [draft, setDraft] = useState<ReviewDraft>(() => fromServer(kept));
  const [unsent, setUnsent] = useState<Unsent>();
  const [tries, setTries] = useState(0);
  const current = useRef(draft);
  const latest = useRef<Unsent>(undefined);
  latest.current = unsent;
  const done = useRef(false);
  const found = useRef(kept);
  /** Of what the server had when this page last heard of it. */
  const savedAt = useRef(kept?.savedAt ?? null);

  const [author] = useState(sender);
  const store = useCallback(
    (sent: boolean) => {
      // Leaving the page, too, tells what was heard last: also where it is left because somebody else is here.
      if (sender() !== author) return;
      writeDraft(name, { ...current.current, sent, savedAt: savedAt.current, changedAt: serverNow() } satisfies LocalDraft);
    },
    [name, author],
  );
  const keep = useCallback(
    (next: ReviewDraft, sent: boolean) => {
      current.current = next;
      setDraft(next);
      if (done.current) return;
      words.current = next;
      store(sent);
    },
    [store, words],
  );
  const send = useCallback(() => {
    setTries(0);
    latest.current = { draft: current.current, form: sentForm(current.current) };
    setUnsent(latest.current);
  }, []);

  // What did not reach the server when this page was left.
  useEffect(() => {
    words.current = current.current;
    const left = readDraft<LocalDraft>(name);
    if (!left) return;
    keep(latestOf(left, found.current), left.sent);
    if (!left.sent) send();
  }, [name, words, keep, send]);

  const utils = trpc.useUtils();
  /** Another device has saved meanwhile: its words come to these, and both are sent. */
  const join = async () => {
    const { data } = await utils.peerReview.assignments.get.fetch({ uid: assignmentId }, { staleTime: 0 });
    if (done.current) return;
    const joined = latestOf({ ...current.current, sent: false, savedAt: savedAt.current, changedAt: serverNow() }, data.draft);
    savedAt.current = data.draft?.savedAt ?? null;
    keep(joined, false);
    send();
  };
  const save = trpc.peerReview.assignments.saveDraft.useMutation({
    // One after the other: the last one is the one that stays.
    scope: { id: name },
    // Nobody presses for it: without a network it waits, and goes when there is one.
    networkMode: "online",
    onError: (error) => {
      // Where that fails, too, the words stay on this device, and come together when they are looked at next.
      if (toApiError(error).code === "conflict" && !done.current) join().catch(() => {});
    },
    onSuccess: ({ data }, sent) => {
      const form = latest.current?.form;
      if (done.current || !form) return;
      savedAt.current = data.savedAt;
      // What was written since goes on from what is there now.
      if (form.comments !== sent.comments) return store(false);
      // Whoever comes back to this page finds what the server has now.
      const draft = { ...form, ...data };
      utils.peerReview.assignments.get.setData({ uid: assignmentId }, (old) => old && { data: { ...old.data, draft } });
      setUnsent(undefined);
      // A comment that is still in its field is nowhere but here.
      if (current.current.writing) store(true);
      else clearDraft(name);
    },
  });
  const { mutate, isPending } = save;
  /** While one is on its way it is not known yet what the next goes on from. */
  const going = useRef(isPending);
  going.current = isPending;
  const ended = save.isError && toApiError(save.error).code === "leaseEnded";
  const tell = useRef(onEnded);
  tell.current = onEnded;
  useEffect(() => {
    if (ended) tell.current();
  }, [ended]);
  useEffect(() => {
    if (!unsent || isPending) return;
    const send = () => !done.current && mutate({ uid: assignmentId, after: savedAt.current, ...unsent.form });
    const timer = setTimeout(send, tries > 0 ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [unsent, tries, isPending, assignmentId, mutate]);
  const lost = save.isError && [...TRANSIENT, "conflict"].includes(toApiError(save.error).code);
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
      if (!latest.current || done.current) return;
      // What is on its way is of this page: this goes on from it, whenever it arrives.
      mutate({ uid: assignmentId, ...(!going.current && { after: savedAt.current }), ...latest.current.form });
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
        if (!writing && !latest.current) clearDraft(name);
      },
      [name, keep],
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
      clearDraft(name);
    },
  };
}
