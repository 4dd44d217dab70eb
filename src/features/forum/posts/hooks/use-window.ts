"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api } from "@/trpc/client";
import type { PostDto } from "../dto";
import { POSTS } from "../schema";
import { Addresses } from "./addresses";

/** Which messages are asked for: those from a number on, around one, or before one. */
export type Span = { fromSeq: number } | { aroundSeq: number } | { beforeSeq: number };

/** Asked with this, the last messages come. */
export const NEWEST: Span = { beforeSeq: 2_000_000_000 };

interface Held {
  posts: PostDto[];
  /** The number of the topic's last message. */
  total: number;
}

type Busy = "first" | "earlier" | "later" | null;

/**
 * A run of a topic's messages without gaps, which grows at both ends: each stands once, in the order of its number, however often
 * it came. What is asked for is asked one after the other.
 */
export function useWindow(topicId: string, start: Span) {
  const [held, setHeld] = useState<Held>();
  const [busy, setBusy] = useState<Busy>("first");
  const [error, setError] = useState<unknown>();
  const line = useRef(Promise.resolve());
  const latest = useRef<Held>(undefined);
  const round = useRef(0);
  const begin = useRef(start);
  const addresses = useRef(new Addresses());

  const keep = useCallback((next: Held) => {
    latest.current = next;
    setHeld(next);
  }, []);
  const merge = useCallback(
    (came: PostDto[], total = 0) => {
      const known = latest.current;
      const posts = addresses.current.settle(came, known?.posts ?? []);
      const bySeq = new Map([...(known?.posts ?? []), ...posts].map((post) => [post.seq, post]));
      keep({ posts: [...bySeq.values()].sort((a, b) => a.seq - b.seq), total: Math.max(total, known?.total ?? 0, posts.at(-1)?.seq ?? 0) });
    },
    [keep],
  );
  /** Asks once what was asked before has come; `spans` are made then, of what is held by that time: those of one go together. */
  const ask = useCallback(
    (what: Busy, spans: (now: Held | undefined) => Span[], take: (posts: PostDto[], total: number) => void = merge) => {
      const mine = round.current;
      line.current = line.current.then(async () => {
        const wanted = mine === round.current ? spans(latest.current) : [];
        if (wanted.length === 0) return;
        setBusy(what);
        try {
          const parts = await Promise.all(wanted.map((span) => api.forum.posts.list.query({ topicId, ...span })));
          if (mine !== round.current) return;
          take(
            parts.flatMap(({ data }) => data),
            Math.max(...parts.map(({ meta }) => meta.total)),
          );
          setError(undefined);
        } catch (problem) {
          if (mine === round.current) setError(problem);
        } finally {
          if (mine === round.current) setBusy(null);
        }
      });
      return line.current;
    },
    [topicId, merge],
  );
  /** Goes elsewhere: what is held now is let go when the other part is there. */
  const jump = useCallback(
    (span: Span) => {
      round.current++;
      begin.current = span;
      return ask(
        "first",
        () => [span],
        (posts, total) => keep({ posts: addresses.current.settle(posts, latest.current?.posts ?? []), total }),
      );
    },
    [ask, keep],
  );
  useEffect(() => {
    void jump(begin.current);
    return () => {
      round.current++;
    };
  }, [jump]);

  const later = useCallback(() => ask("later", (now) => (now ? [{ fromSeq: (now.posts.at(-1)?.seq ?? 0) + 1 }] : [])), [ask]);
  /** Whether the last message that is known of is held. */
  const atEnd = useCallback(() => latest.current !== undefined && (latest.current.posts.at(-1)?.seq ?? 0) >= latest.current.total, []);
  /** What lies beyond what is held would leave a gap, or come without having been asked for. */
  const mergeHeld = useCallback(
    (came: PostDto[], total: number) => {
      const end = latest.current?.posts.at(-1)?.seq ?? 0;
      merge(
        came.filter(({ seq }) => seq <= end),
        total,
      );
    },
    [merge],
  );
  /** Asks anew for what stands around a message. */
  const refresh = useCallback(
    (uid: string) => ask(null, (now) => now?.posts.flatMap((post) => (post.uid === uid ? { fromSeq: post.seq } : [])) ?? [], mergeHeld),
    [ask, mergeHeld],
  );
  /** Something may have been missed: asks anew for all that is held, and whoever has the last message gets what came behind it. */
  const catchUp = useCallback(async () => {
    // What is still to come is new by itself.
    if (!latest.current) return;
    const along = atEnd();
    const starts = ({ posts }: Held) =>
      Array.from({ length: Math.ceil(posts.length / POSTS) || 1 }, (_, at) => ({ fromSeq: (posts[0]?.seq ?? 1) + at * POSTS }));
    await ask(null, (now) => (now ? starts(now) : []), along ? merge : mergeHeld);
    if (along && !atEnd()) await later();
  }, [ask, atEnd, later, merge, mergeHeld]);
  const actions = useMemo(
    () => ({
      earlier: () => ask("earlier", (now) => (now?.posts[0] && now.posts[0].seq > 1 ? [{ beforeSeq: now.posts[0].seq }] : [])),
      later,
      refresh,
      catchUp,
      /** The address of a picture leads nowhere any more: its message is asked for anew, once. */
      pictureGone: (image: string): void => {
        const post = latest.current?.posts.find(({ images }) => images.some(({ uid }) => uid === image));
        if (post && addresses.current.forget(image)) void refresh(post.uid);
      },
      /** There are messages up to this number. */
      grew: (seq: number) => latest.current && keep({ ...latest.current, total: Math.max(latest.current.total, seq) }),
      /** A message as it is now. One that is no longer held would leave a gap. */
      put: (post: PostDto) => {
        if (latest.current?.posts.some(({ seq }) => seq === post.seq)) merge([post]);
      },
      /** Shows an own message that was just written; what others wrote before it comes along. */
      append: (post: PostDto): void => {
        const now = latest.current;
        const last = now?.posts.at(-1)?.seq ?? 0;
        if (now) keep({ ...now, total: Math.max(now.total, post.seq) });
        if (now && post.seq <= last + 1) merge([post]);
        else if (now && post.seq <= last + POSTS) void later();
        else void jump({ aroundSeq: post.seq });
      },
      jump,
      atEnd,
    }),
    [ask, atEnd, catchUp, jump, keep, later, merge, refresh],
  );
  const posts = held?.posts ?? [];
  return {
    posts,
    total: held?.total ?? 0,
    loaded: held !== undefined,
    hasEarlier: (posts[0]?.seq ?? 1) > 1,
    hasLater: held !== undefined && (posts.at(-1)?.seq ?? 0) < held.total,
    busy,
    error,
    refetch: () => void jump(begin.current),
    ...actions,
  };
}
