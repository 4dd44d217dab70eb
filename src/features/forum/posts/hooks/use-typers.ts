"use client";

import { useEffect } from "react";
import { trpc } from "@/trpc/client";
import { useTyping } from "@/ui/typing";
import type { PostDto } from "../dto";

/** The names of those who are writing, as far as they have written here before; never one's own. */
export function useTypers(posts: readonly PostDto[]) {
  const me = trpc.forum.members.me.useQuery(undefined, { staleTime: 60_000 }).data?.data.uid;
  const { typing, hear, said } = useTyping();
  // Who has just said something is not typing it any more.
  const last = posts.at(-1);
  const lastAuthor = last?.author?.uid;
  const lastUid = last?.uid;
  useEffect(() => {
    if (lastUid && lastAuthor) said(lastAuthor);
  }, [lastAuthor, lastUid, said]);
  const typers = typing
    .filter((user) => user !== me)
    .flatMap((user) => posts.findLast(({ author }) => author?.uid === user)?.author?.name ?? []);
  return { typers, hear };
}
