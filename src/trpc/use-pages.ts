"use client";

import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";

type Procedure = Parameters<typeof getQueryKey>[0];

/** A part of a list, and what the next one comes before. */
interface Part {
  data: unknown[];
  meta: { next: string | null };
}

type Options<P> = Omit<
  UseInfiniteQueryOptions<P, Error, InfiniteData<P>, QueryKey, string>,
  "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam"
>;

/** What a list that comes part by part is kept by: below its procedure's own name, so that what is done asks for it anew. */
export const pagesKey = (procedure: Procedure, asked: object): QueryKey => [...getQueryKey(procedure), "pages", asked];

/** A list that comes part by part. @param ask the procedure itself, as `api` calls it */
export const usePages = <Asked extends object, P extends Part>(
  procedure: Procedure,
  asked: Asked,
  ask: (input: Asked & { before: string | undefined }) => Promise<P>,
  options: Options<P> = {},
) =>
  useInfiniteQuery({
    ...options,
    queryKey: pagesKey(procedure, asked),
    queryFn: ({ pageParam }) => ask({ ...asked, before: pageParam || undefined }),
    initialPageParam: "",
    getNextPageParam: (last) => last.meta.next ?? undefined,
  });
