"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { isLocale } from "@/lib/locales";
import { api, type RouterOutputs } from "@/trpc/client";
import { useAddress } from "@/ui/use-address";

type Page = RouterOutputs["practice"]["bank"]["list"];
export type BankRow = Page["data"][number];

/** The questions that the address asks for, page after page. @param categories those that there are; undefined until they are known */
export function useBank(categories: { uid: string }[] | undefined) {
  const { params, search } = useAddress();
  const missing = params.get("missing");
  const asked = {
    search: search || undefined,
    // An address may name a category that is none.
    category: categories?.find(({ uid }) => uid === params.get("category"))?.uid,
    state: QUESTION_STATES.find((name) => name === params.get("state")),
    missing: isLocale(missing) ? missing : undefined,
  };
  const query = useInfiniteQuery({
    // As its own hook would name it, so that what is done asks for it anew.
    queryKey: [["practice", "bank", "list"], "pages", asked],
    queryFn: ({ pageParam }) => api.practice.bank.list.query({ ...asked, before: pageParam || undefined }),
    initialPageParam: "",
    getNextPageParam: (last: Page) => last.meta.next ?? undefined,
    // Another word in the search field leaves what is there until its answer comes.
    placeholderData: (before) => before,
    enabled: categories !== undefined,
  });
  return { query, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
