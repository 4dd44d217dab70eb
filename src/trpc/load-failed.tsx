"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { toApiError } from "./client";
import { useErrorMessage } from "./use-error";

interface Asked {
  isError: boolean;
  isPaused: boolean;
  /** What shows is of another page or question still. */
  isPlaceholderData: boolean;
  data: unknown;
}

/** Nothing of it is here, and nothing is on its way: it failed, or waits for a network. What was asked for before is nothing of it. */
export const isMissing = (query: Asked): boolean => (query.isError || query.isPaused) && (!query.data || query.isPlaceholderData);

/** Nothing of it is here yet, and it may come any moment. */
export const isComing = (query: { isPending: boolean; isPaused: boolean }): boolean => query.isPending && !query.isPaused;

/** There is no such thing, or the address names nothing that could be; what is somebody else's is none either. */
export const isNowhere = (query: { error: unknown }): boolean => ["notFound", "invalidInput"].includes(toApiError(query.error).code);

/** The first of which nothing is here, nor on its way. */
export const firstFailed = <Query extends Asked>(queries: readonly Query[]): Query | undefined => queries.find(isMissing);

/** Says why there is nothing to choose from: it did not load, is on its way, or there is none. */
export function useWhyNothing() {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  return (query: (Asked & { error: unknown }) | undefined, none: string): string => {
    if (query && isMissing(query)) return errorMessage(query.error);
    return !query || query.data ? none : common("loading");
  };
}

/** Stands where a list or a page could not be loaded: what happened, and one way on. */
export function LoadFailed({ query }: { query: { error: unknown; refetch: () => unknown } }) {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  return (
    <Notice tone="danger" title={errorMessage(query.error)}>
      <Button onClick={() => void query.refetch()}>{common("retry")}</Button>
    </Notice>
  );
}
