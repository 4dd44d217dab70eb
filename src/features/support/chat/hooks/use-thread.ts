"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MessageDto } from "../dto";

export interface Span {
  before?: number;
  after?: number;
}

/** After a failure it is asked again so much later, in milliseconds. */
const AGAIN_MS = 5000;
/** A bound for a server that always says there is more. */
const MOST_TRIES = 100;

interface Part {
  messages: MessageDto[];
  more: boolean;
}

/**
 * A conversation's messages as they come: the newest first, older ones when asked for, later ones when there is news. Each
 * stands once, in the order of its number, whatever came twice or late.
 * @param load keeps its identity as long as it asks for the same
 */
export function useThread(key: readonly unknown[], load: (span: Span) => Promise<Part>, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: ["support-thread", ...key],
    queryFn: ({ pageParam }: { pageParam: Span }) => load(pageParam),
    initialPageParam: {} as Span,
    getPreviousPageParam: (first): Span | undefined => (first.more && first.messages[0] ? { before: first.messages[0].seq } : undefined),
    getNextPageParam: (_last, parts): Span => ({ after: Math.max(0, ...parts.flatMap(({ messages }) => messages.map(({ seq }) => seq))) }),
    // Messages do not change; what is new is asked for by number.
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const { data, fetchNextPage, fetchPreviousPage, dataUpdatedAt } = query;
  const [begun] = useState(Date.now);
  const messages = useMemo(() => {
    const bySeq = new Map(data?.pages.flatMap((part) => part.messages).map((message) => [message.seq, message]));
    return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  }, [data]);
  const client = useQueryClient();
  const wanted = useRef(false);
  const running = useRef<Promise<void>>(undefined);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  /** Loads what came after the last message that is known, until there is nothing more. */
  const catchUp = useCallback(() => {
    wanted.current = true;
    const last = () => client.getQueryData<InfiniteData<Part, Span>>(["support-thread", ...key])?.pageParams.at(-1);
    const run = async () => {
      for (let tries = 0; wanted.current && !gone.current && tries < MOST_TRIES; tries++) {
        wanted.current = false;
        const before = last();
        const { data: now, isError } = await fetchNextPage({ cancelRefetch: false });
        if (isError) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        const asked = last();
        // What was under way may have been asked before the news, or have been about older ones: then it is asked once more.
        if (isError || asked === before || asked?.after === undefined || now?.pages.at(-1)?.more) wanted.current = true;
      }
    };
    running.current ??= run().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [fetchNextPage, client, key]);
  /** Loads the messages before the first one that is known. */
  const older = async () => {
    // Two at once would be one: what is under way comes first.
    await running.current;
    await fetchPreviousPage({ cancelRefetch: false });
  };
  useEffect(() => {
    // What was kept from an earlier visit may be behind.
    if (dataUpdatedAt > 0 && dataUpdatedAt < begun) void catchUp();
  }, [dataUpdatedAt, begun, catchUp]);
  return { query, messages, catchUp, older };
}
