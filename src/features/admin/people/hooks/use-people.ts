"use client";

import { ROLES } from "@/lib/enums/account";
import { PEOPLE_ORDERS } from "@/lib/enums/service";
import { PLANS } from "@/lib/enums/subscription";
import { LOCALES } from "@/lib/locales";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { usePages } from "@/trpc/use-pages";
import { useSort } from "@/ui/table/use-sort";
import { browserZone } from "@/ui/time-zones";
import { useAddress } from "@/ui/use-address";
import { LISTED_STATES } from "../rules";

export type PersonRow = RouterOutputs["admin"]["people"]["list"]["data"][number];

/** A day as the address has it; what is none does not count. */
const day = (text: string | null): string | undefined => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** What the address asks for of the people. */
export function usePeopleFilters() {
  const { params, search } = useAddress();
  const among = <T extends string>(values: readonly T[], name: string): T | undefined => values.find((value) => value === params.get(name));
  const days = { from: day(params.get("from")), to: day(params.get("to")) };
  return {
    search: search || undefined,
    state: among(LISTED_STATES, "state"),
    role: among(ROLES, "role"),
    plan: among(PLANS, "plan"),
    language: among(LOCALES, "language"),
    ...days,
    ...((days.from || days.to) && { timeZone: browserZone() }),
  };
}

/** The people that the address asks for, in its order, page after page. */
export function usePeople() {
  const filters = usePeopleFilters();
  const { sort, onSort } = useSort(PEOPLE_ORDERS, { column: "registered", descending: true });
  const asked = { ...filters, order: sort.column, descending: sort.descending };
  const query = usePages(trpc.admin.people.list, asked, api.admin.people.list.query, {
    // Another word in the search field leaves what is there until its answer comes.
    placeholderData: (before) => before,
  });
  return { query, sort, onSort, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
