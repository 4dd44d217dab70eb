"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameBefore } from "@/lib/mentions";
import { trpc } from "@/trpc/client";

/** While somebody types, it waits this long for the next letter. */
const PAUSE_MS = 150;

/** Who may be meant by what stands after an @ where somebody writes. */
export function useNames(topicId: string | undefined) {
  const [place, setPlace] = useState<{ from: number; typed: string } | null>(null);
  const [asked, setAsked] = useState("");
  const [active, setActive] = useState(0);
  const typed = place?.typed ?? "";
  useEffect(() => {
    const timer = setTimeout(setAsked, PAUSE_MS, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = trpc.forum.members.suggest.useQuery(
    { text: asked, ...(topicId && { topicId }) },
    { enabled: place !== null && (asked !== "" || topicId !== undefined), placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const people = place && (typed !== "" || topicId) ? (found.data?.data ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other letters, another list
  useEffect(() => setActive(0), [asked]);
  return {
    people,
    from: place?.from ?? 0,
    active: Math.min(active, Math.max(0, people.length - 1)),
    /** Follows the place where somebody writes. */
    look: (text: string, at: number) => setPlace(nameBefore(text, at)),
    close: () => setPlace(null),
    move: (by: number) => setActive((now) => (people.length === 0 ? 0 : (now + by + people.length) % people.length)),
  };
}
