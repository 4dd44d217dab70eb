"use client";

import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";

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

/** Says whether an answer helped: at once in every list that is here, and back where the server did not hear it. */
export function useVote({ uid, helpful }: FaqEntry) {
  const common = useTranslations("common");
  const lists = useQueryClient();
  const show = (said: boolean | null): void => {
    lists.setQueriesData<Faq>(
      { queryKey: getQueryKey(trpc.support.faq), predicate: ({ queryKey: [path] }) => !(path as string[]).includes("editing") },
      (list) => list && { ...list, data: list.data.map((entry) => (entry.uid === uid ? { ...entry, helpful: said } : entry)) },
    );
  };
  return trpc.support.faq.vote.useMutation({
    onMutate: (vote) => {
      show(vote.helpful);
      return { before: helpful };
    },
    onError: (error, _vote, shown) => {
      show(shown?.before ?? null);
      notify("error", toApiError(error).message ?? common("offline"));
    },
  });
}
