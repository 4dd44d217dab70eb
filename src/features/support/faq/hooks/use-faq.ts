"use client";

import { keepPreviousData, type Query, useQueryClient } from "@tanstack/react-query";
import { getMutationKey, getQueryKey } from "@trpc/react-query";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

type Faq = RouterOutputs["support"]["faq"]["list"];
export type FaqEntry = Faq["data"][number];

/** Where the FAQ stands: on the public page, or inside for those who are signed in. */
export type FaqPlace = "public" | "dashboard";

/** What the page shows; the list before stays until the next is there. */
export function useFaq(place: FaqPlace, search: string) {
  const inside = place === "dashboard";
  const input = { search: search || undefined };
  const own = trpc.support.faq.list.useQuery(input, { placeholderData: keepPreviousData, enabled: inside });
  const open = trpc.support.faq.open.useQuery(input, { placeholderData: keepPreviousData, enabled: !inside });
  return inside ? own : open;
}

/** Every list that shows what its reader said. */
const LISTS = {
  queryKey: getQueryKey(trpc.support.faq),
  predicate: ({ queryKey: [path] }: Query) => !(path as string[]).includes("editing"),
};

const VOTES = { mutationKey: getMutationKey(trpc.support.faq.vote) };

/** Says whether an answer helped: at once in every list that is here, and back where the server did not hear it. */
export function useVote({ uid, helpful }: FaqEntry) {
  const showError = useErrorToast();
  const queries = useQueryClient();
  const isOf = (vote: unknown): boolean => (vote as { uid?: string } | undefined)?.uid === uid;
  const change = (said: (now: boolean | null) => boolean | null): void => {
    queries.setQueriesData<Faq>(
      LISTS,
      (list) =>
        list && { ...list, data: list.data.map((entry) => (entry.uid === uid ? { ...entry, helpful: said(entry.helpful) } : entry)) },
    );
  };
  return trpc.support.faq.vote.useMutation({
    // One after the other, so that the last word is also the last that the server hears.
    scope: { id: "support.faq.vote" },
    onMutate: async (vote) => {
      // What nobody has answered yet was never heard: it goes back to what stood before the first of them.
      const [first] = queries.getMutationCache().findAll({ ...VOTES, status: "pending", predicate: ({ state }) => isOf(state.variables) });
      const shown = first?.state.context as { before: boolean | null } | undefined;
      await queries.cancelQueries(LISTS);
      change(() => vote.helpful);
      return shown ?? { before: helpful };
    },
    onError: (error, vote, shown) => {
      // What was said since stays.
      change((now) => (now === vote.helpful ? (shown?.before ?? null) : now));
      showError(error);
    },
    onSettled: () => {
      // An answer from before the last word would show that one for a moment.
      if (queries.isMutating(VOTES) <= 1) void queries.invalidateQueries(LISTS);
    },
  });
}
