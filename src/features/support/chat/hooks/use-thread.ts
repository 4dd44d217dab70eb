"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { MessageDto } from "../dto";

export interface Span {
  before?: number;
  after?: number;
}

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
  const { data, fetchNextPage, dataUpdatedAt } = query;
  const [begun] = useState(Date.now);
  const messages = useMemo(() => {
    const bySeq = new Map(data?.pages.flatMap((part) => part.messages).map((message) => [message.seq, message]));
    return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  }, [data]);
  const catchUp = useCallback(async () => {
    // One that is under way may have been asked before the news: it is asked once more after it.
    const { data: now } = await fetchNextPage({ cancelRefetch: true });
    if (now?.pages.at(-1)?.more) await fetchNextPage({ cancelRefetch: true });
  }, [fetchNextPage]);
  useEffect(() => {
    // What was kept from an earlier visit may be behind.
    if (dataUpdatedAt > 0 && dataUpdatedAt < begun) void catchUp();
  }, [dataUpdatedAt, begun, catchUp]);
  return { query, messages, catchUp };
}
