"use client";

import { useQueries } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { api } from "@/trpc/client";
import { factsOf, isTangled } from "../rules";
import { MessageMarkdown } from "./markdown";

/** An address lives a quarter of an hour: it is asked for anew before. */
const FRESH_MS = 10 * 60_000;

/** What is being written as it will look. Pictures of an earlier visit wait at the server: they are asked for. */
export function Preview({ text, images, mentions }: ComponentProps<typeof MessageMarkdown>) {
  const missing = useMemo(
    () => (isTangled(text) ? [] : factsOf(text).images).filter((uid) => images.every((image) => image.uid !== uid)),
    [text, images],
  );
  const waiting = useQueries({
    queries: missing.map((uid) => ({
      queryKey: ["forum-waiting-image", uid],
      queryFn: async () => (await api.forum.images.waiting.query({ uid })).data,
      staleTime: FRESH_MS,
      retry: false,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const all = useMemo(() => [...images, ...waiting], [images, waiting]);
  return <MessageMarkdown text={text} images={all} mentions={mentions} />;
}
