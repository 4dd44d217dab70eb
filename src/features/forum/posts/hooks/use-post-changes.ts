"use client";

import { useRef } from "react";
import type { Reaction } from "@/lib/enums/forum";
import { api, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import type { PostDto } from "../dto";

/** A message's reactions as they stand once somebody has said or taken back one. */
export function reacted(reactions: PostDto["reactions"], reaction: Reaction, on: boolean): PostDto["reactions"] {
  const now = reactions.find((one) => one.reaction === reaction);
  if ((now?.mine ?? false) === on) return reactions;
  const count = (now?.count ?? 0) + (on ? 1 : -1);
  const rest = reactions.filter((one) => one !== now);
  if (count === 0) return rest;
  const next = { reaction, count, mine: on };
  return now ? reactions.map((one) => (one === now ? next : one)) : [...rest, next];
}

/** What its reader can do to a message; `put` shows how it is then. */
export function usePostChanges(post: PostDto, put: (post: PostDto) => void) {
  const latest = useRef(post);
  latest.current = post;
  const show = (reaction: Reaction, on: boolean) => put({ ...latest.current, reactions: reacted(latest.current.reactions, reaction, on) });
  const failed = useErrorToast();
  /** Which of them are the reader's, as the server last had it. */
  const known = useRef<Reaction[]>([]);
  const mineOf = ({ reactions }: PostDto) => reactions.filter(({ mine }) => mine).map(({ reaction }) => reaction);
  const reactMutation = trpc.forum.posts.react.useMutation({
    // One after the other, so that the last word is also the last that the server hears.
    scope: { id: `forum.posts.react ${post.uid}` },
    onSuccess: ({ data }) => {
      known.current = mineOf(data);
      put(data);
    },
    onError: (error, { reaction }) => {
      show(reaction, known.current.includes(reaction));
      failed(error);
    },
  });
  const editMutation = trpc.forum.posts.edit.useMutation({ onSuccess: ({ data }) => put(data) });
  return {
    /** At once, and back where the server did not take it. */
    react: (reaction: Reaction, on: boolean) => {
      if (!reactMutation.isPending) known.current = mineOf(latest.current);
      show(reaction, on);
      reactMutation.mutate({ uid: post.uid, reaction, on });
    },
    edit: (message: string) => editMutation.mutateAsync({ uid: post.uid, message }),
    /** Asks how it is now; where that fails, the stream will tell. */
    renew: () => {
      api.forum.posts.get.query({ uid: post.uid }).then(
        ({ data }) => put(data),
        () => {},
      );
    },
    failed,
  };
}
