"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { toApiError } from "./client";
import { useErrorMessage } from "./use-error";

/** Nothing of it is here, and nothing is on its way: it failed, or waits for a network. */
export const isMissing = (query: { isError: boolean; isPaused: boolean; data: unknown }): boolean =>
  (query.isError || query.isPaused) && !query.data;

/** Nothing of it is here yet, and it may come any moment. */
export const isComing = (query: { isPending: boolean; isPaused: boolean }): boolean => query.isPending && !query.isPaused;

/** There is no such thing, or the address names nothing that could be; what is somebody else's is none either. */
export const isNowhere = (query: { error: unknown }): boolean => ["notFound", "invalidInput"].includes(toApiError(query.error).code);

/** The first of which nothing is here, nor on its way. */
export const firstFailed = <Query extends Parameters<typeof isMissing>[0]>(queries: readonly Query[]): Query | undefined =>
  queries.find(isMissing);

/** Says why there is nothing to choose from: it did not load, is on its way, or there is none. */
export function useWhyNothing() {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  return (query: (Parameters<typeof isMissing>[0] & { error: unknown }) | undefined, none: string): string => {
    if (!query || query.data) return none;
    return isMissing(query) ? errorMessage(query.error) : common("loading");
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
