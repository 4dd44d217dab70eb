"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import type { PostDto } from "../dto";

/** A sign of typing stands for so long; whoever goes on typing gives another one before. */
const TYPING_MS = 6000;

/** The names of those who are writing, as far as they have written here before; never one's own. */
export function useTypers(posts: readonly PostDto[]) {
  const me = trpc.forum.members.me.useQuery(undefined, { staleTime: 60_000 }).data?.data.uid;
  const [until, setUntil] = useState<Record<string, number>>({});
  const latest = useRef(posts);
  latest.current = posts;
  const hear = useCallback((user: string) => setUntil((now) => ({ ...now, [user]: Date.now() + TYPING_MS })), []);
  const busy = Object.keys(until).length > 0;
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => setUntil((now) => Object.fromEntries(Object.entries(now).filter(([, end]) => end > Date.now()))), 1000);
    return () => clearInterval(timer);
  }, [busy]);
  // Who has just said something is not typing it any more.
  const last = posts.at(-1);
  const lastAuthor = last?.author?.uid;
  const lastUid = last?.uid;
  useEffect(() => {
    if (lastUid && lastAuthor) setUntil(({ [lastAuthor]: _, ...others }) => others);
  }, [lastAuthor, lastUid]);
  const typers = Object.keys(until)
    .filter((user) => user !== me)
    .flatMap((user) => posts.findLast(({ author }) => author?.uid === user)?.author?.name ?? []);
  return { typers, hear };
}
