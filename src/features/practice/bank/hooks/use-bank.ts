"use client";

import { QUESTION_STATES } from "@/lib/enums/practice";
import { isLocale } from "@/lib/locales";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { usePages } from "@/trpc/use-pages";
import { useAddress } from "@/ui/use-address";

export type BankRow = RouterOutputs["practice"]["bank"]["list"]["data"][number];

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
  const query = usePages(trpc.practice.bank.list, asked, api.practice.bank.list.query, {
    // Another word in the search field leaves what is there until its answer comes.
    placeholderData: (before) => before,
    enabled: categories !== undefined,
  });
  return { query, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
