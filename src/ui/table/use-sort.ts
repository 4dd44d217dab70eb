"use client";

import { useAddress } from "@/ui/use-address";
import type { Sort } from "./columns";

/**
 * The order that the address names: `sort=name` from below, `sort=-name` from above; asking for the same column again turns it
 * round. @param usual the order without a word
 */
export function useSort<Id extends string>(columns: readonly Id[], usual: Sort<Id>) {
  const { params, replace } = useAddress();
  const named = params.get("sort");
  const column = columns.find((id) => id === named?.replace(/^-/, ""));
  const sort: Sort<Id> = column ? { column, descending: named?.startsWith("-") === true } : usual;
  return {
    sort,
    onSort: (wanted: string) => {
      const descending = wanted === sort.column ? !sort.descending : false;
      const isUsual = wanted === usual.column && descending === usual.descending;
      replace({ sort: isUsual ? undefined : `${descending ? "-" : ""}${wanted}` });
    },
  };
}
